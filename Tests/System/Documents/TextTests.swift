import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Plain text and Markdown over the whole service: who opens what, what is drawn where hosts may do little, and a file that grows.
@Suite struct TextTests {
    private static let all = ["sheaf-mupdf", "sheaf-fictionbook", "sheaf-images", "sheaf-text", "sheaf-pattern"]

    /// Text that another provider knows as its own is left to that provider.
    @Test func textIsWhatNobodyElseKnows() throws {
        let service = try RunningService(providers: Self.all)
        let svg = #"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><circle r="9"/></svg>"#
        let fb2 = #"<?xml version="1.0"?><FictionBook><body><section><p>A book.</p></section></body></FictionBook>"#
        for (name, content, provider) in [
            ("notes.txt", "Some words.\n", "text"), ("anything", "Some words.\n", "text"),
            ("readme.md", "# Title\n\n**strong** [link](x)\n", "text"), ("drawing.txt", svg, "images"),
            ("book.txt", fb2, "fictionbook"), ("pattern.txt", "sheaf-pattern 1\npages = 3\n", "pattern"),
            ("empty.log", "", "text"),
        ] {
            let reader = try TestReader(service, try service.file(name, Data(content.utf8)), width: 60, height: 80)
            #expect(reader.opened.document.provider == provider, "\(name)")
            try reader.release(reader.page(0).page)
            try reader.close()
        }
        let binary = try service.file("binary.txt", Data([1, 2, 3, 0, 0xff, 7]))
        #expect(throws: (any Error).self) { try TestReader(service, binary) }
        #expect(!service.log.contains("was killed by"), "\(service.log)")
    }

    /// Scripts are drawn with the system's fonts, which the manifest declares; fontconfig writes nothing.
    @Test func scriptsAreDrawnInTheSandbox() throws {
        let service = try RunningService(providers: ["sheaf-text"])
        for (number, text) in ["peace", "平和和平", "سلام", "शान्ति", "мир שלום"].enumerated() {
            let path = try service.file("script-\(number).txt", Data(text.utf8))
            let reader = try TestReader(service, path, width: 420, height: 595)
            let page = try reader.page(0)
            let dark = stride(from: 0, to: page.bytes.count, by: 4).count { page.bytes[$0] < 0x80 }
            #expect(dark > 30, "\(text)")
            #expect(try reader.text(index: 0).runs.map(\.text) == [text + "\n"])
            try reader.close()
        }
        #expect(!service.log.contains("Fontconfig"), "\(service.log)")
    }

