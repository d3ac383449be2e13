import Glibc

/// Tells what happens to one file: to the file itself, and to the name that it was found under.
///
/// Many events make one change. It is told when nothing has happened for a while; while things go on and on, now and then.
package final class FileWatch {
    /// How long nothing must happen before a change is told, in microseconds: who writes a file writes it in pieces.
    package static let quietTime: UInt64 = 100_000
    /// How long a change is kept back at most.
    package static let longestWait: UInt64 = 1_000_000

    private let watcher: FileWatcher
    private let handler: (FileChange) -> Void
    private let quietTime: UInt64
    /// The file itself, where it is followed.
    private var file: SharedDescriptor?
    /// The system's numbers for what is watched.
    private var fileMark: Int32?
    private var place: (mark: Int32, interest: FileWatcher.Interest)?
    private var change: FileChange = []
    /// Something with its name was written; it may be the file itself.
    private var nameWasWritten = false
    private var began: UInt64 = 0
    private var due: UInt64 = 0
    private var timer: TimerSource?

    init(_ watcher: FileWatcher, quietTime: UInt64, handler: @escaping (FileChange) -> Void) {
        self.watcher = watcher
        self.quietTime = quietTime
        self.handler = handler
    }

    deinit {
        cancel()
    }

    /// Watches the file itself, whatever it is called, in place of the one before. This user must be allowed to read it.
    package func follow(_ file: SharedDescriptor) throws(OSError) {
        let mark = try watcher.add(self, .file, at: file.number)
        if let fileMark { watcher.remove(ObjectIdentifier(self), .file, from: fileMark) }
        fileMark = mark
        self.file = file
    }

    /// Watches the name of a file below a folder, in place of the one before: a new file may come to be called so.
    package func follow(_ path: String, beneath folder: Int32) throws(OSError) {
        let parts = path.split(separator: "/")
        guard let name = parts.last else { throw OSError(code: ENOENT, operation: "watch", subject: path) }
        let parent = try Folder.locate((["."] + parts.dropLast()).joined(separator: "/"), beneath: folder)
        let interest = FileWatcher.Interest.name(Array(name.utf8))
        let mark = try watcher.add(self, interest, at: parent.number)
        if let place { watcher.remove(ObjectIdentifier(self), place.interest, from: place.mark) }
        place = (mark, interest)
    }

    /// It tells nothing any more.
    package func cancel() {
        timer?.cancel()
        timer = nil
        if let fileMark { watcher.remove(ObjectIdentifier(self), .file, from: fileMark) }
        if let place { watcher.remove(ObjectIdentifier(self), place.interest, from: place.mark) }
        fileMark = nil
        place = nil
        file = nil
    }

    // MARK: Events

    /// Something happened to the file itself.
    func fileEvent(_ mask: UInt32) {
        if mask & UInt32(IN_MODIFY | IN_CLOSE_WRITE) != 0 { note(.rewritten) }
        guard mask & UInt32(IN_ATTRIB | IN_DELETE_SELF) != 0, let file else { return }
        var status = stat()
        if unsafe fstat(file.number, &status) == 0, status.st_nlink == 0 { note(.deleted) }
    }

    /// Something happened to its name.
    func nameEvent(_ mask: UInt32) {
        if mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 { note(.replaced) }
        if mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 { note(.deleted) }
        guard mask & UInt32(IN_CLOSE_WRITE) != 0 else { return }
        nameWasWritten = true
        note([])
    }

    /// Events were lost.
    func lostEvents() {
        note(.unknown)
    }

    private func note(_ new: FileChange) {
        change.formUnion(new)
        let now = EventLoop.now
        if timer == nil { began = now }
        due = min(now + quietTime, began + max(Self.longestWait, quietTime))
        if timer == nil { wait(until: due, now: now) }
    }

    /// The timer is not set anew for each event: when it fires it looks whether there were some.
    private func wait(until due: UInt64, now: UInt64) {
        timer = watcher.schedule(after: due > now ? due - now : 0) { [unowned self] in
            timer = nil
            let now = EventLoop.now
            if now < self.due { wait(until: self.due, now: now) } else { tell() }
        }
        // Only memory can be short.
        if timer == nil { tell() }
    }

    private func tell() {
        var change = self.change
        if nameWasWritten, !change.contains(.rewritten) { change.insert(.replaced) }
        self.change = []
        nameWasWritten = false
        if !change.isEmpty { handler(change) }
    }
}
