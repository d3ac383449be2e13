import Foundation
import Glibc
import SheafInterface
import Testing

@testable import SheafWeb

/// The documents that are found in folders, and what they are called.
@Suite struct LibraryIndexTests {
    private final class Scene {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-library-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(at: folder) }

        @discardableResult
        func file(_ name: String, _ text: String = "x") throws -> String {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            return file.path
        }

        func index(_ warnings: @escaping (String) -> Void = { _ in }) -> LibraryIndex {
            let index = LibraryIndex(folders: [folder.path + "/"], formats: .books, warn: warnings)
            index.refresh()
            return index
        }
    }

    @Test func documentsBelowTheFoldersAreListedByTitleAndNothingElse() throws {
        let scene = try Scene()
        for name in ["b.PDF", "deep/er/A.epub", "notes.txt", "program.exe", "noending", ".hidden.pdf", ".git/x.pdf"] {
            try scene.file(name)
        }
        let outside = try Scene()
        try outside.file("secret.pdf")
        try FileManager.default.createSymbolicLink(
            atPath: scene.folder.path + "/link.pdf", withDestinationPath: outside.folder.path + "/secret.pdf")
        try FileManager.default.createSymbolicLink(
            atPath: scene.folder.path + "/folder", withDestinationPath: outside.folder.path)
        #expect(scene.index().documents.map(\.title) == ["A", "b", "notes"])
    }

    @Test func foldersAreReadAsDeepAsIsAllowed() throws {
        let scene = try Scene()
        let depth = LibraryIndex.depthLimit - 1
        let path = (0..<depth).map { "\($0)" }.joined(separator: "/")
        try scene.file("\(path)/in.pdf")
        try scene.file("\(path)/more/out.pdf")
        #expect(scene.index().documents.map(\.title) == ["in"])
    }

    @Test func aDocumentKeepsItsNameWhenItsFileChanges() throws {
        let scene = try Scene()
        let path = try scene.file("a.pdf", "one")
        let index = scene.index()
        let before = try #require(index.documents.first)
        let version = DocumentVersion.of(before.state)
        #expect(before.isCurrent && ImageName(ImageName(before, version, 0).text) != nil)
        try scene.file("a.pdf", "three")
        let after = try #require(index.document(before.name))
        #expect(after.name == before.name && after.state != before.state && !before.isCurrent)
        try FileManager.default.removeItem(atPath: path)
        #expect(index.document(before.name) == nil && !after.isCurrent)
        #expect(index.document("0123456789abcdef") == nil)
    }

    @Test func aDocumentIsCalledByItsPathBelowItsFolderAndTheNumberOfThat() throws {
        let scenes = [try Scene(), try Scene()]
        for scene in scenes { try scene.file("deep/a.pdf") }
        let names = scenes.map { $0.index().documents.map(\.name) }
        #expect(names[0].count == 1 && names[0] == names[1])
        let both = LibraryIndex(folders: scenes.map(\.folder.path), formats: .books) { _ in }
        both.refresh()
        #expect(
            Set(both.documents.map(\.name)).count == 2
                && both.document(names[0][0])?.path.hasPrefix(scenes[0].folder.path) == true)
        #expect(
            both.added(scenes[1].folder.path + "/deep/a.pdf")?.name
                == both.documents.first { $0.name != names[0][0] }?.name)
        #expect(both.added("/elsewhere/a.pdf") == nil)
    }

    @Test func foldersInOneAnotherHaveEachDocumentOnce() throws {
        let scene = try Scene()
        try scene.file("a.pdf")
        try scene.file("deep/b.pdf")
        for folders in [["", "/deep"], ["/deep", ""]] {
            let index = LibraryIndex(folders: folders.map { scene.folder.path + $0 }, formats: .books) { _ in }
            index.refresh()
            #expect(index.documents.map(\.title) == ["a", "b"], "\(folders)")
        }
    }

    @Test func aFolderThatCanNotBeReadIsSaidOnce() throws {
        var warnings: [String] = []
        let index = LibraryIndex(folders: ["/nowhere/at/all"], formats: .books) { warnings.append($0) }
        index.refresh()
        index.refresh()
        #expect(warnings.count == 1 && warnings[0].contains("/nowhere/at/all") && index.documents.isEmpty)
        #expect(index.problems == [.init(path: "all", reason: "No such file or directory")])
    }

    @Test func whatIsNotServedIsListedWithItsReason() throws {
        let scene = try Scene()
        try scene.file("a.pdf")
        try scene.file("sub/b.pdf")
        try scene.file("folder.pdf/c.pdf")
        #expect(mkfifo(scene.folder.path + "/pipe.pdf", 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: scene.folder.path + "/link.pdf", withDestinationPath: scene.folder.path + "/a.pdf")
        try FileManager.default.createSymbolicLink(
            atPath: scene.folder.path + "/more", withDestinationPath: scene.folder.path + "/sub")
        try FileManager.default.createSymbolicLink(
            atPath: scene.folder.path + "/other", withDestinationPath: "/etc/passwd")
        let index = scene.index()
        let name = scene.folder.lastPathComponent
        #expect(index.documents.map(\.title) == ["a", "b", "c"])
        #expect(
            index.problems == [
                .init(path: "\(name)/link.pdf", reason: "it is a link, and links are not followed"),
                .init(path: "\(name)/more", reason: "it is a link to a folder, and links are not followed"),
                .init(path: "\(name)/pipe.pdf", reason: "it is not a file"),
            ])
    }

    @Test func filesAreServedByThemselves() throws {
        let scene = try Scene()
        let file = try scene.file("a.pdf")
        try scene.file("b.pdf")
        let index = LibraryIndex(
            folders: [], files: [file, scene.folder.path + "/gone.pdf"], isPassed: true, formats: .books
        ) { _ in }
        index.refresh()
        #expect(index.documents.map(\.path) == [file] && index.documents.allSatisfy(\.isPassed))
        #expect(index.problems.map(\.path) == [scene.folder.path + "/gone.pdf"])
        var parameters = ReaderInterface.OpenParameters(viewport: .init(width: 1, height: 1))
        #expect(index.documents[0].name(in: &parameters).count == 1)
        #expect(parameters.fileDescriptor == 0 && parameters.name == "a.pdf" && parameters.path == nil)
    }
}

