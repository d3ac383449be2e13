import CSheafProvider
import ProviderTestHost
import Testing

@Suite struct LibraryTests {
    @Test func exportsItsEntryPointAlone() throws {
        let symbols = try run("nm -D --defined-only --extern-only '\(Pattern.path.get())'")
        #expect(symbols.split(separator: "\n").count == 1)
        #expect(symbols.hasSuffix(" T sheaf_provider_v1\n"))
    }

    @Test func resolvesNothingAgainstTheProgram() throws {
        let symbols = try run("nm -D --undefined-only '\(Pattern.path.get())'")
        #expect(!symbols.isEmpty)
        #expect(!symbols.contains("sheaf") && !symbols.contains("SheafProvider"))
    }

    @Test func tableSaysWhatItIs() throws {
        let table = try #require(try table(ofLibrary: Pattern.path.get())).pointee
        #expect(table.size == UInt32(MemoryLayout<sheaf_provider>.stride))
        #expect(table.abi_version == SHEAF_PROVIDER_ABI_VERSION)
        #expect(String(cString: table.name) == "pattern")
        #expect(!String(cString: table.version).isEmpty)
        #expect(String(cString: table.summary).contains("sheaf-pattern 1"))
    }

    @Test func tableIsTheSameEachTime() throws {
        #expect(try table(ofLibrary: Pattern.path.get()) == table(ofLibrary: Pattern.path.get()))
    }

    @Test(arguments: [
        ("sheaf-pattern 1\npages = 3\n", SHEAF_PROBE_CERTAIN), ("sheaf-pattern 1", SHEAF_PROBE_CERTAIN),
        ("sheaf-pattern 1\r\n", SHEAF_PROBE_CERTAIN), ("sheaf-pattern 10\n", SHEAF_PROBE_NO),
        ("sheaf-pattern", SHEAF_PROBE_NO), ("%PDF-1.7", SHEAF_PROBE_NO), ("", SHEAF_PROBE_NO),
    ])
    func knowsItsDocuments(text: String, certainty: UInt32) throws {
        #expect(try Pattern.host().probe(text) == certainty)
    }

    @Test func settingLimitsTheTimeOfRendering() throws {
        let host = try Pattern.host()
        try host.configure("max-render-ms", "0")
        let request = TestRequest()
        let document = try host.open(Pattern.text(["render-ms = 60000", "width = 9", "height = 9"]))
        _ = try document.render(width: 9, height: 9, request: request)
        #expect(request.questions < 100)
    }

    @Test(arguments: [("max-render-ms", "-1"), ("max-render-ms", "soon"), ("max-render-ms", "60001"), ("speed", "9")])
    func refusesSettings(key: String, value: String) throws {
        let refusal = try #require(throws: Refusal.self) { try Pattern.host().configure(key, value) }
        #expect(refusal.code == -22)
        #expect(refusal.text?.contains(key) == true)
    }
}
