import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

@testable import SheafWeb

/// How many calls wait for a service that answers when the test says so.
@Suite struct ServiceConnectionsTests {
    private let loop: EventLoop
    private let service = AnsweringService()
    private let connections: ServiceConnections

    private final class Outcomes {
        var answered = 0
        var busy = 0
        var others = 0
    }

    init() throws {
        let (loop, service) = (try EventLoop(), service)
        self.loop = loop
        connections = ServiceConnections(loop: loop) { () throws(OSError) in try service.connect() }
    }

    private func call(_ outcomes: Outcomes) {
        connections.call(DocumentInterface.GetDigest.self, .init(reader: "r")) { result in
            switch result {
            case .success: outcomes.answered += 1
            case .failure(.busy): outcomes.busy += 1
            case .failure: outcomes.others += 1
            }
        }
    }

    /// Answers calls until something is so.
    private func answer(until isDone: () -> Bool) throws {
        try eventually(on: loop) {
            service.answer()
            return isDone()
        }
    }

    @Test func soManyCallsWaitAndOneMoreIsRefused() throws {
        let outcomes = Outcomes()
        let all = ServiceConnections.limit + ServiceConnections.waitingLimit
        #expect(all == 8 + 512)
        for _ in 0..<all { call(outcomes) }
        try loop.runOnce(timeoutMilliseconds: 0)
        #expect(outcomes.busy == 0 && service.connections == ServiceConnections.limit)
        call(outcomes)
        try eventually(on: loop) { outcomes.busy > 0 }
        // What gives something back is not refused.
        connections.giveBack(ReaderInterface.Close.self, .init(reader: "r"))
        try answer { outcomes.answered == all && service.called.count > all }
        #expect(service.called.last == "Close")
        // There is room again.
        call(outcomes)
        try answer { outcomes.answered > all }
        #expect(service.unsent == 0)
        #expect(outcomes.busy == 1 && outcomes.others == 0 && service.connections == ServiceConnections.limit)
    }
}

/// How many pictures are made of pages at once.
@Suite struct PixelWorkersTests {
    @Test func soManyPicturesWaitAndOneMoreIsRefused() throws {
        let loop = try EventLoop()
        let workers = try PixelWorkers(loop: loop)
        let page = SharedDescriptor(try Memfd.create(name: "page", size: 4))
        var lengths: [Int] = []
        func make() throws(OSError) {
            try workers.make(
                .init(width: 1, height: 1, isMirrored: true, quality: .gray), as: .png, of: page, size: 4, offset: 0,
                stride: 4, part: (1, 1)
            ) { lengths.append((try? $0.get().length) ?? 0) }
        }
        #expect(PixelWorkers.waitingLimit == 64)
        for _ in 0..<PixelWorkers.waitingLimit { try make() }
        #expect(throws: OSError.self) { try make() }
        // None is done as long as nobody is told.
        try eventually(on: loop) { !lengths.isEmpty }
        try make()
        try eventually(on: loop) { lengths.count > PixelWorkers.waitingLimit }
        #expect(lengths.allSatisfy { $0 > 0 })
    }
}

/// How many documents a library has.
@Suite struct LibrarySizeTests {
    @Test func soManyDocumentsAreListedAndTheOthersAreLeftOut() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-library-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func add(_ number: Int) throws {
            let path = "\(folder.path)/\(number).pdf"
            try #require(mknod(path, S_IFREG | 0o600, 0) == 0)
        }
        #expect(LibraryIndex.documentsLimit == 65_536)
        for number in 0..<LibraryIndex.documentsLimit { try add(number) }
        var warnings: [String] = []
        let index = LibraryIndex(folders: [folder.path], formats: .books) { warnings.append($0) }
        index.refresh()
        #expect(index.documents.count == 65_536 && warnings.isEmpty)
        try add(65_536)
        _ = index.added("\(folder.path)/65536.pdf")
        index.refresh()
        #expect(index.documents.count == 65_536 && warnings.count == 1 && warnings[0].contains("65536"), "\(warnings)")
    }
}
