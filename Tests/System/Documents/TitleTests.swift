import Foundation
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Titles of documents, from their metadata or their files' names.
@Suite struct TitleTests {
    private static let quiet = "[Cache]\nReadAhead=0\n[Service]\nLogTarget=console\nLogLevel=debug\n"

    private static func sheafctl(_ service: RunningService, _ arguments: String...) throws -> Command {
        try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, arguments,
            environment: ["SHEAF_SOCKET": service.socket], seconds: 60)
    }

    private func title(of reader: TestReader) throws -> String? { try reader.state().document.title }

    @Test func aDocumentIsCalledWhatItCallsItself() throws {
        let service = try RunningService()
        #expect(try title(of: TestReader(service, Documents.policy.get(), name: "x.pdf")) == "Debian Policy Manual")
        let pattern = try service.pattern("title = \u{1b}[31mRed\u{202e}  book")
        #expect(try title(of: TestReader(service, pattern, name: "x")) == "[31mRed book")
        // A document that is locked tells it to those who may read it.
        let locked = try service.pattern("title = Secret\npassword = x", name: "locked")
        #expect(try title(of: TestReader(service, locked, password: "x")) == "Secret")
    }

    @Test func elseItIsCalledAsItsFile() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 9")
        let first = try TestReader(service, path)
        #expect(try title(of: first) == nil)
        _ = try TestReader(service, path, name: "/home/me/my\nbook.pattern")
        #expect(try title(of: first) == "my book.pattern")
        // Who comes later does not call it anything else.
        _ = try TestReader(service, path, name: "other")
        #expect(try title(of: first) == "my book.pattern")
        let other = try service.pattern("pages = 8", name: "other")
        #expect(try title(of: TestReader(service, other, name: "/")) == nil)
        #expect(
            try title(of: TestReader(service, other, name: String(repeating: "n", count: 9_999)))?.utf8.count == 200)
    }

    /// A library document is not called as some user says: others read it too.
    @Test func aDocumentOfTheLibraryIsCalledAsItsFileIsThere() throws {
        let folder = "/tmp/sheaf-library-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder + "/shelf", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try "sheaf-pattern 1\n".write(toFile: folder + "/shelf/a book", atomically: true, encoding: .utf8)
        let service = try RunningService(
            configuration: "[Documents]\nLibraryFolders=\(folder)\n", providers: ["sheaf-pattern"])
        let state = try service.connect().call(
            ReaderInterface.Open.self,
            .init(path: folder + "/shelf/a book", name: "lie", viewport: .init(width: 60, height: 80))
        ).parameters.state
        #expect(state.document.title == "a book")
    }

    @Test func itsTitleIsInListsAndInTheLog() throws {
        let service = try RunningService(configuration: Self.quiet, providers: ["sheaf-pattern"])
        let path = try service.pattern("title = Red\nfill = solid")
        let readers = try (0..<2).map { _ in try TestReader(service, path) }
        let client = try service.connect()
        #expect(
            try client.call(ManagerInterface.ListReaders.self, .init()).parameters.readers.map(\.title) == [
                "Red", "Red",
            ])
        #expect(
            try client.call(ManagerInterface.ListDocuments.self, .init()).parameters.documents.map(\.title) == ["Red"])
        #expect(service.log.contains("on document d1 (Red)"))
        for verb in ["readers", "documents", "top"] {
            #expect(try Self.sheafctl(service, verb).text.contains("Red"), "\(verb)")
        }
        let told = try Self.sheafctl(service, "--reader", "zz", "next")
        #expect(told.status == 1 && told.errors.contains("(Red, page 1)"), "\(told.errors)")
        // A new one, when it is read again.
        _ = try service.pattern("title = Blue\nfill = solid")
        try eventually(log: service.log) { try title(of: readers[0]) == "Blue" }
    }
}
