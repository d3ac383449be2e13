import Glibc
import SheafOS

/// A document of the library as it is found in a folder. Its content is not looked at: sheafd alone opens it.
struct LibraryDocument: Equatable, Sendable {
    /// What it is called in URLs, as long as its path stays: 16 hexadecimal digits, and behind a point the looks that it is to have.
    private(set) var name: String
    /// How its pages are to look.
    private(set) var looks = ViewLooks()
    /// Which state of its file this is: 16 hexadecimal digits that change with its size and the time of its last change. The same file
    /// has the same ones on every machine on which it has the same path.
    let version: String
    /// What the service is given.
    let path: String
    /// Of the last change, in seconds since 1970.
    let modified: Int

    /// The name of its file without its ending, for people.
    var title: String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.lastIndex(of: ".").map { $0 == file.startIndex ? file : String(file[..<$0]) } ?? file
    }

    /// Looks at a file: nil where it is not there, or is none.
    init?(path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        modified = status.st_mtim.tv_sec
        name = Self.digits(of: path)
        version = Self.digits(of: "\(path)\0\(status.st_size)\0\(status.st_mtim.tv_sec)\0\(status.st_mtim.tv_nsec)")
    }

    /// The same document in other looks than its own.
    func looking(_ looks: ViewLooks) -> LibraryDocument {
        var other = self
        other.looks = looks
        if looks != ViewLooks() { other.name = "\(name).\(looks.text)" }
        return other
    }

    /// Whether its file is as it was.
    var isCurrent: Bool { LibraryDocument(path: path)?.version == version }

    /// FNV-1a of 64 bits: it tells files apart, and keeps nothing secret.
    private static func digits(of text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

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
        if let known = byName[name], let now = LibraryDocument(path: known.path) { return now }
        refresh()
        return byName[name].flatMap { LibraryDocument(path: $0.path) }
    }

    /// The next look reads the folders again: a document has come.
    func readAgain() { readAt = nil }

    /// Reads the folders again, unless that was just done.
    func refresh() {
        let now = EventLoop.now
        if let readAt, now - readAt < Self.freshness { return }
        readAt = now
        byName = [:]
        documents = []
        for folder in folders { read(folder, depth: 0) }
        documents.sort { ($0.title.lowercased(), $0.path) < ($1.title.lowercased(), $1.path) }
    }

    private func read(_ folder: String, depth: Int) {
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
                if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { read(path, depth: depth + 1) }
                continue
            }
            guard documents.count < Self.documentsLimit else { return complainOfNumber() }
            guard let document = LibraryDocument(path: path), byName[document.name] == nil else { continue }
            byName[document.name] = document
            documents.append(document)
        }
    }

    private func complainOfNumber() {
        guard complaints.insert("").inserted else { return }
        warn("the library has more than \(Self.documentsLimit) documents: the others are not listed")
    }
}
