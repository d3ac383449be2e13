package import HostSupervision
package import SheafOS

/// The folders whose documents may be opened by path. Each is opened once, when it is configured: looking for one later
/// could hang on a mount that is gone.
package final class Library {
    private let folders: [(path: String, descriptor: SharedDescriptor)]

    /// Opens the folders, but for those that another library has open.
    ///
    /// - Throws: with the first folder that can't be opened as its subject.
    package init(folders paths: [String], sharing other: Library? = nil) throws(OSError) {
        var folders: [(path: String, descriptor: SharedDescriptor)] = []
        for path in paths {
            let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
            if let known = other?.folders.first(where: { $0.path == folder }) {
                folders.append(known)
            } else {
                folders.append((folder, SharedDescriptor(try Folder.open(path))))
            }
        }
        self.folders = folders
    }

    /// The folders themselves.
    package var descriptors: [SharedDescriptor] { folders.map(\.descriptor) }

    /// Where a document is, by its absolute path.
    package func place(of path: String) -> Place {
        for folder in folders where path.hasPrefix(folder.path + "/") {
            let rest = path.dropFirst(folder.path.count + 1).drop { $0 == "/" }
            // What is hidden below a library is nobody's document: drafts, version control, keys.
            guard !rest.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { return .hidden }
            return .origin(.file(folder: folder.descriptor, path: String(rest)))
        }
        return .elsewhere
    }

    /// Where a path leads.
    package enum Place {
        case origin(DocumentOrigin)
        /// To a file whose name begins with a point, or that of a folder above it.
        case hidden
        /// Below no folder of the library.
        case elsewhere
    }

    /// Where a document is, by its absolute path; nil where it is none of the library.
    package func origin(of path: String) -> DocumentOrigin? {
        if case .origin(let origin) = place(of: path) { origin } else { nil }
    }
}
