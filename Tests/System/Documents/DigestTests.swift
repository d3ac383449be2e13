import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

/// Digests of documents, where no places are kept.
@Suite struct DigestTests {
    private static func digest(_ reader: String, _ client: VarlinkBlockingClient) throws -> String {
        try client.call(DocumentInterface.GetDigest.self, .init(reader: reader)).parameters.digest
    }

    private static func digest(_ reader: TestReader) throws -> String { try digest(reader.id, reader.client) }

    private static func sum(_ path: String) throws -> String {
        "sha256:" + (try Command.run("/usr/bin/sha256sum", [path]).text.prefix(64))
    }

    @Test func itIsThatOfTheFileWhateverThatIsCalledAndHoweverItIsShown() throws {
        let service = try RunningService()
        let path = try Documents.policy.get()
        let sum = try Self.sum(path)
        #expect(try Self.digest(TestReader(service, path)) == sum)
        #expect(try Self.digest(TestReader(service, path, looks: .init(paper: .night))) == sum)
        let copy = try service.file("other.pdf", try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(try Self.digest(TestReader(service, copy)) == sum)
        #expect(try Self.digest(TestReader(service, service.pattern("pages = 9"))) != sum)
    }

    /// A digest changes as soon as its document does, and is the same again with the same bytes.
    @Test func itChangesWithItsFile() throws {
        let service = try RunningService()
        let path = try service.pattern("pages = 9")
        let viewer = try Viewer(service, path)
        func digest() throws -> String { try Self.digest(viewer.id, viewer.client) }
        let first = try digest()
        #expect(try first == Self.sum(path))
        _ = try service.pattern("pages = 8")
        _ = try viewer.told { $0.document != nil }
        #expect(try digest() == Self.sum(path) && digest() != first)
        _ = try service.pattern("pages = 9")
        _ = try viewer.told { $0.document != nil }
        #expect(try digest() == first)
    }

    @Test func ofAnAlbumItIsOfItsFilesInTheirOrderAndOfAFolderItsPath() throws {
        let service = try RunningService(providers: ["sheaf-images"])
        let folder = service.folder.appendingPathComponent("album").path
        let made = try Command.run(
            "/bin/sh",
            [
                "-c",
                """
                mkdir '\(folder)' && cd '\(folder)' &&
                for n in 1 2; do vips gaussnoise $n.v 60 90 --mean 200 --sigma $n && vips cast $n.v $n.png uchar; done
                """,
            ], environment: ["VIPS_NOVECTOR": "1"])
        try #require(made.status == 0, "\(made.errors)")
        let files = ["\(folder)/1.png", "\(folder)/2.png"]
        let list = try files.map { "\(try Self.sum($0))\n" }.joined()
        let whole = try Self.sum(service.file("list", Data(list.utf8))).dropFirst("sha256:".count)
        let album = try Viewer(service, album: files)
        #expect(try Self.digest(album.id, album.client) == "sha256-album:\(whole)")
        let other = try Viewer(service, album: files.reversed())
        #expect(try Self.digest(other.id, other.client) != "sha256-album:\(whole)")
        let library = try RunningService(
            configuration: "[Documents]\nLibraryFolders=\(service.folder.path)\n", providers: ["sheaf-images"])
        let viewer = try Viewer(library, folder, isOfLibrary: true)
        #expect(try Self.digest(viewer.id, viewer.client).hasPrefix("sha256-path:"))
    }

    /// Readers of a document, in whatever looks, who ask at once.
    @Test(canBeLookedInto) func aDocumentIsReadOnceForAll() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-images"])
        let size = 64 << 20
        let path = try Self.picture(service, size: size)
        let readers = try (0..<8).map { _ in try TestReader(service, path) }
        func read() throws -> Int {
            let text = try String(contentsOfFile: "/proc/\(service.process.processIdentifier)/io", encoding: .utf8)
            return text.split(separator: "\n").compactMap { $0.split(separator: "rchar: ").first.flatMap { Int($0) } }
                .first ?? 0
        }
        let before = try read()
        for _ in 0..<4 {
            for reader in readers {
                try reader.client.send(DocumentInterface.GetDigest.self, .init(reader: reader.id))
            }
        }
        let sum = try Self.sum(path)
        for reader in readers {
            for _ in 0..<4 {
                #expect(try reader.client.receive(DocumentInterface.GetDigest.self).parameters.digest == sum)
            }
        }
        #expect(try (size..<2 * size).contains(read() - before))
    }

    /// Callers of a reader that is closed are told that it has gone, and nobody else waits for what is not read on.
    @Test func aReaderThatIsClosedMeanwhileHasNone() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-images"])
        let reader = try TestReader(service, Self.picture(service, size: 256 << 20))
        let other = try service.connect()
        try reader.client.send(DocumentInterface.GetDigest.self, .init(reader: reader.id))
        try service.answer()
        _ = try other.call(ReaderInterface.Close.self, .init(reader: reader.id))
        do throws(VarlinkCallError<DocumentInterface.Failure>) {
            // It may have been as fast.
            _ = try reader.client.receive(DocumentInterface.GetDigest.self)
        } catch {
            guard case .failed(.noSuchReader) = error else { throw error }
        }
        #expect(throws: VarlinkCallError<DocumentInterface.Failure>.self) { try Self.digest(reader) }
    }

    /// A picture in a file of so many bytes: what is behind it is nothing to its provider.
    static func picture(_ service: RunningService, size: Int) throws -> String {
        let path = service.folder.appendingPathComponent("picture.png").path
        let made = try Command.run(
            "/bin/sh", ["-c", "vips gaussnoise '\(path).v' 60 90 && vips cast '\(path).v' '\(path)' uchar"],
            environment: ["VIPS_NOVECTOR": "1"])
        try #require(made.status == 0, "\(made.errors)")
        truncate(path, off_t(size))
        return path
    }
}
