import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

/// Providers that die: it costs nobody a connection, and at most the document that killed them.
@Suite struct CrashTests {
    @Test(
        .enabled(if: !Build.isSanitized, "under a sanitizer a host's maps take longer to read than a render takes"),
        arguments: [SIGKILL, SIGSEGV])
    func aProviderKilledInMidRenderIsAskedAgain(signal: Int32) throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(
            service, service.pattern("pages = 9\nrender-ms = 700"))
        let bystander = try TestReader(service, Documents.policy.get())
        _ = try bystander.page()
        _ = try reader.page()
        try reader.client.send(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 5))
        let victim = try Self.renderingHost(of: service, bystander.client)
        #expect(kill(victim, signal) == 0)
        let reply = try reader.client.receive(ReaderInterface.GetPage.self)
        let page = try HandedPage(reply.parameters.page, reply.descriptors)
        #expect(page.page.index == 5 && page.bytes.count == page.page.size)
        #expect(!service.hosts.contains(victim))
        #expect(try bystander.page(1).page.index == 1)
        #expect(try reader.navigate(.init(index: 6)).parameters.location.index == 6)
    }

    /// The plain test provider crashes on one page whenever it is asked for it.
    @Test(arguments: [("segv", "SIGSEGV"), ("abort", "SIGABRT"), ("kill", "SIGKILL"), ("exit", "exit status")])
    func aDocumentThatKillsTwoHostsIsRefusedUntilItIsReloaded(crash: String, told: String) throws {
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\n", providers: ["test-plain", "sheaf-pattern"])
        let path = try service.file("bomb", Data("plain 1\npages=5\ncrash=\(crash) page=3\n".utf8))
        let reader = try TestReader(service, path, width: 60, height: 80)
        let other = try TestReader(service, service.pattern("pages = 5"))
        _ = try reader.page(0)
        guard case .documentFailed(let reason) = try failure(of: { _ = try reader.page(3) }) else {
            Issue.record("page 3 is rendered")
            return
        }
        #expect(reason.contains(told))
        // Refused now, good pages too: what is broken in it is not known.
        guard case .documentFailed = try failure(of: { _ = try reader.page(1) }) else {
            Issue.record("a failed document is served")
            return
        }
        #expect(try other.page(2).page.index == 2)
        let entry = try reader.client.call(ManagerInterface.ListDocuments.self, .init()).parameters.documents
        #expect(entry.contains { $0.state.hasPrefix("failed: ") })
        _ = try reader.client.call(ReaderInterface.Reload.self, .init(reader: reader.id))
        #expect(try reader.page(1).page.index == 1)
    }

    @Test func aProviderThatHangsIsKilledAndOthersGoOn() throws {
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\n[Hosts]\nRequestTimeSec=1s\n",
            providers: ["test-plain", "sheaf-pattern"])
        let path = try service.file("tar-pit", Data("plain 1\npages=5\nhang=60 page=2\ndeaf=1\n".utf8))
        let reader = try TestReader(service, path, width: 60, height: 80)
        let other = try TestReader(service, service.pattern("pages = 5"))
        try reader.client.send(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 2))
        #expect(try other.page(3).page.index == 3)
        #expect(throws: ReaderError.self) { _ = try reader.client.receive(ReaderInterface.GetPage.self) }
        #expect(try other.page(4).page.index == 4)
    }

    @Test func aDocumentThatIsNeverOpenedIsGivenUp() throws {
        let service = try RunningService(
            configuration: "[Hosts]\nRequestTimeSec=300ms\n", providers: ["test-plain"])
        let path = try service.file("tar-pit", Data("plain 1\npages=5\nhang=60 deaf=1\n".utf8))
        guard case .documentFailed(let reason) = try failure(of: { _ = try TestReader(service, path) }) else {
            Issue.record("it is opened")
            return
        }
        #expect(!reason.isEmpty)
        #expect(try TestReader(service, service.file("good", Data("plain 1\npages=5\n".utf8))).page().page.index == 0)
    }

    /// The pattern provider's host, once a render is under way: bytes are reserved for it before the host is asked.
    private static func renderingHost(of service: RunningService, _ client: VarlinkBlockingClient) throws -> Int32 {
        for _ in 0..<1_000 {
            let status = try client.call(ManagerInterface.Status.self, .init()).parameters
            for host in service.hosts where status.cache.reserved > 0 {
                let maps = try? String(contentsOfFile: "/proc/\(host)/maps", encoding: .utf8)
                if maps?.contains("libsheaf-pattern.so") == true { return host }
            }
            usleep(10_000)
        }
        throw TestFailure("no host of the pattern provider renders")
    }
}
