/// For whom a host works: it never serves two owners, so an exploited one can forge pages only for the one who brought
/// the document.
package enum HostOwner: Hashable, Sendable, CustomStringConvertible {
    case uid(UInt32)
    /// Documents of the configured library folders, which all readers share.
    case library

    /// The user whose it is; nil where it is the library's.
    package var uid: UInt32? {
        switch self {
        case .uid(let uid): uid
        case .library: nil
        }
    }

    /// Whether a user may know what there is.
    package func serves(_ user: UInt32) -> Bool { uid == nil || uid == user }

    package var description: String {
        switch self {
        case .uid(let uid): "uid \(uid)"
        case .library: "the library"
        }
    }
}
