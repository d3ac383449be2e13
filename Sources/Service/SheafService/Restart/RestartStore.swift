import HostSupervision
import SheafOS
import SheafPages

/// Has systemd keep what the next run goes on with: pages, files of documents, the positions of readers, and two notes of what
/// all that is.
///
/// The manager's work for each descriptor is one of its loop's (half a millisecond), so they are sent a few at a time: an
/// eighth of its time at most. The notes are written the same way, and last of all before it ends. What is lost to a sudden
/// end is what happened since: of pages no more than a hundredth, where they come no faster than they are sent.
final class RestartStore {
    /// How many descriptors go to the manager at once.
    static let batch = 12
    /// How long nothing must have changed until the first descriptors go, in microseconds. This is looked at five times
    /// in that time; the other descriptors go at each look.
    static let pause: UInt64 = 250_000
    /// How many pages are kept for each new one when descriptors go at the next look: the cost grows with the pages
    /// that are kept.
    static let keptForNew = 200
    /// The longest time from the first change until descriptors go where something always changes, in microseconds.
    static let maxPause: UInt64 = 1_000_000
    /// Where more than so many are left to give at the end, the manager is asked for time before each batch: they take it
    /// a quarter of a second where it is quick (half a millisecond each), and any time where it is not.
    static let longEnd = 512
    /// The time that it is asked for, in microseconds: for one batch, by a manager that is very busy. One that would wait
    /// longer anyway goes on to.
    static let endExtension: UInt64 = 10_000_000

    /// Where the notes are written, and where readers rest.
    struct Memories {
        let note: DoubledMemory
        let pageNote: DoubledMemory
        let positions: SharedDescriptor
    }

    private struct Item {
        let name: KeptName
        let descriptor: SharedDescriptor
    }

    private static let look = pause / 5

    private let loop: EventLoop
    private let core: ServiceCore
    /// How many descriptors are kept at most, those of the notes and the positions not counted.
    var limit: Int { didSet { if limit != oldValue { touch() } } }
    private let memories: Memories
    /// The names of the descriptors that the manager was given, and has not been told to let go of.
    private var given: Set<KeptName>
    private var timer: TimerSource?
    /// Whether something has changed since the timer looked last.
    private var isTouched = false
    /// How many pages were rendered since new descriptors were last given.
    private var newPages = 0
    /// How often it has looked since something changed: in all, and since the last change.
    private var looks = (all: 0, quiet: 0)
    /// Whether the manager has not been given all descriptors.
    private var isBehind = false
    private var hasFailed = false

    /// - Parameters:
    ///   - limit: how many descriptors are kept at most, those of the notes and the positions not counted.
    ///   - memories: what was taken over, or new ones.
    ///   - given: what the manager holds already.
    init(
        loop: EventLoop, core: ServiceCore, limit: Int, memories: Memories, given: Set<KeptName>
    ) {
        self.loop = loop
        self.core = core
        self.limit = limit
        self.memories = memories
        self.given = given
    }

    /// Notes that something has changed, which is kept soon. Called at each turn of a page, it looks at no clock.
    func touch() {
        isTouched = true
        if timer == nil { startLooking() }
    }

    /// Notes that there is one page more.
    func pageRendered() {
        newPages += 1
        touch()
    }

    /// Keeps everything now: the service ends.
    func finish() {
        timer?.cancel()
        timer = nil
        // The next run would not hear of them.
        core.supervisor.tellChanges()
        let (items, pages) = itemsToKeep
        repeat {
            if items.count(where: { !given.contains($0.name) }) > Self.longEnd {
                Notify.send("EXTEND_TIMEOUT_USEC=\(Self.endExtension)")
            }
        } while give(items, atMost: Self.longEnd, waitsForManager: true)
        write(pages)
    }

    /// Takes everything back: the next run begins anew.
    func end() {
        timer?.cancel()
        timer = nil
        for name in given { Notify.forget(name.text) }
        given = []
    }

    private func startLooking() {
        isTouched = false
        looks = (0, 0)
        wait()
    }

    private func wait() {
        timer = try? loop.schedule(after: Self.look) { [unowned self] in
            timer = nil
            looks = (looks.all + 1, isTouched ? 0 : looks.quiet + 1)
            isTouched = false
            guard
                isBehind || newPages > given.count / Self.keptForNew || UInt64(looks.quiet) * Self.look >= Self.pause
                    || UInt64(looks.all) * Self.look >= Self.maxPause
            else { return wait() }
            newPages = 0
            let (items, pages) = itemsToKeep
            isBehind = give(items, atMost: Self.batch, waitsForManager: false)
            write(pages)
            if isBehind { touch() }
        }
    }

    private var itemsToKeep: (items: [Item], pages: [KeptPage]) {
        var items =
            zip(KeptName.notes, memories.note.halves).map { Item(name: $0, descriptor: $1) }
            + zip(KeptName.pageNotes, memories.pageNote.halves).map { Item(name: $0, descriptor: $1) }
            + [Item(name: .positions, descriptor: memories.positions)]
        let files = core.documentsToKeep.flatMap { document in
            document.files.enumerated().map { file in
                Item(name: .document(document.number, file: file.offset), descriptor: file.element)
            }
        }.prefix(limit)
        let pages = core.pagesToKeep.prefix(limit - files.count)
        items += files
        items += pages.map { Item(name: .page($0.record.number), descriptor: $0.descriptor) }
        return (items, Array(pages))
    }

    /// Gives the manager some of what it does not have, and takes back what is not needed.
    ///
    /// - Parameter waitsForManager: whether it goes on where the manager has not read what it was sent before.
    /// - Returns: whether more is to be given.
    private func give(_ items: [Item], atMost batch: Int, waitsForManager: Bool) -> Bool {
        let gone = given.subtracting(items.map(\.name))
        for name in gone {
            guard waitsForManager || Notify.hasRoom else { return true }
            Notify.forget(name.text)
            given.remove(name)
            // Of one file that is open in several looks systemd keeps one descriptor, under the first name: another one takes its place.
            if name.isDocument { given = given.filter { !$0.isDocument || gone.contains($0) } }
        }
        var sent = 0
        for item in items where !given.contains(item.name) {
            guard sent < batch, waitsForManager || Notify.hasRoom else { return true }
            guard Notify.keep(item.descriptor.number, as: item.name.text) else { return false }
            given.insert(item.name)
            sent += 1
        }
        return false
    }

    private func write(_ pages: [KeptPage]) {
        let kept = pages.filter { given.contains(.page($0.record.number)) }
        let documents = Set(given.compactMap { if case .document(let number) = $0 { number } else { nil } })
        let note = core.note(ofDocuments: documents, pages: kept)
        do throws(OSError) {
            try memories.note.write(note.bytes(atMost: DoubledMemory.maxSize))
            try memories.pageNote.write(KeptPageRecord.note(of: kept.lazy.map(\.record)))
            hasFailed = false
        } catch {
            if !hasFailed { core.restartNoteFailed(error) }
            hasFailed = true
        }
    }
}
