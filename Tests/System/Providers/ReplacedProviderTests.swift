import Foundation
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Providers that change while the service runs, as who writes one has it: another library, another manifest.
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

    /// Puts another library in the place of one, as a build and an upgrade do.
    private static func replace(_ name: String, by other: String, _ service: RunningService) throws {
        let library = service.folder.appendingPathComponent("providers/lib\(name).so")
        try FileManager.default.removeItem(at: library)
        try FileManager.default.copyItem(at: Build.folder.appendingPathComponent("lib\(other).so"), to: library)
    }

    private static func readers(_ service: RunningService) throws -> [ManagerInterface.ReaderEntry] {
        try service.connect().call(ManagerInterface.ListReaders.self, .init()).parameters.readers
    }

    // MARK: Libraries

    /// With `sheafctl reload`, by opening it once more, and with the configuration: readers stay on their pages, in a new host.
    @Test(arguments: ["reload", "open", "configure"]) func readersGoOverToAReplacedLibrary(verb: String) throws {
        let service = try RunningService(providers: ["test-plain"])
        let path = try service.file("plain", Data("plain 1\npages=9\n".utf8))
        let reader = try TestReader(service, path, width: 64, height: 64)
        try reader.navigate(.init(index: 4))
        #expect(try reader.page(4).page.index == 4)
        let hosts = service.hosts
        try Self.replace("test-plain", by: "test-second", service)
        #expect(try reader.page(5).page.index == 5 && service.hosts == hosts)
        let done = try Self.sheafctl(service, [verb] + (verb == "open" ? [path] : []))
        #expect(done.status == 0, "\(done.errors)")
        if verb == "configure" {
            #expect(done.text.contains("provider plain was replaced: the new one opens documents from now on"))
        }
        try eventually(log: service.log) {
            try Self.readers(service).allSatisfy { $0.provider == "second" }
                && Set(service.hosts).isDisjoint(with: hosts)
        }
        let readers = try Self.readers(service)
        #expect(readers.map(\.document).allSatisfy { $0 == readers[0].document })
        #expect(try #require(readers.first { $0.reader == reader.id }).index == 4)
        for index in [4, 8] { #expect(try reader.page(index).page.index == index) }
        #expect(service.deadHosts == 0, "\(service.log)")
        if verb == "configure" {
            // The first has said which providers have come, gone or been replaced.
            #expect(try service.configure("").providers == [])
        }
    }

    @Test func aReplacedLibraryThatCannotBeLoadedIsSaidAndLeavesReadersWhereTheyAre() throws {
        let service = try RunningService(providers: ["test-plain"])
        let path = try service.file("plain", Data("plain 1\npages=9\n".utf8))
        let reader = try TestReader(service, path, width: 64, height: 64)
        try Self.replace("test-plain", by: "test-newer", service)
        for verb in [["reload"], ["open", path]] {
            let failed = try Self.sheafctl(service, verb)
            #expect(failed.status == 1 && failed.errors.contains("it needs a newer sheafd"), "\(failed.errors)")
        }
        let said = try Self.sheafctl(service, "configure")
        #expect(said.text.contains("provider plain was replaced"), "\(said.text)")
        #expect(try reader.page(7).page.index == 7)
        try Self.replace("test-plain", by: "test-plain", service)
        #expect(try Self.sheafctl(service, "reload").status == 0)
        #expect(try reader.page(8).page.index == 8)
        #expect(try Self.readers(service).map(\.provider) == ["plain"])
    }

    // MARK: Manifests

    /// The pages are those that its author sees, where nothing is out of reach.
    @Test func aProviderThatIsGivenFontsDrawsWhatIsOpenAnew() throws {
        let service = try RunningService(providers: [])
        let library = service.folder.appendingPathComponent("providers/libtext.so")
        try FileManager.default.createSymbolicLink(
            at: library, withDestinationURL: Build.folder.appendingPathComponent("libsheaf-text.so"))
        try Self.write("[Provider]\nReadablePaths=/usr/share/fonts /etc/fonts\n", service, for: "text")
        let path = try service.file("a.txt", Data("Words in some font, 平和, سلام.\n".utf8))
        func page(_ verb: String...) throws -> Data {
            let picture = service.folder.appendingPathComponent("page.png")
            let done = try Self.sheafctl(service, verb + ["-o", picture.path])
            #expect(done.status == 0, "\(done.errors)")
            return try Data(contentsOf: picture)
        }
        let free = try page("run-provider", library.path, path, "--size", "210x297", "--unconfined")
        let reader = try TestReader(service, path, width: 210, height: 297, name: "a.txt")
        withExtendedLifetime(reader) {}
        _ = try page("page")
        try Self.write("[Provider]\nFonts=yes\n", service, for: "text")
        #expect(try Self.sheafctl(service, "open", path, "--size", "210x297").status == 0)
        #expect(try page("page") == free)
        #expect(try page("page", "--reader", reader.id) == free)
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
