import ProviderTestHost
import Testing

@Suite struct HeaderTests {
    @Test(arguments: [
        "cc -std=c11 -Wpedantic", "cc -std=c17 -Wpedantic", "c++ -x c++ -std=c++11 -Wpedantic", "c++ -x c++ -std=c++20",
    ])
    func headerCompilesAlone(compiler: String) throws {
        let header = Repository.path("Sources/CSheafProvider/include/sheaf_provider.h")
        _ = try run(
            "echo '#include \"\(header)\"' | \(compiler) -Wall -Wextra -Werror -fsyntax-only -x \(language(compiler)) -"
        )
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
