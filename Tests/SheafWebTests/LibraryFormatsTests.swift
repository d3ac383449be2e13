import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing

@testable import SheafWeb

extension LibraryFormats {
    /// The formats of tests that are about something else.
    static var books: LibraryFormats { LibraryFormats(ListedSuffixes([".pdf", ".epub", ".txt"])) }
}

/// Which files of a library are documents, by what sheafd says of its providers.
@Suite struct LibraryFormatsTests {
    private static func provider(
        _ suffixes: [String], unlisted: [String]? = nil, refused: String? = nil
    ) -> ManagerInterface.ProviderEntry {
        .init(
            name: "x", path: "/x.so", capabilities: [], refused: refused, suffixes: suffixes.isEmpty ? nil : suffixes,
            unlisted: unlisted)
    }

    @Test func aFileIsListedThatSomeProviderListsWhateverOthersDo() {
        let listed = ListedSuffixes(of: [
            Self.provider([".cbz", ".zip", ".gz"], unlisted: [".zip", ".gz"]), Self.provider([".fb2.zip", ".log"]),
            Self.provider([".gz"]), Self.provider([".broken"], refused: "it is"), Self.provider([]),
        ])
        for name in ["a.cbz", "a.LOG", "a.b.fb2.zip", "A.Fb2.Zip", "backup.tar.gz", "\u{e9}.log", "a.log.zip"] {
            #expect(listed.contains(name), "\(name)")
        }
        for name in [
            "backup.zip", "fb2.zip", "log", "a.log.1", "a.broken", "a.", "", "a.logs", "a.broken.zip", "log.zip",
        ] {
            #expect(!listed.contains(name), "\(name)")
        }
    }

    /// A service that says one list after the other, and a library.
    private final class Scene {
        let loop: EventLoop
        let service = AnsweringService()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-formats-\(UUID().uuidString)")
        let formats: LibraryFormats
        let library: LibraryIndex
        var isReachable = true
        /// How often nothing was there to connect to.
        private(set) var refusals = 0

        init() throws {
            loop = try EventLoop()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for name in ["a.one", "b.two"] { try Data("x".utf8).write(to: folder.appendingPathComponent(name)) }
            var reach: () -> Bool = { true }
            let connections = ServiceConnections(loop: loop) { [service] () throws(OSError) in
                guard reach() else { throw OSError(code: ECONNREFUSED, operation: "connect to", subject: "sheafd") }
                return try service.connect()
            }
            formats = LibraryFormats(service: connections)
            library = LibraryIndex(folders: [folder.path], formats: formats) { _ in }
            reach = { [weak self] in
                guard let self else { return false }
                if !isReachable { refusals += 1 }
                return isReachable
            }
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        var titles: [String] {
            library.refresh()
            return library.documents.map(\.title)
        }

        func says(_ suffix: String) {
            service.providers = #"{"providers":[{"name":"x","path":"/x","capabilities":[],"suffixes":["\#(suffix)"]}]}"#
        }

        func serve(until isDone: () -> Bool) throws {
            for _ in 0..<10_000 where !isDone() {
                service.answer()
                try loop.runOnce(timeoutMilliseconds: 1)
            }
            try #require(isDone())
        }
    }

    @Test func theListIsTakenFromTheServiceAndStaysWhileThatIsAway() throws {
        let scene = try Scene()
        scene.isReachable = false
        #expect(scene.titles == [] && scene.library.lists("a.one") == nil)
        #expect(scene.library.notes.count == 1 && scene.library.notes[0].contains("can't be reached"))
        scene.says(".one")
        scene.isReachable = true
        try scene.serve { scene.formats.revision == 1 }
        // A list that has come counts at once, however new the look at the folders is.
        #expect(scene.titles == ["a"] && scene.library.notes.isEmpty)
        #expect(scene.library.lists("new.ONE") == true && scene.library.lists("new.two") == false)
        // Another list.
        scene.says(".two")
        scene.formats.ask()
        try scene.serve { scene.formats.revision == 2 }
        #expect(scene.titles == ["b"])
        // Away: it says nothing that can be read, and then cannot be reached, until nobody asks again.
        let before = scene.refusals
        scene.service.providers = nil
        scene.isReachable = false
        scene.formats.ask()
        try scene.serve { scene.refusals == before + ServiceConnections.attempts - 1 }
        for _ in 0..<20 { try scene.loop.runOnce(timeoutMilliseconds: 1) }
        #expect(scene.titles == ["b"] && scene.library.lists("new.two") == true)
    }
}
