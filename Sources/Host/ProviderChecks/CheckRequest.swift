import CSheafProvider
import Glibc
import HostProcess
import HostProtocol
import SheafOS

/// A request of a check: it can be cancelled in the middle, and keeps what the provider hands over as it is.
struct CheckRequest {
    /// The request, as the provider gets it.
    let context: RequestContext
    let items: ReceivedItems
    /// When it is cancelled, as ``EventLoop/now`` counts; nil: never.
    let cancelledAt: UInt64?

    init(
        _ serial: UInt32, _ cancelWord: CancelWord, cancelledAt: UInt64? = nil,
        wanted: Int = ReceivedItems.keptItems, password: String? = nil, suffix: String? = nil
    ) {
        self.cancelledAt = cancelledAt
        items = ReceivedItems(wanted: wanted)
        context = RequestContext(
            serial: serial, cancelWord: cancelWord, password: password, suffix: suffix, receiver: items)
    }
}

/// The items that a provider hands over for one request, as they came.
final class ReceivedItems: ItemReceiver {
    /// How many items it takes before it says that there are enough.
    private let wanted: Int
    /// The items that were handed over, as they came.
    private(set) var all: [ReceivedItem] = []
    /// How many items came after it had said that there are enough.
    private(set) var surplus = 0

    /// The result of `emit` when there are enough items: a number that no provider makes up.
    static let enough: Int32 = 11
    /// The most items that are kept of one call.
    static let keptItems = 100_000

    init(wanted: Int) {
        self.wanted = wanted
    }

    func receive(_ item: UnsafePointer<sheaf_item>) -> Int32 { unsafe add(ReceivedItem(item)) }

    func receive(_ item: DocumentItem) -> Int32 { add(ReceivedItem(item)) }

    private func add(_ item: ReceivedItem) -> Int32 {
        guard all.count < wanted else {
            surplus += 1
            return Self.enough
        }
        all.append(item)
        return all.count < wanted || wanted == Self.keptItems ? 0 : Self.enough
    }
}

/// An item as a provider has handed it over, before a host corrects what is wrong with it.
struct ReceivedItem {
    let size, kind, level: UInt32
    let page: Int64
    let box: PointBox
    let targetX, targetY: Double
    let key, text, uri: CheckedText?
    /// The boxes of its characters.
    let boxes: [PointBox]
    /// How many there were to be.
    let boxCount: UInt64

    /// A text, and whether it is UTF-8.
    struct CheckedText {
        let text: String
        let isValid: Bool

        /// - Parameter pointer: to text that ends in a NUL; nil for NULL.
        init?(_ pointer: UnsafePointer<CChar>?) {
            guard let pointer = unsafe pointer else { return nil }
            let bytes = unsafe Array(
                UnsafeRawBufferPointer(start: pointer, count: strnlen(pointer, HostLimits.itemBytes)))
            text = String(decoding: bytes, as: UTF8.self)
            isValid = String(validating: bytes, as: UTF8.self) != nil
        }

        /// Reads a text that came as JSON, which is UTF-8.
        init?(_ text: String?) {
            guard let text else { return nil }
            self.text = text
            isValid = true
        }
    }

    /// One of a program, of which its host has made what it is.
    init(_ item: DocumentItem) {
        size = UInt32(unsafe MemoryLayout<sheaf_item>.size)
        (kind, level, page) = (item.kind.rawValue, item.level, item.page ?? noPage)
        box = item.box
        (targetX, targetY) = (item.targetX, item.targetY)
        (key, text, uri) = (CheckedText(item.key), CheckedText(item.text), CheckedText(item.uri))
        (boxes, boxCount) = (item.boxes, UInt64(item.boxes.count))
    }

    init(_ pointer: UnsafePointer<sheaf_item>) {
        let bytes = unsafe UnsafeRawPointer(pointer)
        size = unsafe bytes.load(as: UInt32.self)
        var item = unsafe sheaf_item()
        let count = Int(size)
        unsafe withUnsafeMutableBytes(of: &item) { copy in
            unsafe copy.baseAddress?.copyMemory(from: bytes, byteCount: min(count, copy.count))
        }
        kind = unsafe item.kind
        level = unsafe item.level
        page = unsafe item.page
        box = unsafe PointBox(x0: item.x0, y0: item.y0, x1: item.x1, y1: item.y1)
        targetX = unsafe item.target_x
        targetY = unsafe item.target_y
        key = unsafe CheckedText(item.key)
        text = unsafe CheckedText(item.text)
        uri = unsafe CheckedText(item.uri)
        boxCount = unsafe item.box_count
        boxes =
            if let start = unsafe item.boxes, boxCount <= UInt64(HostLimits.itemBytes) {
                unsafe UnsafeBufferPointer(start: start, count: Int(boxCount)).map { PointBox($0) }
            } else {
                []
            }
    }
}

