import Glibc
import SheafOS
import Testing

/// Blocks of words in shared memory outlive the run that wrote them.
@Suite struct SharedBlocksTests {
    @Test func anotherRunFindsWhatWasWritten() throws {
        let blocks = try SharedBlocks(name: "test", count: 3)
        #expect(blocks[2] == SIMD8())
        blocks[2] = SIMD8(1, 2, 3, 4, 5, 6, 7, .max)
        let next = try #require(SharedBlocks(adopting: blocks.descriptor, count: 3))
        #expect(next[2] == SIMD8(1, 2, 3, 4, 5, 6, 7, .max) && next[1] == SIMD8())
        next[0] = SIMD8(repeating: 9)
        #expect(blocks[0] == SIMD8(repeating: 9))
    }

    @Test func onlyMemoryWhoseSizeStaysIsTakenOver() throws {
        let free = SharedDescriptor(try Memfd.create(name: "test", size: 128))
        #expect(SharedBlocks(adopting: free, count: 2) == nil)
        try Memfd.sealSize(free.number)
        #expect(SharedBlocks(adopting: free, count: 2) != nil)
        #expect(SharedBlocks(adopting: free, count: 1) == nil)
        let other = SharedDescriptor(try FileDescriptor.open("/dev/null"))
        #expect(SharedBlocks(adopting: other, count: 2) == nil)
    }

    @Test func nothingLiesOutsideOfIt() async {
        await #expect(processExitsWith: .failure) {
            _ = try SharedBlocks(name: "test", count: 2)[2]
        }
    }
}
