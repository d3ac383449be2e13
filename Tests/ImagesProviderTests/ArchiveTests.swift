import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

extension ImagesProviderTests {
    /// Archives of images: what is in them, in which order, and what is made of those that mean harm.
    @Suite struct ArchiveTests {
        /// The widths of the pages, which tell them apart.
        private func widths(_ document: TestDocument) throws -> [Int] {
            try (0..<document.count().pages).map { Int(try document.metrics($0).width) }
        }

        /// Formats of archives, and commands that pack `book`, the names of whose pages are not in natural order.
        private static let packers: [(String, String)] = [
            ("CBZ", "zip -q -r out book"), ("CBZ", "zip -q -0 -r out book"), ("CB7", "7z a -bd -t7z out book"),
            ("CBT", "tar -c -f out book"), ("CBT", "tar -c -z -f out book"), ("CBT", "bsdtar -c -j -f out book"),
            ("CBT", "bsdtar -c -J -f out book"), ("CBT", "bsdtar -c --zstd -f out book"),
        ]

        @Test(arguments: packers)
        func archiveOfWebPsOpens(format: String, command: String) throws {
            let folder = try Folder()
            try folder.shell("mkdir -p book/ch1 book/ch2 book/__MACOSX")
            for name in ["ch2/page1.webp", "ch1/page10.webp", "ch1/page2.WEBP"] {
                try folder.write("book/\(name)", Images.sample("webp"))
            }
            try folder.write("book/ch1/page1.jpg", Images.sample("jpeg"))
            try folder.write("book/__MACOSX/page1.jpg", [1, 2, 3])
            try folder.write("book/.hidden.jpg", [1, 2, 3])
            try folder.write("book/Thumbs.db", [1, 2, 3])
            try folder.shell("\(command) >log 2>&1; mv out* packed")
            let bytes = try folder.read("packed")
            // Half of the files are images: MuPDF takes that for a comic, too, with 50.
            #expect(try Images.host().probe(TestSource(bytes: bytes)) == 75)
            let document = try Images.open(bytes)
            #expect(try document.count() == (SHEAF_EXACT, 4))
            let jpeg = try Images.open(Images.sample("jpeg")).whole(scale: 0.5)
            let webP = try Images.open(Images.sample("webp")).whole(scale: 0.5)
            for page in [3, 0, 2, 1] as [Int64] {
                #expect(try document.whole(page, scale: 0.5) == (page == 0 ? jpeg : webP))
            }
            #expect(try document.information() == ["format": format, "wide-pages": "alone"])
        }

        @Test(arguments: ["rar", "rar5"])
        func archiveOfRAROpens(kind: String) throws {
            let files: [Archives.File] = [
                ("b/10.png", try Images.sample("png")), ("b/9.svg", Archives.page(7)), ("b\\2.svg", Archives.page(5)),
            ]
            let bytes = kind == "rar" ? Archives.rar(files) : Archives.rar5(files)
            #expect(try Images.host().probe(TestSource(bytes: bytes)) == 75)
            let document = try Images.open(bytes)
            #expect(try widths(document) == [5, 7, 305])
            #expect(try document.whole(2) == Images.open(Images.sample("png")).whole())
        }

        /// Only of what is unpacked for it the first 64 MiB are looked at: a file is read where its directory is.
        @Test(arguments: ["zip -q -0 out.zip 1.svg 2.png", "bsdtar -cf out.tar 1.svg 2.png"])
        func comicOfManyMegabytesIsKnown(command: String) throws {
            let folder = try Folder()
            try folder.write("1.svg", Archives.page(5))
            try folder.shell("head -c 70000000 /dev/zero > 2.png; \(command) >log 2>&1; mv out* packed")
            let bytes = try folder.read("packed")
            #expect(try Images.host().probe(TestSource(bytes: bytes)) == 75)
            #expect(try Images.open(bytes).count() == (SHEAF_EXACT, 2))
        }

        /// Names of pages in the order in which the pages are to come; the archive has them the other way round.
        @Test(arguments: [
            ["page2.svg", "page10.svg", "page100.svg"], ["1.svg", "01a.svg", "2.svg", "A3.svg", "a10.svg"],
            ["a/9.svg", "a/10.svg", "a b/1.svg", "b/1.svg"], ["Ä 2.svg", "ä 10.svg"], ["x.svg", "x/1.svg", "x1.svg"],
            ["99999999999999999998.svg", "99999999999999999999.svg", "100000000000000000000.svg"],
            ["cover 1.svg", "Cover 2.svg", "cover 03.svg", "漢字 9.svg", "漢字 10.svg"],
        ])
        func orderIsNatural(names: [String]) throws {
            let files = names.enumerated().map { ($1, Archives.page(10 + $0)) }
            let document = try Images.open(Archives.zip(files.reversed()))
            #expect(try widths(document) == names.indices.map { 10 + $0 })
        }

