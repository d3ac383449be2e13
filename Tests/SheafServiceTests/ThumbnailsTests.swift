import HostSupervision
import PageModel
import SheafOS
import Testing

@testable import SheafPages

/// Thumbnails that hosts make after their pages, and what becomes of them that are not wanted any more by then.
@Suite struct ThumbnailsTests {
    private final class Released {
        var count = 0
    }

    private let released = Released()
    private let thumbnails: Thumbnails

    init() throws {
        thumbnails = Thumbnails(limit: 4 << 20, countLimit: 100, worker: try BackgroundWorker()) {
            [released] _ in released.count += 1
        }
    }

    private func rendition(page: Int64 = 0, of document: UInt64 = 1) -> Rendition {
        Rendition(
            document: DocumentID(document), page: PageID(page), edition: 0, scale: 1, rotation: .upright,
            region: PixelRegion(all: PixelSize(width: 1_000, height: 1_000)), format: .bgrx8888)
    }

    /// Does what a host does.
    private func make(_ job: ThumbnailJob) throws {
        try Memfd.seal(job.memory.number)
        job.finished(true)
    }

    /// Viewers map it: nobody may change it under their hands.
    @Test func oneThatCanBeChangedIsNotTakenIn() throws {
        try #require(thumbnails.job(for: rendition()) { 7 }).finished(true)
        #expect(thumbnails.count == 0 && thumbnails.standIn(for: rendition()) == nil)
    }

    @Test func itIsThereWhenItIsMade() throws {
        let job = try #require(thumbnails.job(for: rendition()) { 7 })
        #expect(thumbnails.count == 0 && thumbnails.standIn(for: rendition()) == nil)
        try make(job)
        let page = try #require(thumbnails.standIn(for: rendition()))
        #expect(page.origin == .thumbnail && page.memory.number == 7 && thumbnails.count == 1)
        #expect(try Memfd.seals(of: page.memory.descriptor.number) == Memfd.finalSeals)
        // The page has one.
        #expect(thumbnails.job(for: rendition()) { 8 } == nil)
    }

    @Test func whatWasNotMadeIsAskedForAgain() throws {
        try #require(thumbnails.job(for: rendition()) { 7 }).finished(false)
        #expect(thumbnails.count == 0)
        try make(try #require(thumbnails.job(for: rendition()) { 8 }))
        #expect(thumbnails.standIn(for: rendition())?.memory.number == 8)
    }

    @Test func ofTwoRendersAtOnceTheLaterOneCounts() throws {
        let first = try #require(thumbnails.job(for: rendition()) { 7 })
        let second = try #require(thumbnails.job(for: rendition()) { 8 })
        try make(first)
        #expect(thumbnails.count == 0)
        try make(second)
        #expect(thumbnails.standIn(for: rendition())?.memory.number == 8)
    }

    @Test func theyAreNotTakenInOnceTheirDocumentHasGone() throws {
        let gone = try #require(thumbnails.job(for: rendition()) { 7 })
        let other = try #require(thumbnails.job(for: rendition(of: 2)) { 8 })
        thumbnails.removeAll(of: DocumentID(1))
        try make(gone)
        try make(other)
        #expect(thumbnails.count == 1 && thumbnails.standIn(for: rendition()) == nil)
    }

    @Test func theyAreNotTakenInOnceAllWereLetGo() throws {
        let job = try #require(thumbnails.job(for: rendition()) { 7 })
        thumbnails.removeAll()
        try make(job)
        #expect(thumbnails.count == 0 && released.count == 0)
    }
}
