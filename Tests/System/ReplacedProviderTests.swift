import Foundation
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Providers that change while the service runs, as who writes one has it.
@Suite struct ReplacedProviderTests {
    private static func sheafctl(_ service: RunningService, _ arguments: String...) throws -> Command {
        try sheafctl(service, arguments)
    }

    private static func sheafctl(_ service: RunningService, _ arguments: [String]) throws -> Command {
        try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, ["--socket", service.socket] + arguments)
    }

    private static func write(_ text: String, _ service: RunningService, for provider: String) throws {
        let path = service.folder.appendingPathComponent("providers/lib\(provider).provider")
        try Data(text.utf8).write(to: path)
    }

    /// Somebody writes a provider for decks, which are text to anybody else.
    @Test func aDocumentSaysWhatIsWrongWithItsProvidersManifestUntilThatIsMended() throws {
        let service = try RunningService(providers: ["sheaf-text", "test-plain"])
        let path = try service.file("talk.deck", Data("plain 1\npages=3\n".utf8))
        let spoilt = "[Provider]\n# How they begin.\nSignatures=plain deck\\n\nSuffixes=.deck\n"
        try Self.write(spoilt, service, for: "test-plain")
        let fault =
            #"libtest-plain.provider:3: Signatures=plain deck\n has \n, which is no escape; there is only \x with"#
        for _ in 0..<2 {
            let refused = try Self.sheafctl(service, "open", path)
            #expect(refused.status == 1 && refused.errors.contains(fault), "\(refused.errors)")
        }
        #expect(try Self.sheafctl(service, "providers").text.contains("refused: "))
        let asked = try Self.sheafctl(service, "providers", path).text.split(separator: "\n")
        #expect(asked.count > 1 && asked[1].contains(fault), "\(asked)")
        #expect(try Self.sheafctl(service, "open", service.file("a.txt", Data("Words\n".utf8))).status == 0)

        try Self.write("[Provider]\nSignatures=plain deck\\x0a\nSuffixes=deck\n", service, for: "test-plain")
        #expect(
            try Self.sheafctl(service, "providers").text.contains("libtest-plain.provider:3: Suffixes=deck must be"))

        try Self.write("[Provider]\nSignatures=plain deck\\x0a\nSuffixes=.deck\n", service, for: "test-plain")
        #expect(try !Self.sheafctl(service, "providers").text.contains("refused: "))
        let reader = try TestReader(service, path, width: 64, height: 64)
        #expect(reader.opened.document.provider == "plain")
        // It may read more: who reads has another page from another host.
        let hosts = service.hosts
        try Self.write("[Provider]\nSuffixes=.deck\nReadablePaths=/srv/decks\n", service, for: "test-plain")
        #expect(try Self.sheafctl(service, "open", path).status == 0)
        #expect(try reader.page(2).page.index == 2)
        #expect(try Self.sheafctl(service, "hosts").text.contains("/srv/decks") && service.hosts != hosts)
    }
}
