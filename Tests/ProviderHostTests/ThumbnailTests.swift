import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

@Suite struct ThumbnailTests {
    /// A job that renders a page of 100 by 100 points and makes a thumbnail, and what happens to it in order.
    private final class Late {
        var events: [String] = []
        var job: RenderJob

        /// - Parameters:
        ///   - side: of the page, in pixels.
        ///   - capacity: the bytes of the thumbnail's memory, which can't grow; nil: as many as it takes.
        init(
            _ test: TestSupervisor, page: Int64 = 1, format: RenderFormat = .bgrx8888, side: Int32 = 100,
            width: Int32 = 10, height: Int32 = 10, capacity: Int? = nil
        ) throws {
            job = try test.job(page: page, format: format, width: side, height: side)
            job.scale = Double(side) / 100
            let memory = try Memfd.create(name: "thumbnail", size: capacity ?? 4 * Int(width) * Int(height))
            try Memfd.sealGrowth(memory.number)
            job.thumbnail = ThumbnailJob(width: width, height: height, memory: SharedDescriptor(memory)) {
                [unowned self] isMade in events.append("thumbnail \(isMade)")
            }
        }

        func render(_ document: HostDocument) {
            document.render(job) { [self] result in
                switch result {
                case .success: events.append("page")
                case .failure: events.append("failure")
                }
            }
        }

        /// The first bytes of the thumbnail.
        func bytes(_ count: Int) throws -> [UInt8] {
            let memory = try #require(job.thumbnail).memory
            var bytes = [UInt8](repeating: 0, count: count)
            #expect(pread(memory.number, &bytes, count, 0) == count)
            return bytes
        }
    }

    @Test(arguments: [(10, 10), (33, 7), (1, 1), (100, 100)] as [(Int32, Int32)])
    func itIsMadeAfterThePage(width: Int32, height: Int32) throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let late = try Late(test, width: width, height: height)
        late.render(document)
        try test.eventually { late.events.count == 2 }
        #expect(late.events == ["page", "thumbnail true"])
        let pixels = Int(width) * Int(height)
        #expect(try late.bytes(4 * pixels).elementsEqual(TestSupervisor.pixels(page: 1, count: pixels)))
    }

    /// A host that has but one processor sleeps before it makes a thumbnail, and answers what it is asked meanwhile.
    @Test(.enabled(if: CurrentProcess.processors > 1, "the test needs another processor than the host's"))
    func onOneProcessorThumbnailsWaitForTheService() throws {
        let processors = try Processors()
        let test = try TestSupervisor()
        let document = try test.open()
        processors.useAll()
        // Other programs may keep the test from a processor for as long as a thumbnail waits.
        var rounds: [Int] = []
        repeat {
            var unmade = 0
            for _ in 0..<Self.pages {
                // Large enough for its thumbnail to take longer than an answer.
                let page = try Late(test, side: 3_000)
                let memory = try #require(page.job.thumbnail).memory
                document.render(page.job) { _ in
                    page.events.append("page")
                    document.pageIDs(from: 0, length: 1) { _ in if !Memfd.isSealed(memory.number) { unmade += 1 } }
                }
                try test.eventually { page.events.count == 2 }
                #expect(page.events == ["page", "thumbnail true"])
            }
            rounds.append(unmade)
        } while rounds.allSatisfy { $0 < Self.pages / 4 } && rounds.count < 10
        #expect(rounds.contains { $0 >= Self.pages / 4 }, "of \(Self.pages) each: \(rounds)")
    }

    private static let pages = 20

    /// The processors of this thread, and of the hosts that it starts: one of them until all are used again.
    private struct Processors {
        private typealias Call = @convention(c) (_ thread: Int32, _ size: Int, _ bits: UnsafeMutableRawPointer) -> Int32

        private var all = [UInt8](repeating: 0, count: 128)

        init() throws {
            #expect(try Self.call("sched_getaffinity", &all) >= 0)
            let byte = try #require(all.firstIndex { $0 != 0 })
            var one = [UInt8](repeating: 0, count: all.count)
            one[byte] = 1 << all[byte].trailingZeroBitCount
            #expect(try Self.call("sched_setaffinity", &one) == 0)
        }

        func useAll() {
            var bits = all
            #expect((try? Self.call("sched_setaffinity", &bits)) == 0)
        }

        /// Glibc's module has neither.
        private static func call(_ name: String, _ bits: inout [UInt8]) throws -> Int32 {
            let function = unsafeBitCast(try #require(dlsym(dlopen(nil, RTLD_NOW), name)), to: Call.self)
            return function(0, bits.count, &bits)
        }
    }

    @Test(arguments: [(101, 10, nil), (10, 101, nil), (10, 10, 399)] as [(Int32, Int32, Int?)])
    func whatCanNotBeMadeDoesNotHarmThePage(width: Int32, height: Int32, capacity: Int?) throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let late = try Late(test, width: width, height: height, capacity: capacity)
        late.render(document)
        try test.eventually { late.events.count == 2 }
        #expect(late.events == ["page", "thumbnail false"])
        #expect(test.bytes(of: late.job, count: 40_000).elementsEqual(TestSupervisor.pixels(page: 1, count: 10_000)))
    }

    @Test func thumbnailsOfPagesThatFollowEachOtherAreTheirOwn() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=9")
        let all = try (0..<9).map { try Late(test, page: $0) }
        for late in all { late.render(document) }
        // Gives back the buffer that the last one is to be made of.
        test.supervisor.trim(.critical)
        try test.eventually { all.allSatisfy { $0.events.count == 2 } }
        for (page, late) in all.enumerated() {
            #expect(late.events == ["page", "thumbnail true"])
            #expect(try late.bytes(400).elementsEqual(TestSupervisor.pixels(page: Int64(page), count: 100)))
        }
    }

    @Test func lateThumbnailThatCanNotBeMadeIsReported() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=2\npage=0 fail=1")
        let wide = try Late(test, width: 101)
        let encoded = try Late(test, format: .png)
        let failing = try Late(test, page: 0)
        for late in [wide, encoded, failing] { late.render(document) }
        try test.eventually { [wide, encoded, failing].allSatisfy { $0.events.count == 2 } }
        #expect(wide.events == ["page", "thumbnail false"])
        #expect(encoded.events == ["page", "thumbnail false"])
        #expect(failing.events == ["failure", "thumbnail false"])
    }

    @Test func thumbnailOfARenderingThatIsRefusedIsReported() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let late = try Late(test)
        late.job.scale = 0
        late.render(document)
        try test.eventually { late.events.count == 2 }
        #expect(late.events == ["failure", "thumbnail false"])
    }

    @Test func lateThumbnailOfAHostThatDiesIsMadeByTheNext() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=2\npage=1 crash-once=1")
        let late = try Late(test)
        late.render(document)
        try test.eventually { late.events.count == 2 }
        #expect(late.events == ["page", "thumbnail true"])
    }
}
