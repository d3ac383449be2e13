import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Documents whose pages are counted while they are read.
@Suite struct CountingTests {
    /// A book of 200 chapters, which is laid out in more than 800 pages.
    private static func book(_ service: RunningService) throws -> String {
        let path = service.folder.appendingPathComponent("long.epub").path
        let script = """
            import sys, zipfile
            book = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)
            book.writestr('mimetype', 'application/epub+zip')
            book.writestr('META-INF/container.xml', '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
                '<rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
            book.writestr('b.opf', '<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><manifest>'
                + ''.join(f'<item id="c{i}" href="c{i}.xhtml" media-type="application/xhtml+xml"/>' for i in range(200))
                + '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine toc="ncx">' + ''.join(f'<itemref idref="c{i}"/>' for i in range(200)) + '</spine></package>')
            book.writestr('toc.ncx', '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap>' + ''.join(
                f'<navPoint><navLabel><text>Chapter {i + 1}</text></navLabel><content src="c{i}.xhtml"/></navPoint>' for i in range(200))
                + '</navMap></ncx>')
            words = 'the quick brown fox jumps over a lazy dog while seven wizards quietly box '.split()
            for i in range(200):
                text = ''.join('<p>' + ' '.join(words[(i + p + k) % len(words)] for k in range(120)) + '</p>' for p in range(12 + i % 8))
                book.writestr(f'c{i}.xhtml', f'<html><body><h1>Chapter {i + 1}</h1>{text}</body></html>')
            book.close()
            """
        let made = try Command.run("/usr/bin/python3", ["-c", script, path])
        try #require(made.status == 0, "\(made.errors)")
        return path
    }

    private static func count(_ reader: TestReader) throws -> ReaderInterface.PageCount {
        try reader.client.state(of: reader.id).document.count
    }

    @Test func aBookIsReadWhileItsPagesAreCounted() throws {
        let service = try RunningService()
        let path = try Self.book(service)
        let reader = try TestReader(service, path)
        // Its first chapter is laid out, and as much as was counted since.
        #expect(try reader.page(0).page.index == 0)
        // What is read meanwhile,
        let first = try reader.pages(count: 40).entries
        let text = try reader.text(index: 30).runs.map(\.text)
        #expect(first.map(\.page) == Array(0..<40) && !text.isEmpty)
        // and far behind what was counted: the chapters before it are laid out.
        #expect(try reader.page(500).page.page == 500)
        let far = try reader.text(index: 500).runs.map(\.text)
        try eventually { try Self.count(reader).kind == .exact }
        let pages = try Self.count(reader).pages
        #expect(pages > 800)
        #expect(try reader.outline(count: 300).entries.last?.target?.index ?? pages < pages)
        // No page is another one for that.
        #expect(try reader.pages(count: 40).entries == first)
        #expect(try reader.text(index: 30).runs.map(\.text) == text)
        #expect(try reader.text(index: 500).runs.map(\.text) == far)
        #expect(try reader.navigate(.init(index: pages - 1)).parameters.location.page == pages - 1)
        #expect(throws: (any Error).self) { try reader.navigate(.init(index: pages)) }
    }

    @Test func theLastPageIsWaitedFor() throws {
        let service = try RunningService()
        let path = try Self.book(service)
        let reader = try TestReader(service, path)
        let turn = try reader.navigate(.init(place: .last))
        let count = try Self.count(reader)
        #expect(count.kind == .exact && turn.parameters.location.index == count.pages - 1)
    }

