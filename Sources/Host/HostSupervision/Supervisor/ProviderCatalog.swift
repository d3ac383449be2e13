package import HostProtocol
import SheafOS

/// A provider as operators see it.
package struct ProviderDescription: Equatable, Sendable {
    /// Whether a provider could be loaded, as far as is known.
    package enum State: Equatable, Sendable {
        /// No host has loaded it yet.
        case unknown
        case loaded
        /// The provider can't be loaded, for the reason given.
        case refused(String)
    }

    /// The file of the library, or of the program.
    package let path: String
    /// The provider's own name once it was loaded; until then made from the file's.
    package internal(set) var name: String
    package internal(set) var version = ""
    /// Which documents it opens, in one line.
    package internal(set) var summary = ""
    package internal(set) var abiVersion = 0
    package internal(set) var capabilities: ProviderCapabilities = []
    package internal(set) var state = State.unknown
    /// The manifest of the provider; where its file can't be used, the last one that could.
    package internal(set) var manifest = ProviderManifest()
    /// The fault of the provider's manifest, for which it is not loaded; nil where the manifest can be used.
    fileprivate(set) var fault: ManifestFault?
    /// `Priority=` of its section: providers with a higher one come before all with a lower one.
    package internal(set) var priority = 0
    /// The file as it was when the folders were looked through last, and its manifest.
    fileprivate(set) var stamp: FileStamp?
    fileprivate(set) var manifestStamp: FileStamp?

    /// Whether it is a program, which speaks org.sheaf.Provider.
    package var isProgram: Bool { !path.hasSuffix(ProviderCatalog.suffix) }

    /// The file of its manifest, if it has one.
    var manifestPath: String { ProviderManifest.path(beside: path) }

    /// The signatures of the documents that the provider claims, and the suffixes of their names, also where it can't
    /// be loaded.
    var signatures: [ContentSignature] { manifest.signatures + (fault?.readable.signatures ?? []) }
    private var suffixes: [String] { manifest.suffixes + (fault?.readable.suffixes ?? []) }

    init(path: String, name: String, stamp: FileStamp?, manifest: ProviderManifest) {
        self.path = path
        self.name = name
        self.stamp = stamp
        self.manifest = manifest
    }

    /// Whether a file's name says that it is its own.
    func hasName(_ name: String?) -> Bool {
        guard let name = name?.lowercased() else { return false }
        return suffixes.contains { name.hasSuffix($0) }
    }
}

/// A manifest that can't be used.
struct ManifestFault: Equatable, Sendable {
    /// The reason: what is wrong, in which line of which file.
    let error: HostError
    /// The declarations of the manifest that can be read.
    let readable: ProviderManifest
}

/// A change of a provider's file since the folders were looked through before.
package struct ProviderChange: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case added
        /// The provider's library was replaced by another file, or was written to.
        case replaced
        case removed
    }

    package let provider: String
    package let kind: Kind
}

