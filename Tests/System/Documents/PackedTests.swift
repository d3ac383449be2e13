import Foundation
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Documents as people have them: packed once more, by gzip or alone in a ZIP. What counts is the content; the names here say nothing.
@Suite struct PackedTests {
    private static let providers = [
        "sheaf-mupdf", "sheaf-fictionbook", "sheaf-images", "sheaf-djvu", "sheaf-text", "sheaf-bmp", "sheaf-pattern",
    ]
    private static let svg = """
        <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#008000"/></svg>
        """
    private static let fb2 = """
        <?xml version="1.0" encoding="utf-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0">
        <body><section><title><p>One</p></title><p>A book.</p></section></body></FictionBook>
        """

    private func scene() throws -> RunningService {
        let service = try RunningService(providers: Self.providers)
        _ = try service.file("drawing.svg", Data(Self.svg.utf8))
        _ = try service.file("book.fb2", Data(Self.fb2.utf8))
        _ = try service.file("words.txt", Data("Some words.\n".utf8))
        _ = try service.file("paper.pdf", Documents.pdf(pages: 3))
        return service
    }

    private func make(_ service: RunningService, _ script: String) throws {
        let made = try Command.run("/bin/sh", ["-c", "cd '\(service.folder.path)' && { \(script); }"])
        try #require(made.status == 0, "\(made.errors)")
    }

    @Test(
        arguments: [
            ("gzip -c paper.pdf", "mupdf", 3), ("gzip -c drawing.svg", "images", 1), ("gzip -c words.txt", "text", 1),
            ("zip -q - book.fb2", "fictionbook", nil), ("zip -q -0 - paper.pdf", "mupdf", 3),
            ("zip -q -r - __MACOSX folder", "mupdf", 3), ("{ gzip -c words.txt; gzip -c words.txt; }", "text", 1),
        ] as [(String, String, Int?)])
    func onePackedDocumentIsThatDocument(command: String, provider: String, pages: Int?) throws {
        let service = try scene()
        try make(
            service,
            "mkdir folder __MACOSX; cp paper.pdf folder; echo x >__MACOSX/._paper.pdf; echo y >folder/.DS_Store; \(command) >packed"
        )
        let reader = try TestReader(
            service, service.folder.appendingPathComponent("packed").path, width: 60, height: 80)
        #expect(reader.opened.document.provider == provider)
        if let pages { #expect(reader.opened.document.count.pages == pages) }
        #expect(try reader.page(0).page.width > 1)
        if provider == "text" {
            let times = command.contains("{") ? 2 : 1
            let text = try reader.text(index: 0).runs.map(\.text).joined()
            #expect(text == String(repeating: "Some words.\n", count: times))
        }
        #expect(service.deadHosts == 0, "\(service.log)")
    }

    /// A file that a provider opens itself is not unpacked: a comic, a tar of pictures in gzip.
    @Test func whatAProviderKnowsStaysPacked() throws {
        let service = try scene()
        try make(service, "zip -q one.cbz drawing.svg; tar czf one.cbt drawing.svg; gzip -c one.cbz >twice")
        for (name, format) in [("one.cbz", "CBZ"), ("one.cbt", "CBT"), ("twice", "CBZ")] {
            let reader = try TestReader(
                service, service.folder.appendingPathComponent(name).path, width: 60, height: 80)
            let entries = try reader.client.call(
                DocumentInterface.GetMetadata.self, .init(reader: reader.id)
            ).parameters.entries
            #expect(entries.first { $0.key == "format" }?.value == format, "\(name)")
        }
    }

    /// Several documents in a ZIP are none; neither is one that is encrypted, or packed twice.
    @Test func othersAreNoDocuments() throws {
        let service = try scene()
        try make(
            service,
            """
            zip -q two.zip paper.pdf words.txt; zip -q -P secret locked.zip paper.pdf; gzip -c paper.pdf | gzip >twice.gz
            head -c 100 two.zip >cut.zip
            """)
        for name in ["two.zip", "locked.zip", "twice.gz", "cut.zip"] {
            let path = service.folder.appendingPathComponent(name).path
            let refused = try failure { _ = try TestReader(service, path) }
            #expect(refused == .notADocument(reason: "no provider knows what kind of document it is"), "\(name)")
        }
    }

    /// A file that unpacks to too much is refused, and the reason says what it is.
    @Test(arguments: [("gzip", "gzip -1"), ("ZIP", "zip -q -1 - -")])
    func aBombIsNamed(kind: String, command: String) throws {
        let service = try scene()
        try make(
            service, "head -c 268435456 /dev/zero | \(command) >most; head -c 268435457 /dev/zero | \(command) >bomb")
        let refused = try failure { _ = try TestReader(service, service.folder.appendingPathComponent("bomb").path) }
        #expect(
            refused
                == .notADocument(
                    reason: """
                        the file is packed (\(kind)), and unpacks to more than the 256 MiB that are read of such a one (EFBIG)
                        """))
        let most = try failure { _ = try TestReader(service, service.folder.appendingPathComponent("most").path) }
        #expect(most == .notADocument(reason: "no provider knows what kind of document it is"))
        #expect(service.deadHosts == 0, "\(service.log)")
    }

    /// A file that is cut off is shown as far as it goes, and as it is when the rest has come.
    @Test func aGrowingFileIsReadAgain() throws {
        let service = try scene()
        try make(
            service,
            """
            seq 1 20000 >numbers; gzip -c numbers >whole; size=$(stat -c %s whole); head -c $((size / 2)) whole >part
            tail -c +$((size / 2 + 1)) whole >rest
            """)
        let path = service.folder.appendingPathComponent("part").path
        let viewer = try Viewer(service, path, viewport: .init(width: 420, height: 595))
        try eventually(log: service.log) { try viewer.state().document.count.kind == .exact }
        let pages = try viewer.state().document.count.pages
        #expect(pages > 10)
        try make(service, "cat rest >>part")
        try eventually(log: service.log) {
            let count = try viewer.state().document.count
            return count.kind == .exact && count.pages > pages * 3 / 2
        }
    }
}
