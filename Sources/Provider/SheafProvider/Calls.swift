import CSheafProvider
import Glibc

/// Runs what an author wrote, and turns how it ends into a result of the ABI.
func answer(
    _ request: OpaquePointer?, of host: Host, _ body: (borrowing Request) throws(ProviderError) -> Int32
) -> Int32 {
    let request = unsafe Request(request, of: host)
    do throws(ProviderError) {
        return try body(request)
    } catch {
        if error.code < 0 && !error.message.isEmpty { request.setError(error.message) }
        return error.code
    }
}

/// Serves a request of a document that has a capability: `Capability` is `any Searchable`. The result is 0 unless `body` throws.
func serve<Capability>(
    _ document: OpaquePointer?, _ request: OpaquePointer?, as capability: Capability.Type,
    _ body: (Capability, borrowing Request) throws(ProviderError) -> Void
) -> Int32 {
    unsafe serveResult(document, request, as: capability) { document, request throws(ProviderError) in
        try body(document, request)
        return 0
    }
}

/// Serves a request as ``serve(_:_:as:_:)`` does, with the result of `body`.
func serveResult<Capability>(
    _ document: OpaquePointer?, _ request: OpaquePointer?, as capability: Capability.Type,
    _ body: (Capability, borrowing Request) throws(ProviderError) -> Int32
) -> Int32 {
    guard let document = unsafe document else { return -EINVAL }
    let box = unsafe object(DocumentBox.self, at: document)
    return unsafe answer(request, of: box.host) { request throws(ProviderError) in
        guard let document = box.document as? Capability else { throw .unsupported("the document cannot do this") }
        return try body(document, request)
    }
}

/// A page id that the host names.
func page(_ id: Int64) throws(ProviderError) -> PageID {
    guard id >= 0 else { throw .noPage }
    return PageID(id)
}

/// The page ids that the host names.
func pages(_ ids: UnsafePointer<Int64>?, _ length: UInt32) -> [PageID] {
    unsafe UnsafeBufferPointer(start: ids, count: ids == nil ? 0 : Int(length)).map { PageID($0) }
}

/// The error of a call in which the host left an argument out.
func invalid(_ what: String) -> ProviderError {
    ProviderError(errno: EINVAL, "the host asked without \(what)")
}

/// The object behind the `sheaf_plugin` that the host holds.
final class PluginBox {
    let provider: any Provider
    let host: Host

    init(_ provider: any Provider, host: Host) {
        self.provider = provider
        self.host = host
    }
}

/// The object behind the `sheaf_document` that the host holds.
final class DocumentBox {
    let document: any Document
    let source: Source
    let host: Host

    init(_ document: any Document, source: Source, host: Host) {
        self.document = document
        self.source = source
        self.host = host
    }
}

/// Hands an object to the host, which gives it back once.
func give(_ object: some AnyObject) -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// The object behind one of the host's pointers.
func object<Object: AnyObject>(_ type: Object.Type, at pointer: OpaquePointer) -> Object {
    unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}

/// Takes back what ``give(_:)`` handed out.
func takeBack<Object: AnyObject>(_ type: Object.Type, at pointer: OpaquePointer) -> Object {
    unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(pointer)).takeRetainedValue()
}
