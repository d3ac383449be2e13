import Glibc

/// Watches files by inotify, all of them by one descriptor.
///
/// Files and folders are named by descriptors of this process (/proc/self/fd): a path need not be visible to it. To start
/// a watch can block on a dead network mount, as every look at a file can.
package final class FileWatcher {
    /// What of a file is watched.
    enum Interest: Equatable {
        /// Itself.
        case file
        /// A name in the folder that it is.
        case name([UInt8])
    }

    private struct Entry {
        unowned let watch: FileWatch
        let id: ObjectIdentifier
        let interest: Interest
    }

    private static let fileEvents = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
    private static let folderEvents = IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
    /// How many bytes of events are read at once, and how often before others get their turn.
    private static let readLength = 16_384
    private static let readsPerTurn = 16
    /// What an event has before its name.
    private static let headLength = 16

    private let loop: EventLoop
    private let inotify: FileDescriptor
    private var source: DescriptorSource?
    /// Who wants to know of what is watched, by the system's number for it. A file or folder has one number, however many watch it.
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

    /// A watch that follows nothing yet.
    ///
    /// - Parameters:
    ///   - quietTime: how long nothing must happen before a change is told, in microseconds.
    ///   - handler: called on the loop, never from within a call.
    package func watch(
        quietTime: UInt64 = FileWatch.quietTime, handler: @escaping (FileChange) -> Void
    ) -> FileWatch {
        FileWatch(self, quietTime: quietTime, handler: handler)
    }

    // MARK: For watches

    /// Tells a watch what happens to the file or folder behind a descriptor; returns the mark by which that is ended.
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

    func schedule(after microseconds: UInt64, handler: @escaping () -> Void) -> TimerSource? {
        try? loop.schedule(after: microseconds, handler: handler)
    }

    // MARK: Events

    private func read() {
        for _ in 0..<Self.readsPerTurn {
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
