import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Which provider opens a file: by its content first, then its name, then what is configured.
@Suite struct ChoiceTests {
    @Test(arguments: [
        ("%PDF", "%PDF-1.7", true), ("%PDF", "x%PDF", false), ("*:%PDF", "x%PDF", true), ("*::svg", "<a:svg", true),
        ("3:tar", "us tar", true), ("3:tar", "us ta", false), (#"PK\x03\x04"#, "PK\u{3}\u{4}", true),
        (#"JXL\x20"#, "JXL ", true), ("a:b", "a:b", true), ("%PDF", "", false),
    ])
    func aSignatureIsWhatAFileBeginsWith(text: String, file: String, isMatch: Bool) throws {
        #expect(try #require(ContentSignature(text)).matches(Array(file.utf8)) == isMatch)
    }

    @Test(arguments: ["", #"\x4"#, #"\n"#, #"\xzz"#, "65536:a", "99999999999999999999:a", "3:", "*:"])
    func whatIsNoSignatureIsNone(text: String) {
        #expect(ContentSignature(text) == nil)
    }

    @Test func aSignatureMayEndWhereTheBeginningDoes() throws {
        let head = [UInt8](repeating: 0, count: ContentSignature.beginning - 1) + [7]
        #expect(try #require(ContentSignature(#"65535:\x07"#)).matches(head))
        #expect(try #require(ContentSignature(#"*:\x07"#)).matches(head))
    }

    @Test func aManifestSaysWhatItsProviderOpens() throws {
        let lines = "[Provider]\nSignatures=%PDF PK\nSuffixes=.PDF .epub\nSignatures=*:<svg\n"
        let manifest = try ProviderManifest(lines, file: "x")
        #expect(manifest.signatures.map(\.text) == ["%PDF", "PK", "*:<svg"])
        #expect(manifest.suffixes == [".pdf", ".epub"])
        #expect(try ProviderManifest(lines + "Signatures=\nSuffixes=\n", file: "x") == ProviderManifest())
        let most = "[Provider]\n" + String(repeating: "Signatures=a b c d\nSuffixes=.a .b .c .d\n", count: 16)
        #expect(try ProviderManifest(most, file: "x").signatures.count == 64)
        for bad in ["Signatures=3:", "Suffixes=pdf", "Suffixes=.", most + "Signatures=a", most + "Suffixes=.a"] {
            let text = bad.hasPrefix("[") ? bad : "[Provider]\n\(bad)"
            #expect(throws: HostError.self) { try ProviderManifest(text, file: "x") }
        }
    }

    @Test func aManifestSaysWhatALibraryListsAndWhichMediaTypesThereAre() throws {
        let lines = "[Provider]\nSuffixes=.cbz .zip\nUnlisted=.ZIP\nMediaTypes=image/PNG application/x-cbz+zip\n"
        let manifest = try ProviderManifest(lines, file: "x")
        #expect(manifest.unlisted == [".zip"] && manifest.mediaTypes == ["image/png", "application/x-cbz+zip"])
        let none = try ProviderManifest(lines + "Unlisted=\nMediaTypes=\n", file: "x")
        #expect(none.unlisted.isEmpty && none.mediaTypes.isEmpty && none.suffixes == [".cbz", ".zip"])
        let most = String(repeating: "MediaTypes=a/b c/d\n", count: 32)
        #expect(try ProviderManifest("[Provider]\n" + most, file: "x").mediaTypes.count == 64)
        for (bad, reason) in [
            ("Suffixes=.a\nUnlisted=.b", "Unlisted= has .b, which is not among Suffixes="),
            ("Unlisted=.b", "not among Suffixes="), ("MediaTypes=png", "must be media types"),
            ("MediaTypes=a/b/c", "must be media types"), (most + "MediaTypes=a/b", "more than 64 media types"),
        ] {
            let error = #expect(throws: HostError.self) { try ProviderManifest("[Provider]\n" + bad, file: "x") }
            #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
        }
    }

    /// The manifests as they are installed.
    private static func manifests() throws -> [String: String] {
        let project = TestSupervisor.buildFolder.split(separator: "/").prefix { $0 != ".build" }.map { "/\($0)" }
            .joined()
        var texts = ["test-plain": "[Provider]\nSignatures=plain\nSuffixes=.plain\n"]
        for (name, plugin) in [("sheaf-images", "Images"), ("sheaf-mupdf", "MuPDF")] {
            texts[name] = try TextFile.read("\(project)/Plugins/\(plugin)/lib\(name).provider")
        }
        return texts
    }

    /// Opens a file, and tells with which provider, and which providers have hosts then.
    private static func open(_ text: String, named name: String?) throws -> (provider: String?, hosts: [String]) {
        let test = try TestSupervisor(
            providers: ["sheaf-images", "sheaf-mupdf", "test-plain"], manifests: try manifests())
        let file = try test.file(text)
        let examined = try test.result {
            test.supervisor.examine(.descriptor(file), named: name, owner: .uid(1), completion: $0)
        }.get()
        let document = try? test.result { test.supervisor.open(examined, completion: $0) }.get()
        return (document?.provider, test.supervisor.hosts.map(\.provider).sorted())
    }

    private static let book = """
        %PDF-1.4
        1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
        2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
        3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99]>> endobj
        trailer <</Root 1 0 R>>
        """

    @Test(
        arguments: [
            (OneLine(stringLiteral: book), "book.PDF", "mupdf", ["mupdf"]),
            // Its name may have another one look what it begins with; it opens by its content.
            (OneLine(stringLiteral: book), "x.png", "mupdf", ["images", "mupdf"]),
            (OneLine(stringLiteral: book), nil, "mupdf", ["images", "mupdf"]),
            ("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "x.svg", "images", ["images"]),
            ("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "x.pdf", "images", ["images", "mupdf"]),
            ("plain 1\npages=3", "x.plain", "plain", ["plain"]),
            ("plain 1\npages=3", "x.pdf", "plain", ["mupdf", "plain"]),
        ] as [(OneLine, String?, String, [String])])
    func onlyThoseAreStartedThatMayOpenIt(text: OneLine, name: String?, provider: String, hosts: [String]) throws {
        let opened = try Self.open(text.value, named: name)
        #expect(opened.provider == provider && opened.hosts == hosts, "\(opened)")
    }

    /// Documents that no provider declares are offered to all.
    @Test func whereNoLikelyProviderOpensItTheOthersAreAsked() throws {
        let opened = try Self.open("something else", named: "x.pdf")
        #expect(opened.provider == nil && opened.hosts == ["images", "mupdf", "plain"], "\(opened)")
        let manifests = ["test-plain": "[Provider]\nSignatures=other\n"]
        let test = try TestSupervisor(providers: ["test-newer", "test-plain"], manifests: manifests)
        #expect(try test.open().provider == "plain")
    }

    private func claims(_ test: TestSupervisor) throws -> [String] {
        let examined = try test.examine(try test.file("plain 1"))
        var found: [ProviderClaim]?
        test.supervisor.claims(on: examined) { found = $0 }
        try test.eventually { found != nil }
        let claims = try #require(found)
        #expect(claims.allSatisfy { $0.certainty == 100 && $0.provider.state == .loaded })
        return claims.map(\.provider.name)
    }

    /// The priority decides between three providers that are all certain of a file.
    @Test func thePriorityDecidesBetweenThoseThatClaimAFile() throws {
        let test = try TestSupervisor(providers: ["test-first", "test-plain", "test-second"])
        #expect(try test.open().provider == "first")
        #expect(try claims(test) == ["first", "plain", "second"])
        var settings = test.settings
        settings.priorities = ["second": 2, "first": -1]
        test.supervisor.configure(settings)
        #expect(test.supervisor.providers.map(\.name) == ["second", "plain", "first"])
        #expect(test.supervisor.providers.map(\.priority) == [2, 0, -1])
        #expect(try claims(test) == ["second", "plain", "first"])
        #expect(try test.open().provider == "second")
        test.supervisor.configure(test.settings)
        #expect(try test.open().provider == "first")
    }

    /// A provider's own name has the priority; until it is loaded the provider is known by the name of its file.
    @Test func thePriorityIsThatOfTheNameThatTheProviderGivesItself() throws {
        let test = try TestSupervisor(providers: ["test-first", "test-plain"])
        var settings = test.settings
        settings.priorities = ["plain": 1]
        test.supervisor.configure(settings)
        #expect(try test.open().provider == "plain")
    }

    // MARK: Libraries that are replaced

    /// Another file takes the place of a library, as a package's upgrade has it.
    private func replace(_ test: TestSupervisor, with name: String) throws {
        let path = "\(test.folder)/libtest-plain.so"
        #expect(symlink("\(TestSupervisor.buildFolder)/lib\(name).so", path + "~") == 0)
        #expect(rename(path + "~", path) == 0)
    }

    @Test func aReplacedLibraryOpensWhatIsOpenedFromThenOn() throws {
        let test = try TestSupervisor()
        let old = try test.open()
        let pids = test.pids
        try replace(test, with: "test-second")
        let new = try test.open()
        #expect(old.provider == "plain" && new.provider == "second")
        #expect(test.pids.count == 2 && Set(test.pids).isSuperset(of: pids))
        for document in [old, new] { #expect(try test.renderFailure(document, page: 1) == nil) }
        #expect(test.supervisor.providers.map(\.name) == ["second"])
        #expect(test.supervisor.takeProviderChanges() == [ProviderChange(provider: "plain", kind: .replaced)])
        #expect(test.supervisor.takeProviderChanges() == [])
        #expect(test.lines.contains { $0.text.contains("is new, or was replaced") })
        // Nothing has changed since.
        let lines = test.lines.count
        withExtendedLifetime(try test.open()) {}
        #expect(test.lines.count == lines && test.pids.count == 2)
    }

    /// A reopened document has a host of its own with the new library, and the old host ends. A document that the new
    /// library can't open stays as it was.
    @Test func aDocumentThatIsOpenedAgainGoesOverToTheReplacedLibrary() throws {
        let test = try TestSupervisor { $0.idleTime = 3_600_000_000 }
        let examined = try test.examine(try test.file("plain 1\npages=3"))
        let document = try test.result { test.supervisor.open(examined, completion: $0) }.get()
        let pids = test.pids
        func reload() throws -> HostError? {
            test.supervisor.lookForChangedProviders()
            return try test.failure { document.reload(from: examined, completion: $0) }
        }
        #expect(try reload() == nil && document.provider == "plain" && test.pids == pids && !document.hasNewProvider)
        try replace(test, with: "test-newer")
        #expect(try reload()?.code == .providerRefused)
        #expect(try document.hasNewProvider && test.renderFailure(document, page: 1) == nil && test.pids == pids)
        try replace(test, with: "test-second")
        #expect(try reload() == nil && !document.hasNewProvider)
        #expect(document.provider == "second" && !document.capabilities.contains(.contents(.annotations)))
        #expect(try test.renderFailure(document, page: 1) == nil)
        try test.eventually { test.pids.count == 1 && Set(test.pids).isDisjoint(with: pids) }
        // The old library is back, and is the one that it was.
        try replace(test, with: "test-plain")
        #expect(try reload() == nil && document.provider == "plain")
        #expect(try test.renderFailure(document, page: 1) == nil)
    }

    @Test func aLibraryThatCouldNotBeLoadedIsTriedAgainWhenItIsReplaced() throws {
        let test = try TestSupervisor()
        try replace(test, with: "test-newer")
        let file = try test.file("plain 1")
        let error = try test.failure { test.supervisor.examine(.descriptor(file), owner: .uid(1), completion: $0) }
        #expect(error?.code == .providerRefused)
        try replace(test, with: "test-plain")
        #expect(try test.open().provider == "plain")
    }

    @Test func librariesThatComeAndGoAreNoticed() throws {
        let test = try TestSupervisor()
        let old = try test.open()
        #expect(unlink("\(test.folder)/libtest-plain.so") == 0)
        #expect(
            symlink("\(TestSupervisor.buildFolder)/libtest-second.so", "\(test.folder)/libtest-second.so") == 0)
        let new = try test.open()
        #expect(new.provider == "second")
        #expect(try test.renderFailure(old, page: 1) == nil)
        #expect(
            test.supervisor.takeProviderChanges() == [
                ProviderChange(provider: "test-second", kind: .added),
                ProviderChange(provider: "plain", kind: .removed),
            ])
    }

    // MARK: Settings

    private func refusal(
        _ test: TestSupervisor, _ configuration: [String: [HostSettings.Entry]], priorities: [String: Int] = [:]
    ) throws -> SettingsRefusal? {
        var settings = test.settings
        settings.configuration = configuration
        settings.priorities = priorities
        var result: SettingsRefusal??
        test.supervisor.check(settings) { result = .some($0) }
        try test.eventually { result != nil }
        return try #require(result)
    }

    @Test func settingsAreTriedInAHostOfTheirOwn() throws {
        let test = try TestSupervisor(providers: ["test-plain", "test-small", "sheaf-pattern"])
        let good = HostSettings.Entry(key: "max-render-ms", value: "1")
        #expect(try refusal(test, [:]) == nil)
        #expect(try refusal(test, ["pattern": [good]]) == nil)
        let bad = try refusal(test, ["pattern": [good, .init(key: "Colour", value: "red"), good]])
        #expect(bad?.provider == "pattern" && bad?.index == 1, "\(String(describing: bad))")
        #expect(try refusal(test, ["small": [good]])?.index == 0)
        let missing = SettingsRefusal(
            provider: "nothing", index: nil, reason: "there is no provider nothing: there are pattern, plain, small")
        #expect(try refusal(test, ["nothing": [good]]) == missing)
        #expect(try refusal(test, [:], priorities: ["nothing": 1])?.provider == "nothing")
        #expect(try refusal(test, [:], priorities: ["small": 1]) == nil)
        // What was tried is over, and nothing was set.
        try test.eventually { test.supervisor.hosts.allSatisfy { $0.documents == 0 } }
    }

    @Test func aSettingThatEndsItsHostIsRefused() throws {
        let test = try TestSupervisor(providers: ["test-odd"])
        let refused = try refusal(test, ["odd": [.init(key: "Crash", value: "now")]])
        #expect(refused == SettingsRefusal(provider: "odd", index: 0, reason: "its host ended with SIGSEGV"))
    }

    @Test func aProviderThatCannotBeLoadedTakesAnySetting() throws {
        let test = try TestSupervisor(providers: ["test-newer"])
        #expect(try refusal(test, ["test-newer": [.init(key: "x", value: "y")]]) == nil)
    }
}
