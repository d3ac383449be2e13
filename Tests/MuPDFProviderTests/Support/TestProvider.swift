import CSheafProvider
import Glibc
import Synchronization

/// A provider that was built into the folder of the tests, loaded into this process.
final class TestProvider {
    /// A call that failed: its negative errno and the text that came with it.
    struct Failure: Error, Equatable {
        var code: Int32
        var text: String?
    }

    let host = TestHost()
    let table: sheaf_provider
    private var plugin: OpaquePointer?

    /// Providers are never unloaded: this tells the leak checker of the address sanitizer.
    private static let immortals = Mutex<[Int]>([])

    /// The folder that holds the test program, and beside it the libraries of the package.
    static let buildFolder: String = {
        let resolved = realpath("/proc/self/exe", nil)
        defer { free(resolved) }
        let path = resolved.map { String(cString: $0) } ?? ""
        return path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    }()

    static func library(_ name: String) -> String { "\(buildFolder)/lib\(name).so" }

    /// The table that a library exports, by its one function.
    static func exportedTable(of name: String) throws -> sheaf_provider {
        typealias Entry = @convention(c) () -> UnsafePointer<sheaf_provider>?
        guard let handle = dlopen(library(name), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE),
            let symbol = dlsym(handle, "sheaf_provider_v1"),
            let table = unsafeBitCast(symbol, to: Entry.self)()
        else { throw Failure(code: -ENOENT, text: dlerror().map { String(cString: $0) }) }
        return table.pointee
    }

    init(_ name: String) throws {
        table = try TestProvider.exportedTable(of: name)
        let status = table.load?(host.services, host.handle, &plugin) ?? -ENOSYS
        guard status == 0 else { throw Failure(code: status, text: nil) }
        let kept = [Int(bitPattern: plugin), Int(bitPattern: host.handle), Int(bitPattern: host.services)]
        TestProvider.immortals.withLock { $0 += kept }
    }

    /// Makes a call in a request of its own; a negative result becomes an error, and so does SHEAF_END.
    @discardableResult
    static func call(_ request: TestRequest = TestRequest(), _ body: (OpaquePointer) -> Int32) throws -> Int32 {
        let status = request.withHandle(body)
        if status < 0 || status == SHEAF_END { throw Failure(code: status, text: request.error) }
        return status
    }

    func configure(_ key: String, _ value: String) throws {
        try TestProvider.call { table.config?(plugin, $0, key, value) ?? -ENOSYS }
    }

    func probe(_ bytes: [UInt8]) throws -> UInt32 {
        let source = TestSource(bytes)
        var certainty: UInt32 = 0
        _ = try withExtendedLifetime(source) {
            try TestProvider.call { table.probe?(plugin, $0, source.handle, &certainty) ?? -ENOSYS }
        }
        return certainty
    }

    func open(_ bytes: [UInt8], _ request: TestRequest = TestRequest()) throws -> TestDocument {
        let source = TestSource(bytes)
        var document: OpaquePointer?
        let status = try TestProvider.call(request) { table.open?(plugin, $0, source.handle, &document) ?? -ENOSYS }
        guard status == 0, let document else { throw Failure(code: status, text: "open returned \(status)") }
        return TestDocument(self, source, document)
    }

    func trim(_ level: UInt32) {
        table.trim?(plugin, level)
    }
}
