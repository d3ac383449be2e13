import Glibc

/// Reports changes of one document: of its file or files themselves, and of the name that it was found under.
///
/// Many events make one change. It is reported when nothing has happened for ``quietTime``, and after ``longestWait`` where
/// things never stop happening.
package final class FileWatch {
    /// How long nothing must happen before a change is reported, in microseconds: who writes a file writes it in pieces.
    package static let quietTime: UInt64 = 100_000
    /// How long a report is put off at most, in microseconds.
    package static let longestWait: UInt64 = 1_000_000

    private let watcher: FileWatcher
    /// Told of changes; nil before ``begin(_:)``, and after the end.
    private var handler: ((FileChange) -> Void)?
    private let quietTime: UInt64
    /// The files themselves, where they are watched.
    private var files: [SharedDescriptor] = []
    /// inotify's numbers for them.
    private var fileMarks: [Int32] = []
    /// How many names each of them had when that was looked at last.
    private var links: [nlink_t] = []
    /// inotify's number for the folder that has the name, and the name.
    private var name: (mark: Int32, interest: FileWatcher.Interest)?
    private var change: FileChange = []
    /// Something with its name was written; it may be the file itself.
    private var nameWasWritten = false
    private var began: UInt64 = 0
    private var due: UInt64 = 0
    private var timer: TimerSource?

    init(_ watcher: FileWatcher, quietTime: UInt64) {
        self.watcher = watcher
        self.quietTime = quietTime
    }

    deinit {
        cancel()
    }

    /// Reports changes on the loop from now on. What has happened before, if it was due meanwhile, is reported from within this call.
    package func begin(_ handler: @escaping (FileChange) -> Void) {
        self.handler = handler
        if timer == nil { report() }
    }

    /// Watches files themselves, whatever they are called, in place of those before. This user must be allowed to read them.
    package func watch(_ files: [SharedDescriptor]) throws(OSError) {
        var marks: [Int32] = []
        defer { for mark in marks { watcher.remove(ObjectIdentifier(self), .file, from: mark) } }
        for file in files { marks.append(try watcher.add(self, .file, at: file.number)) }
        swap(&marks, &fileMarks)
        self.files = files
        links = files.map(Self.links)
    }

    /// How many names a file has; 0 where that can't be said.
    private static func links(of file: SharedDescriptor) -> nlink_t {
        var status = stat()
        return unsafe fstat(file.number, &status) == 0 ? status.st_nlink : 0
    }

    /// Watches the name of a file below a folder, in place of the one before: a new file may come to be called so.
    package func watch(_ path: String, beneath folder: Int32) throws(OSError) {
        let parts = path.split(separator: "/")
        guard let last = parts.last else { throw OSError(code: ENOENT, operation: "watch", subject: path) }
        let parent = try Folder.locate((["."] + parts.dropLast()).joined(separator: "/"), beneath: folder)
        let interest = FileWatcher.Interest.name(Array(last.utf8))
        let mark = try watcher.add(self, interest, at: parent.number)
        if let name { watcher.remove(ObjectIdentifier(self), name.interest, from: name.mark) }
        name = (mark, interest)
    }

    /// Reports nothing any more.
    package func cancel() {
        handler = nil
        timer?.cancel()
        timer = nil
        for mark in fileMarks { watcher.remove(ObjectIdentifier(self), .file, from: mark) }
        if let name { watcher.remove(ObjectIdentifier(self), name.interest, from: name.mark) }
        fileMarks = []
        name = nil
        files = []
    }

    // MARK: Events

    /// Something happened to the file itself.
    func fileEvent(_ mask: UInt32) {
        // Of a folder: a file in it was written, or has come or gone.
        if mask & UInt32(FileWatcher.contentEvents) != 0 { note(.rewritten) }
        // It may have been put aside as a backup, or have another name besides that it keeps.
        if mask & UInt32(IN_MOVE_SELF) != 0 { note(.deleted) }
        guard mask & UInt32(IN_ATTRIB | IN_DELETE_SELF) != 0 else { return }
        let before = links
        links = files.map(Self.links)
        if zip(links, before).contains(where: <) { note(.deleted) }
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
            if now < self.due { wait(until: self.due, now: now) } else { report() }
        }
        // Only memory can be short.
        if timer == nil { report() }
    }

    private func report() {
        guard let handler else { return }
        var change = self.change
        if nameWasWritten, !change.contains(.rewritten) { change.insert(.replaced) }
        self.change = []
        nameWasWritten = false
        if !change.isEmpty { handler(change) }
    }
}

