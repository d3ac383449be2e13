import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Memory that a host has mapped before it is asked for the page that goes there. The pages have 100 by 100 pixels.
@Suite struct PreparedMemoryTests {
    private static let size = 40_000

    private let test: TestSupervisor
    private let document: HostDocument

    init() throws {
        test = try TestSupervisor()
        document = try test.open("pages=9\npage=7 hang=600\npage=8 fail=1")
        #expect(try test.renderFailure(document, page: 0) == nil)
    }

    private static func memory(_ bytes: Int = size) throws -> SharedDescriptor {
        let memory = try Memfd.create(name: "sheaf-page", size: bytes)
        try Memfd.sealGrowth(memory.number)
        return SharedDescriptor(memory)
    }

    private func prepare(_ bytes: Int = size) throws -> (PreparedMemory, inode: UInt64) {
        let memory = try Self.memory(bytes)
        return (try #require(document.prepare(memory, bytes: bytes)), try Memfd.inode(of: memory.number))
    }

    /// A job whose page is drawn in what its document's host has prepared, where that is as long.
    private func job(page: Int64, width: Int32 = 100, of document: HostDocument? = nil) throws -> RenderJob {
        var job = try test.job(page: page, width: width)
        let size = 4 * Int(width) * 100
        let prepared = (document ?? self.document).takePrepared(size)
        job.target = try RenderTarget(size, prepared: prepared) { () throws(OSError) in
            let memory = try Memfd.create(name: "sheaf-page", size: size)
            try Memfd.sealGrowth(memory.number)
            return SharedDescriptor(memory)
        }
        return job
    }

    /// Renders, and tells where to.
    private func render(_ job: RenderJob, of document: HostDocument? = nil) throws -> UInt64 {
        let document = document ?? self.document
        let page = try test.result { document.render(job, completion: $0) }.get()
        #expect(page.bytes == job.target.capacity && Memfd.isSealed(job.target.descriptor.number))
        let pixels = TestSupervisor.pixels(page: job.page, count: page.bytes / 4)
        #expect(test.bytes(of: job, count: page.bytes).elementsEqual(pixels))
        return try Memfd.inode(of: job.target.descriptor.number)
    }

    /// Returns how much memory of pages the host holds: the bytes by descriptors, and the number of mapped pieces.
    private func held() throws -> (bytes: Int, pieces: Int) {
        let host = try #require(test.pids.first)
        let held = ProcessMemory.held(by: host, named: "sheaf-page", descriptors: 1_000, mappings: 10_000)
        guard case .memory(let bytes, let pieces) = held else {
            throw TestFailure("\(host) has \(String(describing: held))")
        }
        return (bytes, pieces)
    }

    @Test func thePageIsDrawnThereAndNoLongerMapped() throws {
        for page in 1..<4 {
            let (prepared, inode) = try prepare()
            #expect(prepared.isThere && document.preparedBytes == Self.size)
            try test.eventually { try held().pieces == 1 }
            #expect(try render(job(page: Int64(page))) == inode)
            #expect(!prepared.isThere && document.preparedBytes == 0)
            #expect(try held().pieces == 0)
        }
        // The next one is copied, as ever.
        #expect(try render(job(page: 4)) > 0)
    }

    /// The host may not have come to it, or be in the middle of it.
    @Test func whatIsAskedForAtOnceIsRight() throws {
        for page in 0..<7 {
            let (_, inode) = try prepare(4 * 3_000 * 100)
            #expect(try render(job(page: Int64(page), width: 3_000)) == inode)
        }
        #expect(try held().pieces == 0)
    }

    @Test func aThumbnailIsMadeOfIt() throws {
        var made: Bool?
        let thumbnail = ThumbnailJob(width: 10, height: 10, memory: try Self.memory(400)) { made = $0 }
        // It is not where other pages are drawn.
        _ = try render(job(page: 4))
        let (_, inode) = try prepare()
        var job = try job(page: 3)
        job.thumbnail = thumbnail
        #expect(try render(job) == inode)
        try test.eventually { made != nil }
        #expect(made == true)
        var bytes = [UInt8](repeating: 0, count: 400)
        #expect(pread(thumbnail.memory.number, &bytes, 400, 0) == 400)
        #expect(bytes.elementsEqual(TestSupervisor.pixels(page: 3, count: 100)))
        // The host has nothing of it any more.
        try test.eventually { try held() == (0, 0) }
    }

    @Test(arguments: [RenderPaper.sepia, .inverted])
    func paperIsAsElsewhere(paper: RenderPaper) throws {
        var pages: [[UInt8]] = []
        for isPrepared in [false, true] {
            if isPrepared { _ = try prepare() }
            var job = try job(page: 3)
            job.paper = paper
            _ = try test.result { document.render(job, completion: $0) }.get()
            pages.append(test.bytes(of: job, count: Self.size))
        }
        #expect(pages[0] == pages[1])
    }

    /// Preparing memory goes on after another request has come between.
    @Test func preparingGoesOnAfterWhatComesBetween() throws {
        let size = 4 * 3_000 * 100
        let memory = try Self.memory(size)
        let inode = try Memfd.inode(of: memory.number)
        let prepared = document.prepare(memory, bytes: size)
        _ = try test.result { document.pageCount(completion: $0) }.get()
        try test.eventually { allocatedBytes(of: memory.number) >= size }
        #expect(try #require(prepared).isThere && held().pieces == 1)
        #expect(try render(job(page: 1, width: 3_000)) == inode)
    }

    /// Prepared memory is of no other host, even where the page is asked of another host.
    @Test func noOtherHostGetsIt() throws {
        let (prepared, inode) = try prepare()
        let other = try test.open("pages=3", owner: .uid(2))
        #expect(try render(job(page: 1, of: other), of: other) != inode)
        #expect(test.pids.count == 2 && prepared.isThere && other.preparedBytes == 0)
        #expect(try render(job(page: 1), of: other) != inode)
        #expect(!prepared.isThere)
        try test.eventually { try held().pieces == 0 }
        #expect(try render(job(page: 1)) != inode)
    }

    /// Prepared memory is kept until a page comes that it is for.
    @Test func noPageOfAnotherSizeAndNoneThatDoesNotTakeItIsDrawnThere() throws {
        let (prepared, inode) = try prepare()
        #expect(try render(job(page: 1, width: 101)) != inode)
        #expect(try render(test.job(page: 1)) != inode)
        let encoded = try test.job(page: 1, format: .png)
        _ = try test.result { document.render(encoded, completion: $0) }.get()
        #expect(prepared.isThere)
        #expect(try render(job(page: 2)) == inode)
    }

    @Test func itIsLetGoOfWhereItIsNotWanted() throws {
        let (prepared, inode) = try prepare()
        try test.eventually { try held().pieces == 1 }
        prepared.release()
        #expect(!prepared.isThere)
        try test.eventually { try held().pieces == 0 }
        #expect(try render(job(page: 1)) != inode)
        // One takes the place of another.
        let (first, _) = try prepare()
        let (second, last) = try prepare()
        first.release()
        #expect(!first.isThere && second.isThere)
        #expect(try render(job(page: 2)) == last)
        // Nobody asks for the page after all.
        _ = try prepare()
        _ = try job(page: 3)
        try test.eventually { try held().pieces == 0 }
        // And memory is short.
        _ = try prepare()
        try test.eventually { try held().pieces == 1 }
        test.supervisor.trim(.low)
        try test.eventually { try held().pieces == 0 }
        #expect(try render(job(page: 3)) > 0)
    }

    @Test func aPageThatFailsOrIsGivenUpLetsGoOfIt() throws {
        _ = try prepare()
        let failing = try job(page: 8)
        #expect(try test.failure { document.render(failing, completion: $0) } != nil)
        #expect(try held().pieces == 0)
        let (prepared, _) = try prepare()
        let hangs = test.hangs
        var failure: HostError?
        let ticket = document.render(try job(page: 7)) { if case .failure(let error) = $0 { failure = error } }
        try test.eventually { test.hangs > hangs }
        #expect(!prepared.isThere)
        // It is mapped behind that.
        let (next, _) = try prepare()
        ticket.cancel()
        try test.eventually { failure != nil }
        try test.eventually { try held() == (0, 1) }
        next.release()
        try test.eventually { try held().pieces == 0 }
        #expect(try render(job(page: 1)) > 0)
    }

    @Test func aPageThatFailsBeforeItIsDrawnLetsGoOfIt() throws {
        let trimmed = try test.open("pages=3", looks: DocumentLooks(trim: .page))
        #expect(try test.renderFailure(trimmed, page: 0) == nil)
        let memory = try Self.memory()
        _ = try #require(trimmed.prepare(memory, bytes: Self.size))
        try test.eventually { allocatedBytes(of: memory.number) >= Self.size }
        let failing = try job(page: 99, of: trimmed)
        #expect(try test.failure { trimmed.render(failing, completion: $0) } != nil)
        #expect(try held().pieces == 0)
    }

    /// Prepared memory of a busy host is freed at once: the host lets go of it later, and the memory is wanted now.
    @Test func whatABusyHostIsToLetGoOfIsFreeAtOnce() throws {
        let memory = try Self.memory()
        let prepared = try #require(document.prepare(memory, bytes: Self.size))
        try test.eventually { allocatedBytes(of: memory.number) >= Self.size }
        let hangs = test.hangs
        var isEnded = false
        let ticket = document.render(try test.job(page: 7)) { _ in isEnded = true }
        try test.eventually { test.hangs > hangs }
        prepared.release()
        #expect(allocatedBytes(of: memory.number) == 0)
        ticket.cancel()
        try test.eventually { isEnded }
        try test.eventually { try held().pieces == 0 }
    }

    /// Prepared memory ends with its host: the page is asked of another host, which gets other memory.
    @Test func itEndsWithItsHost() throws {
        let (prepared, inode) = try prepare()
        kill(try #require(test.pids.first), SIGKILL)
        try test.eventually { !prepared.isThere }
        prepared.release()
        #expect(document.preparedBytes == 0)
        #expect(try render(job(page: 1)) != inode)
    }

    @Test func aPageForWhichNoOtherMemoryCanBeMadeIsRefused() throws {
        let (prepared, _) = try prepare()
        var job = try test.job(page: 1)
        job.target = try RenderTarget(Self.size, prepared: document.takePrepared(Self.size)) {
            () throws(OSError) in throw OSError(code: EMFILE, operation: "make shared memory")
        }
        kill(try #require(test.pids.first), SIGKILL)
        try test.eventually { prepared.host == nil }
        let error = try test.failure { document.render(job, completion: $0) }
        #expect(
            error?.code == .busy && error?.message.contains("make shared memory") == true,
            "\(String(describing: error))")
        #expect(try render(self.job(page: 1)) > 0)
    }
}
