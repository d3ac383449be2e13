import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

@testable import SheafWeb

/// Documents that the service is long in reading for their digests.
@Suite struct OpenDocumentsTests {
    private let loop: EventLoop
    private let service = AnsweringService()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "sheaf-open-\(UUID().uuidString)")

    init() throws {
        loop = try EventLoop()
        service.answersDigests = false
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func connections(callTime: UInt64 = ServiceConnections.callTime) -> ServiceConnections {
        ServiceConnections(loop: loop, callTime: callTime) { [service] () throws(OSError) in try service.connect() }
    }

    private func document(_ name: String) throws -> LibraryDocument {
        let file = folder.appendingPathComponent("\(name).txt")
        try Data(name.utf8).write(to: file)
        return try #require(LibraryDocument(path: file.path, name: name))
    }

    /// Answers calls until something is so.
    private func answer(until isDone: () -> Bool) throws {
        for _ in 0..<30_000 where !isDone() {
            service.answer()
            try loop.runOnce(timeoutMilliseconds: 1)
        }
        try #require(isDone())
    }

    /// The reader of such a document stays open: the service reads on, and a later request goes on with that.
    @Test func oneThatIsReadForTooLongStaysOpen() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let connections = connections(callTime: 2_000_000)
        let documents = OpenDocuments(service: connections, versions: DocumentVersions(service: connections))
        let document = try document("large")
        var failure: WebFailure?
        documents.open(document) { if case .failure(let why) = $0 { failure = why } }
        try answer { failure != nil }
        #expect(failure?.status == 503 && failure?.reason.contains("ask again") == true && documents.count == 1)
        service.answersDigests = true
        var opened: OpenDocument?
        documents.open(document) { opened = try? $0.get() }
        try answer { opened != nil }
        #expect(opened?.version == String(repeating: "0a", count: 16) && opened?.reader == "r1")
        #expect(service.called == ["Open", "GetDigest", "GetDigest", "GetMetadata"] && documents.count == 1)
    }

    /// The connections that digests leave are for pages.
    @Test func digestsTakeTwoConnections() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let connections = connections()
        let versions = DocumentVersions(service: connections)
        var learnt = 0
        let documents = try (0..<ServiceConnections.limit).map { try document("\($0)") }
        for (index, document) in documents.enumerated() {
            versions.learn(of: document, "r\(index)") { if case .success = $0 { learnt += 1 } }
        }
        var answered = false
        connections.call(DocumentInterface.GetMetadata.self, .init(reader: "r")) { result in
            if case .success = result { answered = true }
        }
        try answer { answered }
        #expect(service.count("GetDigest") == 2 && ServiceConnections.readingLimit == 2 && learnt == 0)
        service.answersDigests = true
        try answer { learnt == documents.count }
    }
}
