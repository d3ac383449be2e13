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

    /// As it is where vm.memfd_noexec is set: the kernel adds a seal (F_SEAL_EXEC, Linux 6.3).
    @Test(.enabled(if: Memfd.canBeSealedAgainstExecution, "needs Linux 6.3"))
    func memoryThatIsSealedAgainstExecutionTooIsTakenOver() throws {
        let memory = SharedDescriptor(try Memfd.create(name: "test", size: 128))
        #expect(Memfd.sealAgainstExecution(memory.number))
        try Memfd.sealSize(memory.number)
        #expect(Memfd.isSealed(memory.number, by: Memfd.sizeSeals) && !Memfd.isSealed(memory.number))
        #expect(SharedBlocks(adopting: memory, count: 2) != nil)
        try Memfd.seal(memory.number)
        #expect(Memfd.isSealed(memory.number))
    }

    @Test func nothingLiesOutsideOfIt() async {
        await #expect(processExitsWith: .failure) {
            _ = try SharedBlocks(name: "test", count: 2)[2]
        }
    }
}

extension Memfd {
    /// Does what the kernel does to all shared memory where vm.memfd_noexec is set.
    static func sealAgainstExecution(_ number: Int32) -> Bool {
        let sealExecution: Int32 = 0x20
        return fchmod(number, 0o666) == 0 && fcntl(number, 1_033, sealExecution) == 0
    }

    /// Whether the kernel knows that seal.
    static var canBeSealedAgainstExecution: Bool {
        guard let memory = try? SharedDescriptor(create(name: "test", size: 1)) else { return false }
        return sealAgainstExecution(memory.number)
    }
}
