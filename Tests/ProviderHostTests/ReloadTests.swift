import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Documents that are opened again from another file.
@Suite struct ReloadTests {
    private func reload(_ test: TestSupervisor, _ document: HostDocument, _ lines: String) throws -> HostError? {
        let examined = try test.examine(try test.file("plain 1\n\(lines)\n"))
        return try test.failure { document.reload(from: examined, completion: $0) }
    }

    @Test func documentBecomesTheOtherFile() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=3")
        let examined = try test.examine(try test.file("plain 1\npages=5\n"))
        #expect(try test.failure { document.reload(from: examined, completion: $0) } == nil)
        #expect(document.count == .exact(5) && document.identity == examined.identity)
        #expect(document.files.descriptors[0] === examined.files.descriptors[0])
        #expect(try test.renderFailure(document, page: 4) == nil)
        // The old one is gone from its host.
        #expect(test.supervisor.pool.records.count == 1 && test.supervisor.hosts.first?.documents == 1)
    }

    @Test(arguments: ["pages=3 fail=1", "pages=3 crash=segv"])
    func fileThatCannotBeOpenedChangesNothing(lines: String) throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=3")
        let before = document.identity
        #expect(try reload(test, document, lines) != nil)
        #expect(document.count == .exact(3) && document.identity == before && document.failure == nil)
        #expect(try test.renderFailure(document, page: 2) == nil)
        #expect(test.supervisor.pool.records.count == 1)
        #expect(try reload(test, document, "pages=4") == nil)
        #expect(document.count == .exact(4))
    }

    @Test func whatWasAskedBeforeIsAnswered() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=3\npage=1 hang=0.2")
        var answers: [String] = []
        let examined = try test.examine(try test.file("plain 1\npages=5\n"))
        document.reload(from: examined) { _ in answers.append("reloaded") }
        // Behind the reload, but of the old document.
        for page in [1, 2] as [Int64] {
            let job = try test.job(page: page)
            document.render(job, priority: .prefetch) { result in
                if case .success = result { answers.append("page \(page)") } else { answers.append("\(result)") }
            }
        }
        try test.eventually { answers.count == 3 }
        #expect(answers == ["reloaded", "page 1", "page 2"])
        try test.eventually { test.supervisor.pool.records.count == 1 }
        #expect(try test.renderFailure(document, page: 4) == nil)
    }

    /// However many wait: their user may have no more, and nothing read ahead.
    @Test func whatWasAskedBeforeIsAnsweredWhereItsUserMayAskForNoMore() throws {
        let test = try TestSupervisor { $0.requestsPerUser = 4 }
        let document = try test.open("pages=9\npage=0 hang=0.2")
        var answers: [String] = []
        let examined = try test.examine(try test.file("plain 1\npages=5\n"))
        document.render(try test.job(page: 0)) { _ in answers.append("hung") }
        document.reload(from: examined) { _ in answers.append("reloaded") }
        for page in [6, 7, 8] as [Int64] {
            document.render(try test.job(page: page)) { result in
                if case .success = result { answers.append("page \(page)") } else { answers.append("\(result)") }
            }
        }
        try test.eventually { answers.count == 5 }
        #expect(Set(answers) == ["hung", "reloaded", "page 6", "page 7", "page 8"])
        try test.eventually { test.supervisor.pool.records.count == 1 }
    }

    @Test func pageThatWasRefusedIsServedOfAnotherFile() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=3\npage=1 crash=segv")
        #expect(try test.renderFailure(document, page: 1) != nil)
        #expect(document.refusal(ofPage: 1, pixels: 1, for: 1) != nil)
        #expect(try reload(test, document, "pages=3") == nil)
        #expect(document.refusal(ofPage: 1, pixels: 1, for: 1) == nil)
        #expect(try test.renderFailure(document, page: 1) == nil)
    }

    @Test func documentThatIsClosedMeanwhileStaysClosed() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=3")
        let examined = try test.examine(try test.file("plain 1\npages=5\n"))
        var ended: Result<Void, HostError>?
        document.reload(from: examined) { ended = $0 }
        document.close()
        try test.eventually { ended != nil }
        #expect(throws: HostError.self) { try ended?.get() }
        #expect(test.supervisor.pool.records.isEmpty)
    }
}
