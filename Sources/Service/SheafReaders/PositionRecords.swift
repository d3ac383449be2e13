package import SheafOS

/// Where a reader rests, or will when what is under way has ended.
package struct ReaderPosition: Equatable {
    /// The number of its last transition step.
    package var transition: Int
    /// The index of the page that its first axis rests on.
    package var first: Int
    /// The index of the page that the reader's second axis rests on; 0 where it has none.
    package var second: Int
    /// The number of the first axis' document, whose index it is; 0 where that was not stored.
    package var document: UInt64 = 0
}

/// The positions of readers, stored with each step before anybody is answered: the note of everything is written only in
/// pauses, and a service that is killed while pages are turned is to go on where it was all the same.
///
/// A reader has a slot of two records in mapped memory, which are written in turn. A record that was not written to its end, or
/// was damaged, has another checksum than it says; the one before is whole then. Storing makes no system call, allocates
/// nothing and looks nothing up.
package final class PositionRecords {
    /// The most readers that have a slot; the positions of others are as old as the note.
    static let maxReaders = 4_096
    /// The block behind the slots: how many of them were ever in use, and a checksum. The others need not be looked at.
    private static let usedBlock = 2 * maxReaders

    /// A record as it lies in a block of memory.
    private struct Record {
        /// The words of a block.
        enum Word {
            static let reader = (0, 1)
            static let turn = 2
            static let transition = 3
            static let first = 4
            static let second = 5
            static let document = 6
            static let checksum = 7
        }

        /// The transition number of a reader that has a slot, and was not stored yet.
        static let noTransition = UInt64.max

        /// An odd number without a pattern: the golden ratio, as 64 bits of a fraction.
        private static let factor: UInt64 = 0x9e37_79b9_7f4a_7c15

        var block: SIMD8<UInt64>

        init(_ block: SIMD8<UInt64>) { self.block = block }

        @inline(__always)
        init(
            reader: ReaderWords, turn: UInt64, transition: UInt64, first: UInt64, second: UInt64, document: UInt64 = 0
        ) {
            block = SIMD8(reader.first, reader.second, turn, transition, first, second, document, 0)
            block[Word.checksum] = checksum
        }

        var reader: ReaderWords { ReaderWords(first: block[Word.reader.0], second: block[Word.reader.1]) }
        var turn: UInt64 { block[Word.turn] }
        var isWhole: Bool { block[Word.checksum] == checksum }

        /// The position in the record; nil where none was stored, or one that cannot be.
        var position: ReaderPosition? {
            let numbers = [block[Word.transition], block[Word.first], block[Word.second]].compactMap {
                Int(exactly: $0)
            }
            guard numbers.count == 3, numbers.allSatisfy({ $0 < Int.max / 2 }) else { return nil }
            return ReaderPosition(
                transition: numbers[0], first: numbers[1], second: numbers[2], document: block[Word.document])
        }

        /// Each step is reversible, so that no change of a single word is missed. A block of zeros has another.
        @inline(__always)
        private var checksum: UInt64 {
            var sum = Self.factor
            for word in 0..<Word.checksum { sum = (sum ^ block[word]) &* Self.factor }
            return sum
        }
    }

    private let blocks: SharedBlocks
    private var slots: [ReaderWords: Int] = [:]
    private var free: [Int] = []
    /// The slots from this one on were never in use.
    private var used = 0

    /// The descriptor of the positions' memory, which systemd is to keep.
    package var descriptor: SharedDescriptor { blocks.descriptor }

    /// Makes room for positions.
    package init() throws(OSError) {
        blocks = try SharedBlocks(name: "sheaf-positions", count: Self.usedBlock + 1)
    }

    /// Goes on with those of an earlier run; nil where they are none.
    package init?(adopting descriptor: SharedDescriptor) {
        guard let blocks = SharedBlocks(adopting: descriptor, count: Self.usedBlock + 1) else { return nil }
        self.blocks = blocks
        let noted = Record(blocks[Self.usedBlock])
        used = noted.isWhole ? min(Int(truncatingIfNeeded: noted.turn & .max >> 1), Self.maxReaders) : Self.maxReaders
        for slot in (0..<used).reversed() {
            guard let record = latest(in: slot), slots[record.reader] == nil else {
                clear(slot)
                free.append(slot)
                continue
            }
            slots[record.reader] = slot
            // What is not whole has any number for its turn: the next one is counted from those of both.
            for block in [2 * slot, 2 * slot + 1] where !Record(blocks[block]).isWhole { blocks[block] = SIMD8() }
        }
    }

    /// The slot of a reader, which gets one where it has none. Whoever stores its positions remembers it.
    ///
    /// - Returns: nil where all are in use, or the id is longer than those of the service.
    func slot(for id: String) -> Int? {
        guard let reader = ReaderWords(id) else { return nil }
        if let slot = slots[reader] { return slot }
        guard let slot = free.popLast() ?? unusedSlot() else { return nil }
        slots[reader] = slot
        blocks[2 * slot] =
            Record(reader: reader, turn: 1, transition: Record.noTransition, first: 0, second: 0).block
        return slot
    }

    /// Stores where the reader of a slot rests.
    ///
    /// - Parameter document: the number of the first axis' document; with other looks the reader shows another one.
    func store(_ slot: Int, transition: Int, first: Int, second: Int, document: UInt64 = 0) {
        let even = Record(blocks[2 * slot])
        let odd = Record(blocks[2 * slot + 1])
        let isEvenLater = even.turn > odd.turn
        let turn = isEvenLater ? even.turn : odd.turn
        // The latest record stays as it is until the next one: of the two that differ in nothing but their turn, the older goes.
        blocks[2 * slot + (isEvenLater ? 1 : 0)] =
            Record(
                reader: isEvenLater ? even.reader : odd.reader, turn: turn &+ 1,
                transition: UInt64(bitPattern: Int64(transition)), first: UInt64(bitPattern: Int64(first)),
                second: UInt64(bitPattern: Int64(second)), document: document
            ).block
    }

    /// Gives a slot back: its reader is no more.
    func erase(_ slot: Int) {
        guard slot >= 0, slot < Self.maxReaders, let record = latest(in: slot), slots[record.reader] == slot else {
            return
        }
        slots[record.reader] = nil
        clear(slot)
        free.append(slot)
    }

    /// Where a reader rested; nil where that was not stored.
    package func position(of id: String) -> ReaderPosition? {
        ReaderWords(id).flatMap { slots[$0] }.flatMap { latest(in: $0)?.position }
    }

    /// Forgets all readers but some.
    package func keep(only ids: [String]) {
        let kept = Set(ids.compactMap { ReaderWords($0) })
        for (reader, slot) in slots where !kept.contains(reader) { erase(slot) }
    }

    private func unusedSlot() -> Int? {
        guard used < Self.maxReaders else { return nil }
        used += 1
        blocks[Self.usedBlock] =
            Record(reader: ReaderWords(first: 0, second: 0), turn: UInt64(used), transition: 0, first: 0, second: 0)
            .block
        return used - 1
    }

    private func clear(_ slot: Int) {
        for block in [2 * slot, 2 * slot + 1] { blocks[block] = SIMD8() }
    }

    private func latest(in slot: Int) -> Record? {
        let (even, odd) = (Record(blocks[2 * slot]), Record(blocks[2 * slot + 1]))
        guard even.isWhole else { return odd.isWhole ? odd : nil }
        return odd.isWhole && odd.turn > even.turn ? odd : even
    }
}

/// The id of a reader in two words: its 128 bits, as ``RandomIdentifier`` writes them, or a shorter id as it stands.
private struct ReaderWords: Hashable {
    let first: UInt64
    let second: UInt64

    @inline(__always)
    init(first: UInt64, second: UInt64) { (self.first, self.second) = (first, second) }

    /// Takes the id of a reader; nil where it is longer than two words, or empty.
    init?(_ id: String) {
        let bytes = Array(id.utf8)
        let words: [UInt64?]
        if bytes.count == 32 {
            words = [bytes.prefix(16), bytes.suffix(16)].map { half in
                half.reduce(UInt64?(0)) { word, digit in
                    guard let word, let value = Self.value(ofDigit: digit) else { return nil }
                    return word << 4 | value
                }
            }
        } else {
            guard !bytes.isEmpty, bytes.count <= 16 else { return nil }
            words = [bytes.prefix(8), bytes.dropFirst(8)].map { half in half.reduce(0) { $0 << 8 | UInt64($1) } }
        }
        guard let first = words[0], let second = words[1] else { return nil }
        self.init(first: first, second: second)
    }

    private static func value(ofDigit digit: UInt8) -> UInt64? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}
