package import CSheafProvider
import Synchronization

/// A host as small as one can be: it calls a provider's functions and keeps what the provider says.
package final class TestHost {
    /// A change that a provider told.
    package struct Change: Equatable {
        package let document: OpaquePointer?
        package let kind: UInt32
        package let page: Int64
    }

    package private(set) var table = sheaf_provider()
    package private(set) var log: [String] = []
    package private(set) var changes: [Change] = []
    package private(set) var plugin: OpaquePointer?
    private let services: UnsafeMutablePointer<sheaf_host_services>

    /// Loads a provider.
    ///
    /// - Parameters:
    ///   - table: what `sheaf_provider_v1` returns.
    ///   - adjust: breaks the host's table, to see what the provider makes of it.
    package init(
        _ table: UnsafePointer<sheaf_provider>?, adjust: (inout sheaf_host_services) -> Void = { _ in }
    ) throws(Refusal) {
        services = .allocate(capacity: 1)
        var services = Self.services
        adjust(&services)
        self.services.initialize(to: services)
        let handle = OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
        guard let table = table?.pointee else { throw Refusal(code: 0, text: "no table") }
        var plugin: OpaquePointer?
        let result = table.load(self.services, handle, &plugin)
        guard result == 0 else { throw Refusal(code: result, text: log.last) }
        self.table = table
        self.plugin = plugin
        // A provider is never unloaded: what it points to stays.
        Self.kept.withLock { $0.append(Kept(host: self)) }
    }

    deinit {
        services.deallocate()
    }

    /// Opens a document.
    package func open(
        _ source: TestSource, _ request: TestRequest = TestRequest()
    ) throws(Refusal) -> TestDocument {
        var document: OpaquePointer?
        try ask(request) { request in
            withExtendedLifetime(source) { table.open(plugin, request, source.pointer, &document) }
        }
        return TestDocument(document, source: source, host: self)
    }

    /// Opens a document that consists of a text.
    package func open(
        _ text: String, password: String? = nil, flow: sheaf_flow? = nil, suffix: String? = nil
    ) throws(Refusal) -> TestDocument {
        try open(TestSource(text), TestRequest(password: password, flow: flow, suffix: suffix))
    }

    /// How sure the provider is that a document is its own.
    package func probe(_ text: String) throws(Refusal) -> UInt32 {
        try probe(TestSource(text))
    }

    /// How sure the provider is that a document is its own.
    package func probe(_ source: TestSource) throws(Refusal) -> UInt32 {
        var certainty: UInt32 = 77
        try ask { request in
            withExtendedLifetime(source) { table.probe(plugin, request, source.pointer, &certainty) }
        }
        return certainty
    }

    /// Hands over a setting.
    package func configure(_ key: String, _ value: String) throws(Refusal) {
        try ask { table.config(plugin, $0, key, value) }
    }

    /// Calls a function of the provider; throws whatever is not 0.
    @discardableResult
    package func ask(
        _ request: TestRequest = TestRequest(), _ call: (OpaquePointer) -> Int32
    ) throws(Refusal) -> TestRequest {
        let result = withExtendedLifetime(request) { call(request.pointer) }
        guard result == 0 else { throw Refusal(code: result, text: request.error) }
        return request
    }

    private struct Kept: @unchecked Sendable {
        let host: TestHost
    }

    private static let kept = Mutex<[Kept]>([])

    private static let services = sheaf_host_services(
        size: UInt32(MemoryLayout<sheaf_host_services>.stride), abi_version: SHEAF_PROVIDER_ABI_VERSION,
        read_at: { source, buffer, length, offset in
            object(TestSource.self, source).map { $0.read(into: buffer, length: length, at: offset) } ?? -9
        },
        source_size: { source in
            object(TestSource.self, source).map { $0.failure ?? Int64($0.bytes.count) } ?? -9
        },
        log: { host, level, text in
            guard let text else { return }
            object(TestHost.self, host)?.log.append("\(level) \(String(cString: text))")
        },
        set_error: { request, text in
            guard let text else { return }
            object(TestRequest.self, request)?.setError(String(cString: text))
        },
        cancelled: { request in object(TestRequest.self, request)?.isCancelled() ?? 1 },
        emit: { request, item in
            guard let item else { return -22 }
            return object(TestRequest.self, request)?.take(item.pointee) ?? -22
        },
        changed: { host, document, change in
            guard let change = change?.pointee else { return }
            object(TestHost.self, host)?.changes.append(
                Change(document: document, kind: change.kind, page: change.page))
        },
        password: { request in object(TestRequest.self, request)?.givePassword() },
        flow: { request in object(TestRequest.self, request)?.giveFlow() },
        suffix: { request in object(TestRequest.self, request).flatMap { UnsafePointer($0.suffix) } },
        describe: { request, traits in object(TestRequest.self, request)?.traits = traits },
        keep: { request, bytes, length in
            let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(length))
            object(TestRequest.self, request)?.keeping = Array(bytes)
        },
        kept: { request, length in object(TestRequest.self, request)?.giveKept(length) })
}

/// A result of a provider's function that is not 0.
package struct Refusal: Error, Equatable {
    /// A condition, or a negative errno.
    package let code: Int32
    /// The reason, as the provider told it.
    package let text: String?

    package init(code: Int32, text: String? = nil) {
        self.code = code
        self.text = text
    }
}

private func object<Object: AnyObject>(_ type: Object.Type, _ pointer: OpaquePointer?) -> Object? {
    pointer.map { Unmanaged<Object>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}