        @Test(arguments: [
            "../../../../tmp/sheaf-evil.svg", "/tmp/sheaf-evil.svg", "a/../../sheaf-evil.svg", "C:\\evil.svg",
        ])
        func nameIsNothingButAName(name: String) throws {
            for bytes in [Archives.zip([(name, Archives.page(3))]), Archives.rar([(name, Archives.page(3))])] {
                let document = try Images.open(bytes)
                #expect(try widths(document) == [3])
                _ = try document.whole()
                #expect(access("/tmp/sheaf-evil.svg", F_OK) != 0)
            }
        }

        @Test func damagedPageFailsAndOthersGoOn() throws {
            let document = try Images.open(
                Archives.zip([
                    ("1.svg", Archives.page(4)), ("2.png", try Array(Images.sample("png").prefix(20))),
                    ("3.jpg", [1, 2]),
                    ("4.svg", Archives.page(6)), ("5.png", []),
                ]))
            for (page, name) in [(Int64(1), "2.png"), (2, "3.jpg"), (4, "5.png")] {
                let refusal = #expect(throws: Refusal.self) { _ = try document.whole(page) }
                #expect(refusal?.code == -EBADMSG)
                #expect(refusal?.text?.contains("page \(page + 1) (\(name))") == true, "\(refusal?.text ?? "")")
            }
            #expect(try document.metrics(0).width == 4 && document.metrics(3).width == 6)
        }

        @Test func formatIsToldByContentAndNotByTheName() throws {
            let document = try Images.open(Archives.zip([("1.jpg", try Images.sample("png"))]))
            #expect(try document.whole() == Images.open(Images.sample("png")).whole())
        }

        @Test(arguments: ["zip", "7z", "gz"])
        func archiveThatIsCutOffShowsWhatIsThere(kind: String) throws {
            let folder = try Folder()
            try folder.shell("mkdir book")
            for page in 1...6 { try folder.write("book/\(page).png", Images.sample("png")) }
            switch kind {
            case "zip": try folder.shell("zip -q -r out.zip book")
            case "gz": try folder.shell("tar -c -z -f out.gz book/?.png")
            default: try folder.shell("7z a -bd out.7z book >log")
            }
            let bytes = try folder.read("out.\(kind)")
            let part = Array(bytes.prefix(bytes.count * 2 / 3))
            if kind == "7z" {
                // Its directory is at its end.
                let refusal = #expect(throws: Refusal.self) { _ = try Images.open(part) }
                #expect(refusal?.text?.hasPrefix("cannot open the 7z archive: ") == true, "\(refusal?.text ?? "")")
                return
            }
            let document = try Images.open(part)
            #expect((3...6).contains(try document.count().pages))
            #expect(try document.whole(1) == Images.open(Images.sample("png")).whole())
        }

        // MARK: Whose it is

        @Test(
            arguments: [
                (["mimetype", "META-INF/container.xml", "1.png", "2.png"], 0),
                (["[Content_Types].xml", "media/1.png"], 0),
                (["mimetype", "1.png", "2.png"], 0), (["META-INF/MANIFEST.MF", "1.png", "2.png"], 0),
                (["_rels/.rels", "1.png", "2.png"], 0), (["1.txt", "2.txt", "3.png"], 0), (["a.txt"], 0),
                (["1.txt", "2.png"], 75), (["ComicInfo.xml", "2.png"], 75), (["1.jxr", "2.webp"], 75), (["1.jxr"], 0),
            ] as [([String], UInt32)])
        func archivesOfOthersAreLeftToThem(names: [String], certainty: UInt32) throws {
            let bytes = Archives.zip(names.map { ($0, Archives.page(9)) })
            #expect(try Images.host().probe(TestSource(bytes: bytes)) == certainty)
        }

