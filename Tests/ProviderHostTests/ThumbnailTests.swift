import Glibc
import SheafOS
import Testing

@testable import ProviderHost

@Suite struct ThumbnailTests {
    /// A job that renders a page of 100 by 100 points, and makes a thumbnail in memory of `capacity` bytes.
    private static func job(
        _ test: TestSupervisor, width: Int32, height: Int32, capacity: Int? = nil, format: RenderFormat = .bgrx8888
    ) throws -> RenderJob {
        var job = try test.job(page: 1, format: format)
        let memory = try Memfd.create(name: "thumbnail", size: capacity ?? 4 * Int(width) * Int(height))
        try Memfd.sealGrowth(memory.number)
        job.thumbnail = ThumbnailJob(width: width, height: height, memory: SharedDescriptor(memory))
        return job
    }

    @Test(arguments: [(10, 10), (33, 7), (1, 1), (100, 100)] as [(Int32, Int32)])
    func itIsMadeBesideThePage(width: Int32, height: Int32) throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let job = try Self.job(test, width: width, height: height)
        let rendered = try test.result { document.render(job, completion: $0) }.get()
        #expect(rendered.hasThumbnail)
        let thumbnail = try #require(job.thumbnail)
        var bytes = [UInt8](repeating: 0, count: thumbnail.bytes)
        #expect(pread(thumbnail.memory.number, &bytes, bytes.count, 0) == bytes.count)
        #expect(bytes.elementsEqual(TestSupervisor.pixels(page: 1, count: Int(width) * Int(height))))
    }

    @Test func aPageIsRenderedWithoutOne() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let job = try test.job(page: 1)
        #expect(try test.result { document.render(job, completion: $0) }.get().hasThumbnail == false)
    }

    @Test(arguments: [(101, 10, nil), (10, 101, nil), (10, 10, 399)] as [(Int32, Int32, Int?)])
    func whatCanNotBeMadeDoesNotHarmThePage(width: Int32, height: Int32, capacity: Int?) throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let job = try Self.job(test, width: width, height: height, capacity: capacity)
        let rendered = try test.result { document.render(job, completion: $0) }.get()
        #expect(!rendered.hasThumbnail && rendered.bytes == 40_000)
        #expect(test.bytes(of: job, count: 40_000).elementsEqual(TestSupervisor.pixels(page: 1, count: 10_000)))
    }

    /// A job whose thumbnail is made after the page was answered, and what happens to it in order.
    private final class Late {
        var events: [String] = []
        var job: RenderJob

        init(_ test: TestSupervisor, page: Int64 = 1, format: RenderFormat = .bgrx8888, width: Int32 = 10) throws {
            job = try test.job(page: page, format: format)
            let memory = SharedDescriptor(try Memfd.create(name: "thumbnail", size: 4 * Int(width) * 10))
            job.thumbnail = ThumbnailJob(width: width, height: 10, memory: memory) { [unowned self] isMade in
                events.append("thumbnail \(isMade)")
            }
        }

        func render(_ document: OpenedDocument) {
            document.render(job) { [self] result in
                switch result {
                case .success(let page): events.append("page \(page.hasThumbnail)")
                case .failure: events.append("failure")
                }
            }
        }
    }

    @Test func itIsMadeAfterThePageWhereThatIsAsked() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let late = try Late(test)
        late.render(document)
        try test.eventually { late.events.count == 2 }
        #expect(late.events == ["page false", "thumbnail true"])
        let memory = try #require(late.job.thumbnail).memory
        var bytes = [UInt8](repeating: 0, count: 400)
        #expect(pread(memory.number, &bytes, 400, 0) == 400)
        #expect(bytes.elementsEqual(TestSupervisor.pixels(page: 1, count: 100)))
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
            #expect(late.events == ["page false", "thumbnail true"])
            let memory = try #require(late.job.thumbnail).memory
            var bytes = [UInt8](repeating: 0, count: 400)
            #expect(pread(memory.number, &bytes, 400, 0) == 400)
            #expect(bytes.elementsEqual(TestSupervisor.pixels(page: Int64(page), count: 100)))
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
        #expect(wide.events == ["page false", "thumbnail false"])
        #expect(encoded.events == ["page false", "thumbnail false"])
        #expect(failing.events == ["failure", "thumbnail false"])
    }

    @Test func lateThumbnailOfAHostThatDiesIsMadeByTheNext() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=2\npage=1 crash-once=\(test.folder)/marker")
        let late = try Late(test)
        late.render(document)
        try test.eventually { late.events.count == 2 }
        #expect(late.events == ["page false", "thumbnail true"])
    }

    @Test func anEncodedPageHasNone() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let job = try Self.job(test, width: 10, height: 10, format: .png)
        #expect(try test.result { document.render(job, completion: $0) }.get().hasThumbnail == false)
    }
}
