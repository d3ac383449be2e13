import Glibc
import SheafOS
import Testing

@testable import SheafService

@Suite struct DoubledMemoryTests {
    @Test func theLastThatWasWrittenComesFirst() throws {
        let memory = try DoubledMemory(name: "test")
        #expect(Self.contents(of: memory.halves).isEmpty)
        for text in ["one", "two", "three"] { try memory.write(Array(text.utf8)) }
        #expect(Self.contents(of: memory.halves).map(Self.text) == ["three", "two"])
    }

    /// A writer that is killed at any point leaves a header without its bytes, or bytes without their header.
    @Test(arguments: [0, 8, 16, 31, 32, 40]) func whatIsNotWholeIsPassedOver(place: Int) throws {
        let memory = try DoubledMemory(name: "test")
        for text in ["the first text", "the second one"] { try memory.write(Array(text.utf8)) }
        // The second write went to the first half.
        var byte: UInt8 = 0
        #expect(pread(memory.halves[0].number, &byte, 1, place) == 1)
        byte ^= 0x41
        #expect(pwrite(memory.halves[0].number, &byte, 1, place) == 1)
        #expect(Self.contents(of: memory.halves).map(Self.text) == ["the first text"])
        #expect(ftruncate(memory.halves[1].number, 40) == 0)
        #expect(Self.contents(of: memory.halves).isEmpty)
    }

    @Test func anotherRunGoesOnWithBoth() throws {
        let memory = try DoubledMemory(name: "test")
        for text in ["one", "two", "three"] { try memory.write(Array(text.utf8)) }
        let halves = try memory.halves.map { SharedDescriptor(try Self.copy(of: $0.number)) }
        let next = try #require(DoubledMemory(adopting: halves))
        try next.write(Array("four".utf8))
        #expect(Self.contents(of: memory.halves).map(Self.text) == ["four", "three"])
        #expect(DoubledMemory(adopting: Array(halves.prefix(1))) == nil)
        try Memfd.seal(memory.halves[0].number)
        #expect(DoubledMemory(adopting: halves) == nil)
    }

    /// The memory as it is where vm.memfd_noexec is set: the kernel adds a seal (F_SEAL_EXEC, Linux 6.3; before, it is
    /// refused here).
    @Test func anotherRunGoesOnThoughItsMemoryCannotBeExecuted() throws {
        let memory = try DoubledMemory(name: "test")
        for text in ["one", "two"] { try memory.write(Array(text.utf8)) }
        let sealExecution: Int32 = 0x20
        for half in memory.halves {
            #expect(fchmod(half.number, 0o666) == 0)
            #expect(fcntl(half.number, 1_033, sealExecution) == 0 || errno == EINVAL)
        }
        let next = try #require(DoubledMemory(adopting: memory.halves))
        try next.write(Array("three".utf8))
        #expect(Self.contents(of: memory.halves).map(Self.text) == ["three", "two"])
    }

    @Test func whatIsNoMemoryHasNothingToSay() throws {
        let file = SharedDescriptor(try FileDescriptor.open("/proc/self/exe"))
        #expect(Self.contents(of: [file]).isEmpty)
    }

    /// A number that damage has made is not gone on from: the next write would pass the greatest one.
    @Test func aNumberThatNobodyCountsToIsPassedOver() throws {
        let memory = try DoubledMemory(name: "test")
        for text in ["one", "two"] { try memory.write(Array(text.utf8)) }
        var turn = [UInt8](repeating: 0xff, count: 8)
        #expect(pwrite(memory.halves[0].number, &turn, 8, 16) == 8)
        let next = try #require(DoubledMemory(adopting: memory.halves))
        try next.write(Array("three".utf8))
        #expect(Self.contents(of: memory.halves).map(Self.text).contains("three"))
    }

    @Test func thereIsALimit() throws {
        let memory = try DoubledMemory(name: "test")
        let most = [UInt8](repeating: 7, count: DoubledMemory.maxSize)
        try memory.write(most)
        #expect(throws: OSError.self) { try memory.write(most + [7]) }
        #expect(Self.contents(of: memory.halves) == [most])
    }

    private static func contents(of halves: [SharedDescriptor]) -> [[UInt8]] {
        Array(DoubledMemory.contents(of: halves))
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func copy(of number: Int32) throws -> FileDescriptor {
        FileDescriptor(owning: try check(dup(number), "duplicate a descriptor"))
    }
}
