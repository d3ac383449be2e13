import ProviderTestHost
import Testing

@Suite struct HeaderTests {
    @Test(
        arguments: [
            "CSheafProvider/include/sheaf_provider.h", "CSheafKit/include/sheaf_kit.h",
            "CSheafKit/include/sheaf_links.h",
        ],
        [
            "cc -std=c11 -Wpedantic", "cc -std=c17 -Wpedantic", "c++ -x c++ -std=c++11 -Wpedantic",
            "c++ -x c++ -std=c++20",
        ])
    func headerCompilesAlone(header: String, compiler: String) throws {
        let sources = Repository.path("Sources/Provider")
        _ = try run(
            "echo '#include \"\(sources)/\(header)\"' | \(compiler) -I '\(sources)/CSheafProvider/include' "
                + "-Wall -Wextra -Werror -fsyntax-only -x \(language(compiler)) -")
    }

    @Test func everyDeclarationOfTheKitIsInItsReference() throws {
        _ = try run("\(Repository.path("tools/kit-reference")) --check")
        // The reference has what it is for: every declaration of the sources that others see.
        let page = try run("cat '\(Repository.path("docs/provider-swift.md"))'")
        let sources = try run("cat '\(Repository.path("Sources/Provider/SheafProvider"))'/*.swift")
        let declarations = sources.split(separator: "\n").map { $0.drop { $0 == " " } }
            .map { $0.hasPrefix("@safe ") ? $0.dropFirst(6) : $0 }
            .filter { $0.hasPrefix("public ") && !$0.hasPrefix("public import") }
        #expect(declarations.count > 100)
        for declaration in declarations {
            let start = declaration.prefix { $0 != "{" && $0 != "=" }.reversed().drop { $0 == " " }.reversed()
            #expect(page.contains(String(start)), "\(declaration)")
        }
    }

    private func language(_ compiler: String) -> String {
        compiler.hasPrefix("c++") ? "c++" : "c"
    }
}

/// Where the sources are that these tests were built from.
enum Repository {
    static func path(_ relative: String, of file: String = #filePath) -> String {
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        return "\(folder)/\(relative)"
    }
}
