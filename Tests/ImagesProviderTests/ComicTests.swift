import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

extension ImagesProviderTests {
    /// Comics as people have them: names, what ComicInfo.xml says, chapters, and what a provider can't read.
    @Suite struct ComicTests {
        /// The widths of the pages, which tell them apart.
        private func widths(_ document: TestDocument) throws -> [Int] {
            try (0..<document.count().pages).map { Int(try document.metrics($0).width) }
        }

        private func book(_ pages: [Int], _ names: (Int) -> String = { "\($0).svg" }) -> [UInt8] {
            Archives.zip(pages.map { (names($0), Archives.page($0)) })
        }

        // MARK: The order of the pages

        /// Names in the order in which the pages are to come; the archive has them the other way round.
        @Test(arguments: [
            ["p1.svg", "p1.5.svg", "p2.svg"], ["p6.svg", "p6 (2).svg", "p7.svg"],
            ["p 9.5.svg", "p 9.10.svg", "p 10.svg"],
            ["E 1.svg", "É 1.svg", "E 2.svg", "É 2.svg", "F 1.svg"],
            ["école 1.svg", "Ecole 2.svg", "été.svg", "f.svg"],
            ["ä1.svg", "A2.svg", "ø1.svg", "o2.svg", "œ.svg", "of.svg"], ["e\u{301}1.svg", "\u{e9}2.svg"],
            ["_1.svg", "-1.svg", "(1).svg", "1.svg", "a.svg"], ["c.svg", "c 1.svg", "c_1.svg", "c1.svg", "ca.svg"],
            ["0.svg", "00.png", "1.svg", "01a.svg"], ["1.svg", "1a.svg", "1b.svg", "2.svg"],
            ["１.svg", "2.svg", "１０.svg"],
            ["й 1.svg", "и 2.svg", "к 1.svg"], ["か1.svg", "が2.svg", "き1.svg"], ["कि 1.svg", "कु 0.svg"],
            ["Vol 1/Ch 2/1.svg", "Vol 1/Ch 10/1.svg", "Vol 2/Ch 1/1.svg"],
            ["a/1.svg", "a/b/1.svg", "a 2/1.svg", "a2.svg"],
        ])
        func namesSortAsPeopleCount(names: [String]) throws {
            let files = names.enumerated().map { ($1, Archives.page(10 + $0)) }
            let document = try Images.open(Archives.zip(files.reversed()))
            #expect(try widths(document) == names.indices.map { 10 + $0 })
        }

