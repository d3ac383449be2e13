import Glibc
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Other settings while hosts run.
@Suite struct ConfigurationTests {
    private static let other = ProviderID(index: 1)

    // MARK: Decisions

    @Test func ofMoreHostsThanThereMayBeIdleOnesEnd() {
        var bench = SchedulerBench(hosts: 3)
        for user: UInt32 in 1...3 { bench.ask(bench.document(owner: .uid(user))) }
        _ = bench.settle()
        bench.ask(bench.document(owner: .uid(2)), .provider)
        _ = bench.actions()
        var limits = bench.scheduler.limits
        limits.hosts = 3
        bench.perform { $0.setLimits(limits, now: $1) }
        #expect(bench.actions() == [])
        limits.hosts = 1
        bench.perform { $0.setLimits(limits, now: $1) }
        // The busy one stays.
        #expect(bench.actions() == [.end(host(1)), .end(host(3))])
    }

    @Test func aHigherLimitStartsWhatWaits() {
        var bench = SchedulerBench(hosts: 1)
        let first = bench.document(owner: .uid(1))
        let second = bench.document(owner: .uid(2))
        bench.ask(first, .provider)
        bench.hostStarted(1)
        bench.ask(second)
        #expect(bench.actions().compactMap(\.startedFor) == [.uid(1)])
        var limits = bench.scheduler.limits
        limits.hosts = 2
        bench.perform { $0.setLimits(limits, now: $1) }
        #expect(bench.actions().compactMap(\.startedFor) == [.uid(2)])
    }

    @Test func hostsAreReplacedWhenTheyHaveNothingToDo() {
        var bench = SchedulerBench()
        let idle = bench.document(owner: .uid(1))
        bench.ask(idle)
        _ = bench.settle()
        let busy = bench.document(owner: .uid(2))
        let running = bench.ask(busy, .provider)
        bench.hostStarted(2)
        let waiting = bench.ask(busy)
        let untouched = bench.document(owner: .uid(1), provider: Self.other)
        bench.ask(untouched)
        bench.hostStarted(3)
        _ = bench.actions()
        bench.perform { $0.replaceHosts(where: { id, _ in id == SchedulerBench.provider }, now: $1) }
        #expect(bench.actions() == [.end(host(1))])
        bench.finished(2)
        let actions = bench.actions()
        #expect(actions == [.answer(running), .end(host(2)), .start(host(4), SchedulerBench.provider, .uid(2))])
        bench.died(2, .exited(status: 0))
        bench.hostStarted(4)
        bench.finished(4)
        bench.finished(4)
        #expect(bench.actions().contains(.answer(waiting)))
        // Its documents are opened again.
        bench.ask(idle)
        #expect(bench.actions().compactMap(\.startedFor) == [.uid(1)])
    }

    @Test func whatWasAskedOfAHostItselfEndsWithItAndNotWithItsSuccessor() {
        var bench = SchedulerBench()
        let document = bench.document()
        bench.ask(document, .provider)
        bench.hostStarted(1)
        bench.ask(document)
        bench.perform { $0.broadcast(now: $1) { _ in RequestID(number: 100) } }
        bench.perform { $0.replaceHosts(where: { _, _ in true }, now: $1) }
        _ = bench.actions()
        bench.finished(1)
        #expect(bench.actions().contains { $0.failure == .hostFailed })
        bench.perform { $0.broadcast(now: $1) { _ in RequestID(number: 101) } }
        bench.died(1, .exited(status: 0))
        #expect(bench.actions() == [])
    }

    // MARK: Hosts

    private static func settings(
        _ test: TestSupervisor, _ change: (inout HostSettings) -> Void
    ) -> HostSettings {
        var settings = test.supervisor.settings
        change(&settings)
        return settings
    }

    private static func setting(of document: HostDocument, _ test: TestSupervisor) throws -> String? {
        try test.result { document.contents(.metadata, completion: $0) }.get().items.first { $0.key == "setting" }?.text
    }

    @Test func aHostIsToldOfOtherSettingsAndReplacedWhereOneIsGone() throws {
        let entry = HostSettings.Entry(key: "Setting", value: "grün")
        let test = try TestSupervisor(providers: ["test-odd"], configuration: ["odd": [entry]])
        let document = try test.openOdd()
        #expect(try Self.setting(of: document, test) == "grün")
        let before = test.pids
        test.supervisor.configure(
            Self.settings(test) { $0.configuration["odd"] = [.init(key: "Setting", value: "blau")] })
        #expect(try Self.setting(of: document, test) == "blau")
        #expect(test.pids == before)
        test.supervisor.configure(Self.settings(test) { $0.configuration = [:] })
        #expect(try Self.setting(of: document, test) != "blau")
        #expect(Set(test.pids).isDisjoint(with: before) && !test.pids.isEmpty)
    }