    @Test func aProviderWithoutFontsSaysSo() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        // Nothing beside it declares the folders of fonts.
        try FileManager.default.createSymbolicLink(
            at: service.folder.appendingPathComponent("providers/libbare.so"),
            withDestinationURL: Build.folder.appendingPathComponent("libsheaf-text.so"))
        let path = try service.file("text.txt", Data("Some words.\n".utf8))
        let refusal = #expect(throws: (any Error).self) { try TestReader(service, path) }
        #expect("\(String(describing: refusal))".contains("there is no font that the provider can read"))
        #expect(!service.log.contains("was killed by"), "\(service.log)")
    }

    /// A reader in another size is at the same text, and there and back on the same page.
    @Test func aReaderStaysWhereItIsInAnotherSize() throws {
        let service = try RunningService(providers: ["sheaf-text"])
        let book = (0..<3_000).map { "Paragraph \($0) \(String(repeating: "of many words ", count: 20))\n" }.joined()
        let reader = try TestReader(service, try service.file("book.txt", Data(book.utf8)))
        try reader.navigate(.init(index: 200))
        let first = try #require(try reader.text(index: 200).runs.first?.text)
        for size in [20.0, 8, 11] {
            let index = try #require(try reader.look(.init(flow: .init(fontSize: size))).location?.index)
            let there = try reader.text(index: index).runs.map(\.text).joined().replacing("\n", with: " ")
            #expect(there.contains(first.dropLast(20)), "\(size): \(first) in \(there)")
            if size == 11 { #expect(index == 200) }
        }
    }

    /// A file with two names is read by how each of them ends; the two documents share no pages.
    @Test func aFileIsReadByHowItsNameEnds() throws {
        let service = try RunningService(providers: ["sheaf-text"])
        let markdown = try service.file("notes.md", Data("# A title\n\nIt is *so*.\n".utf8))
        let plain = service.folder.appendingPathComponent("notes.txt").path
        try FileManager.default.linkItem(atPath: markdown, toPath: plain)
        for _ in 0..<2 {
            let readers = try [(markdown, "notes.md"), (plain, "notes.txt")].map {
                try TestReader(service, $0, name: $1)
            }
            #expect(readers[0].opened.document.document != readers[1].opened.document.document)
            let texts = try readers.map { try $0.text(index: 0).runs.map(\.text).joined() }
            #expect(texts == ["A title\nIt is so.\n", "# A title\n\nIt is *so*.\n"])
            let formats = try readers.map { try $0.metadata().entries.first { $0.key == "format" }?.value }
            #expect(formats == ["Markdown", "plain text"])
            for reader in readers { try reader.close() }
        }
    }

    /// A reader has the lines of a text as they are in the file, and another encoding than the one that was guessed.
    @Test func aReaderChoosesHowATextIsRead() throws {
        let service = try RunningService(providers: ["sheaf-text"])
        let line = "these are words of a line that somebody has broken where the next one had no room\n"
        let prose = String(repeating: line, count: 40)
        let reader = try TestReader(service, try service.file("prose.txt", Data(prose.utf8)))
        func start() throws -> String { String(try reader.text(index: 0).runs.map(\.text).joined().prefix(100)) }
        #expect(try start() == prose.replacing("\n", with: " ").prefix(100))
        _ = try reader.look(.init(flow: .init(unwrap: false)))
        #expect(try start() == prose.prefix(100))
        let cyrillic = try TestReader(service, try service.file("a.txt", Data([0xec, 0xe8, 0xf0, 0x0a])))
        #expect(try cyrillic.text(index: 0).runs.map(\.text) == ["ìèð\n"])
        _ = try cyrillic.look(.init(flow: .init(encoding: "windows-1251")))
        #expect(try cyrillic.text(index: 0).runs.map(\.text) == ["мир\n"])
        let failure = #expect(throws: (any Error).self) {
            try cyrillic.look(.init(flow: .init(encoding: "no such one")))
        }
        #expect("\(String(describing: failure))".contains("an encoding's name has"), "\(String(describing: failure))")
        let unknown = #expect(throws: (any Error).self) { try cyrillic.look(.init(flow: .init(encoding: "klingon"))) }
        #expect("\(String(describing: unknown))".contains("there is no encoding"), "\(String(describing: unknown))")
        #expect(try cyrillic.text(index: 0).runs.map(\.text) == ["мир\n"])
    }

    /// New lines arrive on the watch, and the reader stays where it is. What was counted is not counted anew.
    @Test func aLogIsFollowed() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-text"])
        func lines(_ range: Range<Int>) -> Data { Data(range.map { "entry \($0) – of many\n" }.joined().utf8) }
        let path = try service.file("service.log", lines(0..<40_000))
        let reader = try TestReader(service, path)
        func count() throws -> ReaderInterface.PageCount { try reader.client.state(of: reader.id).document.count }
        try eventually { try count().kind == .exact }
        let pages = try count().pages
        let last = try reader.navigate(.init(place: .last)).parameters.location.index
        #expect(last == pages - 1)
        let watching = try Watching(reader, on: service)
        var written = 40_000
        for _ in 0..<5 {
            let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
            let more = lines(written..<written + 1_000)
            _ = more.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            close(file)
            written += 1_000
            let change = try watching.wait { $0.document }
            #expect(change.location?.index == last)
            #expect(change.document.count.pages >= pages)
            try eventually { try count().kind == .exact && count().pages > pages }
        }
        // What was known holds: it is opened in the host of the old one, and nothing but the end is counted.
        let counts = watching.told.compactMap(\.count?.counted)
        #expect(counts.allSatisfy { $0 > pages - 60 }, "\(counts) of \(pages)")
        let end = try reader.navigate(.init(place: .last)).parameters.location.index
        #expect(try end > last && reader.text(index: end).runs.last?.text == "entry 44999 – of many\n")
        // Back, page by page.
        for index in stride(from: end, to: end - 20, by: -1) {
            #expect(try reader.navigate(.init(index: index)).parameters.location.index == index)
        }
        #expect(try reader.text(index: 0).runs.first?.text == "entry 0 – of many\n")
    }
}
