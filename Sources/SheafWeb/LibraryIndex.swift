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
    /// Endings of files that are documents to some provider of Sheaf's.
    static let endings: Set<String> = [
        "pdf", "epub", "xps", "oxps", "fb2", "cbz", "cbr", "cb7", "cbt", "djvu", "djv", "txt", "md", "markdown", "html",
        "htm",
        "xhtml", "jpg", "jpeg", "png", "webp", "tif", "tiff", "heic", "heif", "avif", "jxl", "gif", "svg",
    ]

    private let folders: [String]
    private var byName: [String: LibraryDocument] = [:]
    private(set) var documents: [LibraryDocument] = []
    private var readAt: UInt64?
    /// Told once for each folder that can't be read.
    private let warn: (String) -> Void
    private var complaints: Set<String> = []

    init(folders: [String], warn: @escaping (String) -> Void) {
        self.folders = folders.map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
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
        if let known = byName[name], let now = LibraryDocument(path: known.path, name: name) { return now }
        refresh()
        return byName[name].flatMap { LibraryDocument(path: $0.path, name: name) }
    }

    /// A document has come, below a folder of the library: the next look reads the folders again.
    ///
    /// - Returns: the document; nil where it is gone again.
    func added(_ path: String) -> LibraryDocument? {
        readAt = nil
        guard let number = folders.firstIndex(where: { path.hasPrefix("\($0)/") }) else { return nil }
        let name = LibraryDocument.name(of: String(path.dropFirst(folders[number].count + 1)), below: number)
        return LibraryDocument(path: path, name: name)
    }

    /// Reads the folders again, unless that was just done.
    func refresh() {
        let now = EventLoop.now
        if let readAt, now - readAt < Self.freshness { return }
        readAt = now
        byName = [:]
        documents = []
        var paths: Set<String> = []
        for number in folders.indices { read(folders[number], number, depth: 0, &paths) }
        documents.sort { ($0.title.lowercased(), $0.path) < ($1.title.lowercased(), $1.path) }
    }

    /// - Parameters:
    ///   - number: of the library's folder in which it is.
    ///   - paths: of the documents that were found: folders may be in one another.
    private func read(_ folder: String, _ number: Int, depth: Int, _ paths: inout Set<String>) {
        guard depth < Self.depthLimit else { return }
        let names: [String]
        do throws(OSError) { names = try Folder.names(in: folder) } catch {
            if complaints.insert(folder).inserted { warn("\(error): its documents are not listed") }
            return
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
            guard Self.endings.contains(ending) else {
                var status = stat()
                if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                    read(path, number, depth: depth + 1, &paths)
                }
                continue
            }
            guard documents.count < Self.documentsLimit else { return complainOfNumber() }
            guard paths.insert(path).inserted else { continue }
            let below = String(path.dropFirst(folders[number].count + 1))
            guard let document = LibraryDocument(path: path, name: LibraryDocument.name(of: below, below: number))
            else {
                if name.unicodeScalars.contains("\u{fffd}") { complainOfNames(in: folder) }
                continue
            }
            guard byName[document.name] == nil else { continue }
            byName[document.name] = document
            documents.append(document)
        }
    }

    /// Folder.names(in:) has U+FFFD where a name is no UTF-8, and then there is no file of that name.
    private func complainOfNames(in folder: String) {
        guard complaints.insert("\(folder)/").inserted else { return }
        warn(
            "\(folder) has names that are not UTF-8: these documents are not listed until they are renamed (convmv(1))")
    }

    private func complainOfNumber() {
        guard complaints.insert("").inserted else { return }
        warn("the library has more than \(Self.documentsLimit) documents: the others are not listed")
    }
}
