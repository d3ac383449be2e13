import SheafOS

/// The providers that the folders hold, and what is known of each.
struct ProviderCatalog {
    /// Also those that the folders held once: documents may be open with them.
    private(set) var entries: [ProviderDescription] = []
    /// Those that the folders hold, in the order in which they are asked.
    private(set) var ids: [ProviderID] = []

    private static let suffix = ".so"
    /// What packages put before the name: libsheaf-mupdf.so.
    private static let prefixes = ["lib", "sheaf-"]

    /// Looks through the folders. One that can't be read is passed over, and told.
    init(folders: [String], unreadable: (OSError) -> Void) {
        look(through: folders, unreadable: unreadable)
    }

    /// Looks through folders in place of those before. One that can't be read is passed over, and told.
    ///
    /// A provider that is still there stays what it is; one that could not be loaded is tried again.
    mutating func look(through folders: [String], unreadable: (OSError) -> Void) {
        ids = []
        var seen: Set<String> = []
        for folder in folders {
            let names: [String]
            do throws(OSError) { names = try Folder.names(in: folder) } catch {
                unreadable(error)
                continue
            }
            for name in names.sorted() where name.hasSuffix(Self.suffix) && seen.insert(name).inserted {
                ids.append(id(of: "\(folder)/\(name)", likelyName: Self.likelyName(of: name)))
            }
        }
    }

    /// The provider of a file: as it is known, or a new one.
    private mutating func id(of path: String, likelyName: String) -> ProviderID {
        guard let index = entries.firstIndex(where: { $0.path == path }) else {
            entries.append(ProviderDescription(path: path, name: likelyName))
            return ProviderID(index: entries.count - 1)
        }
        if case .refused = entries[index].state { entries[index].state = .unknown }
        return ProviderID(index: index)
    }

    /// Those that the folders hold, and those that they held once.
    var known: [ProviderID] { entries.indices.map { ProviderID(index: $0) } }

    subscript(_ id: ProviderID) -> ProviderDescription { entries[id.index] }

    /// What a host found out. An error where another provider has this name already.
    mutating func loaded(_ id: ProviderID, _ reply: HostInterface.LoadReply) -> HostError? {
        // One that has left the folders serves what is open with it, whatever came in its place.
        let rival = ids.first { other in
            ids.contains(id) && other != id && entries[other.index].name == reply.name
                && entries[other.index].state == .loaded
        }
        if let rival {
            let error = HostError(
                .providerRefused,
                "\(entries[id.index].path): \(entries[rival.index].path) is loaded already as \(reply.name)")
            refused(id, error)
            return error
        }
        entries[id.index].name = reply.name
        entries[id.index].version = reply.version
        entries[id.index].summary = reply.summary
        entries[id.index].abiVersion = reply.abiVersion
        entries[id.index].capabilities = ProviderCapabilities(names: reply.capabilities)
        entries[id.index].state = .loaded
        return nil
    }

    /// A host could not load it.
    mutating func refused(_ id: ProviderID, _ error: HostError) {
        entries[id.index].state = .refused(error.message)
    }

    /// Those that may be the one with this name: it alone where it is known, else all whose name is not known yet, the
    /// one whose file is called so first.
    func candidates(named name: String) -> [ProviderID] {
        if let known = ids.first(where: { self[$0].state == .loaded && self[$0].name == name }) { return [known] }
        let open = ids.filter { self[$0].state != .loaded }
        return open.filter { self[$0].name == name }
            + open.filter { self[$0].name != name && self[$0].state == .unknown }
    }

    private static func likelyName(of file: String) -> String {
        var name = file.dropLast(suffix.count)
        for prefix in prefixes where name.hasPrefix(prefix) { name = name.dropFirst(prefix.count) }
        return String(name)
    }
}
