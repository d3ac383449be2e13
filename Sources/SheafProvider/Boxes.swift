/// What the host holds as a `sheaf_plugin`.
final class PluginBox {
    let provider: any Provider
    let host: Host

    init(_ provider: any Provider, host: Host) {
        self.provider = provider
        self.host = host
    }
}

/// What the host holds as a `sheaf_document`.
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
