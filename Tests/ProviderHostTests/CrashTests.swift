import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

@Suite struct CrashTests {
    @Test func requestThatARenderCrashInterruptedIsAnsweredFromAFreshHost() throws {
        let test = try TestSupervisor()
        let bad = try test.open("pages=2\npage=1 crash-once=1")
        let good = try test.open("pages=3")
        let before = test.pids
        #expect(try test.renderFailure(bad, page: 1) == nil)
        #expect(bad.failure == nil)
        #expect(!test.pids.contains(before[0]))
        #expect(try test.renderFailure(good, page: 2) == nil)
        let line = try #require(test.lines.first { $0.text.contains("ended with SIGSEGV") })
        #expect(line.event == .crashed && line.owner == .uid(1) && line.document == bad.logNumber)
        #expect(line.provider == "plain" && line.pid == before[0])
        #expect(!test.lines.contains { $0.event == .documentRefused })
        #expect(test.supervisor.hosts.filter(\.isIsolated).map(\.documents) == [1])
    }

    @Test(arguments: [SIGKILL, SIGSEGV])
    func hostKilledFromOutsideInMidRenderCostsNobodyAnything(signal: Int32) throws {
        let test = try TestSupervisor()
        let slow = try test.open("pages=2\npage=1 hang=0.5")
        let other = try test.open("pages=3")
        let job = try test.job(page: 1)
        var rendered: Result<RenderedPage, HostError>?
        var followed: Result<RenderedPage, HostError>?
        slow.render(job) { rendered = $0 }
        other.render(try test.job(page: 2)) { followed = $0 }
        try test.eventually { test.supervisor.hosts.contains { $0.state == .busy } }
        let victim = try #require(test.pids.first)
        #expect(kill(victim, signal) == 0)
        try test.eventually { rendered != nil && followed != nil }
        #expect(throws: Never.self) { try rendered?.get() }
        #expect(throws: Never.self) { try followed?.get() }
        #expect(test.bytes(of: job, count: 40_000) == TestSupervisor.pixels(page: 1, count: 10_000))
        #expect(!test.pids.contains(victim))
    }

    /// An operator, or the kernel for want of memory: however often, it is not the document's fault.
    @Test(arguments: [SIGKILL, SIGSEGV, SIGABRT, SIGBUS, SIGXCPU, 34, 40, 64])
    func hostsKilledFromOutsideDoNotCountAgainstTheirDocument(signal: Int32) throws {
        let test = try TestSupervisor()
        let file = try test.file("plain 1\npages=2\npage=1 hang=600\n")
        let examined = try test.examine(file)
        let document = try test.result { test.supervisor.open(examined, completion: $0) }.get()
        let job = try test.job(page: 1)
        var rendered: Result<RenderedPage, HostError>?
        document.render(job) { rendered = $0 }
        for count in 1...5 {
            try test.eventually { test.hangs == count }
            let host = try #require(test.supervisor.hosts.first { $0.state == .busy })
            // The host that is not killed reads it anew.
            if count == 5 { #expect(pwrite(file.number, "plain 1\npages=2\npage=1 hang=000", 31, 0) == 31) }
            #expect(!host.isIsolated && kill(host.pid, signal) == 0)
        }
        try test.eventually { rendered != nil }
        #expect(throws: Never.self) { try rendered?.get() }
        #expect(test.bytes(of: job, count: 40_000) == TestSupervisor.pixels(page: 1, count: 10_000))
        #expect(document.failure == nil)
        let told = test.lines.filter { $0.event == .crashed }.map(\.text)
        #expect(
            told.count == 5
                && told.allSatisfy {
                    $0.hasSuffix("\(Signal.name(signal)) from outside when it was asked to render page 2")
                }, "\(told)")
        // A fault of its own counts as before.
        let bad = try test.open("pages=2\npage=1 crash=segv")
        #expect(try test.renderFailure(bad, page: 1)?.code == .workRefused(.signalled(SIGSEGV)))
    }

    /// Not even by a signal that means a fault, which it can't tell from its own before it has begun; starts that fail are
    /// given up after three.
    @Test func hostsKilledWhileTheyStartDoNotCountAgainstTheirProvider() throws {
        let test = try TestSupervisor()
        let file = try test.file("plain 1\npages=1\n")
        var examined: Result<DocumentFile, HostError>?
        test.supervisor.examine(.descriptor(file), owner: .uid(1)) { examined = $0 }
        var killed: Set<Int32> = []
        while killed.count < 5 {
            try test.eventually { test.supervisor.hosts.contains { $0.state == .starting && !killed.contains($0.pid) } }
            for host in test.supervisor.hosts where host.state == .starting && killed.insert(host.pid).inserted {
                #expect(kill(host.pid, SIGSEGV) == 0)
            }
        }
        try test.eventually { examined != nil }
        #expect(throws: Never.self) { try examined?.get() }
        let told = test.lines.filter { $0.event == .crashed }.map(\.text)
        #expect(told.count == 5 && told.allSatisfy { $0.hasSuffix("SIGSEGV from outside") }, "\(told)")
    }

