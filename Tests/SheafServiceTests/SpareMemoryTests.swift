import Glibc
import SheafOS
import Testing

@testable import SheafService

@Suite struct SpareMemoryTests {
    private static let size = 3 << 20

    private let clock = ModelClock()
    private let worker: BackgroundWorker
    private let spare: SpareMemory

    init() throws {
        worker = try BackgroundWorker()
        spare = SpareMemory(loop: try EventLoop(clock: clock), worker: worker)
    }

    private func pass() { while clock.fireNext(by: clock.now + 1_000_000) {} }

    private func allocated(_ memory: SharedDescriptor) -> Int {
        worker.finish()
        var status = stat()
        return fstat(memory.number, &status) == 0 ? Int(status.st_blocks) * 512 : -1
    }

    @Test func itIsAllocatedInAPauseAndTakenOnce() throws {
        spare.prepare(Self.size) { true }
        #expect(spare.bytes == 0)
        pass()
        #expect(spare.bytes == Self.size)
        let memory = try #require(spare.take(Self.size))
        #expect(try Memfd.size(of: memory.number) == Self.size && allocated(memory) == Self.size)
        // As other memory for a page, it can't grow.
        #expect((try? Memfd.resize(memory.number, to: Self.size + 1)) == nil && !Memfd.isSealed(memory.number))
        #expect(spare.bytes == 0 && spare.take(Self.size) == nil)
    }

    @Test func thereIsNoneWithoutAPause() {
        spare.prepare(Self.size) { true }
        #expect(spare.take(Self.size) == nil)
        pass()
        #expect(spare.bytes == 0)
    }

    @Test(arguments: [(SpareMemory.leastBytes - 1, true), (size, false)])
    func thereIsNoneForSmallPagesOrWithoutRoom(bytes: Int, isWanted: Bool) {
        spare.prepare(bytes) { isWanted }
        pass()
        #expect(spare.bytes == 0)
    }

    @Test func itIsAsLargeAsTheLastPage() throws {
        spare.prepare(Self.size) { true }
        pass()
        #expect(spare.take(2 * Self.size) == nil && spare.bytes == Self.size)
        spare.prepare(2 * Self.size) { true }
        pass()
        #expect(spare.bytes == 2 * Self.size)
        #expect(allocated(try #require(spare.take(2 * Self.size))) == 2 * Self.size)
    }

    @Test func itIsGivenBack() {
        spare.prepare(Self.size) { true }
        pass()
        spare.prepare(2 * Self.size) { true }
        spare.release()
        pass()
        #expect(spare.bytes == 0 && spare.take(Self.size) == nil)
    }
}