        @Test func compressedFileThatIsNoArchiveIsLeftToOthers() throws {
            let folder = try Folder()
            try folder.write("a", Images.sample("bare"))
            try folder.shell("gzip -k a; bzip2 -k a; xz -k a")
            for name in ["a.gz", "a.bz2", "a.xz"] {
                #expect(try Images.host().probe(TestSource(bytes: folder.read(name))) == SHEAF_PROBE_NO)
                let refusal = #expect(throws: Refusal.self) { _ = try Images.open(folder.read(name)) }
                #expect(refusal?.text?.hasPrefix("cannot open the compressed tar archive: ") == true)
            }
        }

        // MARK: What is said of it

        private static let comicInfo = """
            \u{feff}<?xml version="1.0" encoding="utf-8"?>
            <ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Series>Saga</Series><Number>12</Number>
            <Writer>A &amp; B</Writer><Manga>YesAndRightToLeft</Manga><LanguageISO>ja</LanguageISO>
            <Pages><Page Image="0" Bookmark="One"/><Page Image="1"/><Page Image="2" Bookmark="Two"/>
            <Page Image="77" Bookmark="Nowhere"/></Pages></ComicInfo>
            """

        private func comic(_ information: String) throws -> TestDocument {
            try Images.open(
                Archives.zip([
                    ("1.svg", Archives.page(1)), ("2.svg", Archives.page(2)), ("3.svg", Archives.page(3)),
                    ("ComicInfo.xml", Array(information.utf8)),
                ]))
        }

        @Test func comicInfoIsMetadataAndOutline() throws {
            let document = try comic(Self.comicInfo)
            #expect(
                try document.information() == [
                    "format": "CBZ", "title": "Saga 12", "series": "Saga", "number": "12", "creator": "A & B",
                    "language": "ja", "reading-direction": "right-to-left", "wide-pages": "alone",
                ])
            let outline = try document.outline()
            #expect(outline.map(\.text) == ["One", "Two", "Nowhere"])
            #expect(outline.map(\.page) == [0, 2, -1])
            #expect(try document.count().pages == 3)
        }

        @Test func titleIsTakenBeforeTheSeries() throws {
            let document = try comic("<ComicInfo><Series>S</Series><Title>T</Title><Manga>Yes</Manga></ComicInfo>")
            let information = try document.information()
            #expect(information["title"] == "T" && information["reading-direction"] == nil)
        }

        @Test(arguments: [
            "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><ComicInfo><Title>&b;</Title></ComicInfo>",
            "<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;&b;'>]><ComicInfo><Title>&c;</Title></ComicInfo>",
            "<ComicInfo><Title>&b;</Title></ComicInfo>", "nothing of the kind", "<ComicInfo>", "",
        ])
        func comicInfoThatIsNoneSaysNothing(text: String) throws {
            let document = try comic(text)
            #expect(try document.information() == ["format": "CBZ", "wide-pages": "alone"])
            #expect(try document.outline().isEmpty)
            #expect(document.host.log.contains { $0.contains("ComicInfo.xml") })
        }

        @Test func comicInfoHasALimit() throws {
            let start = Array("<ComicInfo><Title>T</Title>".utf8)
            for (size, title) in [(1 << 20, "T"), (1 << 20 + 1, nil)] as [(Int, String?)] {
                let text = start + [UInt8](repeating: 0x20, count: size - start.count)
                let document = try Images.open(
                    Archives.zip([("1.svg", Archives.page(1)), ("ComicInfo.xml", text)]))
                #expect(try document.information()["title"] == title)
            }
        }

        // MARK: What means harm