/// The providers that the folders hold, and what is known of each.
///
/// A library that is replaced, or written to, is another provider from then on: what is open stays with the one before.
package struct ProviderCatalog {
    /// All providers, with those whose files are gone or were replaced: documents may be open with them.
    private(set) var entries: [ProviderDescription] = []
    /// The providers in the folders, those with a higher priority first.
    private(set) var ids: [ProviderID] = []
    /// The providers in the folders, in the order of the folders and names.
    private var inFolders: [ProviderID] = []
    /// The changes since ``takeChanges()`` was last called.
    private var changes: [ProviderChange] = []
    /// The folders as they were when they were looked through.
    private var folders: [String: FileStamp] = [:]
    /// The priorities (`Priority=`), by the names of the providers.
    private var priorities: [String: Int] = [:]

    package static let suffix = ".so"
    /// The prefixes that packages put before the name of a provider: libsheaf-mupdf.so.
    private static let prefixes = ["lib", "sheaf-"]

    /// Looks through the folders. `journal` gets a line for each that can't be read, and for each provider whose manifest
    /// can't be used.
    init(folders: [String], priorities: [String: Int] = [:], journal: (HostLogLine) -> Void) {
        self.priorities = priorities
        look(through: folders, journal: journal)
        changes = []
    }

    /// Looks through other folders, or the same ones again. `journal` gets a line for each that can't be read, and for each
    /// provider whose manifest can't be used.
    ///
    /// What is known of a provider that is still there as it was stays known; one that could not be loaded is tried again.
    mutating func look(through folders: [String], journal: (HostLogLine) -> Void) {
        let before = ids
        inFolders = []
        self.folders = [:]
        var seen: Set<String> = []
        for folder in folders {
            // Before it is read: what comes meanwhile is found the next time.
            self.folders[folder] = FileStamp(at: folder)
            let names: [String]
            do throws(OSError) { names = try Folder.names(in: folder) } catch {
                journal(HostLogLine(unreadable: error))
                continue
            }
            for name in names.sorted()
            where Self.isProvider(name, in: folder) && seen.insert(name).inserted {
                let id = id(of: "\(folder)/\(name)", likelyName: Self.likelyName(of: name), before: before)
                inFolders.append(id)
                readManifest(of: id, journal: journal)
            }
        }
        sort()
        for id in before where !ids.contains(where: { self[$0].path == self[id].path }) {
            changes.append(ProviderChange(provider: self[id].name, kind: .removed))
        }
    }

    /// Whether a file is a library, or a program: neither a manifest, nor what editors and packages leave behind, nor another version
    /// of a library.
    private static func isProvider(_ name: String, in folder: String) -> Bool {
        if name.hasSuffix(suffix) { return true }
        let isOther = name.hasSuffix(ProviderManifest.suffix) || name.hasSuffix("~") || name.first == "."
        let isVersion = name.indices.contains { name[$0...].hasPrefix(suffix + ".") }
        return !isOther && !isVersion && FileStamp(at: "\(folder)/\(name)")?.isProgram == true
    }

    /// Whether folders, libraries or manifests are others than when they were looked through last.
    var isOutdated: Bool {
        folders.contains { FileStamp(at: $0.key) != $0.value }
            || ids.contains {
                FileStamp(at: self[$0].path) != self[$0].stamp
                    || FileStamp(at: self[$0].manifestPath) != self[$0].manifestStamp
            }
    }

    /// Returns the changes since the last call.
    mutating func takeChanges() -> [ProviderChange] {
        defer { changes = [] }
        return changes
    }

    /// Sets the priorities, by the names of providers.
    mutating func setPriorities(_ priorities: [String: Int]) {
        self.priorities = priorities
        sort()
    }

    private mutating func sort() {
        for id in inFolders { entries[id.index].priority = priorities[self[id].name] ?? 0 }
        ids = inFolders.enumerated().sorted { one, other in
            (-self[one.element].priority, one.offset) < (-self[other.element].priority, other.offset)
        }.map(\.element)
    }

    /// The provider of a file: as it is known, or a new one.
    private mutating func id(of path: String, likelyName: String, before: [ProviderID]) -> ProviderID {
        let stamp = FileStamp(at: path)
        let known = before.first { self[$0].path == path } ?? known.last { self[$0].path == path }
        if let known, self[known].stamp == stamp {
            if !before.contains(known) { changes.append(ProviderChange(provider: self[known].name, kind: .added)) }
            if case .refused = self[known].state { entries[known.index].state = .unknown }
            return known
        }
        let name = known.map { self[$0].name } ?? likelyName
        let wasThere = known.map { before.contains($0) } ?? false
        changes.append(ProviderChange(provider: name, kind: wasThere ? .replaced : .added))
        let manifest = known.map { self[$0].manifest } ?? ProviderManifest()
        entries.append(ProviderDescription(path: path, name: name, stamp: stamp, manifest: manifest))
        return ProviderID(index: entries.count - 1)
    }

    /// Returns the providers in the folders, in the order in which they are asked about a file. `likely` are those that
    /// may open it by their manifests; `others` are asked where none of those does. In each list a higher priority
    /// comes first, then a signature that the file begins with, then a suffix that its name has.
    func candidates(for hints: FileHints) -> (likely: [ProviderID], others: [ProviderID]) {
        func rank(_ id: ProviderID) -> (Int, Int, Int) {
            (-self[id].priority, hints.matching.contains(id) ? 0 : 1, self[id].hasName(hints.name) ? 0 : 1)
        }
        let sorted = ids.enumerated().sorted { one, other in
            let (first, second) = (rank(one.element), rank(other.element))
            return first == second ? one.offset < other.offset : first < second
        }.map(\.element)
        func isLikely(_ id: ProviderID) -> Bool { self[id].signatures.isEmpty || grounds(of: id, for: hints) > 0 }
        return (sorted.filter(isLikely), sorted.filter { !isLikely($0) })
    }

    /// How many of two things in a provider's manifest say that a file is its own: a signature, and what the name ends in.
    func grounds(of id: ProviderID, for hints: FileHints) -> Int {
        (hints.matching.contains(id) ? 1 : 0) + (self[id].hasName(hints.name) ? 1 : 0)
    }

    /// Whether a provider opens a file in the place of one that can't be loaded: as much says that it is its own, or it comes before
    /// that by its priority.
    func canStand(_ id: ProviderID, for refused: ProviderID, _ hints: FileHints) -> Bool {
        self[id].priority > self[refused].priority
            || grounds(of: id, for: hints) >= grounds(of: refused, for: hints)
    }

    /// The signatures of all manifests, each with whose it is.
    var signatures: [(provider: ProviderID, text: String)] {
        ids.flatMap { id in self[id].signatures.map { (id, $0.text) } }
    }

    private mutating func readManifest(of id: ProviderID, journal: (HostLogLine) -> Void) {
        let known = self[id]
        // Before it is read: what is written meanwhile is found the next time.
        entries[id.index].manifestStamp = FileStamp(at: known.manifestPath)
        let (manifest, error) = ProviderManifest.read(beside: known.path)
        entries[id.index].fault = error.map { ManifestFault(error: $0, readable: manifest) }
        guard let error else {
            entries[id.index].manifest = manifest
            return
        }
        refused(id, error)
        if error != known.fault?.error { journal(HostLogLine(refused: error, provider: known.name)) }
    }

    /// The providers in the folders, and those whose files are gone.
    var known: [ProviderID] { entries.indices.map { ProviderID(index: $0) } }

    subscript(_ id: ProviderID) -> ProviderDescription { entries[id.index] }

    /// Notes what a host found out when it loaded a provider. Returns an error where another provider has the name
    /// already.
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
        // A host that had started before its manifest was spoilt goes on.
        if self[id].fault == nil { entries[id.index].state = .loaded }
        if ids.contains(id) { sort() }
        return nil
    }

    /// A host could not load it.
    mutating func refused(_ id: ProviderID, _ error: HostError) {
        entries[id.index].state = .refused(error.message)
    }

    /// Returns the providers that may have a name. Where one is known by it, that is the only one; else all whose names
    /// are not known yet, the one whose file is called so first.
    func candidates(named name: String) -> [ProviderID] {
        if let known = ids.first(where: { self[$0].state == .loaded && self[$0].name == name }) { return [known] }
        let open = ids.filter { self[$0].state != .loaded }
        return open.filter { self[$0].name == name }
            + open.filter { self[$0].name != name && self[$0].state == .unknown }
    }

    private static func likelyName(of file: String) -> String {
        guard file.hasSuffix(suffix) else { return file }
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
