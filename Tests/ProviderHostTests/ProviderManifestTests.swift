import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Manifests that change while the service runs, and documents whose own provider has one that can't be used.
@Suite struct ProviderManifestTests {
    private static let spoilt = "[Provider]\nSignatures=plain deck\\n\nSuffixes=.deck\n"
    private static let fault = #"libtest-plain.provider:2: Signatures=plain deck\n has \n, which is no escape"#

    private func write(_ manifest: String, _ test: TestSupervisor, for provider: String = "test-plain") throws {
        try TestSupervisor.write(manifest, to: "\(test.folder)/lib\(provider).provider")
    }

    /// The provider that opens a file, or why none does.
    private func open(_ test: TestSupervisor, _ text: String = "plain 1\n", named name: String? = nil) throws -> String
    {
        let file = try test.file(text)
        let examined = try test.result {
            test.supervisor.examine(.descriptor(file), named: name, owner: .uid(1), completion: $0)
        }
        switch examined {
        case .failure(let error): return error.message
        case .success(let examined):
            switch try test.result({ test.supervisor.open(examined, completion: $0) }) {
            case .failure(let error): return error.message
            case .success(let document): return document.provider
            }
        }
    }

    private func state(_ test: TestSupervisor, of provider: String = "plain") throws -> ProviderDescription.State {
        var known: [ProviderDescription]?
        test.supervisor.learnProviders { known = $0 }
        try test.eventually { known != nil }
        return try #require(known?.first { $0.name == provider }).state
    }

