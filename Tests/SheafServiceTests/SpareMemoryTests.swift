import HostSupervision
import SheafOS
import Testing

@testable import SheafDocuments
@testable import SheafPages
@testable import ServiceModel

@Suite struct SpareMemoryTests {
    private static let size = 3 << 20

    private let clock = ModelClock()
    private let table: TestTable
    private let document: HostDocument
    private let spare: SpareMemory

    init() throws {
        table = try TestTable()
        try table.write("sheaf-pattern 1\npages = 9\n")
        document = try table.openFile().opened
        spare = SpareMemory(loop: try EventLoop(clock: clock), worker: try BackgroundWorker())
    }

    private func pass() { while clock.fireNext(by: clock.now + 1_000_000) {} }

    @Test func aHostHasItAfterAPause() {
        spare.prepare(Self.size, for: document) { true }
        #expect(spare.bytes == 0)
        pass()
        #expect(spare.bytes == Self.size && document.preparedBytes == Self.size)
        // It stays where it is as wanted.
        spare.prepare(Self.size, for: document) {
            Issue.record("prepared anew")
            return true
        }
        pass()
        #expect(spare.bytes == Self.size)
    }

    @Test func thereIsNoneWithoutAPause() {
        spare.prepare(Self.size, for: document) { true }
        spare.pageBegins()
        pass()
        #expect(spare.bytes == 0 && document.preparedBytes == 0)
    }

    @Test(arguments: [(SpareMemory.leastBytes - 1, true), (size, false)])
    func thereIsNoneForSmallPagesOrWithoutRoom(bytes: Int, isWanted: Bool) {
        spare.prepare(bytes, for: document) { isWanted }
        pass()
        #expect(spare.bytes == 0)
    }

    @Test func itIsAsLargeAsTheLastPage() {
        for bytes in [SpareMemory.leastBytes, Self.size, 2 * Self.size] {
            spare.prepare(bytes, for: document) { true }
            pass()
            #expect(spare.bytes == bytes && document.preparedBytes == bytes)
        }
    }

    @Test func itIsGivenBack() {
        spare.prepare(Self.size, for: document) { true }
        pass()
        spare.prepare(2 * Self.size, for: document) { true }
        spare.release()
        pass()
        #expect(spare.bytes == 0 && document.preparedBytes == 0)
    }

    @Test func nothingStaysOfWhatAPageHasTaken() {
        spare.prepare(Self.size, for: document) { true }
        pass()
        weak var taken: PreparedMemory?
        do {
            let memory = document.takePrepared(Self.size)
            taken = memory
            #expect(memory != nil && spare.bytes == 0)
        }
        #expect(taken == nil)
    }

    @Test func itEndsWithItsHost() throws {
        spare.prepare(Self.size, for: document) { true }
        pass()
        table.supervisor.endIdleHosts(withDocuments: true)
        try table.run { spare.bytes == 0 }
        spare.prepare(Self.size, for: document) { true }
        pass()
        #expect(spare.bytes == 0)
    }
}