/// Documents as the IIIF Presentation API describes them.
@Suite struct ManifestTests {
    private static func entry(_ number: Int, _ level: Int, _ title: String, _ index: Int?)
        -> DocumentInterface.OutlineEntry
    {
        .init(number: number, level: level, title: title, target: index.map { .init(page: $0, index: $0) })
    }

    private static func text(
        _ outline: [DocumentInterface.OutlineEntry], direction: String? = nil, title: String = "A \"book\"",
        metadata: [DocumentInterface.MetadataEntry] = []
    ) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "sheaf-manifest-\(UUID().uuidString).pdf")
        try Data("x".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let page = PageImage(points: (100, 200), scale: 1)
        let manifest = Manifest(
            base: "http://h/p", document: try #require(LibraryDocument(path: file.path, name: "0123456789abcdef")),
            version: "0123456789abcdef0123456789abcdef", title: title,
            metadata: metadata + (direction.map { [.init(key: "reading-direction", value: $0)] } ?? []),
            pages: (0..<3).map { .init(index: $0, label: $0 == 1 ? "iv" : nil, image: page) }, outline: outline,
            limit: ImageLimit(), hasText: true, isWhole: true)
        return String(decoding: manifest.json.bytes, as: UTF8.self)
    }

    @Test func rangesAreTheTreeOfTheOutlineWithoutWhatLeadsNowhere() throws {
        let text = try Self.text([
            Self.entry(0, 0, "One", 0), Self.entry(1, 1, "One a", 1), Self.entry(2, 1, "nowhere", nil),
            Self.entry(3, 0, "part", nil), Self.entry(4, 1, "Two", 2), Self.entry(5, 0, "far", 9),
        ])
        let tree = try #require(text.range(of: "\"structures\":"))
        let titles = text[tree.upperBound...].split(separator: "\"none\":[\"").dropFirst().map {
            $0.prefix { $0 != "\"" }
        }
        #expect(titles == ["One", "One a", "part", "Two"])
        #expect(text[tree.upperBound...].contains("/canvas/2\",\"type\":\"Canvas\"}]}]}"))
    }

    @Test func aDocumentThatIsReadFromTheRightSaysSo() throws {
        #expect(try Self.text([], direction: "right-to-left").contains(#""viewingDirection":"right-to-left""#))
        #expect(try Self.text([]).contains(#""viewingDirection":"left-to-right""#))
        #expect(try Self.text([], direction: "sideways").contains(#""viewingDirection":"left-to-right""#))
    }

    @Test(arguments: [
        (nil, "paged"), ("single", "individuals"), ("double", "paged"), ("cover", "paged"), ("leaf", "paged"),
    ]) func aDocumentSaysWhetherPagesStandSideBySide(layout: String?, behavior: String) throws {
        let text = try Self.text([], metadata: layout.map { [.init(key: "page-layout", value: $0)] } ?? [])
        #expect(text.contains(#""behavior":["\#(behavior)"]"#))
        // The reader in browsers finds it by this.
        let entry = #"{"label":{"en":["Page layout"]},"value":{"none":["\#(layout ?? "")"]}}"#
        #expect(text.contains(entry) == (layout != nil))
    }

    /// Pages that are wide, and pages that the document marks.
    @Test(arguments: [("alone", "2", 1), ("alone", "", 0), ("paired", "2", 0), ("alone", "1 3 9", 2)])
    func aDocumentSaysWhichPagesStandAlone(wide: String, doubles: String, count: Int) throws {
        let metadata = [
            DocumentInterface.MetadataEntry(key: "wide-pages", value: wide), .init(key: "double-pages", value: doubles),
        ]
        let text = try Self.text([], metadata: metadata)
        #expect(text.components(separatedBy: #""behavior":["facing-pages"]"#).count == count + 1)
        let alone = try Self.text([], metadata: metadata + [.init(key: "page-layout", value: "single")])
        #expect(!alone.contains("facing-pages"))
    }

    @Test(arguments: [
        (nil, nil), ("1", 1), ("3", 3), ("4", nil), ("0", nil), ("-1", nil), ("x", nil), ("9223372036854775807", nil),
        ("", nil),
    ]) func aDocumentSaysOnWhichPageItBegins(page: String?, canvas: Int?) throws {
        let text = try Self.text([], metadata: page.map { [.init(key: "start-page", value: $0)] } ?? [])
        let start = canvas.map {
            #""start":{"id":"http://h/p/iiif/presentation/3/0123456789abcdef/canvas/\#($0)","type":"Canvas"}"#
        }
        #expect(text.contains(#""start":"#) == (start != nil) && start.map { text.contains($0) } ?? true)
    }

    /// In pixels of the canvas, no smaller than it is, and within it.
    @Test func whereTextIsIsWithinItsCanvas() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-text-\(UUID().uuidString).pdf")
        try Data("x".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let texts = TextAnnotations(
            base: "http://h", document: try #require(LibraryDocument(path: file.path, name: "0123456789abcdef")))
        let image = PageImage(points: (100, 200), scale: 2)
        for (box, region) in [
            ((1.2, 2.6, 3.4, 4.0), "2,5,5,3"), ((-5, -5, 500, 500), "0,0,200,400"), ((7, 7, 7, 7), "14,14,1,1"),
            ((300, 300, 310, 310), "199,399,1,1"),
        ] as [((Double, Double, Double, Double), String)] {
            let place = DocumentInterface.Box(x0: box.0, y0: box.1, x1: box.2, y1: box.3)
            let match = TextAnnotations.Match(index: 3, before: "b", text: "t", after: "a", boxes: [place])
            let results = texts.results([match], ignored: [], request: "http://h/s", images: [3: image])
            #expect(String(decoding: results.bytes, as: UTF8.self).contains("canvas/4#xywh=\(region)\""))
        }
    }

    /// Viewers take what begins with < and ends with > for HTML in values and summaries, and nowhere else.
    @Test func whatADocumentSaysOfItselfIsNoMarkup() throws {
        let markup = "<b onclick=x>y</b>"
        let text = try Self.text(
            [], title: markup,
            metadata: [
                .init(key: "creator", value: markup), .init(key: "description", value: markup),
                .init(key: "subject", value: "a < b"),
            ])
        #expect(
            text.contains(#""value":{"none":["\#(markup) "]}"#) && text.contains(#""summary":{"none":["\#(markup) "]}"#)
        )
        #expect(text.contains(#""label":{"none":["\#(markup)"]}"#) && text.contains(#"{"none":["a < b"]}"#))
    }

    @Test func titlesAndLabelsAreWhatTheDocumentSays() throws {
        let text = try Self.text([])
        #expect(text.contains(#""label":{"none":["A \"book\""]}"#) && text.contains(#"{"none":["iv"]}"#))
        #expect(!text.contains("structures"))
    }
}
