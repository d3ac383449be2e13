import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// The provider of docs/provider-abi.md: what the document shows must compile, load and work as it stands.
@Suite struct MinimalProviderTests {
    /// The text of the first block of a language.
    private func block(_ language: String) throws -> String {
        let path = Repository.path("docs/provider-abi.md")
        let lines = try run("cat '\(path)'").split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "```\(language)"))
        return lines[(start + 1)...].prefix { $0 != "```" }.joined(separator: "\n")
    }

    /// Builds the library with the document's own command, with warnings as errors.
    private func build(in folder: String) throws -> String {
        let file = try #require(fopen("\(folder)/solid.c", "w"))
        fputs(try block("c") + "\n", file)
        fclose(file)
        let command = try block("sh")
        _ = try run("cd '\(folder)' && ln -s '\(Repository.path("Sources"))' Sources && \(command) -Wpedantic -Werror")
        return "\(folder)/libsheaf-solid.so"
    }

    @Test func exampleIsShort() throws {
        #expect(try block("c").split(separator: "\n", omittingEmptySubsequences: false).count < 60)
    }

    @Test func exampleCompilesLoadsAndRenders() throws {
        let folder = try #require(try run("mktemp -d").split(separator: "\n").first.map(String.init))
        // What is loaded stays mapped: its file may go.
        defer { _ = try? run("rm -r '\(folder)'") }
        let library = try build(in: folder)
        #expect(try run("nm -D --defined-only --extern-only '\(library)'").hasSuffix(" T sheaf_provider_v1\n"))

        let found = try table(ofLibrary: library)
        let host = try TestHost(found)
        #expect(try host.probe("solid 3070c0\n") == SHEAF_PROBE_CERTAIN)
        #expect(try host.probe("%PDF-1.7") == SHEAF_PROBE_NO)
        let document = try host.open("solid 3070c0\n")
        #expect(try document.count() == (SHEAF_EXACT, 1))
        #expect(try document.metrics(0) == (595, 842, ""))
        let pixels = try document.render(scale: 2, rotation: 90, x: 1600, y: 3, width: 7, height: 5)
        #expect(pixels.pixels == Array(repeating: 0xff30_70c0, count: 35))

        #expect(throws: Refusal(code: SHEAF_END)) { _ = try document.metrics(1) }
        let request = TestRequest()
        request.cancelledFrom = 2
        #expect(throws: Refusal(code: SHEAF_CANCELLED)) {
            _ = try document.render(width: 3, height: 3, request: request)
        }
        let refusal = Refusal(code: -74, text: "cannot open the document: line 1 is not \"solid rrggbb\"")
        #expect(throws: refusal) { _ = try host.open("liquid") }
        let source = TestSource("solid 3070c0")
        source.failure = -5
        #expect(throws: Refusal(code: -5)) { _ = try host.open(source) }
    }
}
