import Foundation
import SheafInterface
import TestSupport
import Testing

/// Books with all that books have, made at random from a seed: what was put into them is found there.
@Suite struct MadeBookTests {
    /// A book, as the program says it that has made it.
    private struct Made: Decodable {
        struct Entry: Decodable, Equatable {
            let level: Int
            let title: String

            init(level: Int, title: String) { (self.level, self.title) = (level, title) }

            init(from decoder: any Decoder) throws {
                var pair = try decoder.unkeyedContainer()
                (level, title) = (try pair.decode(Int.self), try pair.decode(String.self))
            }
        }

        let path, kind, title, creator, language: String
        let contents: [Entry]
        let words, readings: [String]
        let pages: Int?
    }

    private static func make(in folder: URL, seed: String, count: Int) throws -> [Made] {
        let program = Build.project.appendingPathComponent("Tests/System/clients/made_books.py").path
        let made = try Command.run(Build.python, [program, folder.path, seed, "\(count)"])
        try #require(made.status == 0, "\(made.errors)")
        return try made.output.split(separator: 10).map { try JSONDecoder().decode(Made.self, from: $0) }
    }

    /// The letters of a text in the order of the alphabet: none is lost, and none is there twice.
    private static func letters(_ text: some Sequence<String>) -> [Character] {
        text.joined().filter { !$0.isWhitespace && $0 != "\u{ad}" }.sorted()
    }

    @Test func whatWasPutIntoABookIsFoundThere() throws {
        let settings = ProcessInfo.processInfo.environment
        let seed = settings["SHEAF_TORTURE_SEED"] ?? "\(UInt32.random(in: 0...UInt32.max))"
        let service = try RunningService(providers: ["sheaf-epub", "sheaf-fictionbook"])
        // Some more where documents are broken in thousands.
        let count = max(8, (settings["SHEAF_TORTURE_DOCUMENTS"].flatMap { Int($0) } ?? 0) / 20)
        for book in try Self.make(in: service.folder, seed: seed, count: count) {
            let name = "\(book.path) (\(book.kind), seed \(seed))"
            let reader = try TestReader(service, book.path)
            let pages = try reader.allPages()
            let said = Dictionary(try reader.metadata().entries.map { ($0.key, $0.value) }) { first, _ in first }
            #expect(said["title"] == book.title && said["creator"] == book.creator, "\(name)")
            #expect(said["language"] == book.language, "\(name)")
            #expect(book.pages.map { $0 == pages.count } ?? true, "\(name)")
            let outline = try reader.outline(count: 1000).entries.map { Made.Entry(level: $0.level, title: $0.title) }
            #expect(outline == book.contents, "\(name)")
            let text = try pages.flatMap { try reader.text(index: $0.index).runs.map(\.text) }
            let (found, right) = (Self.letters(text), Self.letters(book.words + book.readings))
            #expect(found == right, "\(name): \(found.count) letters, not \(right.count)")
            try reader.close()
        }
        #expect(!service.log.contains("was killed by"), "seed \(seed): \(service.log)")
    }
}