/// Watches files by inotify, all of them by one descriptor.
///
/// Files and folders are named by descriptors of this process (/proc/self/fd): a path need not be visible to it. To start
/// a watch can block on a dead network mount, as every look at a file can.
package final class FileWatcher {
    /// The object of a watch: a file, or a name in a folder.
    enum Interest: Equatable {
        /// The file itself.
        case file
        /// A name in the folder that is watched.
        case name([UInt8])
    }

    private struct Entry {
        unowned let watch: FileWatch
        let id: ObjectIdentifier
        let interest: Interest
    }

    fileprivate static let contentEvents =
        IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
    private static let fileEvents = contentEvents | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
    private static let folderEvents = IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
    /// How many bytes of events are read at once, and how often before others get their turn.
    private static let readLength = 16_384
    private static let readsPerRound = 16
    /// The length of an event before its name, in bytes.
    private static let headLength = 16

    private let loop: EventLoop
    private let inotify: FileDescriptor
    private var source: DescriptorSource?
    /// The watches, by inotify's number for what they watch. A file or folder has one number, however many watch it.
    private var entries: [Int32: [Entry]] = [:]
    private var buffer = [UInt8](repeating: 0, count: FileWatcher.readLength)

    package init(on loop: EventLoop) throws(OSError) {
        self.loop = loop
        let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        inotify = FileDescriptor(owning: try check(number < 0 ? -errno : number, "watch files"))
        source = try loop.watch(inotify.number, for: .readable) { [unowned self] _ in read() }
    }

    deinit {
        source?.cancel()
    }

    /// A watch of nothing yet, which keeps what happens until it is told whom to report that to (``FileWatch/begin(_:)``).
    ///
    /// - Parameter quietTime: how long nothing must happen before a change is reported, in microseconds.
    package func watch(quietTime: UInt64 = FileWatch.quietTime) -> FileWatch {
        FileWatch(self, quietTime: quietTime)
    }

    // MARK: For watches

    /// Gives a watch the events of the file or folder behind a descriptor; returns the mark by which that is ended.
    func add(_ watch: FileWatch, _ interest: Interest, at number: Int32) throws(OSError) -> Int32 {
        let events = interest == .file ? Self.fileEvents : Self.folderEvents | Int32(bitPattern: UInt32(IN_ONLYDIR))
        // A second watch of the same file has the same number; its interest is added to those that there are.
        let mark = unsafe inotify_add_watch(inotify.number, "/proc/self/fd/\(number)", UInt32(bitPattern: events))
        try check(mark < 0 ? -errno : mark, "watch a file")
        entries[mark, default: []].append(Entry(watch: watch, id: ObjectIdentifier(watch), interest: interest))
        return mark
    }

    /// Ends one ``add(_:_:at:)``.
    func remove(_ watch: ObjectIdentifier, _ interest: Interest, from mark: Int32) {
        guard var list = entries[mark],
            let index = list.firstIndex(where: { $0.id == watch && $0.interest == interest })
        else { return }
        list.remove(at: index)
        entries[mark] = list.isEmpty ? nil : list
        if list.isEmpty { inotify_rm_watch(inotify.number, mark) }
    }

    /// A timer for a watch; nil where memory is short.
    func schedule(after microseconds: UInt64, handler: @escaping () -> Void) -> TimerSource? {
        try? loop.schedule(after: microseconds, handler: handler)
    }

    // MARK: Events

    private func read() {
        for _ in 0..<Self.readsPerRound {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(inotify.number, bytes.baseAddress, bytes.count)
            }
            guard count > 0 else { return }
            serve(Array(buffer[0..<count]))
        }
    }

    private func serve(_ bytes: [UInt8]) {
        var start = 0
        while start + Self.headLength <= bytes.count {
            let head = unsafe bytes.span.bytes.extracting(start..<start + Self.headLength)
            let mark = unsafe head.unsafeLoadUnaligned(fromByteOffset: 0, as: Int32.self)
            let mask = unsafe head.unsafeLoadUnaligned(fromByteOffset: 4, as: UInt32.self)
            let length = Int(unsafe head.unsafeLoadUnaligned(fromByteOffset: 12, as: UInt32.self))
            let name = bytes[(start + Self.headLength)...].prefix(length).prefix { $0 != 0 }
            start += Self.headLength + length
            serve(mark, mask, name)
        }
    }

    private func serve(_ mark: Int32, _ mask: UInt32, _ name: ArraySlice<UInt8>) {
        if mask & UInt32(IN_Q_OVERFLOW) != 0 {
            for list in entries.values { for entry in list { entry.watch.lostEvents() } }
            return
        }
        for entry in entries[mark] ?? [] {
            switch entry.interest {
            case .file: entry.watch.fileEvent(mask)
            case .name(let wanted): if name.elementsEqual(wanted) { entry.watch.nameEvent(mask) }
            }
        }
        // The file is gone, or what it was on: the system watches it no more.
        if mask & UInt32(IN_IGNORED) != 0 { entries[mark] = nil }
    }
}

/// The changes of a watched file over some time.
package struct FileChange: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The bytes of the file were written.
    package static let rewritten = FileChange(rawValue: 1)
    /// Another file may be there under the file's name.
    package static let replaced = FileChange(rawValue: 2)
    /// The file has no name any more, or not the one that it had.
    package static let deleted = FileChange(rawValue: 4)
    /// The system has lost track: anything may have happened.
    package static let unknown = FileChange(rawValue: 8)
}
