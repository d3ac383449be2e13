import CSheafProvider
import Glibc
import SheafOS

/// What the host does for a provider: the table of functions, and what they work on.
@safe final class HostServices {
    /// Sends a packet to the service; waits where the service is behind. Any thread may call it.
    private let notices: Int32
    /// The handles of open documents, by the provider's pointers.
    private var handles: [OpaquePointer: Int64] = unsafe [:]

    init(notices: Int32) {
        self.notices = notices
    }

    /// The handle under which the service knows a document.
    func know(_ document: OpaquePointer, as handle: Int64) {
        unsafe handles[document] = handle
    }

    /// The document was closed.
    func forget(_ document: OpaquePointer) {
        unsafe handles[document] = nil
    }

    /// What the provider gets as its host. This object lives as long as the process.
    var pointer: OpaquePointer { unsafe OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    private static func from(_ pointer: OpaquePointer) -> HostServices {
        unsafe Unmanaged<HostServices>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// Tells the service something. Where it is gone, nobody wants to know.
    func send(_ notice: HostNotice) {
        let packet = notice.packet
        _ = unsafe try? UnixSocket.send(notices, bytes: packet.span.bytes)
    }

    private func changed(_ document: OpaquePointer, _ change: sheaf_change) {
        guard let handle = unsafe handles[document] else { return }
        switch change.kind {
        case SHEAF_CHANGED_PAGES: send(.changed(document: handle, .pages))
        case SHEAF_CHANGED_PAGE: send(.changed(document: handle, .page(change.page)))
        default: send(.changed(document: handle, .all))
        }
    }

    /// The table, which is never freed: a provider may keep its address.
    static func makeTable() -> UnsafePointer<sheaf_host_services> {
        let table = UnsafeMutablePointer<sheaf_host_services>.allocate(capacity: 1)
        unsafe table.initialize(
            to: sheaf_host_services(
                size: UInt32(MemoryLayout<sheaf_host_services>.size),
                abi_version: SHEAF_PROVIDER_ABI_VERSION,
                read_at: { source, buffer, length, offset in
                    guard let source = unsafe source else { return -Int64(EINVAL) }
                    return unsafe DocumentSource.from(source).read(into: buffer, length: length, offset: offset)
                },
                source_size: { source in
                    guard let source = unsafe source else { return -Int64(EINVAL) }
                    return unsafe DocumentSource.from(source).size
                },
                log: { host, level, text in
                    guard let host = unsafe host else { return }
                    let line = unsafe BoundedText.line(text, limit: HostLimits.textBytes)
                    unsafe HostServices.from(host).send(.log(level: level, text: line))
                },
                set_error: { request, text in
                    guard let request = unsafe request else { return }
                    unsafe RequestContext.from(request).errorText = BoundedText.line(text, limit: HostLimits.textBytes)
                },
                cancelled: { request in
                    guard let request = unsafe request else { return 0 }
                    return unsafe RequestContext.from(request).isCancelled ? 1 : 0
                },
                emit: { request, item in
                    guard let request = unsafe request, let item = unsafe item else { return -EINVAL }
                    guard let item = unsafe DocumentItem(item) else { return -EINVAL }
                    return unsafe RequestContext.from(request).take(item)
                },
                changed: { host, document, change in
                    guard let host = unsafe host, let document = unsafe document, let change = unsafe change,
                        unsafe change.pointee.size >= UInt32(MemoryLayout<sheaf_change>.size)
                    else { return }
                    unsafe HostServices.from(host).changed(document, change.pointee)
                }))
        return unsafe UnsafePointer(table)
    }
}

extension DocumentItem {
    /// Copies an item; nil where it is none of this version's.
    fileprivate init?(_ item: UnsafePointer<sheaf_item>) {
        guard unsafe item.pointee.size >= UInt32(MemoryLayout<sheaf_item>.size) else { return nil }
        let item = unsafe item.pointee
        guard let kind = unsafe Kind(rawValue: item.kind) else { return nil }
        let limit = HostLimits.itemBytes
        unsafe self.init(
            kind: kind, level: item.level, page: item.page == noPage ? nil : item.page,
            x0: item.x0.orZero, y0: item.y0.orZero, x1: item.x1.orZero, y1: item.y1.orZero,
            targetX: item.target_x.orZero, targetY: item.target_y.orZero,
            key: BoundedText.copy(item.key, limit: limit), text: BoundedText.copy(item.text, limit: limit),
            uri: BoundedText.copy(item.uri, limit: limit))
    }
}

extension Double {
    /// JSON has no words for infinity and NaN.
    fileprivate var orZero: Double { isFinite ? self : 0 }
}
