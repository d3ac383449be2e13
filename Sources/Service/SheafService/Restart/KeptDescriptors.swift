import SheafOS

/// The name by which systemd keeps a descriptor until the next run. Names are short, since all of them come back in one
/// string.
enum KeptName: Hashable {
    /// A half of the note of documents and readers: 0 or 1.
    case note(Int)
    /// A half of the note of pages: 0 or 1.
    case pageNote(Int)
    /// The positions of readers.
    case positions
    /// The file of a document, by the document's number; of an album the first one.
    case document(UInt64)
    /// Another file of an album, by its place (from 1).
    case albumFile(UInt64, Int)
    /// The memory of a page, by its own number.
    case page(Int)

    /// A file of a document.
    static func document(_ number: UInt64, file: Int) -> KeptName {
        file == 0 ? .document(number) : .albumFile(number, file)
    }

    /// Whether it is a file of a document.
    var isDocument: Bool {
        switch self {
        case .document, .albumFile: true
        case .note, .pageNote, .positions, .page: false
        }
    }

    /// Both halves of the note of documents and readers.
    static let notes = [KeptName.note(0), .note(1)]
    /// Both halves of the note of pages.
    static let pageNotes = [KeptName.pageNote(0), .pageNote(1)]

    private static let radix = 36
    /// The name of something that earlier versions kept; a page could have this name.
    private static let earlier = "places"

    /// Reads a name; nil for one that this version gives to nothing.
    init?(_ text: String) {
        switch text.utf8.first {
        // Nearly all of them.
        case UInt8(ascii: "p"):
            guard text != Self.earlier, let number = Self.number(text.utf8.dropFirst(), radix: Self.radix) else {
                return nil
            }
            self = .page(number)
        case UInt8(ascii: "d"):
            let parts = text.utf8.dropFirst().split(
                separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
            let numbers = parts.compactMap { Self.number($0, radix: 10) }
            guard numbers.count == parts.count else { return nil }
            self = .document(UInt64(numbers[0]), file: numbers.count == 1 ? 0 : numbers[1])
        default:
            guard let name = (Self.notes + Self.pageNotes + [.positions]).first(where: { $0.text == text }) else {
                return nil
            }
            self = name
        }
    }

    /// The name as systemd has it.
    var text: String {
        switch self {
        case .note(let half): "note\(half)"
        case .pageNote(let half): "list\(half)"
        case .positions: "readers"
        case .document(let number): "d\(number)"
        case .albumFile(let number, let file): "d\(number).\(file)"
        case .page(let number): "p" + String(number, radix: Self.radix)
        }
    }

    /// Hashes one number for each name: a start pays for every name several times.
    func hash(into hasher: inout Hasher) {
        switch self {
        case .note(let half): hasher.combine(half << 3)
        case .pageNote(let half): hasher.combine(half << 3 | 1)
        case .positions: hasher.combine(2)
        case .document(let number): hasher.combine(Int(truncatingIfNeeded: number) << 3 | 3)
        case .page(let number): hasher.combine(number << 3 | 4)
        case .albumFile(let number, let file):
            hasher.combine((Int(truncatingIfNeeded: number) << 16 ^ file) << 3 | 5)
        }
    }

    /// Reads a number; nil where it is not above 0, or has more digits than it needs: a thing has one name.
    private static func number(_ digits: Substring.UTF8View, radix: Int) -> Int? {
        guard let first = digits.first, first != UInt8(ascii: "0") else { return nil }
        var number = 0
        for digit in digits {
            let value: Int
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = Int(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = Int(digit - UInt8(ascii: "a")) + 10
            default: return nil
            }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: radix)
            let (sum, isTooLargeStill) = product.addingReportingOverflow(value)
            guard value < radix, !isTooLarge, !isTooLargeStill else { return nil }
            number = sum
        }
        return number
    }
}

/// The descriptors that systemd has passed: the sockets to listen on, and those that it has kept of the last run.
struct PassedDescriptors {
    /// The numbers of listening sockets.
    private(set) var sockets: [Int32] = []
    private var stored: [(name: KeptName, number: Int32)] = []
    /// The names of kept descriptors that this version has no use for. These are closed.
    private(set) var unknown: [String] = []

    /// - Parameter passed: owned from now on.
    init(_ passed: [Notify.Passed]) {
        for one in passed {
            // The name first: asking the kernel about thousands of pages takes a while.
            if let name = KeptName(one.name) {
                stored.append((name, one.number))
            } else if UnixSocket.isListening(one.number) {
                sockets.append(one.number)
            } else {
                unknown.append(one.name)
                _ = FileDescriptor(owning: one.number)
            }
        }
    }

    /// Hands over what was kept. Of two with one name the second is closed.
    ///
    /// - Parameter worker: closes what is not used any more.
    consuming func kept(worker: BackgroundWorker?) -> [KeptName: SharedDescriptor] {
        var kept: [KeptName: SharedDescriptor] = [:]
        kept.reserveCapacity(stored.count)
        for one in stored {
            let descriptor = SharedDescriptor(FileDescriptor(owning: one.number), worker: worker)
            if kept[one.name] == nil { kept[one.name] = descriptor }
        }
        return kept
    }
}
