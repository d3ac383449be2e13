import Foundation
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// A hostile document: of its 21 pages three end their host, by whatever is asked of them, and one never comes. All others, the
/// contents, the text and the search stay reachable. `make torture` reads it for as long as asked (SHEAF_TORTURE_SECONDS).
@Suite struct BadPagesTests {
    private static let crashing = [2, 7, 9]
    private static let hanging = 12
    private static let pages = 21

    private static let text = """
        plain 1
        pages=\(pages)
        \(crashing.map { "page=\($0) crash=segv\npage=\($0) in=text crash=abort" }.joined(separator: "\n"))
        page=\(hanging) hang=600 deaf=1

        """

    private static func service(_ hosts: String = "") throws -> RunningService {
        try RunningService(
            configuration: "[Cache]\nReadAhead=3\nPrefetch=full\n\(hosts)", providers: ["test-bad", "sheaf-pattern"])
    }

    private static func text(_ reader: TestReader, _ index: Int) throws -> Bool {
        try reader.client.call(DocumentInterface.GetText.self, .init(reader: reader.id, index: index))
            .parameters.runs.contains { $0.text.contains("the text of page \(index + 1)") }
    }

    @Test func allThatIsNotBadIsReadByTwoReaders() throws {
        // Whoever waits behind the page that hangs waits for so long, once.
        let service = try Self.service("[Hosts]\nRequestTimeSec=5s\n")
        let path = try service.file("hostile", Data(Self.text.utf8))
        let readers = try (0..<2).map { _ in try TestReader(service, path, width: 60, height: 80) }
        let seconds = ProcessInfo.processInfo.environment["SHEAF_TORTURE_SECONDS"].flatMap { Int($0) } ?? 0
        let end = ContinuousClock.now + .seconds(seconds)
        let good = (0..<Self.pages).filter { !Self.crashing.contains($0) && $0 != Self.hanging }
        var (rounds, seen) = (0, 0)
        repeat {
            for (number, reader) in readers.enumerated() {
                for index in number == 0 ? good : good.reversed() {
                    try reader.jump(.init(index: index))
                    #expect(try reader.page(index).page.index == index)
                    seen += 1
                }
                for index in good where index % 5 == rounds % 5 { #expect(try Self.text(reader, index)) }
                for index in Self.crashing {
                    #expect(throws: (any Error).self) { _ = try reader.page(index) }
                    #expect(throws: (any Error).self) { _ = try Self.text(reader, index) }
                }
                let outline = try reader.client.call(DocumentInterface.GetOutline.self, .init(reader: reader.id))
                #expect(outline.parameters.entries.map(\.title) == ["All of it"])
                let found = try Self.search(reader)
                #expect(found.pages == Set(good + [Self.hanging]) && found.unreadable == Self.crashing.count)
            }
            rounds += 1
        } while ContinuousClock.now < end
        let dead = service.deadHosts
        print("bad pages: \(rounds) rounds, \(seen) pages, \(dead) hosts ended in \(seconds) s")
        // Drawing and text of three pages, each twice for people and once ahead of them; and the page that hangs.
        #expect(dead <= Self.crashing.count * 2 * 3 + 3, "\(dead) hosts ended")
        let frames = try readers[0].client.call(
            ReaderInterface.GetLayout.self, .init(reader: readers[0].id, first: 0, pages: Self.pages)
        ).parameters.frames
        #expect(frames.filter { $0.refused != nil }.map(\.index) == Self.crashing)
    }

    private static func search(_ reader: TestReader) throws -> (pages: Set<Int>, unreadable: Int) {
        try reader.client.send(DocumentInterface.Search.self, .init(reader: reader.id, needle: "page"), flags: .more)
        var found: Set<Int> = []
        while true {
            let reply = try reader.client.receive(DocumentInterface.Search.self)
            if let page = reply.parameters.page, !reply.parameters.matches.isEmpty { found.insert(page.index) }
            if !reply.continues { return (found, reply.parameters.unreadable) }
        }
    }

    @Test(arguments: [false, true]) func aRefusedPageIsToldOnTheWatchAndTriedAgainAfterReload(ofFile: Bool) throws {
        let service = try Self.service()
        let path = try service.file("hostile", Data("plain 1\npages=5\npage=3 crash=segv\n".utf8))
        let reader = try TestReader(service, path, width: 60, height: 80, prefetch: .no)
        let watching = try Watching(reader, on: service)
        try reader.jump(.init(index: 3))
        let refused = try watching.wait { $0.refused }
        #expect(refused.index == 3 && refused.reason.contains("ended two provider hosts"))
        let dead = service.deadHosts
        if ofFile {
            let file = SharedDescriptor(try FileDescriptor.open(path))
            _ = try reader.client.call(
                ReaderInterface.Reload.self, .init(reader: reader.id, fileDescriptor: 0), descriptors: [file])
        } else {
            try reader.reload()
        }
        _ = try watching.wait { $0.refused }
        #expect(service.deadHosts == dead + 2)
    }

    @Test func whatIsReadAheadOfAPersonUsesUpNoneOfTheirTries() throws {
        let service = try Self.service()
        let path = try service.file("hostile", Data("plain 1\npages=4\npage=1 crash=segv\n".utf8))
        let reader = try TestReader(service, path, width: 60, height: 80)
        #expect(try reader.page(0).page.index == 0)
        try eventually(log: service.log) {
            service.deadHosts
        } until: {
            $0 == 1
        }
        for index in [2, 3, 0] { _ = try reader.page(index) }
        #expect(service.deadHosts == 1)
        #expect(throws: (any Error).self) { _ = try reader.page(1) }
        #expect(service.deadHosts == 3)
    }
}
