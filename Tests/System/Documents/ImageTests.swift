import Foundation
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Images and archives of them: which provider opens a file, and what it draws where hosts may do little.
@Suite struct ImageTests {
    /// 60 by 40 pixels in every format.
    private static let samples = """
        set -e
        for n in 1 2 3; do
            vips gaussnoise noise$n.v 12 8 --mean 128 --sigma 60 --seed $n
            vips resize noise$n.v large$n.v 5
            vips cast large$n.v band$n.v uchar
        done
        vips bandjoin "band1.v band2.v band3.v" joined.v
        vips copy joined.v base.v --interpretation srgb
        vips jpegsave base.v photo.jpg
        vips pngsave base.v photo.png
        vips webpsave base.v photo.webp
        vips tiffsave base.v photo.tiff
        vips heifsave base.v photo.heic --compression hevc
        vips heifsave base.v photo.avif --compression av1
        vips jxlsave base.v photo.jxl
        vips gifsave base.v photo.gif
        mkdir book
        for n in 1 2 10; do cp photo.webp book/$n.webp; done
        zip -q -r comic.cbz book
        7z a -bd comic.cb7 book >log
        bsdtar -c --zstd -f comic.cbt book
        vips jxlload photo.jxl jxl.v
        vips icc_transform jxl.v photo.jxl.ppm srgb --embedded
        vips colourspace photo.gif photo.gif.ppm srgb
        for name in jpg png webp tiff heic avif; do vips copy photo.$name photo.$name.ppm; done
        """

    /// The service, and the folder with the samples. Their names say nothing.
    private func scene(providers: [String] = ["sheaf-mupdf", "sheaf-epub", "sheaf-images", "sheaf-pattern"]) throws
        -> RunningService
    {
        let service = try RunningService(providers: providers)
        let made = try Command.run(
            "/bin/sh", ["-c", "cd '\(service.folder.path)' && { \(Self.samples); }"],
            environment: ["VIPS_NOVECTOR": "1"])
        try #require(made.status == 0, "\(made.errors)")
        return service
    }

    @Test func imagesAndArchivesOfThemAreOpenedByContentAndDrawnInTheSandbox() throws {
        let service = try scene()
        for (name, pages, picture) in [
            ("photo.jpg", 1, "jpg"), ("photo.png", 1, "png"), ("photo.webp", 1, "webp"), ("photo.tiff", 1, "tiff"),
            ("photo.heic", 1, "heic"), ("photo.avif", 1, "avif"), ("photo.jxl", 1, "jxl"), ("photo.gif", 1, "gif"),
            ("comic.cbz", 3, "webp"), ("comic.cb7", 3, "webp"), ("comic.cbt", 3, "webp"),
        ] {
            let bytes = try Data(contentsOf: service.folder.appendingPathComponent(name))
            let reader = try TestReader(service, try service.file("document", bytes), width: 60, height: 40)
            #expect(reader.opened.document.provider == "images", "\(name)")
            #expect(reader.opened.document.count.pages == pages, "\(name)")
            let expected = try PPM(
                Data(contentsOf: service.folder.appendingPathComponent("photo.\(picture).ppm")))
            let page = try reader.page(pages - 1)
            #expect((page.page.width, page.page.height) == (60, 40))
            #expect(page.shows(rgb: expected.rgb), "\(name) differs")
            try reader.release(page.page)
            try reader.close()
        }
        #expect(service.deadHosts == 0, "\(service.log)")
    }

