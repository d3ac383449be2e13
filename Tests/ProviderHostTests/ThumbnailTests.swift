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

    @Test func anEncodedPageHasNone() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let job = try Self.job(test, width: 10, height: 10, format: .png)
        #expect(try test.result { document.render(job, completion: $0) }.get().hasThumbnail == false)
    }
}
