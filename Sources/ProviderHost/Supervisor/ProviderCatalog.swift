import SheafOS

/// What a provider can do beyond opening, measuring and rendering.
package struct ProviderCapabilities: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let config = ProviderCapabilities(rawValue: 1 << 0)
    package static let probe = ProviderCapabilities(rawValue: 1 << 1)
    package static let count = ProviderCapabilities(rawValue: 1 << 2)
    package static let pageIDs = ProviderCapabilities(rawValue: 1 << 3)
    package static let pageStep = ProviderCapabilities(rawValue: 1 << 4)
    package static let prefetch = ProviderCapabilities(rawValue: 1 << 5)
    package static let appearance = ProviderCapabilities(rawValue: 1 << 6)
    package static let refresh = ProviderCapabilities(rawValue: 1 << 7)
    package static let move = ProviderCapabilities(rawValue: 1 << 8)
    package static let hit = ProviderCapabilities(rawValue: 1 << 9)
    package static let text = ProviderCapabilities(rawValue: 1 << 10)
    package static let outline = ProviderCapabilities(rawValue: 1 << 11)
    package static let links = ProviderCapabilities(rawValue: 1 << 12)
    package static let search = ProviderCapabilities(rawValue: 1 << 13)
    package static let metadata = ProviderCapabilities(rawValue: 1 << 14)
    package static let trim = ProviderCapabilities(rawValue: 1 << 15)
    package static let annotations = ProviderCapabilities(rawValue: 1 << 16)

    private static let table: [(ProviderCapabilities, String)] = [
        (.config, "config"), (.probe, "probe"), (.count, "count"), (.pageIDs, "pageIds"), (.pageStep, "pageStep"),
        (.prefetch, "prefetch"), (.appearance, "appearance"), (.refresh, "refresh"), (.move, "move"), (.hit, "hit"),
        (.text, "text"), (.outline, "outline"), (.links, "links"), (.search, "search"), (.metadata, "metadata"),
        (.trim, "trim"), (.annotations, "annotations"),
    ]

    /// From the names that ``names`` gives; unknown ones are passed over.
    package init(names: [String]) {
        self = Self.table.reduce(into: []) { all, entry in
            if names.contains(entry.1) { all.insert(entry.0) }
        }
    }

    /// Their names, as operators see them.
    package var names: [String] { Self.table.filter { contains($0.0) }.map(\.1) }
}

/// A provider as operators see it.
package struct ProviderDescription: Equatable, Sendable {
    /// What is known of it.
    package enum State: Equatable, Sendable {
        /// No host has loaded it yet.
        case unknown
        case loaded
        /// It can't be loaded; why.
        case refused(String)
    }

    /// The file of the library.
    package let path: String
    /// The provider's own name once it was loaded; until then made from the file's.
    package internal(set) var name: String
    package internal(set) var version = ""
    /// Which documents it opens, in one line.
    package internal(set) var summary = ""
    package internal(set) var abiVersion = 0
    package internal(set) var capabilities: ProviderCapabilities = []
    package internal(set) var state = State.unknown
    /// What it needs beyond what every provider has.
    package internal(set) var manifest = ProviderManifest()
}

/// The providers that the folders hold, and what is known of each.
struct ProviderCatalog {
    /// Also those whose files are gone: documents may be open with them.
    private(set) var entries: [ProviderDescription] = []
    /// Those in the folders, in the order in which they are asked.
    private(set) var ids: [ProviderID] = []

    /// Why those are never loaded whose manifests can't be used.
    private var manifestErrors: [ProviderID: HostError] = [:]

    private static let suffix = ".so"
    /// What packages put before the name: libsheaf-mupdf.so.
    private static let prefixes = ["lib", "sheaf-"]

    /// Looks through the folders. `journal` gets a line for each that can't be read, and for each provider whose manifest
    /// can't be used.
    init(folders: [String], journal: (HostLogLine) -> Void) {
        look(through: folders, journal: journal)
    }

    /// Looks through other folders, or the same ones again. `journal` gets a line for each that can't be read, and for each
    /// provider whose manifest can't be used.
    ///
    /// What is known of a provider that is still there stays known; one that could not be loaded is tried again.
    mutating func look(through folders: [String], journal: (HostLogLine) -> Void) {
        ids = []
        manifestErrors = [:]
        var seen: Set<String> = []
        for folder in folders {
            let names: [String]
            do throws(OSError) { names = try Folder.names(in: folder) } catch {
                journal(HostLogLine(unreadable: error))
                continue
            }
            for name in names.sorted() where name.hasSuffix(Self.suffix) && seen.insert(name).inserted {
                let id = id(of: "\(folder)/\(name)", likelyName: Self.likelyName(of: name))
                ids.append(id)
                readManifest(of: id, journal: journal)
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

    private mutating func readManifest(of id: ProviderID, journal: (HostLogLine) -> Void) {
        do throws(HostError) {
            entries[id.index].manifest = try ProviderManifest(beside: entries[id.index].path)
        } catch {
            manifestErrors[id] = error
            refused(id, error)
            journal(HostLogLine(refused: error, provider: entries[id.index].name))
        }
    }

    /// Why a provider is not loaded: its manifest can't be used; nil where it can.
    func manifestError(of id: ProviderID) -> HostError? { manifestErrors[id] }

    /// Those in the folders, and those whose files are gone.
    var known: [ProviderID] { entries.indices.map { ProviderID(index: $0) } }

    subscript(_ id: ProviderID) -> ProviderDescription { entries[id.index] }

    /// What a host found out. An error where another provider has this name already.
    mutating func loaded(_ id: ProviderID, _ reply: HostInterface.LoadReply) -> HostError? {
        // One whose file is gone serves what is open with it, also where another provider has its name now.
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

extension HostInterface.ConfineReply {
    /// Whether it says no more, and nothing longer, than a host has to say.
    var isBounded: Bool {
        max(confinement.count, missing.count) <= 2 * Confinement.allCases.count
            && (confinement + missing).allSatisfy { $0.utf8.count <= HostLimits.hostTextBytes }
    }
}

extension HostInterface.LoadReply {
    /// Whether no text in it is longer than a host makes them.
    var isBounded: Bool {
        capabilities.count <= UInt32.bitWidth
            && ([name, version, summary] + capabilities).allSatisfy { $0.utf8.count <= HostLimits.hostTextBytes }
    }
}
