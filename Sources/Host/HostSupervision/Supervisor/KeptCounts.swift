import HostProtocol
package import SheafOS

/// The counts of documents that providers lay out, on disk: one that is opened again in the same looks need not be counted
/// again. Of what a password opens nothing is kept.
package final class KeptCounts {
    /// The bytes of all; those go that were used longest ago.
    package static let limit = 16 << 20
    private static let kind = CacheFolder.Kind(mark: "sheafcnt", largest: HostLimits.keptBytes) { name in
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[1].utf8.count == 16
    }

    private let kept: CacheThread

    /// - Parameters:
    ///   - path: of the folder, which is made where it is missing.
    ///   - warn: called once where nothing can be written any more.
    /// - Throws: where the folder can't be made or written to, or is not this user's alone.
    package init(in path: String, on loop: EventLoop, warn: @escaping (String) -> Void) throws(OSError) {
        kept = try CacheThread(
            path, of: Self.kind, for: "counts of pages", limit: Self.limit, on: loop, warn: warn)
    }

    /// The folder: below what systemd has made for the service (`CacheDirectory=`), else below the user's cache; nil where there is neither.
    package static var usualFolder: String? {
        let unit = CurrentProcess.environment("CACHE_DIRECTORY")?.split(separator: ":").first.map(String.init)
        return (unit ?? UserFolders().cache.map { "\($0)/sheaf" }).map { "\($0)/counts" }
    }

    /// The name under which a document's count is kept: of a state of its file, what opens it, and its looks. One owner's is never another's.
    ///
    /// - Parameter provider: the provider's name and version.
    static func name(
        of file: DocumentIdentity, _ owner: HostOwner, provider: String, _ looks: DocumentLooks
    ) -> String {
        let state = "\(file.device) \(file.inode) \(file.size) \(file.changed)"
        // How its margins are cut makes no difference to where its pages are.
        let layout = "\(looks.flow.map { "\($0)" } ?? "") \(looks.suffix ?? "")"
        let user = owner.uid.map { "\($0)" } ?? "library"
        return "\(user)-\(TextHash.digits(of: "\(state)\n\(provider)\n\(layout)"))"
    }

    /// Finds what was kept under a name; nil where nothing is. The completion is called on the loop.
    func find(_ name: String, completion: @escaping ([UInt8]?) -> Void) {
        kept.find(name) { completion($0.map { Array($0.content) }) }
    }

    func keep(_ bytes: [UInt8], as name: String) { kept.keep(bytes, as: name) }

    func forget(_ name: String) { kept.remove(name) }
}