        @Test(arguments: [
            "zip -q -P secret out.zip 1.png 2.png", "7z a -bd -psecret out.zip 1.png 2.png",
            "7z a -bd -psecret out.7z 1.png 2.png",
        ])
        func encryptedPageSaysSo(command: String) throws {
            let folder = try Folder()
            try folder.write("1.png", Images.sample("png"))
            try folder.write("2.png", Images.sample("png"))
            try folder.shell("\(command) >log; mv out.* packed")
            let document = try Images.open(folder.read("packed"))
            let refusal = #expect(throws: Refusal.self) { _ = try document.whole(1) }
            #expect(
                refusal
                    == Refusal(
                        code: -ENOTSUP, text: "page 2 (2.png) is encrypted: encrypted archives are not opened here"))
        }

        @Test func archiveWithEncryptedNamesIsRefused() throws {
            let folder = try Folder()
            try folder.write("1.png", Images.sample("png"))
            try folder.shell("7z a -bd -mhe=on -psecret packed.7z 1.png >log")
            let refusal = #expect(throws: Refusal.self) { _ = try Images.open(folder.read("packed.7z")) }
            #expect(refusal?.text?.hasPrefix("cannot open the 7z archive: ") == true, "\(refusal?.text ?? "")")
        }

        /// A page of 256 MiB is shown, and one with a byte more refused: each is an image with zeros behind it.
        @Test func pageHasALimit() throws {
            let folder = try Folder()
            try folder.write("1.png", Images.sample("png"))
            try folder.shell(
                """
                cp 1.png 2.png; truncate -s 268435456 1.png; truncate -s 268435457 2.png
                zip -q -1 out.zip 1.png 2.png; bsdtar -c -z -f out.tgz 1.png 2.png
                """)
            for name in ["out.zip", "out.tgz"] {
                let document = try Images.open(folder.read(name))
                #expect(try document.metrics(0).width == 305)
                let refusal = #expect(throws: Refusal.self) { _ = try document.whole(1) }
                #expect(
                    refusal
                        == Refusal(
                            code: -EBADMSG, text: "cannot unpack page 2 (2.png): it unpacks to more than 256 MiB"))
            }
        }

        @Test func compressedArchiveHasALimit() throws {
            let folder = try Folder()
            // The header of a file of 5 GiB, and zeros in pieces.
            try folder.shell(
                """
                truncate -s 5G 0.bin; bsdtar -c --no-read-sparse -f - 0.bin 2>log | head -c 512 >head; truncate -s 64M zeros
                for part in head zeros; do bsdtar -c --format raw --zstd -f $part.zst $part; done
                for number in $(seq 80); do cat zeros.zst; done | cat head.zst - >out.zst
                """)
            let refusal = #expect(throws: Refusal.self) { _ = try Images.open(folder.read("out.zst")) }
            #expect(
                refusal
                    == Refusal(
                        code: -EFBIG,
                        text: "cannot open the compressed tar archive: it unpacks to more than 4096 MiB"))
        }

        @Test func archiveThatIsCompressedTwiceIsRefused() throws {
            let folder = try Folder()
            try folder.write("1.png", Images.sample("png"))
            try folder.shell("tar -c -z -f a.tgz 1.png; gzip -c a.tgz >a.tgz.gz")
            let refusal = #expect(throws: Refusal.self) { _ = try Images.open(folder.read("a.tgz.gz")) }
            #expect(
                refusal
                    == Refusal(
                        code: -EBADMSG,
                        text: "cannot open the compressed tar archive: it is compressed more than once"))
        }

        @Test(arguments: [(100_000, true), (100_001, false), (1_000_000, false)])
        func filesHaveALimit(count: Int, isOpened: Bool) throws {
            let folder = try Folder()
            try folder.write(
                "make.py",
                Array(
                    """
                    import struct, sys, zlib
                    page = b"<svg width='3' height='8'/>"
                    tail = struct.pack("<HHHHLLLHH", 0, 0, 0, 0, zlib.crc32(page), len(page), len(page), 10, 0)
                    files, directory, place = [], [], 0
                    for number in range(int(sys.argv[1])):
                        name = b"%06d.svg" % number
                        directory.append(b"PK\\1\\2\\x14\\3" + struct.pack("<H", 10) + tail + struct.pack("<HHHLL", 0, 0, 0, 0x81a40000, place) + name)
                        files.append(b"PK\\3\\4" + struct.pack("<H", 10) + tail + name + page)
                        place += len(files[-1])
                    directory = b"".join(directory)
                    end = b"PK\\5\\6" + struct.pack("<HHHHLLH", 0, 0, 0xffff, 0xffff, len(directory), place, 0)
                    open("out.zip", "wb").write(b"".join(files) + directory + end)
                    """.utf8))
            try folder.shell("python3 make.py \(count)")
            let bytes = try folder.read("out.zip")
            if isOpened {
                let document = try Images.open(bytes)
                #expect(try document.count().pages == 100_000)
                #expect(try document.metrics(99_999).width == 3)
                #expect(try document.metrics(50_000).width == 3)
            } else {
                let refusal = #expect(throws: Refusal.self) { _ = try Images.open(bytes) }
                #expect(
                    refusal
                        == Refusal(code: -EFBIG, text: "cannot open the ZIP archive: it has more than 100000 files"))
            }
        }

        @Test(arguments: [(4096, true), (4097, false)])
        func nameHasALimit(length: Int, isOpened: Bool) throws {
            let name = String(repeating: "n", count: length - 4) + ".svg"
            let bytes = Archives.zip([(name, Archives.page(5))])
            if isOpened {
                #expect(try widths(Images.open(bytes)) == [5])
            } else {
                let refusal = #expect(throws: Refusal.self) { _ = try Images.open(bytes) }
                #expect(refusal?.code == -EFBIG && refusal?.text?.contains("4096 bytes") == true)
            }
        }

        /// All names together have 64 MiB at most.
        @Test(arguments: [(0, true), (1, false)])
        func namesHaveALimitTogether(excess: Int, isOpened: Bool) throws {
            let (count, length) = (16_384 + excess, 4_096)
            let page = Archives.page(5)
            let bytes = Archives.zip(
                (0..<count).map { number in
                    let digits = String(number)
                    return (digits + String(repeating: "n", count: length - 4 - digits.count) + ".svg", page)
                })
            if isOpened {
                #expect(try Images.open(bytes).count().pages == Int64(count))
            } else {
                let refusal = #expect(throws: Refusal.self) { _ = try Images.open(bytes) }
                #expect(refusal?.code == -EFBIG && refusal?.text?.contains("64 MiB together") == true)
            }
        }

        // MARK: What it costs

        /// Pages that lie in the archive in the opposite order are read in passes, each of which keeps what comes next.
        @Test(arguments: [(nil, 4), ("1048576", 16)] as [(String?, Int)])
        func solidArchiveIsReadInFewPasses(cacheSize: String?, passes: Int) throws {
            let folder = try Folder()
            for page in 10..<50 { try folder.write("\(page).png", Images.sample("png")) }
            try folder.shell("ls -r *.png >list; tar -c -z -f out.tgz -T list")
            let host = try Images.host()
            if let cacheSize { try host.configure("cache-size", cacheSize) }
            let opening = TestRequest()
            let document = try host.open(TestSource(bytes: folder.read("out.tgz")), opening)
            var questions = 0
            for page in 0..<Int64(40) {
                let request = TestRequest()
                var metrics = sheaf_metrics()
                metrics.size = UInt32(MemoryLayout<sheaf_metrics>.stride)
                try host.ask(request) { host.table.metrics(document.pointer, $0, page, &metrics) }
                questions += request.questions
            }
            // To open it is a pass, too. Each page is looked at some 20 times besides.
            #expect(questions < opening.questions * passes + 40 * 60, "\(questions), \(opening.questions) a pass")
        }

        @Test func trimmingDropsWhatIsKeptAndNoPage() throws {
            let document = try Images.open(
                Archives.zip((10..<20).map { ("\($0).png", (try? Images.sample("png")) ?? []) }))
            let whole = try document.whole(3, scale: 0.4)
            for level in [SHEAF_TRIM_LOW, SHEAF_TRIM_MEDIUM, SHEAF_TRIM_CRITICAL, 9] {
                document.host.table.trim(document.host.plugin, level)
                #expect(try document.whole(3, scale: 0.4) == whole)
                #expect(try document.whole(9, scale: 0.4) == whole)
            }
        }

        @Test(arguments: ["12", "-1", "64M", "", "99999999999999999999999", "1048575", "4294967297"])
        func badCacheSizeIsRefused(value: String) throws {
            let refusal = #expect(throws: Refusal.self) { try Images.host().configure("cache-size", value) }
            #expect(refusal?.code == -EINVAL && refusal?.text?.contains("\"\(value)\"") == true)
            #expect(throws: Refusal.self) { try Images.host().configure("colour", "red") }
        }

        @Test func openingAndUnpackingAreCancelled() throws {
            let folder = try Folder()
            for page in 10..<20 { try folder.write("\(page).png", Images.sample("png")) }
            try folder.shell("tar -c -z -f out.tgz *.png")
            let bytes = try folder.read("out.tgz")
            for look in [0, 1, 5] {
                let request = TestRequest()
                request.cancelledFrom = look
                let refusal = #expect(throws: Refusal.self) { _ = try Images.open(bytes, request) }
                #expect(refusal?.code == SHEAF_CANCELLED, "look \(look): \(refusal?.text ?? "")")
            }
            let document = try Images.open(bytes)
            for look in [1, 3, 8] {
                let request = TestRequest()
                request.cancelledFrom = look
                let refusal = #expect(throws: Refusal.self) {
                    try document.render(page: 9, width: 9, height: 9, request: request)
                }
                #expect(refusal?.code == SHEAF_CANCELLED, "look \(look): \(refusal?.text ?? "")")
            }
            #expect(try document.whole(9) == Images.open(Images.sample("png")).whole())
        }
    }
}
