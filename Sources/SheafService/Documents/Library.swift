import ProviderHost
import SheafOS

/// The folders whose documents may be opened by path. They are opened once, at the start: looking for one later could
/// hang on a mount that is gone.
final class Library {
    private let folders: [(path: String, descriptor: SharedDescriptor)]

    /// Opens the folders.
    init(folders paths: [String]) throws(OSError) {
        var folders: [(path: String, descriptor: SharedDescriptor)] = []
        for path in paths {
            let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
            folders.append((folder, SharedDescriptor(try Folder.open(path))))
        }
        self.folders = folders
    }

    /// Where a document is, by its absolute path; nil where it is below no folder.
    func origin(of path: String) -> DocumentOrigin? {
        for folder in folders where path.hasPrefix(folder.path + "/") {
            let rest = path.dropFirst(folder.path.count + 1).drop { $0 == "/" }
            return .file(folder: folder.descriptor, path: String(rest))
        }
        return nil
    }
}
