/// For whom a host works: it never serves two owners, so an exploited one can forge pages only for the one who brought
/// the document.
package enum HostOwner: Hashable, Sendable, CustomStringConvertible {
    case uid(UInt32)
    /// Documents of the configured library folders, which all readers share.
    case library

    package var description: String {
        switch self {
        case .uid(let uid): "uid \(uid)"
        case .library: "the library"
        }
    }
}