    /// The count is there when the book is opened again in the same looks, also after a restart; a file that has changed is counted.
    @Test func aBookThatWasCountedOnceIsNotCountedAgain() throws {
        let service = try RunningService()
        let path = try Self.book(service)
        let large = ReaderInterface.Looks(flow: .init(fontSize: 16))
        // Whether it is counted is what its state says when it is opened.
        func opened(_ looks: ReaderInterface.Looks? = nil) throws -> (
            reader: TestReader, count: ReaderInterface.PageCount
        ) {
            let reader = try TestReader(service, path, looks: looks)
            return (reader, reader.opened.document.count)
        }
        func isClosed() throws -> Bool {
            try service.connect().call(ManagerInterface.ListDocuments.self, .init()).parameters.documents.isEmpty
        }
        func counted(_ reader: TestReader) throws -> Int {
            try eventually { try Self.count(reader).kind == .exact }
            return try Self.count(reader).pages
        }
        let first = try opened()
        #expect(first.count.kind == .estimated)
        let pages = try counted(first.reader)
        let last = try first.reader.text(index: pages - 1).runs.map(\.text)
        let end = try first.reader.outline(count: 300).entries.last?.target
        try first.reader.close()
        try eventually { try isClosed() }
        for isRestarted in [false, true] {
            if isRestarted {
                #expect(service.stop() == 0)
                try service.startAgain()
            }
            let again = try opened()
            #expect(again.count == .init(kind: .exact, pages: pages))
            #expect(try again.reader.text(index: pages - 1).runs.map(\.text) == last)
            #expect(try again.reader.outline(count: 300).entries.last?.target == end)
            // In other looks it is another one.
            let other = try opened(large)
            #expect(other.count.kind == (isRestarted ? .exact : .estimated))
            #expect(try counted(other.reader) > pages)
            try again.reader.close()
            try other.reader.close()
            try eventually { try isClosed() }
            #expect(try opened(large).count.kind == .exact)
        }
        #expect(utimes(path, nil) == 0)
        #expect(try opened().count.kind == .estimated)
    }

