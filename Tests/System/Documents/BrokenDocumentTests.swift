import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Documents that are broken at random. They are opened, or refused with a reason; the service goes on, and so does who reads something
/// else.
@Suite struct BrokenDocumentTests {
    /// Numbers that look random.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    /// Real documents that break in many ways: unpacked, since in what is packed nearly every change is the same one.
    private static func originals(in folder: URL) throws -> [Data] {
        let policy = try Documents.policy.get()
        let fhs = folder.appendingPathComponent("fhs.pdf")
        try Command.run("/bin/gzip", ["-dc", "/usr/share/doc/debian-policy/fhs/fhs-3.0.pdf.gz"]).output.write(to: fhs)
        var originals = [try Data(contentsOf: fhs)]
        for (number, path) in [policy, fhs.path].enumerated() {
            let unpacked = folder.appendingPathComponent("unpacked-\(number).pdf").path
            let made = try Command.run("/usr/bin/mutool", ["clean", "-d", path, unpacked, "1-5"])
            try #require(made.status == 0, "\(made.errors)")
            originals.append(try Data(contentsOf: URL(fileURLWithPath: unpacked)))
        }
        let stored = folder.appendingPathComponent("stored.epub").path
        let script = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile(sys.argv[2], "w") as new:
                for entry in old.infolist(): new.writestr(entry.filename, old.read(entry))
            """
        let made = try Command.run("/usr/bin/python3", ["-c", script, Documents.policyEPUB, stored])
        try #require(made.status == 0, "\(made.errors)")
        return originals + [try Data(contentsOf: URL(fileURLWithPath: stored))]
    }

    /// - Parameter keepsLength: nothing is put in or taken out: the places in an archive stay what its directory says.
    private static func broken(_ original: Data, keepsLength: Bool, _ dice: inout Dice) -> Data {
        var bytes = original
        for _ in 0..<Int.random(in: 1...20, using: &dice) {
            let place = Int.random(in: 0..<bytes.count, using: &dice)
            let length = min(Int.random(in: 1...64, using: &dice), bytes.count - place)
            switch keepsLength ? [0, 1, 4].randomElement(using: &dice) : Int.random(in: 0..<6, using: &dice) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &dice)
            case 2: bytes.removeSubrange(place..<place + length)
            case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            case 4:
                // Digits are lengths, references and counts.
                for index in place..<place + length where (48...57).contains(bytes[index]) {
                    bytes[index] = UInt8.random(in: 48...57, using: &dice)
                }
            default: if Int.random(in: 0..<8, using: &dice) == 0 { bytes.removeSubrange(place...) }
            }
            if bytes.isEmpty { return original }
        }
        return bytes
    }

    /// An image in every format, and archives of them.
    private static func images(in folder: URL) throws -> [Data] {
        let script = """
            set -e
            cd "$1"
            vips gaussnoise noise.v 60 40 --mean 128 --sigma 60
            vips cast noise.v band.v uchar
            vips rot band.v turned.v d180
            vips bandjoin "band.v turned.v" two.v
            vips bandjoin "two.v band.v" joined.v
            vips copy joined.v base.v --interpretation srgb
            mkdir made book
            vips jpegsave base.v made/1.jpg
            vips jpegsave base.v made/2.jpg --interlace
            vips pngsave base.v made/3.png
            vips webpsave base.v made/4.webp
            vips tiffsave base.v made/5.tif --compression lzw
            vips tiffsave base.v made/6.tif --tile --tile-width 16 --tile-height 16
            vips heifsave base.v made/7.heic --compression hevc
            vips heifsave base.v made/8.avif --compression av1
            vips jxlsave base.v made/9.jxl
            vips gifsave base.v made/10.gif
            cp made/*.jpg made/*.webp book
            printf '<ComicInfo><Series>S</Series><Pages><Page Image="0" Bookmark="B" DoublePage="true" Type="FrontCover"/></Pages></ComicInfo>' >book/ComicInfo.xml
            printf '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><g><circle r="9"/></g></svg>' >made/11.svg
            zip -q -r made/12.cbz book
            7z a -bd made/13.cb7 book >log
            tar -c -f made/14.cbt book
            tar -c -z -f made/15.cbt book
            vips jp2ksave base.v made/16.jp2 --lossless
            vips cast base.v float.v float
            vips tiffsave float.v made/17.tif
            tiffcp -p separate -t made/6.tif made/18.tif
            vips copy base.v made/19.ppm
            pamtowinicon made/19.ppm >made/20.ico 2>log
            ppmtopgm made/19.ppm | pgmtopbm | pnmtoplainpnm >made/21.pbm
            pamtopfm made/19.ppm >made/22.pfm
            gzip -c made/11.svg >made/23.svgz
            zip -q made/24.zip made/16.jp2
            mkdir more
            ppmtobmp made/19.ppm >more/1.bmp 2>log
            cp made/20.ico made/16.jp2 more
            zip -q -r made/25.cbz more
            mkdir chapters
            cp made/12.cbz made/13.cb7 made/14.cbt made/15.cbt chapters
            zip -q -0 -r made/26.cbz chapters
            7z a -bd made/27.cb7 chapters >log
            vips tiffsave base.v made/28.tif --tile --tile-width 16 --tile-height 16 --pyramid
            vips tiffsave base.v made/29.tif --tile --tile-width 16 --tile-height 16 --pyramid --subifd --compression jpeg
            vips jp2ksave base.v made/30.jp2 --tile-width 32 --tile-height 16
            vips webpsave band.v made/31.webp --page-height 10
            vips gifsave band.v made/32.gif --page-height 10
            ojph_compress -i made/19.ppm -o made/33.j2c -reversible true -num_decomps 2 >log
            vips resize base.v larger.v 4
            vips tiffsave larger.v jp2.tif --tile --tile-width 64 --tile-height 64 --compression jp2k --pyramid
            # Aperio's other number: its codestreams are decoded here.
            perl -0777 -pe 's/(\\x03\\x01\\x03\\x00\\x01\\x00\\x00\\x00)\\xec\\x80/$1\\xed\\x80/g' jp2.tif >made/34.tif
            """
        let made = try Command.run("/bin/sh", ["-c", script, "sh", folder.path])
        try #require(made.status == 0, "\(made.errors)")
        let files = folder.appendingPathComponent("made")
        return try FileManager.default.contentsOfDirectory(atPath: files.path).sorted().map {
            try Data(contentsOf: files.appendingPathComponent($0))
        }
    }

    /// Breaks documents; `make torture` breaks as many as asked (SHEAF_TORTURE_DOCUMENTS), from a seed
    /// (SHEAF_TORTURE_SEED).
    @Test func documentsThatAreBrokenAtRandomAreShownOrRefused() throws {
        let scene = try HarmScene()
        try Self.breakAndOpen(40, outOf: Self.originals(in: scene.service.folder), scene)
    }

    /// Breaks images and archives of images; see ``documentsThatAreBrokenAtRandomAreShownOrRefused()``.
    @Test func imagesThatAreBrokenAtRandomAreShownOrRefused() throws {
        let scene = try HarmScene(providers: ["sheaf-images", "sheaf-pattern"])
        try Self.breakAndOpen(500, outOf: Self.images(in: scene.service.folder), scene)
    }

    /// A photo, a scan in black and white, and a book of both with text, links and an outline.
    private static func books(in folder: URL) throws -> [Data] {
        let script = #"""
            set -e
            cd "$1"
            vips gaussnoise noise.v 120 80 --mean 128 --sigma 60
            vips cast noise.v grey.v uchar
            vips copy grey.v photo.pgm
            c44 -dpi 150 photo.pgm photo.djvu
            python3 -c 'import sys; sys.stdout.buffer.write(b"P4 120 80\n" + bytes(i * 37 % 256 for i in range(15 * 80)))' >scan.pbm
            cjb2 -dpi 300 scan.pbm scan.djvu
            djvm -c book.djvu photo.djvu scan.djvu
            cat >marks <<'END'
            select 1
            set-txt
            (page 0 0 120 80 (line 5 50 90 70 (word 5 50 40 70 "Hello") (word 45 50 90 70 "there")))
            .
            set-ant
            (maparea "#2" "" (rect 30 20 60 40))
            .
            select
            set-outline
            (bookmarks ("First" "#1" ("Below" "#2")))
            .
            save
            END
            djvused -f marks book.djvu
            """#
        let made = try Command.run("/bin/sh", ["-c", script, "sh", folder.path])
        try #require(made.status == 0, "\(made.errors)")
        return try ["photo", "scan", "book"].map {
            try Data(contentsOf: folder.appendingPathComponent($0 + ".djvu"))
        }
    }

    /// Breaks DjVu books; see ``documentsThatAreBrokenAtRandomAreShownOrRefused()``.
    @Test func booksOfDjVuThatAreBrokenAtRandomAreShownOrRefused() throws {
        let scene = try HarmScene(providers: ["sheaf-djvu", "sheaf-pattern"])
        try Self.breakAndOpen(100, outOf: Self.books(in: scene.service.folder), scene)
    }

    /// Breaks books with fixed pages; see ``documentsThatAreBrokenAtRandomAreShownOrRefused()``.
    @Test func booksWithFixedPagesThatAreBrokenAtRandomAreShownOrRefused() throws {
        let scene = try HarmScene(providers: ["sheaf-epub", "sheaf-pattern"])
        let book = scene.service.folder.appendingPathComponent("fixed.epub")
        let script = Build.project.appendingPathComponent("Tests/System/clients/fixed_book.py").path
        let made = try Command.run("/usr/bin/python3", [script, book.path])
        try #require(made.status == 0, "\(made.errors)")
        try Self.breakAndOpen(200, outOf: [Data(contentsOf: book)], keepsLength: true, scene)
    }

    /// Breaks books that flow; see ``documentsThatAreBrokenAtRandomAreShownOrRefused()``. Their files are not compressed: what is broken is text.
    @Test func booksThatFlowAreBrokenAtRandomAreShownOrRefused() throws {
        let scene = try HarmScene(providers: ["sheaf-epub", "sheaf-fictionbook", "sheaf-pattern"])
        let folder = scene.service.folder.appendingPathComponent("made")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = Build.project.appendingPathComponent("Tests/System/clients/made_books.py").path
        let unpack = """
            import pathlib, sys, zipfile
            for path in pathlib.Path(sys.argv[1]).glob('*.epub'):
                with zipfile.ZipFile(path) as book:
                    files = [(name, book.read(name)) for name in book.namelist()]
                with zipfile.ZipFile(path, 'w', zipfile.ZIP_STORED) as book:
                    for name, content in files:
                        book.writestr(name, content)
            """
        for arguments in [[program, folder.path, "48", "16"], ["-c", unpack, folder.path]] {
            let made = try Command.run(Build.python, arguments)
            try #require(made.status == 0, "\(made.errors)")
        }
        let books = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            try Data(contentsOf: folder.appendingPathComponent($0))
        }
        try Self.breakAndOpen(100, outOf: books, keepsLength: true, scene)
    }

    /// Texts in every encoding, plain and Markdown.
    private static func texts() -> [Data] {
        let plain = "A line of text, naïve – 平和 سلام शान्ति.\n\n\tAnother one " + String(repeating: "word ", count: 200)
        let markdown =
            "# A *heading*\n\n[link](#a) ![image](b) `code` <b>\n\n- item\n  1. inner\n\n> quoted\n\n```\nint x;\n```\n"
        return [Data(plain.utf8), Data(markdown.utf8), Data((markdown + plain).utf8)]
            + [.utf16LittleEndian, .utf16BigEndian, .utf16].compactMap { plain.data(using: $0) }
    }

    /// Breaks texts; see ``documentsThatAreBrokenAtRandomAreShownOrRefused()``.
    @Test func textsThatAreBrokenAtRandomAreShownOrRefused() throws {
        try Self.breakAndOpen(300, outOf: Self.texts(), HarmScene(providers: ["sheaf-text", "sheaf-pattern"]))
    }

    /// Breaks descriptions of pages; see ``documentsThatAreBrokenAtRandomAreShownOrRefused()``.
    @Test func patternsThatAreBrokenAtRandomAreShownOrRefused() throws {
        let scene = try HarmScene(providers: ["sheaf-pattern"])
        let patterns = [
            "pages = 9\nwidth = 60\nheight = 80", "pages = about 90\nvary = 50\nroman-front = 4",
            "pages = 50\ncounted-by = 20\nlinks = on", "order = 0-4, 9, 5-8\ntext = one two three",
        ]
        // Most changes are in comments, so that some are opened all the same.
        let rest = String(repeating: "# nothing is said here\n", count: 100)
        try Self.breakAndOpen(40, outOf: patterns.map { Data("sheaf-pattern 1\n\(rest)\($0)\n\(rest)".utf8) }, scene)
    }

    /// Breaks images for a provider that is a program; see ``documentsThatAreBrokenAtRandomAreShownOrRefused()``.
    @Test func greymapsThatAreBrokenAtRandomAreShownOrRefused() throws {
        let scene = try HarmScene(providers: ["sheaf-pattern"])
        try FileManager.default.createSymbolicLink(
            at: scene.service.folder.appendingPathComponent("providers/netpbm"),
            withDestinationURL: Build.project.appendingPathComponent("docs/examples/netpbm-provider"))
        let images = ["P5 20 10 255\n", "P5\n# a comment\n10 20\n15\n"].map { header in
            Data(header.utf8) + Data((0..<200).map { UInt8($0) }) + Data("P5 1 2 9\nab".utf8)
        }
        try Self.breakAndOpen(40, outOf: images, scene)
    }

    /// - Parameter usual: how many of them, where nobody asks for another number.
    private static func breakAndOpen(
        _ usual: Int, outOf originals: [Data], keepsLength: Bool = false, _ scene: HarmScene
    ) throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["SHEAF_TORTURE_DOCUMENTS"].flatMap { Int($0) } ?? usual
        let seed = environment["SHEAF_TORTURE_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        var dice = Dice(state: seed)
        var outcomes: [String: Int] = [:]
        var (longest, memory) = (Duration.zero, 0)
        for number in 0..<count {
            let bytes = Self.broken(originals[number % originals.count], keepsLength: keepsLength, &dice)
            let path = try scene.service.file("broken", bytes)
            do {
                let start = ContinuousClock.now
                outcomes[try scene.open(path).word, default: 0] += 1
                longest = max(longest, ContinuousClock.now - start)
                guard number % 20 == 19 else { continue }
                try scene.expectNeighbour()
                memory = max(memory, scene.service.mostMemoryOfAHost)
            } catch {
                throw TestFailure("document \(number) of seed \(seed): \(error); the log:\n\(scene.service.log)")
            }
        }
        try scene.expectNeighbour()
        let dead = scene.service.deadHosts
        let list = outcomes.sorted { $0.key < $1.key }.map { "\($1) \($0)" }.joined(separator: ", ")
        print(
            """
            \(count) broken documents of seed \(seed): \(list); \(dead) hosts have ended by a fault; the longest took \(longest), \
            a host had at most \(memory >> 10) MB
            """)
        #expect(outcomes["shown"] ?? 0 > 0 && scene.service.process.isRunning)
    }
}
