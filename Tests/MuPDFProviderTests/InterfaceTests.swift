import CSheafProvider
import Testing

/// What a provider looks like from outside: its symbols, its table, the header.
@Suite struct InterfaceTests {
    private static let header = "Sources/CSheafProvider/include"

    @Test(arguments: ["sheaf-mupdf", "test-plain", "test-small", "test-newer"])
    func libraryExportsOneSymbol(name: String) {
        let symbols = CommandOutput.of("nm -D --defined-only '\(TestProvider.library(name))'")
        let names = String(decoding: symbols, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: " ").last
        }
        #expect(names == ["sheaf_provider_v1"])
    }

    @Test(arguments: ["gcc -x c -std=c11", "g++ -x c++ -std=c++17"])
    func headerCompilesAlone(compiler: String) {
        let packageFolder = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
        let file = "\(packageFolder)/\(InterfaceTests.header)/sheaf_provider.h"
        #expect(CommandOutput.status("\(compiler) -Wall -Wextra -Wpedantic -Werror -fsyntax-only '\(file)'") == 0)
    }

    @Test func tableIsFilledIn() throws {
        let table = try TestProvider("sheaf-mupdf").table
        #expect(table.size == MemoryLayout<sheaf_provider>.size)
        #expect(table.abi_version == SHEAF_PROVIDER_ABI_VERSION)
        #expect(String(cString: table.name) == "mupdf")
    }
}
