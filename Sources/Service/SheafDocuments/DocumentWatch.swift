import HostProtocol
import HostSupervision
import SheafOS

/// Watches a document's file, or the files of an album, and in the library also the path that it was opened by.
///
/// It watches before the document is open, and tells later what happened meanwhile: nothing is missed.
final class DocumentWatch {
    private let watch: FileWatch
    private let location: (folder: SharedDescriptor, path: String)?

    /// - Throws: where neither the file nor its place can be watched: whose file it is may not let us.
    init(of examined: DocumentFile, from origin: DocumentOrigin, by watcher: FileWatcher) throws(OSError) {
        watch = watcher.watch()
        if case .file(let folder, let path) = origin { location = (folder, path) } else { location = nil }
        var refusal: OSError?
        do throws(OSError) { try watch.watch(Self.watched(of: examined)) } catch { refusal = error }
        guard let location else {
            if let refusal { throw refusal }
            return
        }
        do throws(OSError) {
            try watch.watch(location.path, beneath: location.folder.number)
        } catch {
            if let refusal { throw refusal }
        }
    }

    /// The files of a document, and the folders in a folder. One that is not there any more, or is elsewhere, is left out.
    private static func watched(of examined: DocumentFile) -> [SharedDescriptor] {
        let files = examined.files.descriptors
        guard let folder = files.first, !examined.isRemote else { return files }
        return files
            + examined.folders.compactMap { path in
                try? SharedDescriptor(Folder.locateOnSameFileSystem(path, beneath: folder.number))
            }
    }

    /// Tells on the loop when something happens; what has happened before is told now.
    func begin(telling changed: @escaping (FileChange) -> Void) {
        watch.begin(changed)
    }

    /// Where to look for the document after a change; nil where nothing new can be found.
    func origin(after change: FileChange, of files: DocumentFiles) -> DocumentOrigin? {
        if change.isSubset(of: .deleted) { return nil }
        if let location { return .file(folder: location.folder, path: location.path) }
        return change.isDisjoint(with: [.rewritten, .unknown]) ? nil : .files(files)
    }

    /// Watches the file that is at the document's place now.
    func replaceFiles(by examined: DocumentFile) {
        // Where it can't be, its name is watched still.
        try? watch.watch(Self.watched(of: examined))
    }

    /// Ends the watch: no further change is told.
    func cancel() { watch.cancel() }
}
