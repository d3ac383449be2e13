import Glibc
import SheafOS
import Testing

@testable import SheafReaders

/// Where readers rest is found again by the next run, also where this one was killed while it stored that.
@Suite struct PositionRecordsTests {
    private static let id = "00112233445566778899aabbccddeeff"
    private static let block = SharedBlocks.blockSize

    @Test func theNextRunFindsWhatWasStoredLast() throws {
        let records = try PositionRecords()
        let slot = try #require(records.slot(for: Self.id))
        #expect(records.position(of: Self.id) == nil)
        for number in 1...5 {
            records.store(slot, transition: number, first: 10 * number, second: number, document: 7)
        }
        let next = try #require(PositionRecords(adopting: records.descriptor))
        #expect(next.position(of: Self.id) == ReaderPosition(transition: 5, first: 50, second: 5, document: 7))
        #expect(next.slot(for: Self.id) == slot && next.position(of: "ffeeddccbbaa99887766554433221100") == nil)
        next.store(slot, transition: 6, first: 60, second: 6)
        #expect(records.position(of: Self.id)?.transition == 6)
    }

    /// Each word of the record that was being written, as a kill in the middle leaves it, or damage does.
    @Test(arguments: 0..<8, [1, 2, 3, 4]) func aTornRecordLeavesTheOneBefore(word: Int, steps: Int) throws {
        let records = try PositionRecords()
        let slot = try #require(records.slot(for: Self.id))
        for number in 1...steps { records.store(slot, transition: number, first: number, second: 0) }
        let written = (2 * slot + steps % 2) * Self.block
        var byte: UInt8 = 0
        let descriptor = records.descriptor.number
        #expect(pread(descriptor, &byte, 1, written + 8 * word) == 1)
        byte ^= 0x10
        #expect(pwrite(descriptor, &byte, 1, written + 8 * word) == 1)
        let next = try #require(PositionRecords(adopting: records.descriptor))
        // The unused word is vouched for too. Before the first step there is nothing to go back to.
        #expect(next.position(of: Self.id)?.transition == (steps == 1 ? nil : steps - 1))
        // What was torn does not win over what is stored after it.
        for number in 7...9 {
            next.store(slot, transition: number, first: number, second: 0)
            #expect(next.position(of: Self.id)?.transition == number)
            #expect(PositionRecords(adopting: records.descriptor)?.position(of: Self.id)?.transition == number)
        }
    }

    @Test func whatIsLostWhollyFreesItsSlot() throws {
        let records = try PositionRecords()
        let slot = try #require(records.slot(for: Self.id))
        records.store(slot, transition: 1, first: 1, second: 0)
        for record in 0..<2 {
            #expect(pwrite(records.descriptor.number, "~", 1, (2 * slot + record) * Self.block) == 1)
        }
        let next = try #require(PositionRecords(adopting: records.descriptor))
        #expect(next.position(of: Self.id) == nil && next.slot(for: "another") == slot)
        #expect(next.position(of: "another") == nil)
    }

    @Test func moreReadersThanSlotsAreLeftOut() throws {
        let records = try PositionRecords()
        let slots = (0..<PositionRecords.maxReaders).compactMap { records.slot(for: "reader-\($0)") }
        #expect(Set(slots).count == PositionRecords.maxReaders)
        #expect(records.slot(for: "one more") == nil && records.slot(for: "reader-7") == slots[7])
        for (number, slot) in slots.enumerated() { records.store(slot, transition: number, first: 0, second: 0) }
        records.erase(slots[7])
        let other = try #require(records.slot(for: "one more"))
        #expect(other == slots[7] && records.position(of: "one more") == nil)
        #expect(records.position(of: "reader-7") == nil && records.position(of: "reader-8")?.transition == 8)
        let next = try #require(PositionRecords(adopting: records.descriptor))
        #expect(next.slot(for: "reader-7") == nil && next.position(of: "reader-9")?.transition == 9)
        next.keep(only: ["reader-9", "reader-7"])
        #expect(next.position(of: "reader-9")?.transition == 9 && next.position(of: "reader-10") == nil)
        #expect(next.slot(for: "reader-7") != nil)
    }

    @Test(arguments: ["", "a long id that nobody has given", "0011223344556677X899aabbccddeeff"])
    func anIdThatIsNotOfTheServiceHasNoSlot(id: String) throws {
        #expect(try PositionRecords().slot(for: id) == nil)
    }

    @Test func onlyMemoryOfThisFormIsTakenOver() throws {
        let memory = SharedDescriptor(try Memfd.create(name: "test", size: 4_096))
        try Memfd.sealSize(memory.number)
        #expect(PositionRecords(adopting: memory) == nil)
    }
}