/// The bytes of a document, as a check wants them read.
@safe final class CheckSource: DocumentBytes {
    /// The change that a check makes to the bytes.
    enum Treatment: Equatable, Sendable {
        case none
        /// Each read returns at most so many bytes.
        case pieces(Int)
        /// Only the first so many bytes are there.
        case cut(Int64)
        /// Every so many-th byte is inverted.
        case inverted(every: Int)
        /// All bytes are replaced by others.
        case noise
        /// Each read fails, with this errno.
        case failing(Int32)
    }

    private let file: FileBytes
    private let unreadable: SharedDescriptor
    private let treatment: Treatment
    /// How many bytes the provider has read, each as often as it has.
    private(set) var bytesRead = 0

    /// - Parameter unreadable: a descriptor, each read of which fails.
    init(_ file: SharedDescriptor, unreadable: SharedDescriptor, _ treatment: Treatment) throws(HostError) {
        self.treatment = treatment
        self.unreadable = unreadable
        self.file = try FileBytes(DocumentFiles(file))
    }

    var size: Int64 {
        if case .cut(let length) = treatment { min(file.size, length) } else { file.size }
    }

    /// For a program, which reads itself: what its reads are to find, as a file.
    func copy() -> SharedDescriptor? {
        switch treatment {
        case .none, .pieces: return file.copy()
        case .failing: return unreadable
        case .cut, .inverted, .noise: break
        }
        guard let memory = try? Memfd.create(name: "document", size: 0) else { return nil }
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        var done = 0
        while true {
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe read(into: $0.baseAddress, length: UInt64($0.count), offset: UInt64(done))
            }
            guard count > 0 else { return count < 0 ? nil : SharedDescriptor(memory) }
            guard (try? Memfd.write(Array(piece.prefix(Int(count))), to: memory.number, at: done)) != nil
            else { return nil }
            done += Int(count)
        }
    }

    func read(into buffer: UnsafeMutableRawPointer?, length: UInt64, offset: UInt64) -> Int64 {
        var length = length
        switch treatment {
        case .failing(let code): return -Int64(code)
        case .pieces(let most): length = min(length, UInt64(most))
        case .cut(let end): length = min(length, offset < UInt64(end) ? UInt64(end) - offset : 0)
        case .none, .inverted, .noise: break
        }
        let count = unsafe file.read(into: buffer, length: length, offset: offset)
        guard count > 0, let buffer = unsafe buffer else { return count }
        bytesRead += Int(count)
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
        switch treatment {
        case .inverted(let every):
            let first = (every - Int(truncatingIfNeeded: offset) % every) % every
            for index in stride(from: first, to: bytes.count, by: every) { unsafe bytes[index] ^= 0xff }
        case .noise:
            for index in bytes.indices {
                let position = UInt64(truncatingIfNeeded: index) &+ offset
                unsafe bytes[index] = UInt8(truncatingIfNeeded: (position &* 0x9e37_79b9_7f4a_7c15) >> 56)
            }
        case .none, .pieces, .cut, .failing: break
        }
        return count
    }
}

/// Asks a request to end at a moment, as the service does it, on a thread of its own.
@safe final class CancelAlarm {
    private let word: CancelWord
    private let serial: UInt32
    private let moment: UInt64
    private var thread = pthread_t()

    init(_ word: CancelWord, _ serial: UInt32, at moment: UInt64) {
        self.word = word
        self.serial = serial
        self.moment = moment
        guard EventLoop.now < moment else {
            word.stop(serial)
            return
        }
        let pointer = unsafe Unmanaged.passRetained(self).toOpaque()
        let result = unsafe pthread_create(
            &thread, nil,
            { pointer in
                if let pointer = unsafe pointer {
                    unsafe Unmanaged<CancelAlarm>.fromOpaque(pointer).takeRetainedValue().ring()
                }
                return nil
            }, pointer)
        guard result != 0 else { return }
        thread = pthread_t()
        unsafe Unmanaged<CancelAlarm>.fromOpaque(pointer).release()
        word.stop(serial)
    }

    /// How long before the moment it stops sleeping, in microseconds: a thread wakes up later than it wants.
    private static let watchfulness: UInt64 = 200

    private func ring() {
        while true {
            let now = EventLoop.now
            if now >= moment { break }
            let rest = moment - now
            if rest > Self.watchfulness { usleep(UInt32(clamping: min(rest - Self.watchfulness, 100_000))) }
        }
        word.stop(serial)
    }

    /// Returns when it has rung.
    func wait() {
        if thread != pthread_t() { pthread_join(thread, nil) }
    }
}
