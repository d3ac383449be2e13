import Glibc
import SheafOS
import Testing

/// Records in shared memory are whole, or they are not there.
@Suite struct RecordMemoryTests {
    private static func write(_ text: String, _ index: Int, in memory: RecordMemory) throws {
        try memory.write(index) { bytes in
            for (place, byte) in text.utf8.enumerated() { bytes[place] = byte }
        }
    }

    private static func text(_ index: Int, in memory: RecordMemory) -> String? {
        memory.read(index).map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    @Test func anotherRunFindsWhatWasWritten() throws {
        let memory = try RecordMemory(name: "test", count: 3)
        try Self.write("one", 0, in: memory)
        try Self.write("two", 2, in: memory)
        try Self.write("three", 2, in: memory)
        let next = try #require(RecordMemory(adopting: memory.descriptor))
        #expect(next.count == 3)
        #expect((0..<4).map { Self.text($0, in: next) } == ["one", nil, "three", nil])
        #expect(next.readAll().map(\.index) == [0, 2])
        try next.erase(0)
        try Self.write("past the end", 3, in: next)
        #expect((0..<4).map { Self.text($0, in: memory) } == [nil, nil, "three", nil])
    }

    @Test(arguments: [0, 30, RecordMemory.payload - 1, RecordMemory.payload])
    func aDamagedRecordIsNone(byte: Int) throws {
        let memory = try RecordMemory(name: "test", count: 2)
        try Self.write("one", 0, in: memory)
        try Self.write("two", 1, in: memory)
        #expect(pwrite(memory.descriptor.number, "~", 1, byte) == 1)
        #expect(Self.text(0, in: memory) == nil && Self.text(1, in: memory) == "two")
    }

    @Test func onlyMemoryWhoseSizeStaysIsTakenOver() throws {
        let free = SharedDescriptor(try Memfd.create(name: "test", size: 128))
        #expect(RecordMemory(adopting: free) == nil)
        for (size, isTaken) in [(0, false), (63, false), (64, true), (64 * (RecordMemory.maxCount + 1), false)] {
            let memory = SharedDescriptor(try Memfd.create(name: "test", size: size))
            try Memfd.sealSize(memory.number)
            #expect((RecordMemory(adopting: memory) != nil) == isTaken, "\(size)")
        }
        let pipe = SharedDescriptor(try FileDescriptor.open("/dev/null"))
        #expect(RecordMemory(adopting: pipe) == nil)
    }
}