    /// A page that moves shows its first frame, and hands over each one that is asked for; the cache keeps them apart.
    @Test func framesAreHandedOver() throws {
        let service = try scene()
        let made = try Command.run(
            "/bin/sh",
            [
                "-c",
                """
                cd '\(service.folder.path)' && vips gaussnoise noise.v 60 120 --mean 128 --sigma 60 &&
                vips cast noise.v byte.v uchar && vips colourspace byte.v tall.v b-w &&
                vips webpsave tall.v moving.webp --lossless --page-height 40
                """,
            ])
        try #require(made.status == 0, "\(made.errors)")
        let reader = try TestReader(
            service, service.folder.appendingPathComponent("moving.webp").path, width: 60, height: 40)
        #expect(reader.opened.document.count.pages == 1)
        var seen: Set<Data> = []
        try reader.release(reader.page(0).page)
        for (frame, origin) in [
            (nil, .cached), (0, .cached), (1, .rendered), (2, .rendered), (1, .cached),
        ] as [(Int?, ReaderInterface.Page.Origin)] {
            let reply = try reader.client.call(
                ReaderInterface.GetPage.self, .init(reader: reader.id, frame: frame))
            let page = try HandedPage(reply.parameters.page, reply.descriptors)
            #expect(page.page.origin == origin, "frame \(frame ?? -1)")
            seen.insert(Data(page.bytes))
            try reader.release(page.page)
        }
        #expect(seen.count == 3)
        let error = try #require(throws: (any Error).self) {
            try reader.client.call(ReaderInterface.GetPage.self, .init(reader: reader.id, frame: 3))
        }
        #expect("\(error)".contains("3 frames"), "\(error)")
        for frame in [-1, 1 << 24] {
            #expect(throws: (any Error).self) {
                try reader.client.call(ReaderInterface.GetPage.self, .init(reader: reader.id, frame: frame))
            }
        }
        // The reader is where it was.
        #expect(try reader.page(0).page.origin == .cached)
        #expect(service.deadHosts == 0, "\(service.log)")
    }

    /// Comics that MuPDF would open too go to the image provider, whatever else is in them: a page of a kind that is not shown is one
    /// page that says so.
    @Test func comicsGoToTheImageProvider() throws {
        let service = try scene()
        let made = try Command.run(
            "/bin/sh",
            [
                "-c",
                """
                cd '\(service.folder.path)' && mkdir pngs && cp photo.png pngs && zip -q -r pngs.cbz pngs
                printf 'P6 1 1 255 abc' >pngs/q.ppm && printf 'II\\274\\1' >pngs/r.jxr && : >pngs/s.jp2
                printf x >pngs/credits.txt && zip -q -r mixed.cbz pngs
                """,
            ])
        try #require(made.status == 0, "\(made.errors)")
        for (name, pages) in [("mixed.cbz", 4), ("pngs.cbz", 1)] {
            let reader = try TestReader(
                service, service.folder.appendingPathComponent(name).path, width: 60, height: 40)
            #expect(reader.opened.document.provider == "images")
            #expect(reader.opened.document.count.pages == pages)
            #expect(try reader.page(0).page.width > 1)
            for (page, reason) in [
                (2, "page 3 (pngs/r.jxr) is no image that is known here"), (3, "page 4 (pngs/s.jp2) is empty"),
            ]
            where page < pages {
                let failure = try #require(throws: (any Error).self) { try reader.page(page) }
                #expect("\(failure)".contains(reason), "\(failure)")
            }
        }
        let claims = { [service] () throws -> [String] in
            let path = service.folder.appendingPathComponent("pngs.cbz").path
            let listed = try Command.run(
                Build.folder.appendingPathComponent("sheafctl").path, ["providers", path],
                environment: ["SHEAF_SOCKET": service.socket])
            return listed.text.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != " " }) }
        }
        #expect(try claims() == ["images", "mupdf"])
        try service.configure("[Provider mupdf]\nPriority=1\n")
        #expect(try claims() == ["mupdf", "images"])
        let book = try TestReader(service, Documents.policyEPUB)
        #expect(book.opened.document.provider == "epub")
    }

    /// The images in a folder of the library, in the order of their names; it changes as they do.
    @Test func aFolderOfTheLibraryIsAnAlbum() throws {
        let samples = try scene()
        let album = samples.folder.appendingPathComponent("album").path
        let long = String(repeating: "z", count: 200)
        func run(_ script: String) throws {
            let made = try Command.run("/bin/sh", ["-c", "cd '\(album)' && { \(script); }"])
            try #require(made.status == 0, "\(made.errors)")
        }
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: false)
        try run(
            """
            cp ../photo.png 10.png; cp ../photo.webp 2.webp; cp ../photo.tiff \(long).tiff; cp ../photo.gif .hidden.gif
            mkdir .inside; cp ../photo.gif .inside/1.gif; ln -s ../photo.gif 3.gif; echo words >notes.txt
            """)
        let service = try RunningService(
            configuration: "[Documents]\nLibraryFolders=\(samples.folder.path)\n",
            providers: ["sheaf-mupdf", "sheaf-epub", "sheaf-images", "sheaf-pattern"])
        let viewer = try Viewer(service, album, isOfLibrary: true, viewport: .init(width: 60, height: 40))
        func count() throws -> Int { try viewer.state().document.count.pages }
        func shows(_ index: Int, _ picture: String) throws -> Bool {
            let page = try viewer.page(index)
            let expected = try PPM(Data(contentsOf: samples.folder.appendingPathComponent("photo.\(picture).ppm")))
            return page.page.width == 60 && page.shows(rgb: expected.rgb)
        }
        #expect(try viewer.state().document.provider == "images" && count() == 3)
        #expect(try viewer.state().document.title == "album")
        for (index, picture) in ["webp", "png", "tiff"].enumerated() {
            #expect(try shows(index, picture), "\(picture)")
        }
        try run("cp ../photo.avif 1.avif")
        try eventually(log: service.log) { try count() == 4 }
        #expect(try shows(0, "avif") && shows(1, "webp"))
        try run("rm 2.webp")
        try eventually(log: service.log) { try count() == 3 }
        // One that is written again is another picture; in between it can't be read.
        try run("cat ../photo.heic >10.png")
        try eventually(log: service.log) { (try? shows(1, "heic")) ?? false }
        // Folders in it are chapters of it, new ones too, and what comes into these.
        try run(
            "mkdir 20 .no; cp ../photo.gif 20/1.gif; cp ../photo.png 20/2.png; ln -s .. 20/up; cp 10.png .no")
        try eventually(log: service.log) { try count() == 5 }
        #expect(try shows(2, "gif") && shows(3, "png") && shows(4, "tiff"))
        try run("cp ../photo.webp 20/3.webp")
        try eventually(log: service.log) { try count() == 6 }
        #expect(try shows(4, "webp"))
        // Who has no right to what is in a folder brings files.
        guard case .notAFile(let reason) = try failure(of: { _ = try TestReader(service, album) }) else {
            Issue.record("a client's folder is opened")
            return
        }
        #expect(reason.contains("below a library folder"))
    }

    /// The pages of an album come in the order of its files, whatever these are called, and change with them.
    @Test func filesThatComeTogetherAreAnAlbum() throws {
        let service = try scene(providers: ["sheaf-mupdf", "sheaf-epub", "sheaf-images", "sheaf-pattern"])
        func path(_ name: String) -> String { service.folder.appendingPathComponent(name).path }
        try FileManager.default.copyItem(atPath: path("photo.png"), toPath: path("changing.png"))
        let pictures = ["webp", "png", "tiff", "avif", "webp"]
        let files = pictures.map { $0 == "png" ? path("changing.png") : path("photo.\($0)") }
        let viewer = try Viewer(service, album: files, viewport: .init(width: 60, height: 40))
        func shows(_ index: Int, _ picture: String) throws -> Bool {
            let expected = try PPM(Data(contentsOf: service.folder.appendingPathComponent("photo.\(picture).ppm")))
            return try viewer.page(index).shows(rgb: expected.rgb)
        }
        let document = try viewer.state().document
        #expect(document.provider == "images" && document.count.pages == 5)
        for (index, picture) in pictures.enumerated() { #expect(try shows(index, picture), "\(picture)") }
        // The same files in the same order are the same document, in another order another one.
        #expect(try Viewer(service, album: files).state().document.document == document.document)
        #expect(try Viewer(service, album: files.reversed()).state().document.document != document.document)
        try Data(contentsOf: URL(fileURLWithPath: path("photo.heic")))
            .write(to: URL(fileURLWithPath: path("changing.png")), options: [])
        try eventually(log: service.log) { try shows(1, "heic") }
        #expect(try shows(4, "webp"))
    }

    /// The files of albums are limited, beside documents: each file takes a descriptor of the service.
    @Test func filesOfTheAlbumsOfAUserAreLimited() throws {
        let service = try scene(providers: ["sheaf-images"])
        try service.configure("[Readers]\nDocumentFilesPerUser=64\n")
        func album(_ picture: String, _ count: Int) throws -> Viewer {
            let path = service.folder.appendingPathComponent("photo.\(picture)").path
            return try Viewer(
                service, album: Array(repeating: path, count: count), viewport: .init(width: 9, height: 9))
        }
        let first = try album("png", 60)
        let refusal = try failure { _ = try album("webp", 5) }
        #expect(refusal == .limitReached(limit: "DocumentFilesPerUser", value: 64))
        let second = try album("webp", 4)
        // One that is open already is no further one.
        _ = try album("png", 60)
        let quotas = try service.connect().status().users[0].quotas
        #expect(quotas.first { $0.limit == "DocumentFilesPerUser" }?.used == 64)
        #expect(quotas.first { $0.limit == "DocumentsPerUser" }?.used == 2)
        _ = (first, second)
    }

    /// An album has as many files as come with a call, and only files that a document may be in.
    @Test func anAlbumIsOfFilesOnly() throws {
        let service = try scene(providers: ["sheaf-images"])
        let photo = service.folder.appendingPathComponent("photo.png").path
        #expect(try Viewer(service, album: Array(repeating: photo, count: 64)).state().document.count.pages == 64)
        let client = try service.connect()
        func open(_ album: [ReaderInterface.AlbumFile]?, file: Int? = nil, _ files: [String]) throws -> ReaderInterface
            .Failure?
        {
            try failure {
                _ = try client.call(
                    ReaderInterface.Open.self,
                    .init(fileDescriptor: file, album: album, viewport: .init(width: 9, height: 9)),
                    descriptors: files.map { SharedDescriptor(try FileDescriptor.open($0)) })
            }
        }
        let one = ReaderInterface.AlbumFile(fileDescriptor: 0, name: "photo.png")
        for (album, parameter) in [
            ([], "album"), ([one, one], "album"), ([.init(fileDescriptor: 1, name: "photo.png")], "album"),
            ([.init(fileDescriptor: 0, name: "folder/")], "album"),
            ([.init(fileDescriptor: 0, name: String(repeating: "x", count: 252) + ".png")], "album"),
        ] {
            guard case .invalidCall(parameter, _) = try open(album, [photo]) else {
                Issue.record("\(album) is opened")
                continue
            }
        }
        #expect(try open([.init(fileDescriptor: 0, name: String(repeating: "x", count: 251) + ".png")], [photo]) == nil)
        guard case .invalidCall("fileDescriptor", _) = try open([one], file: 0, [photo]) else {
            Issue.record("a file and an album are opened together")
            return
        }
        let two = [one, .init(fileDescriptor: 1, name: "more")]
        guard case .notAFile(let reason) = try open(two, [photo, service.folder.path]) else {
            Issue.record("a folder is in an album")
            return
        }
        #expect(reason.hasPrefix("more: it is a folder"), "\(reason)")
    }

    /// Drawings get the fonts of the system, which the manifest declares; other files are out of reach.
    @Test func aDrawingHasTextAndNoFilesOfTheSystem() throws {
        let service = try scene(providers: ["sheaf-images"])
        let folder = "file://\(service.folder.path)"
        _ = try service.file("dark.css", Data(".dark { fill: #000000 }".utf8))
        _ = try service.file(
            "other.svg",
            Data(#"<svg xmlns="http://www.w3.org/2000/svg"><rect id="a" x="60" width="60" height="40"/></svg>"#.utf8))
        let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120" height="40">
            <style>@import url("\(folder)/dark.css");</style>
            <rect class="dark" x="60" width="60" height="40" fill="#ffffff"/>
            <use xlink:href="\(folder)/other.svg#a"/><use xlink:href="other.svg#a"/>
            <image x="60" width="60" height="40" xlink:href="http://127.0.0.1:1/photo.png"/>
            <image x="60" width="60" height="40" xlink:href="file://\(service.folder.path)/photo.png"/>
            <image x="60" width="60" height="40" xlink:href="photo.png"/>
            <text x="0" y="36" font-size="36">H</text></svg>
            """
        let path = try service.file("drawing", Data(drawing.utf8))
        let page = try TestReader(service, path, width: 120, height: 40).page(0)
        func isWhite(_ columns: Range<Int>) -> Bool {
            (0..<40).allSatisfy { row in
                columns.allSatisfy { page.bytes[row * page.page.stride + $0 * 4] == 0xff }
            }
        }
        #expect(!isWhite(0..<50))
        #expect(isWhite(62..<120))
    }

    /// A drawing behind a long licence is a picture, and no text.
    @Test(arguments: [8_000, 60_000])
    func aDrawingBehindALicenceIsAPicture(bytes: Int) throws {
        let service = try scene(providers: ["sheaf-images", "sheaf-text"])
        let drawing = """
            <?xml version="1.0"?>
            <!-- \(String(repeating: "licence ", count: bytes / 8)) -->
            <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#008000"/></svg>
            """
        let path = try service.file("drawing.svg", Data(drawing.utf8))
        let page = try TestReader(service, path, width: 40, height: 20).page(0)
        #expect(page.bytes.prefix(4) == [0, 0x80, 0, 0xff])
    }

    /// An empty file that is called as a picture or a book is no empty text.
    @Test func anEmptyFileIsSaidToBeEmpty() throws {
        let service = try RunningService(providers: [
            "sheaf-mupdf", "sheaf-epub", "sheaf-images", "sheaf-text", "sheaf-bmp",
        ])
        func open(_ name: String) throws -> String {
            let opened = try Command.run(
                Build.folder.appendingPathComponent("sheafctl").path, ["open", service.file(name, Data())],
                environment: ["SHEAF_SOCKET": service.socket])
            return opened.text + opened.errors
        }
        for name in ["photo.jpg", "photo.bmp", "book.pdf", "comic.cbz"] {
            #expect(try open(name).contains("it can't be read as a document (the file is empty)"), "\(name)")
        }
        for name in ["notes.txt", "anything", "notes.unheard"] {
            #expect(try open(name).contains("provider text"), "\(name)")
        }
    }

    /// A picture that is still coming shows what is there, and all of it when it has come.
    @Test(arguments: ["jpg", "png"])
    func aPictureThatIsStillComingIsReadAgain(kind: String) throws {
        let service = try scene(providers: ["sheaf-images", "sheaf-text"])
        let whole = try Data(contentsOf: service.folder.appendingPathComponent("photo.\(kind)"))
        let expected = try PPM(Data(contentsOf: service.folder.appendingPathComponent("photo.\(kind).ppm")))
        let path = try service.file("coming", whole.prefix(whole.count * 4 / 5))
        let viewer = try Viewer(service, path, viewport: .init(width: 60, height: 40))
        #expect(try !viewer.page(0).shows(rgb: expected.rgb))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: whole.suffix(from: whole.count * 4 / 5))
        try file.close()
        try eventually(log: service.log) { try viewer.page(0).shows(rgb: expected.rgb) }
        #expect(service.deadHosts == 0, "\(service.log)")
    }

    /// The least picture there is, and a very long one.
    @Test func extremeSizesAreShown() throws {
        let service = try RunningService(providers: ["sheaf-images"])
        let made = try Command.run(
            "/bin/sh",
            [
                "-c",
                """
                cd '\(service.folder.path)' && vips black one.v 1 1 && vips black wide.v 100000 1 && vips black tall.v 1 100000
                for kind in png jpg tif webp gif avif jxl; do vips copy one.v one.$kind; done
                vips copy wide.v wide.png && vips copy wide.v wide.tif && vips copy tall.v tall.png
                """,
            ], environment: ["VIPS_NOVECTOR": "1"])
        try #require(made.status == 0, "\(made.errors)")
        for (name, width, height) in [
            ("one.png", 40, 40), ("one.jpg", 40, 40), ("one.tif", 40, 40), ("one.webp", 40, 40), ("one.gif", 40, 40),
            ("one.avif", 40, 40), ("one.jxl", 40, 40), ("wide.png", 60, 1), ("wide.tif", 60, 1), ("tall.png", 1, 40),
        ] {
            let path = service.folder.appendingPathComponent(name).path
            let page = try TestReader(service, path, width: 60, height: 40).page(0)
            #expect((page.page.width, page.page.height) == (width, height), "\(name)")
            #expect(page.bytes.prefix(4) == [0, 0, 0, 0xff], "\(name)")
        }
    }

    /// The output of `sheafctl open` for a photo, as a person sees it who types that.
    @Test func thePageOfAPhotoIsWrittenByTheCommand() throws {
        let service = try scene()
        let photo = service.folder.appendingPathComponent("photo.jpg").path
        let opened = try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, ["open", photo, "--size", "60x40"],
            environment: ["SHEAF_SOCKET": service.socket])
        #expect(opened.status == 0 && opened.text.contains("provider images"), "\(opened.text)\(opened.errors)")
    }
}
