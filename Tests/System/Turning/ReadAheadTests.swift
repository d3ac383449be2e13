import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Pages that are rendered before anybody asks for them: of 64 by 64 pixels, four pages of memory each.
@Suite struct ReadAheadTests {
    private static let page = 64 * 64 * 4

    /// A service whose cache holds so many pages at rest, and twice that in transitions. The scenarios are stated for `lru`.
    private static func service(pages: Int, readAhead: Int) throws -> RunningService {
        try RunningService(
            configuration: """
                [Cache]
                CacheMax=\(pages * page)
                CacheHardMax=\(pages * 2 * page)
                CachePolicy=lru
                ReadAhead=\(readAhead)

                """)
    }

    private static func open(_ service: RunningService, _ settings: String, at start: Int) throws -> TestReader {
        try TestReader(
            service, service.pattern("pages = 9\nwidth = 100\nheight = 100\n\(settings)"), width: 64, height: 64,
            target: .init(index: start))
    }

    private static func cache(_ reader: TestReader) throws -> ManagerInterface.Cache {
        try reader.client.status().cache
    }

    /// Which of these pages the cache has, without a page coming into it: a page that has to be rendered is the last asked.
    private static func have(_ pages: [Int], _ reader: TestReader) throws -> Bool {
        try pages.allSatisfy { try reader.origin(of: $0) == .cached }
    }

    /// Waits until room is reserved for a page.
    private static func waitForARender(_ reader: TestReader) throws {
        try eventually {
            try cache(reader).reserved
        } until: {
            $0 > 0
        }
    }

    @Test func whatIsReadAheadIsJoined() throws {
        let service = try Self.service(pages: 5, readAhead: 1)
        let reader = try Self.open(service, "render-ms = \(Build.renderTime(2_000))\ncost = sleep", at: 2)
        let watching = try Watching(reader, on: service)
        _ = try reader.page()
        try eventually {
            try Self.cache(reader).pages
        } until: {
            $0 > 1
        }
        #expect(try Self.have([3], reader))
        // 4 is read ahead for 3; a jump to it joins that render.
        let joined = try Self.cache(reader).joined
        try reader.jump(.init(index: 3))
        try Self.waitForARender(reader)
        try reader.jump(.init(index: 4))
        let page = try watching.wait { $0.page?.index == 4 ? $0.page : nil }
        #expect(page.origin == .joined)
        #expect(try Self.cache(reader).joined == joined + 1)
    }

    @Test func whatIsNotNeededAnyMoreIsCancelled() throws {
        let service = try Self.service(pages: 8, readAhead: 2)
        let reader = try Self.open(service, "render-ms = \(Build.renderTime(2_000))\ncost = sleep", at: 5)
        _ = try reader.page()
        // 6 is under way; after the jump back, what lies ahead is 3 and 5.
        try Self.waitForARender(reader)
        try reader.jump(.init(index: 4))
        let cache = try eventually {
            try Self.cache(reader)
        } until: {
            $0.pages >= 3 && $0.reserved == 0
        }
        #expect(cache.pages == 3)
        #expect(try Self.have([5, 4, 3], reader))
        #expect(try reader.origin(of: 6) == .rendered)
    }

    @Test(arguments: [Case("index", ReaderInterface.Target(index: 0)), Case("label", .init(label: "1"))])
    func aPageThatHasToBeLookedForWaitsForNothingThatIsReadAhead(target: Case<ReaderInterface.Target>) throws {
        let service = try Self.service(pages: 8, readAhead: 1)
        let reader = try Self.open(service, "render-ms = 3000\ncost = sleep", at: 5)
        _ = try reader.page()
        try Self.waitForARender(reader)
        try reader.jump(target.value)
        // Only 5 was ever rendered.
        #expect(try Self.cache(reader).pages == 1)
        #expect(try reader.state().location?.index == 0)
    }

    @Test func whatMadeWayForNothingIsReadAheadAgain() throws {
        let service = try Self.service(pages: 8, readAhead: 1)
        let reader = try Self.open(service, "render-ms = 2000\ncost = sleep", at: 5)
        _ = try reader.page()
        try Self.waitForARender(reader)
        #expect(
            try failure { try reader.jump(.init(label: "nowhere")) } == .noSuchPage(target: "label nowhere", pages: 9))
        try eventually {
            try Self.cache(reader).pages
        } until: {
            $0 >= 2
        }
        #expect(try Self.have([6], reader))
    }

    // MARK: What providers are told

    /// The pages that were advised and those that were cancelled so far, once they are so many.
    private func advice(
        of service: RunningService, until advised: Int, _ cancelled: Int
    ) throws -> (advised: [Int], cancelled: [Int]) {
        try eventually {
            var told: (advised: [Int], cancelled: [Int]) = ([], [])
            for line in service.log.split(separator: "\n") {
                guard let start = line.range(of: "pattern: prefetch ") else { continue }
                let pages = line[start.upperBound...].prefix { $0 != "]" }.split { !$0.isNumber }.compactMap { Int($0) }
                if line.contains("cancelled") { told.cancelled += pages } else { told.advised += pages }
            }
            return told
        } until: {
            $0.advised.count >= advised && $0.cancelled.count >= cancelled
        }
    }

    @Test func aReaderAtRestHasItsPlanTold() throws {
        let service = try RunningService(configuration: "[Service]\nLogLevel=debug\n[Cache]\nReadAhead=1\n")
        let path = try service.pattern("pages = 99\nwidth = 20\nheight = 20")
        func open(at index: Int) throws -> TestReader {
            try TestReader(service, path, width: 20, height: 20, target: .init(index: index))
        }
        let reader = try open(at: 5)
        var (advised, cancelled) = try advice(of: service, until: 1, 0)
        #expect(advised == [6] && cancelled.isEmpty)
        // What the new plan does not hold is cancelled.
        try reader.jump(.init(index: 6))
        (advised, cancelled) = try advice(of: service, until: 2, 1)
        #expect(advised == [6, 7] && cancelled == [6])
        // A transition is no place to plan from.
        try reader.jump(.init(index: 50), milliseconds: 60_000)
        // Another reader wants the same page, which is not told again; a third one wants its own.
        let other = try open(at: 6)
        let third = try open(at: 8)
        (advised, cancelled) = try advice(of: service, until: 3, 1)
        #expect(advised == [6, 7, 9] && cancelled == [6])
        try reader.close()
        try third.close()
        (advised, cancelled) = try advice(of: service, until: 3, 2)
        #expect(advised.count == 3 && cancelled == [6, 9])
        try other.close()
    }
}