    /// A host that begins to count anew knows less than was known.
    @Test func aCountIsKnownThoughItsHostHasEnded() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-text"])
        let lines = (0..<40_000).map { "entry \($0) – of many\n" }.joined()
        let reader = try TestReader(service, service.file("long.txt", Data(lines.utf8)))
        try eventually { try Self.count(reader).kind == .exact }
        let count = try Self.count(reader)
        let far = try reader.text(index: count.pages / 4).runs.map(\.text)
        for host in service.hosts { kill(host, SIGKILL) }
        #expect(try reader.text(index: count.pages / 4).runs.map(\.text) == far)
        #expect(try Self.count(reader) == count)
    }

    @Test func itsWatchTellsHowFarTheCountIs() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 100000\ncounted-by = 1"))
        let begin = try Self.count(reader)
        #expect(begin.kind == .estimated && begin.pages > 100_000)
        let watching = try Watching(reader, on: service)
        var told: [ReaderInterface.CountChange] = []
        while told.count < 20 { told.append(try watching.wait { $0.count }) }
        #expect(told.allSatisfy { $0.pages.kind == .estimated && $0.reader == reader.id && $0.axis == .horizontal })
        #expect(zip(told, told.dropFirst()).allSatisfy { $0.counted < $1.counted && $0.pages.pages >= $1.pages.pages })
        // Who turns pages meanwhile waits for no count.
        #expect(try reader.jump(.init(index: 50_000)).location.index == 50_000)
        // It ends with its reader.
        let client = reader.client
        try reader.close()
        try eventually {
            try client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts.allSatisfy { $0.state == .idle }
        }
    }

    /// The answer to a call for the table of contents, where it is there.
    private static func outline(_ client: VarlinkBlockingClient) throws -> DocumentInterface.GetOutlineReply? {
        do throws(VarlinkCallError<DocumentInterface.Failure>) {
            return try client.receive(DocumentInterface.GetOutline.self).parameters
        } catch {
            guard case .connection(let reason) = error, reason.code == .timedOut else { throw error }
            return nil
        }
    }

    /// A table of contents that leads behind the counted pages is waited for, with turns in between. Its answer is the
    /// same as once all pages are counted.
    @Test func theTableOfContentsIsWaitedForAndNoTurnIs() throws {
        let service = try RunningService()
        let path = try Self.book(service)
        let reader = try TestReader(service, path)
        let turning = try service.connect()
        let watching = try Watching(reader, on: service)
        try reader.client.send(DocumentInterface.GetOutline.self, .init(reader: reader.id, count: 300))
        // Each until its page is rendered, by the host that looks the contents up.
        var turns = 0
        var answer: DocumentInterface.GetOutlineReply?
        reader.client.timeoutMilliseconds = 1
        while answer == nil {
            turns += 1
            _ = try turning.call(
                ReaderInterface.Navigate.self,
                .init(reader: reader.id, target: .init(index: turns), handover: .some(.none)))
            _ = try turning.call(
                ReaderInterface.GetPage.self, .init(reader: reader.id, handover: .some(.none)))
            answer = try Self.outline(reader.client)
        }
        #expect(turns > 10)
        reader.client.timeoutMilliseconds = 60_000
        let waited = try #require(answer).entries
        #expect(waited.count == 200 && waited.allSatisfy { $0.target?.index != nil })
        #expect(try waited == reader.outline(count: 300).entries)
        #expect(Set(waited.compactMap { $0.target?.index }).count == 200)
        let told = try watching.wait { $0.count }
        #expect(told.pages.kind == .estimated && told.counted > 0)
    }

    @Test func aTerminalShowsThatADocumentIsBeingOpened() throws {
        let service = try RunningService(providers: ["test-plain"])
        let path = try service.file("slow", Data("plain 1\nhang=5\n".utf8))
        let shown = try Self.onATerminal(service, "open", path, "--size", "60x80")
        #expect(shown.status == 0)
        #expect(shown.text.contains("\r[###---------------------------] opening \(path)\u{1b}[K"), "\(shown.text)")
        #expect(shown.text.contains("\r[---###------------------------] opening"), "\(shown.text)")
        let parts = shown.text.split(separator: "\r\u{1b}[K")
        #expect(parts.count == 2 && parts[1].hasPrefix("page 1 of 1 "), "\(parts)")
    }

    private static func onATerminal(_ service: RunningService, _ arguments: String...) throws -> Command {
        let spawn = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))"
        let sheafctl = Build.folder.appendingPathComponent("sheafctl").path
        return try Command.run(
            "/usr/bin/python3", ["-c", spawn, sheafctl, "--socket", service.socket] + arguments)
    }

    @Test func aTerminalShowsHowFarTheCountIs() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 10000\ncounted-by = 1"))
        let shown = try Self.onATerminal(service, "--reader", reader.id, "last")
        #expect(shown.status == 0)
        #expect(shown.text.contains(/\r\[#*-*\] \d+ of \d+ pages counted\u{1b}\[K/), "\(shown.text)")
        // In the end the line is gone.
        let parts = shown.text.split(separator: "\r\u{1b}[K")
        #expect(parts.count == 2 && parts[1].contains("page 10000 of 10000"), "\(parts)")
    }

    @Test func theCountOfAPartIsThatOfThePart() throws {
        let service = try RunningService()
        let path = try service.pattern("pages = 60\ncounted-by = 7")
        let reader = try TestReader(
            service, path, axes: [.init(axis: .horizontal, first: 10, pages: 30)])
        try eventually { try Self.count(reader).kind == .exact }
        #expect(try reader.pages().pages == .init(kind: .exact, pages: 30))
        #expect(
            try reader.pages().entries.count == 30
                && reader.navigate(.init(place: .last)).parameters.location.page == 39)
    }

    @Test func aDocumentThatChangesIsCountedAnew() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 60\ncounted-by = 7"))
        try eventually { try Self.count(reader) == .init(kind: .exact, pages: 60) }
        let watching = try Watching(reader, on: service)
        _ = try service.pattern("pages = 90\ncounted-by = 7")
        let last = try watching.wait { $0.count?.pages.kind == .exact ? $0.count : nil }
        #expect(last == .init(reader: reader.id, axis: .horizontal, pages: .init(kind: .exact, pages: 90), counted: 90))
        try eventually { try Self.count(reader) == .init(kind: .exact, pages: 90) }
    }
}
