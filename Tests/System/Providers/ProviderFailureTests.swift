import Foundation
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Failures of providers as a person reads them, also where the provider can't say anything any more: pages are counted
/// from 1 everywhere, and errnos have their names.
@Suite struct ProviderFailureTests {
    private static let program = "program 1\n"
    private static let plain = "plain 1\npages=3\npage=1 "

    private func service() throws -> RunningService {
        let service = try RunningService(
            configuration: "[Hosts]\nRequestTimeSec=5s\n[Cache]\nReadAhead=0\n", providers: ["test-plain"])
        try FileManager.default.createSymbolicLink(
            at: service.folder.appendingPathComponent("providers/program"),
            withDestinationURL: Build.project.appendingPathComponent("Tests/Providers/Program/program"))
        return service
    }

    private func failure(_ text: String, page: Int = 1) throws -> (ReaderInterface.Failure?, RunningService) {
        let service = try service()
        let reader = try TestReader(service, try service.file("document", Data(text.utf8)), width: 100, height: 100)
        let failed = try SystemTests.failure {
            _ = try reader.client.call(ReaderInterface.GetPage.self, .init(reader: reader.id, index: page))
        }
        return (failed, service)
    }

    @Test(arguments: [
        Case("a program's", (program + "fail", "cannot render page 2: its image is truncated (EBADMSG)")),
        Case("a library's", (plain + "fail=1", "it fails, as asked for (EIO)")),
        Case("a program that hangs", (program + "hang", "the provider took too long: in 5 s it did not render page 2")),
        Case(
            "a deaf library", (plain + "hang=600 deaf=1", "the provider took too long: in 5 s it did not render page 2")
        ),
    ])
    func aPageThatFailsSaysWhichAndWhy(page: Case<(String, String)>) throws {
        #expect(try failure(page.value.0).0 == .pageFailed(index: 1, reason: page.value.1))
    }

    @Test(arguments: [Case("a program's", program + "crash"), Case("a library's", plain + "crash=segv")])
    func aCrashNamesItsRequestAndPage(page: Case<String>) throws {
        let (failed, service) = try failure(page.value)
        let reason = """
            the document ended two provider hosts, the last with SIGSEGV when it was asked to render page 2; reload it to \
            try again
            """
        #expect(failed == .pageFailed(index: 1, reason: reason))
        #expect(service.log.contains("ended with SIGSEGV when it was asked to render page 2"), "\(service.log)")
        #expect(service.deadHosts == 2)
    }

    @Test func anOpeningThatFailsSaysWhy() throws {
        let service = try service()
        func opening(_ text: String) throws -> ReaderInterface.Failure? {
            let path = try service.file("document", Data(text.utf8))
            return try SystemTests.failure { _ = try TestReader(service, path) }
        }
        guard case .notADocument(let reason)? = try opening("plain 1\nfail=1\n") else {
            Issue.record("it is no failure of the document")
            return
        }
        #expect(reason.hasSuffix("(EIO)"), "\(reason)")
        guard case .documentFailed(let crash)? = try opening("plain 1\ncrash=segv\n") else {
            Issue.record("it is no crash")
            return
        }
        #expect(crash.contains("with SIGSEGV when it was asked to open it"), "\(crash)")
    }

    /// The error of the command names the page once, as a person reads it.
    @Test func theCommandSaysThePageOnce() throws {
        let service = try service()
        let path = try service.file("document", Data((Self.program + "fail").utf8))
        let said = try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path,
            ["--socket", service.socket, "page", path, "2", "-o", service.folder.appendingPathComponent("x.png").path])
        #expect(said.status != 0)
        #expect(
            said.errors.contains("page 2 can't be rendered (cannot render page 2: its image is truncated (EBADMSG))"),
            "\(said.errors)")
    }
}
