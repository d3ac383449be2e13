import Glibc
import SheafInterface
import SheafOS

/// A call that opens a document: its parameters, with the password once that is known, and its files.
struct OpenCall {
    var parameters: ReaderInterface.OpenParameters
    var descriptors: [SharedDescriptor]
}

/// The files that a reader was opened from, by their paths.
struct OpenedFiles: Equatable {
    /// From the root on.
    let paths: [String]
    /// Whether they are an album.
    let isAlbum: Bool
    /// Which files the service has of them.
    var shown: [FileName]

    /// Which file on which device: it stays while the file is open anywhere.
    struct FileName: Equatable {
        let device: UInt64
        let inode: UInt64
    }

    init(paths: [String], isAlbum: Bool, shown: [FileName]) {
        self.paths = paths
        self.isAlbum = isAlbum
        self.shown = shown
    }

    /// Nil where their places can't be said.
    init?(_ paths: [String], isAlbum: Bool, _ descriptors: [SharedDescriptor]) {
        let whole = paths.compactMap(Self.whole)
        guard whole.count == paths.count, let shown = try? Self.names(of: descriptors) else { return nil }
        self.init(paths: whole, isAlbum: isAlbum, shown: shown)
    }

    /// A path from the root on. A link at its end stays: it may come to lead elsewhere.
    private static func whole(_ path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let last = parts.last, !last.isEmpty else { return nil }
        let folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/") + "/"
        return (try? UserFile.resolved(folder)).map { $0 == "/" ? "/\(last)" : "\($0)/\(last)" }
    }

    static func names(of descriptors: [SharedDescriptor]) throws(OSError) -> [FileName] {
        try descriptors.map { file throws(OSError) in
            let status = try FileStatus(of: file.number)
            return FileName(device: status.device, inode: status.inode)
        }
    }

    /// Opens what lies at the paths now.
    func open() throws(ControlError) -> [SharedDescriptor] {
        try paths.map { path throws(ControlError) in try Self.openFile(path) }
    }

    /// The path of a file, and no address: a file that has such a name is opened as "./https://…".
    static func checked(_ path: String) throws(ControlError) -> String {
        let parts = path.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = parts[0]
        guard parts.count == 2, parts[1].hasPrefix("//"), !scheme.isEmpty,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return path }
        throw ControlError(
            "cannot open \(path): only files are opened, no addresses: pipe it in, as in \"curl -L \(path) | sheafctl open -\""
        )
    }

    /// Opens a file of this user's.
    static func openFile(_ path: String) throws(ControlError) -> SharedDescriptor {
        do throws(OSError) {
            let file = try FileDescriptor.open(path)
            guard try !FileStatus(of: file.number).isFolder else {
                throw OSError(code: EISDIR, operation: "open", subject: path)
            }
            return SharedDescriptor(file)
        } catch {
            throw ControlError("\(error): give a file that you can read")
        }
    }

    /// The parameters of a call that has a reader go over to what lies there.
    func reload(_ reader: String, password: String? = nil) -> ReaderInterface.ReloadParameters {
        .init(
            reader: reader, password: password, fileDescriptor: isAlbum ? nil : 0,
            album: isAlbum ? paths.enumerated().map { .init(fileDescriptor: $0.offset, name: $0.element) } : nil,
            name: isAlbum ? nil : paths.first)
    }
}

/// Where it is noted from which files readers were opened: the service knows no paths. One small file for each reader.
struct ReaderNotes {
    /// So many readers are noted; of more the ones that were noted first are forgotten.
    static let limit = 256

    /// Nil where nothing is noted.
    let folder: String?

    /// The folder of this user: in that of the session (`$XDG_RUNTIME_DIR/sheaf`), else where programs keep their state.
    static var ofThisUser: ReaderNotes {
        for (name, below) in [("XDG_RUNTIME_DIR", ""), ("XDG_STATE_HOME", ""), ("HOME", "/.local/state")] {
            if let folder = CurrentProcess.environment(name), folder.first == "/" {
                return ReaderNotes(folder: "\(folder)\(below)/sheaf/readers")
            }
        }
        return ReaderNotes(folder: nil)
    }

    /// Notes from which files a reader was opened. Where that can't be, it is not known later.
    func note(_ files: OpenedFiles?, of reader: String) {
        guard let folder, let files, RandomIdentifier(reader) != nil else { return }
        var text = files.isAlbum ? "album\0" : "file\0"
        for (path, file) in zip(files.paths, files.shown) { text += "\(file.device):\(file.inode):\(path)\0" }
        do throws(OSError) {
            try Folder.make(folder)
            unsafe try UserFile.write(text.utf8.span.bytes, to: "\(folder)/\(reader)")
            try prune(folder)
        } catch {}
    }

    /// The files that a reader was opened from; nil where nobody has noted them.
    func files(of reader: String) -> OpenedFiles? {
        guard let folder, RandomIdentifier(reader) != nil,
            let bytes = try? UserFile.content(of: "\(folder)/\(reader)", limit: 1 << 20),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let words = text.split(separator: "\0")
        var paths: [String] = []
        var shown: [OpenedFiles.FileName] = []
        for word in words.dropFirst() {
            let parts = word.split(separator: ":", maxSplits: 2)
            guard parts.count == 3, let device = UInt64(parts[0]), let inode = UInt64(parts[1]) else { return nil }
            paths.append(String(parts[2]))
            shown.append(.init(device: device, inode: inode))
        }
        guard !paths.isEmpty else { return nil }
        return OpenedFiles(paths: paths, isAlbum: words.first == "album", shown: shown)
    }

    /// Forgets a reader that was closed.
    func forget(_ reader: String) {
        guard let folder, RandomIdentifier(reader) != nil else { return }
        try? UserFile.remove("\(folder)/\(reader)")
    }

    private func prune(_ folder: String) throws(OSError) {
        let noted = try Folder.names(in: folder).filter { RandomIdentifier($0) != nil }
        guard noted.count > Self.limit else { return }
        let byAge = noted.compactMap { name in FileStatus(path: "\(folder)/\(name)").map { (name, $0.modified) } }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        for (name, _) in byAge.prefix(noted.count - Self.limit) { try UserFile.remove("\(folder)/\(name)") }
    }
}
