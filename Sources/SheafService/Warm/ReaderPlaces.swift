import Navigation
import SheafOS

/// Where readers are, written down with each step before anybody is told of it: the note of everything is written only when
/// there is a pause, and a service that is killed in the midst of turning is to go on where it was all the same.
final class ReaderPlaces {
    /// Where a reader is.
    struct Place: Equatable {
        /// The number of its last transition step.
        var transition: Int
        /// The index of the page that each axis rests on, or will, in the order in which they were set up.
        var indexes: [Int]
    }

    /// So many readers' places are written down; those of others are as old as the note.
    static let maxReaders = 4_096
    /// Of an id, in bytes: as ``RandomBytes/identifier()`` makes them.
    private static let idLength = 32
    private static let axes = 2

    private let memory: RecordMemory
    private var slots: [String: Int] = [:]
    private var free: [Int] = []
    private var used = 0

    /// What systemd is to keep.
    var descriptor: SharedDescriptor { memory.descriptor }

    /// Makes room for places.
    init() throws(OSError) {
        memory = try RecordMemory(name: "sheaf-places", count: Self.maxReaders)
    }

    /// Goes on with those of an earlier run; nil where they are none.
    init?(adopting descriptor: SharedDescriptor) {
        guard let memory = RecordMemory(adopting: descriptor) else { return nil }
        self.memory = memory
        used = memory.count
        for (slot, record) in memory.readAll() {
            if let id = Self.id(in: record), slots[id] == nil { slots[id] = slot }
        }
        let taken = Set(slots.values)
        free = (0..<memory.count).filter { !taken.contains($0) }
    }

    /// Where a reader was.
    func place(of reader: String) -> Place? {
        guard let slot = slots[reader], let record = memory.read(slot), Self.id(in: record) == reader else {
            return nil
        }
        let words = (0..<1 + Self.axes).map { word in
            record[(Self.idLength + 8 * word)..<(Self.idLength + 8 * word + 8)].reversed()
                .reduce(Int64(0)) { $0 << 8 | Int64($1) }
        }
        guard words.allSatisfy({ $0 >= 0 && $0 < Int64.max / 2 }) else { return nil }
        return Place(transition: Int(words[0]), indexes: words.dropFirst().map { Int($0) })
    }

    /// Writes down where a reader is, or that it is no more.
    func note(_ reader: Reader) throws(OSError) {
        guard !reader.machine.hasEnded else {
            guard let slot = slots.removeValue(forKey: reader.id) else { return }
            free.append(slot)
            return try memory.erase(slot)
        }
        guard let slot = slot(of: reader.id) else { return }
        try memory.write(slot) { record in
            var at = 0
            for byte in reader.id.utf8.prefix(Self.idLength) {
                record[at] = byte
                at += 1
            }
            Self.put(reader.machine.transition, at: Self.idLength, in: &record)
            for (number, axis) in reader.axes.prefix(Self.axes).enumerated() {
                Self.put(reader.resting(on: axis) ?? 0, at: Self.idLength + 8 * (number + 1), in: &record)
            }
        }
    }

    /// Forgets all readers but some.
    func keep(only readers: Set<String>) {
        for (reader, slot) in slots where !readers.contains(reader) {
            slots[reader] = nil
            free.append(slot)
            try? memory.erase(slot)
        }
    }

    private func slot(of reader: String) -> Int? {
        if let slot = slots[reader] { return slot }
        guard reader.utf8.count <= Self.idLength else { return nil }
        if free.isEmpty, used < memory.count {
            free.append(used)
            used += 1
        }
        guard let slot = free.popLast() else { return nil }
        slots[reader] = slot
        return slot
    }

    private static func put(_ number: Int, at start: Int, in record: inout MutableSpan<UInt8>) {
        for byte in 0..<8 { record[start + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
    }

    private static func id(in record: [UInt8]) -> String? {
        let bytes = record.prefix(idLength).prefix { $0 != 0 }
        return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
    }
}
