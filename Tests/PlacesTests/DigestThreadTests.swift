import Foundation
import SheafOS
import TestSupport
import Testing

@testable import Places

@Suite struct DigestThreadTests {
    private let folder: TestFolder
    private let loop: EventLoop
    private let thread: DigestThread

    init() throws {
        folder = try TestFolder()
        loop = try EventLoop()
        thread = try DigestThread(on: loop)
    }

    /// A file of so many zeros.
    private func file(_ name: String, size: Int64) throws -> SharedDescriptor {
        let path = "\(folder.path)/\(name)"
        try Data().write(to: URL(fileURLWithPath: path))
        truncate(path, off_t(size))
        return SharedDescriptor(try FileDescriptor.open(path))
    }

    private func turn(until isDone: () -> Bool) throws {
        try eventually(on: loop, isDone)
    }

    @Test func digestsAreToldOnTheLoopAndASmallFileDoesNotWaitForALargeOne() throws {
        var told: [String] = []
        thread.digest(of: [try file("large", size: DocumentDigest.wholeLimit)], isAlbum: false, for: [1]) { answer in
            told.append((try? answer.get())?.digest.text ?? "\(answer)")
        }
        let small = try file("small", size: 0)
        thread.digest(of: [small], isAlbum: false, for: [1]) { answer in
            told.append((try? answer.get())?.digest.text ?? "\(answer)")
            #expect((try? answer.get())?.file == (try? FileStatus(of: small.number)))
        }
        #expect(told.isEmpty)
        try turn { told.count == 2 }
        // sha256sum </dev/null
        #expect(told[0] == "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(told[1] == "sha256:a6d72ac7690f53be6ae46ba88506bd97302a093f7108472bd9efc3cefda06484")
    }

    @Test func whatIsGivenUpIsToldNobody() throws {
        var told = 0
        let large = try file("large", size: DocumentDigest.wholeLimit)
        let numbers = (0..<256).map { _ in
            thread.digest(of: [large], isAlbum: false, for: [1]) { _ in told += 1 }
        }
        for number in numbers { thread.giveUp(number) }
        var digest: String?
        thread.digest(of: [try file("next", size: 0)], isAlbum: false, for: [1]) {
            digest = (try? $0.get())?.digest.text ?? ""
        }
        try turn { digest != nil }
        #expect(digest?.hasPrefix("sha256:") == true && told == 0)
    }

    /// However many documents of another user are being read.
    @Test func aUsersDocumentIsReadInTurnWithAllOfAnothers() throws {
        var told: [UInt32] = []
        func read(_ user: UInt32, _ file: SharedDescriptor, count: Int) {
            for _ in 0..<count { thread.digest(of: [file], isAlbum: false, for: [user]) { _ in told.append(user) } }
        }
        // 32 parts, and 20 of each that another user has read.
        let (own, others) = (
            try file("own", size: Int64(32 * DigestReading.part)),
            try file("other", size: Int64(20 * DigestReading.part))
        )
        read(2, own, count: 1)
        read(1, others, count: 16)
        try turn { !told.isEmpty }
        #expect(told[0] == 2)
    }

    /// Of a document that another user has read already, that one's turns are not all.
    @Test func aDocumentThatTwoWaitForIsReadInTheTurnsOfBoth() throws {
        var told: [String] = []
        let (own, others) = (
            try file("own", size: Int64(32 * DigestReading.part)),
            try file("other", size: Int64(20 * DigestReading.part))
        )
        let number = thread.digest(of: [own], isAlbum: false, for: [1]) { _ in told.append("own") }
        thread.join(number, by: 2)
        for _ in 0..<16 { thread.digest(of: [others], isAlbum: false, for: [1]) { _ in told.append("other") } }
        try turn { !told.isEmpty }
        #expect(told[0] == "own")
    }

    /// A user can't have so many read that nothing is read for others.
    @Test func manyDocumentsOfOneUserLeaveAnotherTheirs() throws {
        let large = try file("large", size: DocumentDigest.wholeLimit)
        for _ in 0..<2_000 { thread.digest(of: [large], isAlbum: false, for: [1]) { _ in } }
        var digest: String?
        thread.digest(of: [try file("small", size: 0)], isAlbum: false, for: [2]) {
            digest = (try? $0.get())?.digest.text ?? ""
        }
        try turn { digest != nil }
        #expect(digest?.hasPrefix("sha256:") == true)
    }

    @Test func whatCanNotBeReadIsSaidSo() throws {
        var failure: DigestFailure?
        let unreadable = SharedDescriptor(try Folder.open(folder.path))
        thread.digest(of: [unreadable], isAlbum: false, for: [1]) { if case .failure(let why) = $0 { failure = why } }
        try turn { failure != nil }
        guard case .unreadable = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    /// Callers who wait for a document that is being read are told that it is not read on.
    @Test func theEndIsToldToWhoWaits() throws {
        var failure: DigestFailure?
        thread.digest(of: [try file("large", size: DocumentDigest.wholeLimit)], isAlbum: false, for: [1]) {
            if case .failure(let why) = $0 { failure = why }
        }
        thread.finish()
        guard case .notNow = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        failure = nil
        thread.digest(of: [try file("small", size: 0)], isAlbum: false, for: [1]) {
            if case .failure(let why) = $0 { failure = why }
        }
        try turn { failure != nil }
    }

    /// A loop that goes on without its thread: nothing is left of that.
    @Test func oneThatIsLetGoEndsItsThread() throws {
        func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
        let before = try threads()
        var others: [DigestThread] = try (0..<64).map { _ in try DigestThread(on: loop) }
        let large = try file("large", size: DocumentDigest.wholeLimit)
        for other in others { other.digest(of: [large], isAlbum: false, for: [1]) { _ in } }
        #expect(try threads() >= before + 32)
        others = []
        try eventually { try threads() <= before + 32 }
    }
}

/// Which document is read next.
@Suite struct DigestTurnsTests {
    private func turns(_ turns: inout DigestTurns, _ count: Int) -> [UInt64] {
        (0..<count).compactMap { _ in turns.next() }
    }

    @Test func usersTakeTurnsAndSoDoTheDocumentsOfEach() {
        var turns = DigestTurns()
        #expect(turns.next() == nil)
        for number in UInt64(1)...3 { turns.add(number, for: 100) }
        turns.add(4, for: 200)
        #expect(self.turns(&turns, 8) == [1, 4, 2, 4, 3, 4, 1, 4])
        // Somebody else waits for it too, and nobody twice.
        turns.add(3, for: 300)
        turns.add(3, for: 300)
        #expect(self.turns(&turns, 6) == [2, 4, 3, 3, 4, 3])
        turns.remove(3)
        #expect(self.turns(&turns, 4) == [1, 4, 2, 4])
        turns.remove(4)
        turns.remove(1)
        turns.remove(2)
        #expect(turns.next() == nil)
    }
}
