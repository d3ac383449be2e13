import CSheafProvider
import Glibc

/// The program that loaded the provider. It lives as long as the provider.
///
/// It belongs to the one thread that calls the provider, but for ``log(_:_:)`` in a running request.
@safe public final class Host {
    let services: UnsafePointer<sheaf_host_services>
    private let handle: OpaquePointer?
    private var documents: [ObjectIdentifier: OpaquePointer] = unsafe [:]

    /// Takes the host's table, if it has all that this kit calls.
    init(services: UnsafePointer<sheaf_host_services>, handle: OpaquePointer?) throws(ProviderError) {
        guard
            unsafe covers(services.pointee.size, sheaf_host_services.self),
            unsafe services.pointee.abi_version >= SHEAF_PROVIDER_ABI_VERSION,
            unsafe services.pointee.read_at != nil && services.pointee.source_size != nil,
            unsafe services.pointee.log != nil && services.pointee.set_error != nil
                && services.pointee.cancelled != nil,
            unsafe services.pointee.emit != nil && services.pointee.changed != nil
                && services.pointee.password != nil && services.pointee.flow != nil
        else { throw ProviderError(errno: EINVAL, "the host does not offer what this provider needs") }
        unsafe self.services = services
        unsafe self.handle = handle
    }

    /// Writes one line to the journal.
    public func log(_ level: LogLevel, _ text: String) {
        unsafe services.pointee.log(handle, level.rawValue, text)
    }

    /// Says that a document changed by itself. One that is not open yet, or no more, has nobody to tell.
    public func changed(_ change: Change, in document: some Document) {
        guard let pointer = unsafe documents[ObjectIdentifier(document)] else { return }
        var notice = sheaf_change()
        notice.size = structSize(sheaf_change.self)
        switch change {
        case .pages:
            notice.kind = SHEAF_CHANGED_PAGES
        case .page(let page):
            notice.kind = SHEAF_CHANGED_PAGE
            notice.page = page.rawValue
        case .all:
            notice.kind = SHEAF_CHANGED_ALL
        }
        unsafe services.pointee.changed(handle, pointer, &notice)
    }

    /// From now on, changes of `document` are told under `pointer`.
    func opened(_ document: any Document, as pointer: OpaquePointer) {
        unsafe documents[ObjectIdentifier(document)] = pointer
    }

    /// From now on, changes of `document` are told to nobody.
    func closed(_ document: any Document) {
        unsafe documents[ObjectIdentifier(document)] = nil
    }
}

/// How much a line in the journal matters.
public enum LogLevel: UInt32, Sendable {
    /// Something failed.
    case error = 3
    /// Something is wrong, and it goes on.
    case warning = 4
    /// Worth knowing.
    case info = 6
    /// For authors.
    case debug = 7
}

/// A change of a document that a provider reports to the host.
public enum Change: Equatable, Sendable {
    /// Pages were inserted, deleted or moved: count and ids are asked for again.
    case pages
    /// The look or the size of one page.
    case page(PageID)
    /// Anything: the document is opened again.
    case all
}

/// The size of a C structure, as its `size` field has it.
func structSize<Structure>(_ type: Structure.Type) -> UInt32 {
    UInt32(MemoryLayout<Structure>.stride)
}

/// Whether a structure that says it is `size` bytes long has every field that this kit was built with.
///
/// A host is never older than the provider that it loads, so its structures are never smaller than the kit's: one that
/// is was not filled in.
func covers<Structure>(_ size: UInt32, _ type: Structure.Type) -> Bool {
    size >= structSize(type)
}
