import CSheafJSON
import Glibc
import SheafOS

/// Bytes that were received and not consumed yet, with the padding that the JSON parser needs behind them.
///
/// It is a class, so that a message stays where it is while its handler uses the connection.
@safe final class InputBuffer {
    /// Where a buffer starts: messages of most services fit.
    private static let initialCapacity = 16 << 10
    /// A buffer that grew beyond this is not used for another connection.
    static let keptCapacity = 256 << 10

    private var window: InputWindow

    init() {
        window = InputWindow(capacity: Self.initialCapacity)
    }

    /// A buffer that holds a copy of `text` and nothing else.
    init(copying text: RawSpan) {
        window = InputWindow(capacity: text.byteCount)
        window.append(text)
    }

    var capacity: Int { window.capacity }
    /// How many bytes are not consumed.
    var count: Int { window.count }

    /// Receives what is there into room that it makes.
    func receive(from socket: Int32, descriptors: inout [Int32]) throws(OSError) -> Received {
        try window.receive(from: socket, descriptors: &descriptors)
    }

    /// The next message, without its NUL, which is consumed with it; nil where it is not whole.
    func nextMessage() -> Range<Int>? { window.nextMessage() }

    /// How far from the first byte that is not consumed the last message begins of those that begin in what was
    /// received last.
    func lastBeginning(in received: Received) -> Int? { window.lastBeginning(in: received) }

    /// Where the bytes of a range are, for the parser; its padding is readable.
    func padded(_ range: Range<Int>) -> (UnsafePointer<UInt8>, Int) { unsafe window.padded(range) }

    /// Takes what is not consumed out of it.
    func takeRest() -> [UInt8] { window.takeRest() }

    /// Forgets everything.
    func removeAll() { window.removeAll() }
}

/// What one receive brought.
struct Received {
    let read: SocketRead
    /// It filled all the room there was: more may wait.
    let isFull: Bool
    /// What was there before ended with a message.
    let beginsMessage: Bool
}
