import CSheafProvider
import Glibc
import ProviderTestHost
import SheafProvider
import Testing

/// The provider of the documents, in C and in Swift: what they show must compile, load and work as it stands.
@Suite struct MinimalProviderTests {
    @Test func exampleInCIsShort() throws {
        let example = try document("provider-abi").block("c")
        #expect(example.split(separator: "\n", omittingEmptySubsequences: false).count < 60)
    }

    @Test func exampleInCWorks() throws {
        let folder = try #require(try run("mktemp -d").split(separator: "\n").first.map(String.init))
        // What is loaded stays mapped: its file may go.
        defer { _ = try? run("rm -r '\(folder)'") }
        let library = try build(in: folder)
        #expect(try run("nm -D --defined-only --extern-only '\(library)'").hasSuffix(" T sheaf_provider_v1\n"))
        try check(table(ofLibrary: library))
    }

    @Test func exampleInSwiftWorks() throws {
        try check(SolidProvider.table)
    }

    @Test func exampleInSwiftIsTheOneThatIsTested() throws {
        let tested = try run("cat '\(Repository.path("Tests/SheafProviderTests/SolidProvider.swift"))'")
        let start = try #require(tested.firstRange(of: "final class")).lowerBound
        #expect(try document("writing-a-provider").block("swift").contains(tested[start...]))
    }

    private func check(_ table: UnsafePointer<sheaf_provider>?) throws {
        let host = try TestHost(table)
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
        let refusal = Refusal(code: -EBADMSG, text: "cannot open the document: line 1 is not \"solid rrggbb\"")
        #expect(throws: refusal) { _ = try host.open("liquid") }
        let source = TestSource("solid 3070c0")
        source.failure = Int64(-EIO)
        #expect(try #require(throws: Refusal.self) { _ = try host.open(source) }.code == -EIO)
    }

    /// Builds the library with the document's own command, with warnings as errors.
    private func build(in folder: String) throws -> String {
        let document = try document("provider-abi")
        let file = try #require(fopen("\(folder)/solid.c", "w"))
        fputs(try document.block("c") + "\n", file)
        fclose(file)
        let sources = Repository.path("Sources")
        let command = try document.block("sh")
        _ = try run("cd '\(folder)' && ln -s '\(sources)' Sources && \(command) -Wpedantic -Werror")
        return "\(folder)/libsheaf-solid.so"
    }

    private func document(_ name: String) throws -> String {
        try run("cat '\(Repository.path("docs/\(name).md"))'")
    }
}

extension String {
    /// The first block of a language in a Markdown document.
    fileprivate func block(_ language: String) throws -> String {
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "```\(language)"))
        return lines[(start + 1)...].prefix { $0 != "```" }.joined(separator: "\n")
    }
}
