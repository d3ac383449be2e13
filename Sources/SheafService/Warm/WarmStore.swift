import SheafOS
import Varlink

/// Has systemd keep what the next run goes on with: pages, documents and a note of what they are and where readers stand.
///
/// The manager's work for each descriptor is one of its loop's, so they are sent a few at a time while the service rests.
/// The note is written the same way, and last of all before it ends. What is lost to a sudden end is what happened since.
final class WarmStore {
    /// One descriptor to keep.
    struct Item {
        let name: String
        let descriptor: SharedDescriptor
    }

    /// So many descriptors go to the manager at once,
    static let batch = 32
    /// when nothing has changed for so long, in microseconds;
    static let pause: UInt64 = 250_000
    /// where something always changes, so much after the first of it.
    static let maxPause: UInt64 = 2_000_000
    /// Where more than so many are left to give at the end, the manager is asked for time before each batch: they take it
    /// a quarter of a second where it is quick (half a millisecond each), and any time where it is not.
    static let longEnd = 512
    /// The time that it is asked for, in microseconds: for one batch, by a manager that is very busy. One that would wait
    /// longer anyway goes on to.
    static let endExtension: UInt64 = 10_000_000
    /// What a page's memory is kept by: short, since all names come back in one string.
    static func name(ofPage number: Int) -> String { "p" + String(number, radix: 36) }

    /// What the two halves of the note are kept by.
    static let noteNames = ["note0", "note1"]
    /// What the places of readers are kept by.
    static let placesName = "places"

    private let loop: EventLoop
    /// How many descriptors are kept at most, those of the note not counted.
    var limit: Int { didSet { if limit != oldValue { touch() } } }
    private let note: DoubledMemory
    private let places: SharedDescriptor
    private let items: () -> [Item]
    private let contents: (Set<String>) -> StoreInterface.Contents
    private let report: (OSError) -> Void
    /// What the manager was given, and has not been told to let go of.
    private var kept: Set<String> = []
    private var timer: TimerSource?
    /// When something changed that is not kept yet: first, and last.
    private var stale: (first: UInt64, last: UInt64)?
    private var hasFailed = false

    /// - Parameters:
    ///   - limit: how many descriptors are kept at most, those of the note and the places not counted.
    ///   - note: what was taken over, or a new one.
    ///   - places: where readers are.
    ///   - kept: what the manager holds already.
    ///   - items: what is to be kept, the most important first.
    ///   - contents: the note, given the names of what is kept.
    ///   - report: called once where the note can't be written.
    init(
        loop: EventLoop, limit: Int, note: DoubledMemory, places: SharedDescriptor, kept: Set<String>,
        items: @escaping () -> [Item],
        contents: @escaping (Set<String>) -> StoreInterface.Contents, report: @escaping (OSError) -> Void
    ) {
        self.loop = loop
        self.limit = limit
        self.note = note
        self.places = places
        self.kept = kept
        self.items = items
        self.contents = contents
        self.report = report
    }

    /// Something has changed: it is kept soon.
    func touch() {
        stale = (stale?.first ?? loop.now, loop.now)
        if timer == nil { wait(Self.pause) }
    }

    /// Keeps everything now: the service ends.
    func finish() {
        timer?.cancel()
        timer = nil
        repeat {
            if left > Self.longEnd { Notify.send("EXTEND_TIMEOUT_USEC=\(Self.endExtension)") }
        } while keep(atMost: Self.longEnd)
        write()
    }

    /// How many descriptors the manager is yet to be given.
    private var left: Int { items().prefix(limit).count { !kept.contains($0.name) } }

    /// Takes everything back: the next run begins anew.
    func end() {
        timer?.cancel()
        timer = nil
        for name in kept { Notify.forget(name) }
        kept = []
    }

    private func wait(_ microseconds: UInt64) {
        timer = try? loop.schedule(after: microseconds) { [unowned self] in
            timer = nil
            guard let stale else { return }
            let quiet = loop.now - stale.last
            guard quiet >= Self.pause || loop.now - stale.first >= Self.maxPause else {
                return wait(Self.pause - quiet)
            }
            self.stale = nil
            let isMore = keep(atMost: Self.batch)
            write()
            if isMore { touch() }
        }
    }

    /// Gives the manager some of what it does not have, and takes back what is not needed.
    ///
    /// - Returns: whether more is to be given.
    private func keep(atMost batch: Int) -> Bool {
        let notes = zip(Self.noteNames, note.halves).map { Item(name: $0, descriptor: $1) }
        let wanted = notes + [Item(name: Self.placesName, descriptor: places)] + items().prefix(limit)
        let names = Set(wanted.map(\.name))
        for name in kept.subtracting(names) { Notify.forget(name) }
        kept.formIntersection(names)
        var given = 0
        for item in wanted where !kept.contains(item.name) {
            guard given < batch else { return true }
            guard Notify.keep(item.descriptor.number, as: item.name) else { return false }
            kept.insert(item.name)
            given += 1
        }
        return false
    }

    private func write() {
        let text = JSONText { contents(kept).encode(into: &$0) }
        do throws(OSError) {
            try note.write(text.bytes)
            hasFailed = false
        } catch {
            if !hasFailed { report(error) }
            hasFailed = true
        }
    }
}
