import Glibc
import SheafOS

/// The documents below the library's folders, by what they are called in URLs: no URL is ever a path. It is made anew when it is older
/// than it may be.
final class LibraryIndex {
    /// How many documents are listed; those found later are left out.
    static let documentsLimit = 65_536
    /// How deep folders lie in folders.
    static let depthLimit = 16
    /// After so long the folders are read again, in microseconds.
    private static let freshness: UInt64 = 5_000_000
    /// How many files and folders are listed that can't be read; of others only the number is told.
    static let problemsLimit = 1_000
    /// Reading the folders takes this part of the time at most: on a slow disk they are read less often.
    private static let readingShare: UInt64 = 10

    /// A file or folder that is not served, and why.
    struct Problem: Equatable, Sendable {
        /// The path of the file below its folder of the library, with that folder's name.
        let path: String
        let reason: String
    }

    /// The passwords that open its locked documents.
    let passwords = Passwords()
    /// Absolute paths.
    let folders: [String]
    /// Documents that were named one by one.
    private let files: [String]
    private let isPassed: Bool
    private let formats: LibraryFormats
    private var byName: [String: LibraryDocument] = [:]
    private(set) var documents: [LibraryDocument] = []
    /// The files and folders that can't be served, up to ``problemsLimit``.
    private(set) var problems: [Problem] = []
    /// How many there are beyond those.
    private(set) var moreProblems = 0
    /// Sentences about the library as a whole.
    private(set) var notes: [String] = []
    private var readAt: UInt64?
    /// Which list of formats held then.
    private var readRevision = 0
    private var readingTime: UInt64 = 0
    /// The folders on which another file system was mounted when they were read.
    private var mounted: Set<String> = []
    /// Called once for each folder that can't be read.
    private let warn: (String) -> Void
    private var complaints: Set<String> = []

    /// - Parameters:
    ///   - folders: absolute paths.
    ///   - files: absolute paths of documents that are served besides.
    ///   - isPassed: whether documents are opened here, and passed to sheafd as descriptors.
    ///   - formats: which files of the folders are documents.
    init(
        folders: [String], files: [String] = [], isPassed: Bool = false, formats: LibraryFormats,
        warn: @escaping (String) -> Void
    ) {
        self.folders = folders.map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        self.files = files
        self.isPassed = isPassed
        self.formats = formats
        self.warn = warn
    }