        /// Names made up of the same parts, in any order, sort in one way; and a number in them counts.
        @Test(arguments: UInt64(1)...20) func theOrderIsOne(seed: UInt64) throws {
            var random = SeededNumbers(seed: seed)
            let parts = ["p", "P", "é", "e", " ", "_", "-", "(", ")", "/", "ß", "Ж", "漢", "10", "9", "010", "1"]
            var names: Set<String> = []
            while names.count < 40 {
                let name = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                    parts.randomElement(using: &random) ?? ""
                }
                names.insert("x" + name.joined() + "y")
            }
            let files = names.sorted().enumerated().map { ($1 + ".svg", Archives.page(10 + $0)) }
            let orders = try (0..<3).map { _ in try widths(Images.open(Archives.zip(files.shuffled(using: &random)))) }
            #expect(orders[0] == orders[1] && orders[1] == orders[2])
            let numbers = (0..<30).map { _ in Int.random(in: 0...3_000, using: &random) }
            let name = names.randomElement(using: &random) ?? ""
            let counted = Set(numbers).map { ("\(name) \($0).svg", Archives.page($0 + 1)) }
            #expect(
                try widths(Images.open(Archives.zip(counted.shuffled(using: &random))))
                    == Set(numbers).sorted().map { $0 + 1 })
        }

        @Test func whatOthersLeaveInFoldersIsNoPage() throws {
            let names = [
                "__MACOSX/1.svg", "__macosx/._2.svg", "a/__MACOSX/3.svg", "._1.svg", ".hidden/4.svg", "a/.5.svg",
                "Thumbs.db",
                "a/thumbs.DB", "@eaDir/1.svg/SYNOPHOTO_THUMB_M.jpg", ".DS_Store", "desktop.ini",
            ]
            let files =
                names.map { ($0, Archives.page(3)) } + [
                    ("a/1.svg", Archives.page(7)), ("../a/2.svg", Archives.page(8)),
                ]
            #expect(try widths(Images.open(Archives.zip(files))) == [8, 7])
            #expect(try Images.host().probe(TestSource(bytes: Archives.zip(files))) == 75)
        }

        /// Whatever else is in it, and whatever its pages are called: each that can't be read is one page that says so.
        @Test func aMixedComicHasAllOfItsPages() throws {
            let png = try Images.sample("png")
            let files: [Archives.File] = [
                ("__MACOSX/._001.jpg", [0, 5, 0x16, 7]), ("001.jpg", png), ("002.png", try Images.sample("jpeg")),
                ("003.jxr", [0x49, 0x49, 0xbc, 1]), ("credits.txt", [1]), ("004.JPG", png), ("005.jp2", []),
                ("readme.nfo", [1]),
                ("000.jpg", Array(png.prefix(30))),
            ]
            let bytes = Archives.zip(files)
            #expect(try Images.host().probe(TestSource(bytes: bytes)) == 75)
            let document = try Images.open(bytes)
            #expect(try document.count().pages == 6)
            for (page, file, reason) in [
                (0, "000.jpg", "cannot"), (3, "003.jxr", "is no image that is known here"), (5, "005.jp2", "is empty"),
            ] {
                // It has a size, so that it can be turned to and past.
                #expect(try document.metrics(Int64(page)).width > 1)
                let refusal = #expect(throws: Refusal.self) { _ = try document.whole(Int64(page)) }
                let text = refusal?.text ?? ""
                #expect(text.contains("page \(page + 1) (\(file))") && text.contains(reason), "\(text)")
            }
            #expect(try [1, 2, 4].map { Int(try document.metrics($0).width) } == [305, 305, 305])
        }

        // MARK: ComicInfo.xml

        private static let information =
            "<ComicInfo><Title>Été №5</Title><Series>Ж</Series><Number>7</Number><Manga>yesandrighttoleft</Manga><Pages>"
            + "<Page Image='0' Type='FrontCover'/><Page Image='1' Type='Story' DoublePage='True'/>"
            + "<Page Image='2' Bookmark='Fin' Type='Letters'/></Pages></ComicInfo>"

        /// The file under some names, in an encoding and with what it declares.
        @Test(arguments: [
            ("ComicInfo.xml", "utf-8", "UTF-8"), ("comicinfo.xml", "utf-8", "utf-16"),
            ("meta/ComicInfo.XML", "utf-8", "latin1"),
            ("x/COMICINFO.XML", "utf-8", "us-ascii"), ("ComicInfo.xml", "utf-16", "utf-8"),
            ("ComicInfo.xml", "utf-16le", "utf-8"),
            ("ComicInfo.xml", "windows-1251", "windows-1251"), ("ComicInfo.xml", "utf-8", "no-such-thing"),
        ])
        func comicInfoIsReadInTheEncodingThatItIsIn(name: String, encoding: String, declared: String) throws {
            let folder = try Folder()
            let text = Self.information.replacing("Été", with: encoding == "windows-1251" ? "Лето" : "Été")
            try folder.write("utf8", Array("<?xml version='1.0' encoding='\(declared)'?>\(text)".utf8))
            try folder.shell("iconv -f utf-8 -t \(encoding) utf8 >info")
            let pages = [1, 2, 3].map { ("\($0).svg", Archives.page($0)) }
            let document = try Images.open(Archives.zip(pages + [(name, folder.read("info"))]))
            let said = try document.information()
            #expect(said["title"] == (encoding == "windows-1251" ? "Лето №5" : "Été №5"))
            #expect(said["series"] == "Ж" && said["number"] == "7" && said["reading-direction"] == "right-to-left")
            #expect(said["double-pages"] == "2" && said["page-kinds"] == "1 FrontCover, 3 Letters")
            #expect(try document.outline().map(\.text) == ["Fin"] && document.outline().map(\.page) == [2])
            #expect(try document.count().pages == 3)
        }

        @Test func whatDeclaresOneAndIsInAnotherIsNotLost() throws {
            let text =
                Array("<?xml version='1.0' encoding='utf-8'?><ComicInfo><Title>caf".utf8) + [0xe9]
                + Array("</Title></ComicInfo>".utf8)
            let document = try Images.open(Archives.zip([("1.svg", Archives.page(1)), ("ComicInfo.xml", text)]))
            #expect(try document.information()["title"] == "café")
        }

        @Test func theComicInfoThatIsLeastDeepCounts() throws {
            let info = { (title: String) in Array("<ComicInfo><Title>\(title)</Title></ComicInfo>".utf8) }
            let document = try Images.open(
                Archives.zip([
                    ("a/b/ComicInfo.xml", info("c")), ("a/ComicInfo.xml", info("b")), ("1.svg", Archives.page(1)),
                ]))
            #expect(try document.information()["title"] == "b")
        }

        // MARK: Chapters

        @Test func archivesInAnArchiveAreOneBookWithContents() throws {
            let folder = try Folder()
            try folder.write("a.svg", Archives.page(30))
            try folder.write("b.svg", Archives.page(31))
            try folder.shell(
                "7z a -bd ten.cb7 a.svg b.svg >log; bsdtar -c -f tar.cbt a.svg; tar -c -z -f solid.tgz a.svg b.svg")
            let information = Array(
                "<ComicInfo><Title>T</Title><Series>S</Series><Number>3</Number><Manga>YesAndRightToLeft</Manga><Pages><Page Image='0' Bookmark='x' DoublePage='true'/></Pages></ComicInfo>"
                    .utf8)
            let two = Archives.zip([
                ("2.svg", Archives.page(21)), ("1.svg", Archives.page(20)), ("ComicInfo.xml", information),
            ])
            let files: [Archives.File] = [
                ("Chapter 10.cb7", try folder.read("ten.cb7")), ("Chapter 2.cbz", two),
                ("Chapter 1.cbr", Archives.rar5([("1.svg", Archives.page(10))])),
                ("Chapter 11.cbt", try folder.read("tar.cbt")),
                ("Chapter 3.zip", Archives.zip([("readme.txt", [1])])), ("0.svg", Archives.page(5)),
            ]
            for bytes in [Archives.zip(files), Archives.rar(files), Archives.rar5(files, flags: 4)] {
                #expect(try Images.host().probe(TestSource(bytes: bytes)) == 75)
                let document = try Images.open(bytes)
                #expect(try widths(document) == [5, 10, 20, 21, 30, 31, 30])
                #expect(
                    try widths(document).reversed() == (0..<7).reversed().map { Int(try document.metrics($0).width) })
                let outline = try document.outline()
                #expect(outline.map(\.text) == ["Chapter 1", "Chapter 2", "Chapter 10", "Chapter 11"])
                #expect(outline.map(\.page) == [1, 2, 4, 6])
                let said = try document.information()
                // Of a chapter what it says of the whole.
                #expect(said["title"] == "S" && said["series"] == "S" && said["number"] == nil)
                #expect(said["reading-direction"] == "right-to-left" && said["double-pages"] == nil)
            }
            // Read backwards, with room for less than one of them.
            let host = try Images.host()
            try host.configure("cache-size", "1048576")
            let document = try host.open(TestSource(bytes: Archives.zip(files)))
            #expect(try (0..<7).reversed().map { Int(try document.metrics($0).width) } == [30, 31, 30, 21, 20, 10, 5])
            for level in [SHEAF_TRIM_CRITICAL, SHEAF_TRIM_LOW] {
                host.table.trim(host.plugin, level)
                #expect(try document.whole(3).width == 21)
            }
        }

        @Test func foldersWithPagesTogetherAreChapters() throws {
            func outline(_ names: [String]) throws -> [String] {
                let document = try Images.open(Archives.zip(names.map { ($0, Archives.page(9)) }))
                return try document.outline().map { "\($0.page) \($0.level) \($0.text ?? "")" }
            }
            #expect(
                try outline(["b/2/1.svg", "b/1/1.svg", "b/1/2.svg", "a/1.svg", "0.svg"]) == [
                    "1 0 a", "2 0 b", "2 1 1", "4 1 2",
                ])
            // Not the one folder that all are in, nor those of an album, each of which has one file.
            #expect(try outline(["book/1.svg", "book/2.svg"]) == [])
            #expect(try outline(["book/1/1.svg", "book/1/2.svg", "book/2/1.svg"]) == ["0 0 1", "2 0 2"])
            #expect(try outline(["1/b.svg", "2/a.svg", "3/a.svg"]) == [])
        }

        /// Archives lie in each other three deep and no deeper.
        @Test func chaptersHaveALimitOfDepth() throws {
            var bytes = book([9])
            for depth in 1...5 {
                bytes = Archives.zip([("\(depth).zip", bytes), ("\(depth).svg", Archives.page(100 + depth))])
                let document = try Images.open(bytes)
                let inner = depth <= 3 ? [9] + (1..<depth).map { 100 + $0 } : (0..<3).map { 100 + depth - 3 + $0 }
                #expect(try Set(widths(document)) == Set(inner + [100 + depth]), "\(depth)")
                #expect(try document.outline().count == min(depth, 3))
            }
        }

        @Test func aChapterThatCanNotBeReadIsAPageThatSaysSo() throws {
            let files: [Archives.File] = [
                ("1.cbz", book([4])), ("2.cbr", Archives.rar([("1.svg", Archives.page(5))], flags: 8)),
                ("3.cbz", [1, 2, 3]),
                ("4.cbz", book([6])),
            ]
            let document = try Images.open(Archives.zip(files))
            #expect(try document.count().pages == 4 && document.metrics(0).width == 4 && document.metrics(3).width == 6)
            for (page, reason) in [
                (1, "it is a solid RAR archive of version 4 or older"), (2, "it is no archive that is known here"),
            ] {
                let refusal = #expect(throws: Refusal.self) { _ = try document.whole(Int64(page)) }
                let name = files[page].name
                #expect(
                    refusal?.text?.hasPrefix(
                        "page \(page + 1) (\(name)) is an archive that cannot be opened: \(reason)") == true,
                    "\(refusal?.text ?? "")")
            }
            #expect(try document.outline().map(\.page) == [0, 3])
        }

        /// A ZIP of archives of other things is no comic.
        @Test func archivesOfOtherThingsAreLeftToOthers() throws {
            let others = [
                [("1.zip", Archives.zip([("a.txt", [1])])), ("2.zip", book([1]))],
                [("1.zip", [1, 2]), ("2.svg", Archives.page(1))],
                [("1.zip", Archives.zip([("mimetype", [1]), ("1.png", [1])]))],
            ]
            #expect(try others.map { try Images.host().probe(TestSource(bytes: Archives.zip($0))) } == [0, 75, 0])
            #expect(try Images.host().probe(TestSource(bytes: Archives.zip([("1.zip", book([1]))]))) == 75)
        }

        /// All archives in one unpack to 4 GiB, and not to more.
        @Test func chaptersHaveALimitTogether() throws {
            let folder = try Folder()
            try folder.write("z.svg", Archives.page(3))
            try folder.shell(
                """
                truncate -s 268435456 1.cbz; for number in $(seq 2 17); do ln 1.cbz $number.cbz; done
                zip -q -1 out.zip [1-9].cbz 1[0-6].cbz z.svg; cp out.zip more.zip; zip -q -1 more.zip 17.cbz
                """)
            #expect(try Images.open(folder.read("out.zip")).count().pages == 17)
            let refusal = #expect(throws: Refusal.self) { _ = try Images.open(folder.read("more.zip")) }
            #expect(
                refusal
                    == Refusal(
                        code: -EFBIG,
                        text: "cannot open the ZIP archive: the archives in it unpack to more than 4096 MiB"))
        }

        // MARK: What is refused, by name

        private static let volume =
            "it is one volume of a RAR archive that is in several files, and only whole archives are read: pack it anew"

        @Test(arguments: [
            (
                Archives.rar([("1.svg", Archives.page(1))], flags: 8), "RAR",
                "it is a solid RAR archive of version 4 or older, which libarchive does not read: pack it anew"
            ),
            (
                Archives.rar([("1.svg", Archives.page(1))], flags: 0x80), "RAR",
                "its names are encrypted, and encrypted archives are not opened here"
            ),
            (
                Archives.rar5([("1.svg", Archives.page(1))], isEncrypted: true), "RAR",
                "its names are encrypted, and encrypted archives are not opened here"
            ),
            (Archives.rar([("1.svg", Archives.page(1))], flags: 1), "RAR", volume),
            (Archives.rar5([("1.svg", Archives.page(1))], flags: 5), "RAR", volume),
        ])
        func featuresOfRARAreRefusedByName(bytes: [UInt8], format: String, reason: String) throws {
            #expect(try Images.host().probe(TestSource(bytes: bytes)) == 10)
            let refusal = #expect(throws: Refusal.self) { _ = try Images.open(bytes) }
            #expect(refusal == Refusal(code: -ENOTSUP, text: "cannot open the \(format) archive: \(reason)"))
        }

        @Test func aSolidRAR5IsRead() throws {
            let bytes = Archives.rar5((1...9).map { ("\($0).svg", Archives.page($0)) }, flags: 4)
            #expect(try widths(Images.open(bytes)) == Array(1...9))
        }

        // MARK: What a turn costs

        /// Turning back in a solid archive, page by page, unpacks it now and then, and not for each page.
        @Test(arguments: ["tar -c -z -f out", "7z a -bd -ms=on -t7z out"])
        func turningBackInASolidArchiveIsReadInFewPasses(command: String) throws {
            let folder = try Folder()
            for page in 10..<70 { try folder.write("\(page).png", Images.sample("png")) }
            try folder.shell("\(command) *.png >log; mv out* packed")
            let document = try Images.open(folder.read("packed"))
            _ = try document.whole(59, scale: 0.1)
            let pass = TestRequest()
            _ = try Images.open(folder.read("packed")).render(page: 59, width: 9, height: 9, request: pass)
            var questions = 0
            for page in (0..<Int64(59)).reversed() {
                let request = TestRequest()
                _ = try document.render(page: page, width: 9, height: 9, request: request)
                questions += request.questions
            }
            #expect(questions < pass.questions * 6 + 59 * 60, "\(questions), \(pass.questions) a pass")
        }
    }
}
