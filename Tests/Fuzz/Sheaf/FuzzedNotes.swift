import SheafOS

@testable import HostProcess
@testable import HostProtocol
@testable import HostSupervision
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService
@testable import Varlink

/// Data of an earlier run that a service goes on with: names, notes and positions, of another version, or damaged.
enum FuzzedNotes {
    static func read(_ input: [UInt8]) {
        readName(input)
        readPages(input)
        readContents(input)
        do throws(OSError) {
            try readHalves(input)
            try readPositions(input)
        } catch {
            fatalError("there is no memory: \(error)")
        }
    }

    /// Reads a name that systemd keeps a descriptor by: a thing has one name.
    private static func readName(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        guard let name = KeptName(text) else { return }
        if name.text != text { fatalError("\(text) and \(name.text) are names of one thing") }
    }

    /// The note of pages: what was read is noted as what reads as the same.
    private static func readPages(_ input: [UInt8]) {
        guard let records = KeptPageRecord.records(in: input) else { return }
        let note = KeptPageRecord.note(of: records.compactMap { $0 })
        guard let again = KeptPageRecord.records(in: note), again.allSatisfy({ $0 != nil }),
            KeptPageRecord.note(of: again.compactMap { $0 }) == note
        else { fatalError("a note of pages changes on its way") }
        for record in again { _ = record?.found }
    }

    /// The note of documents and readers, and what is made of it.
    private static func readContents(_ input: [UInt8]) {
        guard let contents = try? JSONText.decode(StoreInterface.Contents.self, from: input) else { return }
        for document in contents.documents {
            _ = (document.owner, document.identity, document.pageCount)
            _ = document.known.compactMap { PlacedPage($0) }
        }
        for reader in contents.readers { _ = (reader.back + reader.forward).map(\.location) }
    }

    /// Bytes that were written twice and damaged: what is read is one of them, or nothing.
    private static func readHalves(_ input: [UInt8]) throws(OSError) {
        let (early, late) = ([UInt8](input.prefix(input.count / 2)), [UInt8](input.suffix(input.count / 2)))
        let memory = try DoubledMemory(name: "fuzzed")
        try memory.write(early)
        try memory.write(late)
        for (half, damage) in zip(memory.halves, [late, early]) {
            try damage.withDamage { (byte, position) throws(OSError) in
                try Memfd.write([byte], to: half.number, at: position % (32 + input.count))
            }
        }
        for bytes in DoubledMemory.contents(of: memory.halves) where bytes != early && bytes != late {
            fatalError("what was read was never written")
        }
    }

    /// Positions of readers that were stored and damaged: each is one that was stored, or nothing.
    private static func readPositions(_ input: [UInt8]) throws(OSError) {
        let records = try PositionRecords()
        let ids = ["1", "2", "3"]
        for id in ids {
            guard let slot = records.slot(for: id) else { fatalError("there is no slot") }
            for turn in 1...2 { records.store(slot, transition: turn, first: turn, second: 0) }
        }
        try input.withDamage { (byte, position) throws(OSError) in
            try Memfd.write([byte], to: records.descriptor.number, at: position % (8 * SharedBlocks.blockSize))
        }
        guard let adopted = PositionRecords(adopting: records.descriptor) else { fatalError("there are no positions") }
        for id in ids {
            guard let position = adopted.position(of: id) else { continue }
            guard position.transition == position.first, (1...2).contains(position.transition) else {
                fatalError("\(position) was never stored")
            }
        }
    }
}

extension [UInt8] {
    /// Calls `body` with bytes, and with where they are to be written.
    fileprivate func withDamage(_ body: (_ byte: UInt8, _ position: Int) throws(OSError) -> Void) throws(OSError) {
        for start in Swift.stride(from: 0, to: Swift.min(count, 96) - 2, by: 3) {
            try body(self[start], Int(self[start + 1]) << 8 | Int(self[start + 2]))
        }
    }
}
