import CSheafProvider
import Glibc
package import HostProtocol
import SheafOS
import Varlink

/// The functions that the host offers a provider, and the state that they work on.
@safe package final class HostServices: LentObject {
    /// Takes what the provider says by itself. Any thread may call it.
    private let notify: @Sendable (HostNotice) -> Void
    /// The handles of open documents, and how often they have changed, by the provider's pointers.
    private var handles: [OpaquePointer: (handle: Int64, changes: Int)] = unsafe [:]

    /// - Parameter notices: a packet socket to the service. A notice waits where the service is behind; where it is gone, nobody wants
    ///   to know.
    convenience init(notices: Int32) {
        self.init { notice in
            let packet = notice.packet
            _ = unsafe try? UnixSocket.send(notices, bytes: packet.span.bytes)
        }
    }

    /// - Parameter notify: takes what the provider says by itself. Any thread may call it.
    package init(notify: @escaping @Sendable (HostNotice) -> Void) {
        self.notify = notify
    }

    /// The handle under which the service knows a document.
    func know(_ document: OpaquePointer, as handle: Int64) {
        unsafe handles[document] = (handle, 0)
    }

    /// How often a document has changed since it was opened.
    func changes(of document: OpaquePointer) -> Int { unsafe handles[document]?.changes ?? 0 }

    /// The document was closed.
    func forget(_ document: OpaquePointer) {
        unsafe handles[document] = nil
    }

    /// Tells the service something.
    package func send(_ notice: HostNotice) { notify(notice) }

    /// Tells the service that a document has changed.
    func changed(_ document: OpaquePointer, _ change: DocumentChange) {
        guard let handle = unsafe handles[document]?.handle else { return }
        unsafe handles[document]?.changes += 1
        send(.changed(document: handle, change))
    }

    /// The table, which is never freed: a provider may keep its address.
    static func makeTable() -> UnsafePointer<sheaf_host_services> {
        let table = UnsafeMutablePointer<sheaf_host_services>.allocate(capacity: 1)
        unsafe table.initialize(
            to: sheaf_host_services(
                size: UInt32(MemoryLayout<sheaf_host_services>.size),
                abi_version: SHEAF_PROVIDER_ABI_VERSION,
                read_at: {
                    unsafe DocumentSource.from($0)?.read(into: $1, length: $2, offset: $3) ?? -Int64(EINVAL)
                },
                source_size: { unsafe DocumentSource.from($0)?.size ?? -Int64(EINVAL) },
                log: { host, level, text in
                    let line = unsafe BoundedText.line(text, limit: HostLimits.textBytes)
                    unsafe HostServices.from(host)?.send(.log(level: level, text: line))
                },
                set_error: {
                    unsafe RequestContext.from($0)?.errorText = BoundedText.line($1, limit: HostLimits.textBytes)
                },
                cancelled: { unsafe RequestContext.from($0)?.isCancelled ?? false ? 1 : 0 },
                emit: { request, item in
                    guard let item = unsafe item else { return -EINVAL }
                    return unsafe RequestContext.from(request)?.emit(item) ?? -EINVAL
                },
                changed: { host, document, change in
                    guard let document = unsafe document, let change = unsafe change,
                        unsafe change.pointee.size >= UInt32(MemoryLayout<sheaf_change>.size)
                    else { return }
                    let told: DocumentChange =
                        switch unsafe change.pointee.kind {
                        case SHEAF_CHANGED_PAGES: .pages
                        case SHEAF_CHANGED_PAGE: unsafe .page(change.pointee.page)
                        default: .all
                        }
                    unsafe HostServices.from(host)?.changed(document, told)
                },
                password: { unsafe RequestContext.from($0)?.askForPassword() },
                flow: { unsafe RequestContext.from($0)?.askForFlow() },
                suffix: { unsafe RequestContext.from($0)?.suffix },
                describe: { unsafe RequestContext.from($0)?.traits = $1 },
                keep: { request, bytes, length in
                    guard let bytes = unsafe bytes, length <= UInt64(HostLimits.keptBytes) else { return }
                    unsafe RequestContext.from(request)?.keeping = Array(
                        UnsafeRawBufferPointer(start: bytes, count: Int(length)))
                },
                kept: { request, length in
                    guard let kept = unsafe RequestContext.from(request)?.kept, let length = unsafe length else {
                        return nil
                    }
                    unsafe length.pointee = UInt64(kept.count)
                    return unsafe UnsafeRawPointer(kept.baseAddress)
                }))
        return unsafe UnsafePointer(table)
    }
}