    @Test func sameSettingsChangeNothing() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let before = test.pids
        test.supervisor.configure(test.supervisor.settings)
        #expect(try test.renderFailure(document, page: 1) == nil)
        #expect(test.pids == before)
    }

    @Test func aPageMayBeLargerFromThenOn() throws {
        let test = try TestSupervisor { $0.renderBytes = 10_000 }
        let document = try test.open()
        #expect(try test.renderFailure(document, page: 1)?.code == .tooLarge)
        test.supervisor.configure(Self.settings(test) { $0.limits.renderBytes = 40_000 })
        #expect(try test.renderFailure(document, page: 1) == nil)
    }

    @Test func providersComeAndGoWithTheirFiles() throws {
        let test = try TestSupervisor(providers: ["test-plain"])
        let document = try test.open()
        let library = "\(test.folder)/libtest-plain.so"
        #expect(symlink("\(TestSupervisor.buildFolder)/libtest-odd.so", "\(test.folder)/libtest-odd.so") == 0)
        #expect(unlink(library) == 0)
        #expect(test.supervisor.providers.map(\.path) == [library])
        test.supervisor.configure(test.supervisor.settings)
        #expect(test.supervisor.providers.map(\.path) == ["\(test.folder)/libtest-odd.so"])
        // What is open goes on; what comes finds the new one.
        #expect(try test.renderFailure(document, page: 1) == nil)
        #expect(try test.openOdd().provider == "odd")
        let examined = try test.examine(try test.file("plain 1\npages=3\n"))
        #expect(try test.failure { test.supervisor.open(examined, completion: $0) }?.code == .notADocument)
        #expect(symlink("\(TestSupervisor.buildFolder)/libtest-plain.so", library) == 0)
        test.supervisor.configure(test.supervisor.settings)
        #expect(test.supervisor.providers.map(\.name) == ["odd", "plain"])
        #expect(try test.result { test.supervisor.open(examined, completion: $0) }.get().provider == "plain")
    }

    @Test func aProviderThatWasRefusedIsTriedAgain() throws {
        let test = try TestSupervisor(providers: [])
        let library = "\(test.folder)/libtest-plain.so"
        let broken = open(library, O_WRONLY | O_CREAT, 0o600)
        #expect(write(broken, "no library", 10) == 10 && close(broken) == 0)
        test.supervisor.configure(test.supervisor.settings)
        let file = try test.file("plain 1\npages=3\n")
        #expect(
            try test.failure { test.supervisor.examine(.descriptor(file), owner: .uid(1), completion: $0) }?.code
                == .providerRefused)
        #expect(unlink(library) == 0)
        #expect(symlink("\(TestSupervisor.buildFolder)/libtest-plain.so", library) == 0)
        test.supervisor.configure(test.supervisor.settings)
        #expect(try test.open().provider == "plain")
    }

    @Test func aFolderThatCannotBeReadIsToldAndPassedOver() throws {
        let test = try TestSupervisor()
        test.supervisor.configure(Self.settings(test) { $0.providerFolders.insert("/nonexistent", at: 0) })
        let reason = String(cString: strerror(ENOENT))
        #expect(test.lines.contains { $0.text == "cannot read the folder /nonexistent: \(reason)" })
        #expect(test.supervisor.providers.count == 1)
    }

    /// A provider that leaks memory does not fill the machine.
    @Test(arguments: [(4 << 20, true), (1 << 30, false), (0, false)])
    func aHostThatHasGrownIsReplaced(growth: Int, isReplaced: Bool) throws {
        let test = try TestSupervisor { $0.growth = growth }
        let document = try test.open("pages=2\npage=1 leak=100000")
        let before = test.pids
        for _ in 0..<4 * HostLimits.requestsPerLook { #expect(try test.renderFailure(document, page: 1) == nil) }
        #expect((test.pids != before) == isReplaced)
        #expect(test.lines.contains { $0.text.contains("has grown by") } == isReplaced)
        #expect(!test.lines.contains { $0.event == .crashed })
    }

    @Test func aHostThatHasAnsweredEnoughIsReplaced() throws {
        let test = try TestSupervisor { $0.requestsPerHost = 5 }
        let document = try test.open()
        var pids: Set<Int32> = []
        for page in 0..<30 as Range<Int64> {
            #expect(try test.renderFailure(document, page: page % 3) == nil)
            pids.formUnion(test.pids)
        }
        #expect(pids.count >= 6)
        #expect(!test.lines.contains { $0.event == .crashed })
    }
}
