import Glibc
import SheafOS
import TestSupport
import Testing

@Suite struct BackgroundWorkerTests {
    @Test func whatIsHandedOverIsClosed() throws {
        let worker = try BackgroundWorker()
        let memory = try Memfd.create(name: "a", size: 1)
        let number = memory.number
        worker.close(memory)
        try eventually { fcntl(number, F_GETFD) < 0 }
    }

    /// Descriptors are all closed, also when there are more than are taken at once and several threads close them.
    @Test func ofManyEachIsClosed() throws {
        let worker = try BackgroundWorker()
        var handed: [(number: Int32, inode: UInt64)] = []
        for number in 0..<300 {
            // One of the threads has far more to do than the other.
            let memory = try Memfd.create(name: "a", size: 1 << 18)
            if number % 2 == 1 { #expect(posix_fallocate(memory.number, 0, 1 << 18) == 0) }
            handed.append((memory.number, try Memfd.inode(of: memory.number)))
            worker.close(memory)
        }
        worker.finish()
        // Other tests may have been given a number again.
        #expect(handed.allSatisfy { (try? Memfd.inode(of: $0.number)) != $0.inode })
    }

    /// Memory is allocated 512 KB at a time, as far as the file reaches.
    @Test(
        .enabled(if: CurrentProcess.processors > 1, "with one processor nothing is allocated aside"),
        arguments: [4_096, 508 << 10, 512 << 10, 516 << 10, 3 << 20])
    func memoryIsAllocatedAsFarAsItReachesAndStaysOpen(bytes: Int) throws {
        let worker = try BackgroundWorker()
        let memory = try Memfd.create(name: "a", size: bytes)
        #expect(allocatedBytes(of: memory.number) == 0)
        worker.allocate(memory.number, bytes: bytes)
        try eventually { allocatedBytes(of: memory.number) == bytes }
        #expect(try Memfd.size(of: memory.number) == bytes)
    }

    /// A page that was finished and sealed before its turn came.
    @Test(.enabled(if: CurrentProcess.processors > 1, "with one processor nothing is allocated aside"))
    func sealedMemoryDoesNotGrow() throws {
        let worker = try BackgroundWorker()
        let memory = try Memfd.create(name: "a", size: 4_096)
        try Memfd.seal(memory.number)
        worker.allocate(memory.number, bytes: 1 << 20)
        let after = try Memfd.create(name: "b", size: 4_096)
        worker.allocate(after.number, bytes: 4_096)
        try eventually { allocatedBytes(of: after.number) == 4_096 }
        #expect(try Memfd.size(of: memory.number) == 4_096)
    }

    @Test func theMemoryOfAMemfdIsGivenBackAndItStaysOpen() throws {
        let worker = try BackgroundWorker()
        let memory = SharedDescriptor(try Memfd.create(name: "a", size: 1 << 20), worker: worker)
        #expect(posix_fallocate(memory.number, 0, 1 << 20) == 0)
        memory.free()
        worker.finish()
        #expect(allocatedBytes(of: memory.number) == 0)
        #expect(try Memfd.size(of: memory.number) == 1 << 20)
    }

    @Test func memoryIsBackWhenAllThatCameBeforeIsClosed() throws {
        let worker = try BackgroundWorker()
        let loop = try EventLoop()
        let slow = try Memfd.create(name: "a", size: 64 << 20)
        worker.allocate(slow.number, bytes: 64 << 20)
        var ends: (Int32, Int32) = (-1, -1)
        try Pipe.make(capacity: 4_096) { mine, its in ends = (mine.release(), its.release()) }
        let mine = FileDescriptor(owning: ends.0)
        worker.close(FileDescriptor(owning: ends.1))
        let done = try worker.returnMemory()
        let number = mine.number
        var isClosed: Bool?
        let source = try loop.watch(done.number, for: .readable) { readiness in
            guard readiness.contains(.gone), isClosed == nil else { return }
            // The end, and not that nothing has come yet.
            var byte: UInt8 = 0
            isClosed = read(number, &byte, 1) == 0
        }
        try eventually(on: loop) { isClosed != nil }
        #expect(isClosed == true)
        source.cancel()
    }
}
