/// An input from a terminal: a key, or an answer of the terminal's own.
enum TerminalInput: Equatable, Sendable {
    case character(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, escape, backspace
    /// Ctrl-L.
    case redraw
    case answer(TerminalAnswer)
}

/// A terminal's answer to ``TerminalQuestion``.
enum TerminalAnswer: Equatable, Sendable {
    /// The terminal shows pictures by kitty's protocol.
    case kittyGraphics
    /// The numbers of the terminal's primary device attributes (DA1); 4 says that it shows sixels.
    case attributes([Int])
    /// The pixels of a character.
    case cell(width: Int, height: Int)
}

/// The sequences that ask a terminal about itself.
enum TerminalQuestion {
    /// How many pixels a character has (XTWINOPS 16).
    static let cell = "\u{1b}[16t"

    /// Which pictures it shows. Those that know kitty's protocol answer to a picture of one pixel; what every terminal answers, and last,
    /// are its attributes.
    static let formats = "\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\" + "\u{1b}[c"

    /// Whether that is tmux or screen, by TERM: they tell of themselves, and not of the terminals that show them.
    static func isMultiplexer(_ terminal: String?) -> Bool {
        ["tmux", "screen"].contains { (terminal ?? "").hasPrefix($0) }
    }
}

/// Reads keys and answers out of the bytes of a terminal: ECMA-48's control sequences, and text in UTF-8.
struct TerminalInputDecoder {
    /// The longest sequence; what is longer is dropped.
    static let sequenceLimit = 4_096

    private static let escape: UInt8 = 0x1b
    /// The bytes so far of a sequence or a character that is not complete.
    private var pending: [UInt8] = []

    init() {}

    /// Whether it has begun something that may be complete as it is: the key Escape alone, say.
    var isWaiting: Bool { !pending.isEmpty }

    /// Returns the inputs that these bytes complete.
    mutating func decode(_ bytes: [UInt8]) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        for byte in bytes {
            pending.append(byte)
            if pending[0] == Self.escape {
                decode(sequence: byte, &inputs)
            } else if let input = Self.input(ofText: pending) {
                pending = []
                if let input { inputs.append(input) }
            }
        }
        return inputs
    }

    /// Ends a sequence that nothing follows: an escape alone is the key.
    mutating func flush() -> [TerminalInput] {
        defer { pending = [] }
        return pending == [Self.escape] ? [.escape] : []
    }

    // MARK: Sequences

    private mutating func decode(sequence byte: UInt8, _ inputs: inout [TerminalInput]) {
        guard pending.count > 1 else { return }
        guard pending.count <= Self.sequenceLimit else { return pending = [] }
        switch pending[1] {
        case UInt8(ascii: "["):
            guard pending.count > 2, (0x40...0x7e).contains(byte) else { return }
            if let input = Self.input(ofControl: pending.dropFirst(2).dropLast(), final: byte) { inputs.append(input) }
        case UInt8(ascii: "O"):
            guard pending.count > 2 else { return }
            if let input = Self.input(ofControl: [], final: byte) { inputs.append(input) }
        // Strings (APC, DCS, OSC, PM, SOS), up to ST, or BEL as xterm takes it.
        case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            guard pending.count > 2,
                byte == 0x07 || byte == UInt8(ascii: "\\") && pending[pending.count - 2] == Self.escape
            else { return }
            if pending.starts(with: "\u{1b}_Gi=31;OK".utf8) { inputs.append(.answer(.kittyGraphics)) }
        case Self.escape:
            inputs.append(.escape)
            return pending = [Self.escape]
        // A key with Alt, which means nothing here.
        default: break
        }
        pending = []
    }

    /// - Parameter parameters: what is between "ESC [" and the final byte.
    private static func input(ofControl parameters: some Collection<UInt8>, final: UInt8) -> TerminalInput? {
        let isPrivate = parameters.first == UInt8(ascii: "?")
        let numbers = parameters.dropFirst(isPrivate ? 1 : 0).split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
        ).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        if isPrivate { return final == UInt8(ascii: "c") ? .answer(.attributes(numbers)) : nil }
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "t"):
            guard numbers.count == 3, numbers[0] == 6, numbers[1] > 0, numbers[2] > 0 else { return nil }
            return .answer(.cell(width: numbers[2], height: numbers[1]))
        case UInt8(ascii: "~"):
            switch numbers.first {
            case 1, 7: return .home
            case 4, 8: return .end
            case 5: return .pageUp
            case 6: return .pageDown
            default: return nil
            }
        default: return nil
        }
    }

    // MARK: Text

    /// The input of a character; nil where the character is not complete, and nothing where it means nothing.
    private static func input(ofText bytes: [UInt8]) -> TerminalInput?? {
        let length = bytes[0] < 0xc0 ? 1 : bytes[0] < 0xe0 ? 2 : bytes[0] < 0xf0 ? 3 : 4
        guard bytes.count >= length else { return nil }
        switch bytes[0] {
        case 0x0a, 0x0d: return .enter
        case 0x08, 0x7f: return .backspace
        case 0x0c: return .redraw
        case ..<0x20: return .some(nil)
        default: return String(validating: bytes, as: UTF8.self)?.first.map { .character($0) } ?? .some(nil)
        }
    }
}