    /// The document that is called so, as its file is now, in the looks that its name says.
    func document(_ name: String) -> LibraryDocument? {
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return plainDocument(name) }
        guard !parts[1].isEmpty, let looks = ViewLooks(parts[1]) else { return nil }
        return plainDocument(parts[0])?.looking(looks)
    }

    private func plainDocument(_ name: String) -> LibraryDocument? {
        if let known = byName[name], let now = document(at: known.path, name) { return now }
        refresh()
        return byName[name].flatMap { document(at: $0.path, name) }
    }

    private func document(at path: String, _ name: String) -> LibraryDocument? {
        LibraryDocument(path: path, name: name, isPassed: isPassed)
    }

    /// A document has come, below a folder of the library: the next look reads the folders again.
    ///
    /// - Returns: the document; nil where it is gone again.
    func added(_ path: String) -> LibraryDocument? {
        readAt = nil
        guard let number = folders.firstIndex(where: { path.hasPrefix("\($0)/") }) else { return nil }
        let name = LibraryDocument.name(of: String(path.dropFirst(folders[number].count + 1)), below: number)
        return document(at: path, name)
    }

    /// The document that another one's link leads to: a path from its own folder, as in "../plans/2024.pdf#page=2". Nil where that leaves
    /// the library's folder, or no document is there.
    func document(linkedAs link: String, from origin: LibraryDocument) -> LibraryDocument? {
        guard let path = try? RequestTarget.unescaped(link.prefix { $0 != "#" && $0 != "?" }), !path.isEmpty,
            let number = folders.firstIndex(where: { origin.path.hasPrefix("\($0)/") })
        else { return nil }
        var parts = origin.path.dropFirst(folders[number].count + 1).split(separator: "/").dropLast().map(String.init)
        for part in path.split(separator: "/", omittingEmptySubsequences: false) where part != "." {
            guard part != ".." else {
                guard parts.popLast() != nil else { return nil }
                continue
            }
            parts.append(String(part))
        }
        refresh()
        let found = byName[LibraryDocument.name(of: parts.joined(separator: "/"), below: number)]
        return found?.path == "\(folders[number])/\(parts.joined(separator: "/"))" ? found : nil
    }

    /// Whether a file may be put into a folder of the library under this name, and is a document then; nil: sheafd has not said yet what
    /// it opens.
    func lists(_ name: String) -> Bool? {
        if formats.listed == nil { formats.ask() }
        return formats.listed?.contains(name)
    }

    /// Reads the folders again, unless that was just done, and has sheafd asked what it opens. That is waited for by nobody: another list has
    /// the next call read the folders.
    func refresh() {
        let now = EventLoop.now
        if formats.listed == nil, !folders.isEmpty { formats.ask() }
        if let readAt, readRevision == formats.revision,
            now - readAt < max(Self.freshness, Self.readingShare * readingTime)
        {
            return
        }
        readRevision = formats.revision
        if !folders.isEmpty { formats.ask() }
        byName = [:]
        (documents, problems, moreProblems, notes) = ([], [], 0, [])
        for path in files { add(path, LibraryDocument.name(of: path, below: folders.count)) }
        var paths = Set(files)
        for number in folders.indices where isInPlace(folders[number]) {
            read(folders[number], number, depth: 0, &paths)
        }
        if formats.listed == nil, !folders.isEmpty {
            notes.append(
                "The page server can't be reached, and has not said yet which files it opens: none are listed.")
        }
        documents.sort { ($0.title.lowercased(), $0.path) < ($1.title.lowercased(), $1.path) }
        readAt = EventLoop.now
        readingTime = EventLoop.now - now
        if readingTime > Self.freshness {
            notes.append(
                "Reading the folders took \(readingTime / 1_000_000) seconds, so they are read again every "
                    + "\(Self.readingShare * readingTime / 60_000_000 + 1) minutes.")
        }
    }

    /// Whether what was mounted on a folder of the library is there still. The folder itself stays when its disk goes, and has no documents.
    private func isInPlace(_ folder: String) -> Bool {
        guard let own = FileStatus(path: folder + "/."), let above = FileStatus(path: folder + "/..") else {
            return true
        }
        if own.device != above.device { mounted.insert(folder) }
        guard own.device == above.device, mounted.contains(folder) else { return true }
        refuse(folder, folder, "its disk is not mounted any more")
        return false
    }

    private func refuse(_ path: String, _ folder: String, _ reason: String) {
        guard problems.count < Self.problemsLimit else { return moreProblems += 1 }
        let name = folder.split(separator: "/").last ?? ""
        problems.append(Problem(path: "\(name)\(path.dropFirst(folder.count))", reason: reason))
    }

    private func add(_ path: String, _ name: String) {
        guard let document = document(at: path, name) else {
            return problems.append(Problem(path: path, reason: "it is not there, or is no file"))
        }
        byName[name] = document
        documents.append(document)
    }

    /// - Parameters:
    ///   - number: of the library's folder in which it is.
    ///   - paths: of the documents that were found: folders may be in one another.
    private func read(_ folder: String, _ number: Int, depth: Int, _ paths: inout Set<String>) {
        let top = folders[number]
        guard depth < Self.depthLimit else {
            return refuse(folder, top, "folders are read \(Self.depthLimit) deep")
        }
        let names: [String]
        do throws(OSError) { names = try Folder.names(in: folder) } catch {
            if complaints.insert(folder).inserted { warn("\(error): its documents are not listed") }
            return refuse(folder, folders[number], OSError.text(of: error.code))
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            guard formats.listed?.contains(name) ?? false else {
                guard let status = FileStatus(path: path) else {
                    if name.unicodeScalars.contains("\u{fffd}") { refuse(path, top, reason(path, name, in: folder)) }
                    continue
                }
                if status.isFolder { read(path, number, depth: depth + 1, &paths) }
                if status.isLink, FileStatus(path: path + "/.")?.isFolder ?? false {
                    refuse(path, top, "it is a link to a folder, and links are not followed")
                }
                continue
            }
            guard documents.count < Self.documentsLimit else { return complainOfNumber() }
            guard paths.insert(path).inserted else { continue }
            let below = String(path.dropFirst(folders[number].count + 1))
            guard let document = document(at: path, LibraryDocument.name(of: below, below: number)) else {
                if FileStatus(path: path)?.isFolder ?? false {
                    read(path, number, depth: depth + 1, &paths)
                } else {
                    refuse(path, top, reason(path, name, in: folder))
                }
                continue
            }
            if isPassed, let reason = document.refusal {
                refuse(path, top, reason)
                continue
            }
            guard byName[document.name] == nil else { continue }
            byName[document.name] = document
            documents.append(document)
        }
    }

    /// Why what has the name of a document is none.
    private func reason(_ path: String, _ name: String, in folder: String) -> String {
        if name.unicodeScalars.contains("\u{fffd}") {
            complainOfNames(in: folder)
            return "its name is not UTF-8: rename it (convmv(1))"
        }
        return FileStatus(path: path)?.isLink ?? false ? "it is a link, and links are not followed" : "it is not a file"
    }

    /// Folder.names(in:) has U+FFFD where a name is no UTF-8, and then there is no file of that name.
    private func complainOfNames(in folder: String) {
        guard complaints.insert("\(folder)/").inserted else { return }
        warn(
            "\(folder) has names that are not UTF-8: these documents are not listed until they are renamed (convmv(1))")
    }

    private func complainOfNumber() {
        let text = "the library has more than \(Self.documentsLimit) documents: the others are not listed"
        if complaints.insert("").inserted { warn(text) }
        let note = "T\(text.dropFirst())."
        if !notes.contains(note) { notes.append(note) }
    }
}
