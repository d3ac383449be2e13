import Glibc
import SheafOS
import TestSupport
import Testing

@testable import ProviderHost

/// Memory that a host has mapped before it is asked for the page that goes there. The pages have 100 by 100 pixels.
@Suite struct PreparedMemoryTests {
    private static let size = 40_000

    private let test: TestSupervisor
    private let document: HostDocument

    init() throws {
        test = try TestSupervisor()
        document = try test.open("pages=9\npage=7 hang=600\npage=8 fail=1")
        // A host that has answered has nothing else to do.
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

    /// A job whose page may be drawn in what is prepared.
    private func job(page: Int64, width: Int32 = 100, mayBePrepared: Bool = true) throws -> RenderJob {
        var job = try test.job(page: page, width: width)
        job.memory = try RenderMemory(4 * Int(width) * 100, mayBePrepared: mayBePrepared) { () throws(OSError) in
            let memory = try Memfd.create(name: "sheaf-page", size: 4 * Int(width) * 100)
            try Memfd.sealGrowth(memory.number)
            return SharedDescriptor(memory)
        }
        return job
    }

    /// Renders, and tells where to.
    private func render(_ job: RenderJob, of document: HostDocument? = nil) throws -> UInt64 {
        let document = document ?? self.document
        let page = try test.result { document.render(job, completion: $0) }.get()
        #expect(page.bytes == job.memory.capacity && Memfd.isSealed(job.memory.descriptor.number))
        let pixels = TestSupervisor.pixels(page: job.page, count: page.bytes / 4)
        #expect(test.bytes(of: job, count: page.bytes).elementsEqual(pixels))
        return try Memfd.inode(of: job.memory.descriptor.number)
    }

    /// What the host has of pages: so many bytes by descriptors, and so many pieces mapped.
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
        var plain = try job(page: 3)
        var drawn = try job(page: 3)
        var made: [Bool] = []
        func thumbnail() throws -> ThumbnailJob {
            ThumbnailJob(width: 10, height: 10, memory: try Self.memory(400)) { made.append($0) }
        }
        (plain.thumbnail, drawn.thumbnail) = (try thumbnail(), try thumbnail())
        _ = try render(plain)
        // Elsewhere there is another page now.
        _ = try render(job(page: 4))
        let (_, inode) = try prepare()
        #expect(try render(drawn) == inode)
        try test.eventually { made.count == 2 }
        // The host has nothing of it any more.
        try test.eventually { try held() == (0, 0) }
        #expect(made == [true, true])
        for job in [plain, drawn] {
            let memory = try #require(job.thumbnail).memory
            var bytes = [UInt8](repeating: 0, count: 400)
            #expect(pread(memory.number, &bytes, 400, 0) == 400)
            #expect(bytes.elementsEqual(TestSupervisor.pixels(page: 3, count: 100)))
        }
    }

    @Test(arguments: [RenderPaper.sepia, .inverted])
    func paperIsAsElsewhere(paper: RenderPaper) throws {
        var jobs = [try job(page: 3), try job(page: 3)]
        for index in jobs.indices {
            jobs[index].paper = paper
            if index == 1 { _ = try prepare() }
            _ = try test.result { document.render(jobs[index], completion: $0) }.get()
        }
        #expect(test.bytes(of: jobs[0], count: Self.size) == test.bytes(of: jobs[1], count: Self.size))
    }

    @Test func noOtherHostGetsIt() throws {
        let (prepared, inode) = try prepare()
        let other = try test.open("pages=3", owner: .uid(2))
        #expect(try render(job(page: 1), of: other) != inode)
        #expect(test.pids.count == 2 && prepared.isThere && other.preparedBytes == 0)
        #expect(try render(job(page: 1)) == inode)
    }

    /// It stays for the page that it is for.
    @Test func noPageOfAnotherSizeAndNoneThatMayNotIsDrawnThere() throws {
        let (prepared, inode) = try prepare()
        #expect(try render(job(page: 1, width: 101)) != inode)
        #expect(try render(job(page: 1, mayBePrepared: false)) != inode)
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
        // Who is at work maps nothing.
        #expect(try !prepared.isThere && document.prepare(Self.memory(), bytes: Self.size) == nil)
        ticket.cancel()
        try test.eventually { failure != nil }
        #expect(try held().pieces == 0)
        #expect(try render(job(page: 1)) > 0)
    }

    /// It is asked of another host then, which gets other memory.
    @Test func itEndsWithItsHost() throws {
        let (prepared, inode) = try prepare()
        kill(try #require(test.pids.first), SIGKILL)
        try test.eventually { !prepared.isThere }
        prepared.release()
        #expect(document.preparedBytes == 0)
        #expect(try render(job(page: 1)) != inode)
    }
}
