import HostProtocol
import HostSupervision
import SheafOS

/// Watches a document's file, or the files of an album, and in the library also the path that it was opened by.
///
/// It watches before the document is open, and tells later what happened meanwhile: nothing is missed.
final class DocumentWatch {
    private let watch: FileWatch
    private let location: (folder: SharedDescriptor, path: String)?
    private var waiting: FileChange = []
    private var changed: ((FileChange) -> Void)?

    /// - Throws: where neither the file nor its place can be watched: whose file it is may not let us.
    init(of examined: DocumentFile, from origin: DocumentOrigin, by watcher: FileWatcher) throws(OSError) {
        let box = Box()
        watch = watcher.watch { change in box.watch?.noticed(change) }
        if case .file(let folder, let path) = origin { location = (folder, path) } else { location = nil }
        box.watch = self
        var refusal: OSError?
        do throws(OSError) { try watch.watch(examined.files.descriptors) } catch { refusal = error }
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

    /// Tells on the loop when something happens; what has happened before is told now.
    func begin(telling changed: @escaping (FileChange) -> Void) {
        self.changed = changed
        guard !waiting.isEmpty else { return }
        let change = waiting
        waiting = []
        changed(change)
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
        try? watch.watch(examined.files.descriptors)
    }

    /// Ends the watch: no further change is told.
    func cancel() {
        changed = nil
        watch.cancel()
    }

    private func noticed(_ change: FileChange) {
        if let changed { changed(change) } else { waiting.formUnion(change) }
    }

    /// A weak reference to the document's watch. The closure of the file's watch is made before the document's watch is
    /// whole.
    private final class Box {
        weak var watch: DocumentWatch?
    }
}
