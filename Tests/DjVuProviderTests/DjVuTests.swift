import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// The DjVu provider against DjVuLibre's own programs.
@Suite final class DjVuTests {
    private static let path = Result { try productsFolder() + "/libsheaf-djvu.so" }

    /// Two pages: a photo of 150 dots an inch, with text, links, an outline and metadata, and a scan in black and white that is
    /// shown turned.
    private static let script = #"""
        set -e
        vips gaussnoise noise.v 30 20 --mean 128 --sigma 60 --seed 3
        vips resize noise.v large.v 10
        vips cast large.v grey.v uchar
        vips copy grey.v photo.pgm
        c44 -dpi 150 photo.pgm one.djvu
        python3 - <<'END'
        data = open('photo.pgm', 'rb').read()[-300 * 200:]
        with open('scan.pbm', 'wb') as out:
            out.write(b'P4 300 200\n')
            for y in range(200):
                bits = ''.join('0' if value > 140 else '1' for value in data[y * 300:y * 300 + 300]).ljust(304, '0')
                out.write(bytes(int(bits[i:i + 8], 2) for i in range(0, 304, 8)))
        END
        cjb2 -dpi 300 scan.pbm two.djvu
        djvm -c book.djvu one.djvu two.djvu
        cat >marks <<'END'
        select 1
        set-page-title "iv"
        set-txt
        (page 0 0 300 200 (line 10 150 200 180 (word 10 150 90 180 "Hello") (word 110 150 200 180 "w\303\266rld")) (line 10 100 50 130 (word 10 100 50 130 "again")))
        .
        set-ant
        (maparea "#2" "" (rect 30 20 60 40))
        (maparea "https://example.org/" "" (poly 0 0 10 0 10 50))
        (maparea "#+1" "" (rect 30 20 60 40))
        (maparea "#gone" "" (rect 30 20 60 40))
        (maparea "javascript:alert(1)" "" (rect 30 20 60 40))
        .
        select 2
        set-rotation 1
        set-txt
        (page 0 0 300 200 (line 10 150 200 180 (word 10 150 90 180 "Aside")))
        .
        select
        set-outline
        (bookmarks ("First" "#1" ("Below" "#2")) ("Outside" "https://example.org/"))
        .
        create-shared-ant
        set-meta
        author "A. Writer"
        title "On scans"
        .
        save
        END
        djvused -f marks book.djvu
        """#

    private let folder: String

    init() throws {
        folder = try String(run("mktemp -d").prefix { $0 != "\n" })
        let file = try #require(fopen("\(folder)/make.sh", "w"))
        fputs(Self.script, file)
        fclose(file)
        _ = try run("cd '\(folder)' && sh make.sh")
    }

    deinit {
        _ = try? run("rm -r '\(folder)'")
    }

    private func bytes(_ name: String = "book.djvu") throws -> [UInt8] {
        let file = try #require(fopen("\(folder)/\(name)", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }

    private func host() throws -> TestHost { try TestHost(table(ofLibrary: Self.path.get())) }

    private func open(_ bytes: [UInt8]? = nil) throws -> TestDocument {
        try host().open(TestSource(bytes: bytes ?? self.bytes()))
    }

    @Test func aDocumentIsKnownByItsBeginning() throws {
        #expect(try host().probe(TestSource(bytes: bytes())) == SHEAF_PROBE_CERTAIN)
        #expect(try host().probe(TestSource(bytes: bytes("one.djvu"))) == SHEAF_PROBE_CERTAIN)
        // A font of IFF 85, text, and what ends before it is known.
        for text in ["AT&TFORM\0\0\0\u{4}FONT", "words of a text, long enough", "AT&TFORM", ""] {
            #expect(try host().probe(text) == SHEAF_PROBE_NO)
        }
    }

    @Test func pagesMeasureWhatWasScanned() throws {
        let document = try open()
        #expect(try document.count() == (SHEAF_EXACT, 2))
        let first = try document.metrics(0)
        #expect(first.width == 144 && first.height == 96 && first.label == "iv")
        let turned = try document.metrics(1)
        #expect(turned.width == 48 && turned.height == 72 && turned.label.isEmpty)
        #expect(throws: Refusal(code: SHEAF_END)) { try document.metrics(2) }
    }

    @Test(arguments: [0, 1]) func pixelsAreThoseOfDdjvu(page: Int64) throws {
        _ = try run("cd '\(folder)' && ddjvu -format=ppm -page=\(page + 1) -1 book.djvu page.ppm")
        let picture = try bytes("page.ppm")
        let size = page == 0 ? (width: 300, height: 200) : (width: 200, height: 300)
        let colours = picture.suffix(size.width * size.height * 3)
        let expected = stride(from: colours.startIndex, to: colours.endIndex, by: 3).map { at -> UInt32 in
            let (red, green, blue) = (UInt32(colours[at]), UInt32(colours[at + 1]), UInt32(colours[at + 2]))
            return UInt32(0xff00_0000) | red << 16 | green << 8 | blue
        }
        let document = try open()
        let scale = page == 0 ? 150.0 / 72 : 300.0 / 72
        let whole = try document.render(page: page, scale: scale, width: size.width, height: size.height)
        #expect(whole.pixels == expected)
        #expect(Set(whole.pixels).count > 1)
        // Turned by the reader, too, and a part of it.
        let turned = try document.render(
            page: page, scale: scale, rotation: 90, width: size.height, height: size.width)
        #expect(page == 0 || turned == whole.turned())
        let part = try document.render(page: page, scale: scale, x: 20, y: 150, width: 60, height: 40)
        // What is drawn of a photo in parts is not quite the same.
        let differences = zip(part.pixels, whole.cut(x: 20, y: 150, width: 60, height: 40).pixels).map {
            abs(Int($0 & 0xff) - Int($1 & 0xff))
        }
        #expect(differences.max() ?? 0 <= (page == 0 ? 24 : 0))
        let cancelled = TestRequest()
        cancelled.cancelledFrom = 0
        #expect(throws: Refusal(code: SHEAF_CANCELLED)) {
            try document.render(page: 1 - page, width: 10, height: 10, request: cancelled)
        }
        #expect(try document.render(page: page, scale: scale, width: size.width, height: size.height) == whole)
    }

    @Test func textStandsWhereItWasRead() throws {
        let document = try open()
        let lines = try document.text(0)
        #expect(lines.map(\.text) == ["Hello wörld\n", "again\n"])
        // 10 to 200 pixels from the left, 20 to 50 from the top.
        let expected = [10.0, 20, 200, 50].map { $0 * 72 / 150 }
        #expect(zip(lines[0].box, expected).allSatisfy { abs($0 - $1) < 0.01 }, "\(lines[0].box)")
        #expect(lines[0].characters.count == 11)
        #expect(lines[0].characters[5] == [43.2, 9.6, 52.8, 24].map { Float($0) })
        // Of a page that is shown turned to the left.
        let aside = try document.text(1)
        let turned = [20.0, 210, 50, 290].map { $0 * 72 / 300 }
        #expect(aside.map(\.text) == ["Aside\n"])
        #expect(zip(aside[0].box, turned).allSatisfy { abs($0 - $1) < 0.01 }, "\(aside[0].box)")
    }

    @Test func linksAndContentsLeadSomewhere() throws {
        let document = try open()
        let links = try document.links(0)
        #expect(links.map(\.page) == [1, -1, 1, -1, -1])
        #expect(links.map(\.uri) == [nil, "https://example.org/", nil, "#gone", "javascript:alert(1)"])
        #expect(links.map(\.key) == ["here", "web", "here", "here", "script"])
        let expected = [30.0, 140, 90, 180].map { $0 * 72 / 150 }
        #expect(zip(links[0].box, expected).allSatisfy { abs($0 - $1) < 0.01 }, "\(links[0].box)")
        let outline = try document.outline()
        #expect(outline.map(\.text) == ["First", "Below", "Outside"] && outline.map(\.level) == [0, 1, 0])
        #expect(outline.map(\.key) == ["here", "here", "web"])
        #expect(outline.map(\.page) == [0, 1, -1] && outline.map(\.uri) == [nil, nil, "https://example.org/"])
        let metadata = try document.metadata().map { [$0.key, $0.text] }
        #expect(metadata.first == ["format", "DjVu"])
        #expect(metadata.contains(["title", "On scans"]) && metadata.contains(["creator", "A. Writer"]))
    }

    /// None of 400 is more than refused, and no page of those that open.
    @Test func brokenDocumentsAreRefused() throws {
        let whole = try bytes()
        var (opened, refused) = (0, 0)
        let first = UInt64.random(in: 0..<1 << 32)
        for seed in first..<first + 400 {
            var generator = SeededNumbers(seed: seed)
            var broken = whole
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                broken[Int.random(in: 16..<broken.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) {
                broken.removeLast(Int.random(in: 0..<broken.count - 16, using: &generator))
            }
            do {
                let document = try open(broken)
                opened += 1
                for page in 0..<min(try document.count().pages, 3) {
                    // What is broken may be the size.
                    let size = try document.metrics(page)
                    let side = { (points: Double) in max(1, min(20, Int(points))) }
                    _ = try document.render(page: page, width: side(size.width), height: side(size.height))
                    _ = try document.text(page)
                    _ = try document.links(page)
                }
                _ = try document.outline()
            } catch let refusal as Refusal {
                refused += 1
                #expect(refusal.code == -EBADMSG && refusal.text?.isEmpty == false, "seed \(seed): \(refusal)")
            }
        }
        #expect(opened > 0 && refused > 0)
    }

    @Test func refreshTellsOfANewContent() throws {
        let document = try open()
        try document.refresh()
        #expect(document.host.changes.isEmpty)
        document.source.bytes[document.source.bytes.count - 10] ^= 1
        try document.refresh()
        #expect(document.host.changes.map(\.kind) == [SHEAF_CHANGED_ALL])
    }

    @Test func whatCannotBeRenderedIsRefused() throws {
        let document = try open()
        #expect(throws: Refusal(code: -EINVAL, text: "a page can't be turned by 45 degrees")) {
            try document.render(rotation: 45, width: 4, height: 4)
        }
        let refusal = #expect(throws: Refusal.self) { try document.render(x: 1_000_000, width: 4, height: 4) }
        #expect(refusal?.code == -EINVAL && refusal?.text?.contains("is not within the page") == true)
    }

    @Test func whatIsGivenBackIsMadeAgain() throws {
        let document = try open()
        let before = try document.render(page: 0, width: 50, height: 50)
        for level in [SHEAF_TRIM_LOW, SHEAF_TRIM_MEDIUM, SHEAF_TRIM_CRITICAL] {
            document.host.table.trim(document.host.plugin, level)
            #expect(try document.render(page: 0, width: 50, height: 50) == before)
        }
    }
}