    /// Hosts that run in the old confines end, and what was open in them is served by others.
    @Test func aManifestThatChangesHoldsFromTheNextOpening() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let before = test.pids
        try write("[Provider]\nReadablePaths=/srv/a\n", test)
        let other = try test.open()
        #expect(document.hasNewProvider && !other.hasNewProvider)
        #expect(Set(test.pids).isDisjoint(with: before))
        #expect(test.supervisor.hosts.allSatisfy { $0.state == .ending || $0.manifest.readablePaths == ["/srv/a"] })
        for document in [document, other] { #expect(try test.renderFailure(document, page: 1) == nil) }
        #expect(test.lines.count { $0.text.contains("libtest-plain.provider has changed") } == 1)
        // What its own documents are is no matter of those that are open.
        try write("[Provider]\nReadablePaths=/srv/a\nSuffixes=.plain\n", test)
        withExtendedLifetime(try test.open()) { #expect(!other.hasNewProvider) }
        // One that goes declares nothing any more.
        #expect(unlink("\(test.folder)/libtest-plain.provider") == 0)
        withExtendedLifetime(try test.open()) {
            #expect(test.supervisor.hosts.allSatisfy { $0.state == .ending || $0.manifest == ProviderManifest() })
        }
    }

    /// Open documents are served while a manifest is spoilt. An opening fails with the mistake, though a host runs that
    /// could open the document.
    @Test func aManifestThatIsSpoiltAndMendedIsLookedAtEachTime() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let before = test.pids
        try write(Self.spoilt, test)
        for _ in 0..<2 { #expect(try open(test).contains(Self.fault)) }
        guard case .refused(let reason) = try state(test) else {
            Issue.record("a provider that is not loaded is not refused")
            return
        }
        #expect(reason.contains(Self.fault))
        #expect(try test.renderFailure(document, page: 1) == nil && test.pids == before)
        #expect(test.lines.count { $0.text.contains(Self.fault) } == 1)
        try write("[Provider]\nSuffixes=deck\n", test)
        guard case .refused(let other) = try state(test) else {
            Issue.record("a provider that is not loaded is not refused")
            return
        }
        #expect(other.contains("libtest-plain.provider:2: Suffixes=deck must be"))
        try write("[Provider]\nSignatures=plain\n", test)
        #expect(try state(test) == .loaded)
        #expect(try open(test) == "plain")
        #expect(try test.renderFailure(document, page: 1) == nil)
    }

    /// A provider that is given what it lacks is tried again, however often it was tried without.
    @Test func aProviderThatIsGivenWhatItLacksIsTriedAgain() throws {
        let test = try TestSupervisor(
            providers: ["sheaf-text"], manifests: ["sheaf-text": "[Provider]\nReadablePaths=/srv\n"]
        ) { $0.startsPerMinute = 1 }
        let document = "A few words.\n"
        #expect(try open(test, document, named: "a.txt").contains("no font"))
        try write("[Provider]\nFonts=yes\n", test, for: "sheaf-text")
        #expect(try open(test, document, named: "a.txt") == "text")
    }

    // MARK: Documents whose own provider is refused

    /// Text that anybody's text provider opens.
    @Test(
        arguments: [
            ("a.deck", "deck: words\n", nil), ("a.DECK", "plain 1\n", nil), (nil, "plain 1\n", nil),
            ("a.txt", "deck: words\n", "text"),
            // As much says that it is text.
            ("a.txt", "plain 1\n", "text"), ("a.deck", "\u{feff}words\n", "text"),
        ] as [(String?, OneLine, String?)])
    func aDocumentWhoseOwnProviderIsRefusedIsOpenedByNoOther(name: String?, text: OneLine, provider: String?) throws {
        let test = try TestSupervisor(
            providers: ["sheaf-text", "test-plain"],
            manifests: [
                "test-plain": Self.spoilt,
                "sheaf-text": "[Provider]\nFonts=yes\nSignatures=\\xef\\xbb\\xbf\nSuffixes=.txt\n",
            ])
        let came = try open(test, text.value, named: name)
        if let provider { #expect(came == provider) } else { #expect(came.contains(Self.fault)) }
        let file = try test.file(text.value)
        let examined = try test.result {
            test.supervisor.examine(.descriptor(file), named: name, owner: .uid(1), completion: $0)
        }.get()
        var claims: [ProviderClaim]?
        test.supervisor.claims(on: examined) { claims = $0 }
        try test.eventually { claims != nil }
        let first = try #require(claims?.first)
        #expect(first.provider.name == provider ?? "test-plain" && (first.certainty == nil) == (provider == nil))
    }

    /// Suffixes still count when their manifest is spoilt later, or when their provider can't be loaded.
    @Test func whatIsItsOwnIsKnownWhereTheManifestCannotSayIt() throws {
        let test = try TestSupervisor(
            providers: ["sheaf-text", "test-newer", "test-plain"],
            manifests: [
                "test-plain": "[Provider]\nSuffixes=.deck\n",
                "test-newer": "[Provider]\nSuffixes=.new\nSignatures=new\n",
                "sheaf-text": "[Provider]\nFonts=yes\nSuffixes=.txt\n",
            ])
        #expect(try open(test, named: "a.deck") == "plain")
        try write("[Provider]\nSuffixes=deck\n", test)
        #expect(try open(test, "words\n", named: "a.deck").contains("Suffixes=deck must be"))
        try write("what\n[Provider]\nSuffixes=.deck\n", test)
        #expect(try open(test, "words\n", named: "a.deck").contains("libtest-plain.provider:1: neither a [section]"))
        #expect(try open(test, "words\n", named: "a.new").contains("it needs a newer sheafd"))
        #expect(try open(test, "words\n", named: "a.txt") == "text")
        // Who comes first anyway opens it.
        var settings = test.settings
        settings.priorities = ["text": 1]
        test.supervisor.configure(settings)
        #expect(try open(test, "words\n", named: "a.deck") == "text")
    }

    // MARK: Keys

    @Test func fontsAreWhatFontconfigReads() throws {
        let fonts = try ProviderManifest("[Provider]\nFonts=yes\n", file: "x").readablePaths
        #expect(fonts.contains("/usr/share/fontconfig") && fonts.contains("/usr/share/fonts"))
        let both = "[Provider]\nFonts=yes\nReadablePaths=/srv/a /usr/share/fonts\n"
        let paths = try ProviderManifest(both, file: "x").readablePaths
        #expect(Set(paths) == Set(fonts + ["/srv/a"]) && paths.count == fonts.count + 1)
        #expect(try ProviderManifest(both + "ReadablePaths=\n", file: "x").readablePaths == fonts)
        #expect(try ProviderManifest(both + "Fonts=no\n", file: "x").readablePaths == ["/srv/a", "/usr/share/fonts"])
        #expect(throws: HostError.self) { try ProviderManifest("[Provider]\nFonts=some\n", file: "x") }
    }

    @Test(arguments: [
        (#"%PDF deck\n"#, #"\n"#), (#"\t"#, #"\t"#), (#"a\\"#, #"\"#), (#"PK\x4"#, #"\x4"#), (#"\xzz"#, #"\xzz"#),
        (#"257:\0"#, #"\0"#),
    ])
    func anUnknownEscapeIsNamedWithThoseThatThereAre(value: String, escape: String) throws {
        let error = #expect(throws: HostError.self) {
            try ProviderManifest("[Provider]\nSignatures=\(value)\n", file: "x")
        }
        let said =
            "x:2: Signatures=\(value) has \(escape), which is no escape; there is only \\x with two hexadecimal digits"
        #expect(error?.message.hasPrefix(said) == true, "\(error as Any)")
    }
}