    /// A host can't end itself by the signal that tells of others.
    @Test func aHostCannotKillItself() throws {
        let test = try TestSupervisor()
        #expect(try test.renderFailure(try test.open("pages=1\npage=0 crash=kill"), page: 0) == nil)
        #expect(!test.lines.contains { $0.event == .crashed })
    }

    @Test(arguments: [
        ("segv", HostDeath.signalled(SIGSEGV)), ("abort", .signalled(SIGABRT)), ("exit", .exited(status: 3)),
        ("trap", .signalled(SIGILL)),
    ])
    func pageThatCrashesTwiceIsRefusedWithHowItEnded(how: String, death: HostDeath) throws {
        let test = try TestSupervisor()
        let bad = try test.open("pages=2\npage=1 crash=\(how)")
        let error = try #require(try test.renderFailure(bad, page: 1))
        #expect(error == FailureLedger.refused(death, at: .drawing(1)))
        #expect(
            error.message == """
                the document ended two provider hosts, the last with \(death) when it was asked to render page 2; reload it \
                to try again
                """)
        #expect(bad.failure == nil)
        #expect(test.lines.map(\.event) == [.crashed, .crashed, .documentRefused])
        #expect(test.lines.last?.document == bad.logNumber)
        #expect(test.lines.last?.text.hasPrefix("is not asked to render page 2 any more until it is reloaded") == true)
        // In all sizes, at once, and nothing else.
        let before = test.pids
        #expect(try test.renderFailure(bad, page: 1, side: 50) == FailureLedger.refused(death, at: .drawing(1, 2_500)))
        #expect(try test.renderFailure(bad, page: 0) == nil)
        #expect(bad.refusal(ofPage: 1, pixels: 1, for: 1) == error && bad.refusal(ofPage: 0, pixels: 1, for: 1) == nil)
        #expect(before.isEmpty && test.pids.count == 1)

        bad.forgetFailures(for: 1)
        #expect(bad.refusal(ofPage: 1, pixels: 1, for: 1) == nil)
        #expect(try test.renderFailure(bad, page: 1) == error)
        #expect(test.lines.count { $0.event == .crashed } == 4)
    }

    @Test func documentThatCrashesWhenItIsOpenedIsRefused() throws {
        let test = try TestSupervisor()
        let examined = try test.examine(try test.file("plain 1\ncrash=segv\n"))
        let error = try test.failure { test.supervisor.open(examined, completion: $0) }
        #expect(error?.code == .documentFailed(.signalled(SIGSEGV)))
        #expect(try test.renderFailure(try test.open(), page: 0) == nil)
    }

    @Test func hostThatDiesIdleIsReplacedUnnoticed() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let before = try #require(test.pids.first)
        #expect(kill(before, SIGKILL) == 0)
        try test.eventually { test.supervisor.hosts.isEmpty }
        #expect(try test.renderFailure(document, page: 1) == nil)
        #expect(document.failure == nil)
    }

    @Test func requestsOfOneDocumentSurviveTheCrashOfAnother() throws {
        let test = try TestSupervisor()
        let bad = try test.open("pages=1\npage=0 crash=segv")
        let good = try test.open("pages=9")
        var failures: [HostError.Code] = []
        var rendered = 0
        bad.render(try test.job(page: 0)) { result in
            if case .failure(let error) = result { failures.append(error.code) }
        }
        for page in 0..<9 as Range<Int64> {
            good.render(try test.job(page: page), priority: page.isMultiple(of: 2) ? .demand : .prefetch) { result in
                if case .success = result { rendered += 1 }
            }
        }
        try test.eventually { rendered == 9 && failures.count == 1 }
        #expect(failures == [.workRefused(.signalled(SIGSEGV))])
    }

    @Test func hostThatSaysNonsenseIsEnded() throws {
        // A program that is no host at all answers whatever it is asked with an empty line.
        let test = try TestSupervisor()
        let script = "\(test.folder)/host"
        let number = open(script, O_WRONLY | O_CREAT, 0o700)
        let text = "#!/bin/bash\nprintf 'nonsense\\0' >&3\nexec sleep 60\n"
        #expect(write(number, text, text.utf8.count) == text.utf8.count)
        close(number)
        let other = HostSupervisor(
            loop: test.loop, executablePath: script, settings: test.settings
        ) { _ in }
        let file = try test.file("plain 1")
        let error = try test.failure { other.examine(.descriptor(file), owner: .uid(1), completion: $0) }
        #expect(error?.code == .providerRefused)
        #expect(error?.message.contains("a malformed reply") == true)
        try test.eventually { other.hosts.isEmpty }
    }
}
