import CSheafProvider
import Glibc
import Testing

/// Providers as they look from outside: their symbols, their table, the header.
@Suite struct InterfaceTests {
    private static let header = "Sources/Provider/CSheafProvider/include"

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

/// The plain provider behaves, and misbehaves, as its documents say.
@Suite struct PlainProviderTests {
    private func document(_ text: String) throws -> TestDocument {
        try TestProvider("test-plain").open(Array("plain 1\n\(text)\n".utf8))
    }

    @Test func pagesAreFilledWithTheirColour() throws {
        let document = try document("pages=5 width=30\nheight=20")
        #expect(try document.count() == 5)
        let canvas = try document.rendered(3)
        #expect(canvas.width == 30 && canvas.height == 20 && canvas.marginsAreUntouched)
        #expect(canvas[0, 0] == [128, 4, 8, 0xff] && canvas[29, 19] == canvas[0, 0])
    }

    @Test func faultsStayWithTheirPage() throws {
        let document = try document("pages=4\nfail=1 page=1\nhang=600 page=2\nallocate=1000000000000000000 page=3")
        _ = try document.rendered(0)
        #expect(throws: TestProvider.Failure(code: -EIO, text: "it fails, as asked for")) {
            _ = try document.rendered(1)
        }
        let request = TestRequest()
        request.cancel()
        #expect(try document.render(2, into: Canvas(width: 9, height: 9), request) == SHEAF_CANCELLED)
        let failure = #expect(throws: TestProvider.Failure.self) { _ = try document.rendered(3) }
        #expect(failure?.code == -ENOMEM)
        #expect(throws: TestProvider.Failure.self) { _ = try document.metrics(4) }
    }

    @Test func crashEndsTheProcess() async {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            _ = try TestProvider("test-plain").open(Array("plain 1\ncrash=kill\n".utf8))
        }
        await #expect(processExitsWith: .exitCode(3)) {
            _ = try TestProvider("test-plain").open(Array("plain 1\ncrash=exit page=0\n".utf8)).rendered(0)
        }
    }

    @Test func olderTableEndsEarlyAndNewerOneSaysSo() throws {
        let small = try TestProvider.exportedTable(of: "test-small")
        #expect(Int(small.size) == MemoryLayout<sheaf_provider>.offset(of: \.config))
        #expect(small.abi_version == SHEAF_PROVIDER_ABI_VERSION)
        let newer = try TestProvider.exportedTable(of: "test-newer")
        #expect(newer.abi_version == SHEAF_PROVIDER_ABI_VERSION + 1)
    }
}
