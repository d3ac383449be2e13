import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

@Suite struct LoadingTests {
    private func learn(_ test: TestSupervisor) throws -> [ProviderDescription] {
        var known: [ProviderDescription]?
        test.supervisor.learnProviders { known = $0 }
        try test.eventually { known != nil }
        return try #require(known)
    }

    @Test func providersAreLearntInTheOrderOfTheirFiles() throws {
        let test = try TestSupervisor(providers: ["test-small", "sheaf-mupdf", "test-plain"])
        #expect(test.supervisor.providers.map(\.name) == ["mupdf", "test-plain", "test-small"])
        let known = try learn(test)
        #expect(known.map(\.name) == ["mupdf", "plain", "small"])
        #expect(known.allSatisfy { $0.state == .loaded && $0.abiVersion == 3 })
        #expect(
            known[0].capabilities.isSuperset(of: [
                .contents(.text), .contents(.outline), .contents(.search), .config, .trim,
            ]))
        #expect(known[1].summary == "text files that say how many pages they have, for tests")
        #expect(known[2].capabilities == [])
    }

    @Test func providerWithAShortTableRenders() throws {
        let test = try TestSupervisor(providers: ["test-small"])
        let document = try test.open("pages=2", provider: "small")
        #expect(document.count == .unknown)
        #expect(try test.renderFailure(document, page: 1) == nil)
        #expect(
            try test.failure { document.contents(.text, of: 0, completion: $0) }?.code == .unsupported(function: "text")
        )
        #expect(try test.result { document.findIndex(label: "2", completion: $0) } == .success(1))
        #expect(try test.failure { document.findIndex(label: "3", completion: $0) }?.code == .noSuchPage)
    }

    /// A library of then, as it was built for these processors.
    private static var firstBinaries: [String] {
        #if arch(x86_64)
            let tests = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
            return ["\(tests)/Providers/Binaries/libtest-first-x86_64.so"]
        #else
            return []
        #endif
    }

    @Test(arguments: ["test-first"] + firstBinaries) func providerThatWasBuiltForTheFirstABIIsLoaded(
        library: String
    ) throws {
        let test = try TestSupervisor(providers: [library])
        let known = try learn(test)
        #expect(known[0].state == .loaded && known[0].abiVersion == 1)
        let document = try test.open("pages=2", provider: "first")
        #expect(document.count == .exact(2) && !document.isLocked)
        #expect(try test.renderFailure(document, page: 1) == nil)
    }

    @Test func providerThatWasBuiltForTheSecondABIIsLoaded() throws {
        let test = try TestSupervisor(providers: ["test-second"])
        let known = try learn(test)
        #expect(
            known[0].state == .loaded && known[0].abiVersion == 2
                && !known[0].capabilities.contains(.contents(.annotations)))
        let document = try test.open("pages=2", provider: "second")
        #expect(try test.renderFailure(document, page: 1) == nil)
        // Its items end before author and modified, and have boxes: of three characters the second is the widest.
        let middle = TextExtent.inside(PointBox(x0: 12, y0: 0, x1: 38, y1: 10))
        let text = try test.result { document.contents(.text, of: 0, middle, completion: $0) }.get()
        #expect(text.items.map(\.text) == ["b"] && text.items[0].x0 == 10 && text.items[0].x1 == 40)
        #expect(
            try test.failure { document.contents(.annotations, of: 0, completion: $0) }?.code
                == .unsupported(function: "annotations"))
    }

    @Test func whatIsCountedStaysCountedInAnotherHost() throws {
        let test = try TestSupervisor(providers: ["sheaf-pattern"])
        let examined = try test.examine(try test.file("sheaf-pattern 1\npages = 50\ncounted-by = 20\n"))
        let document = try test.result { test.supervisor.open(examined, completion: $0) }.get()
        #expect(document.count == .counting(53, counted: 20))
        #expect(try test.result { document.pageCount(completion: $0) } == .success(.counting(51, counted: 40)))
        #expect(try test.result { document.pageCount(completion: $0) } == .success(.exact(50)))
        let pid = try #require(test.pids.first)
        kill(pid, SIGKILL)
        try test.eventually { !test.pids.contains(pid) }
        #expect(try test.result { document.pageIDs(from: 48, length: 9, completion: $0) } == .success([48, 49]))
        #expect(document.count == .exact(50))
    }

    @Test func providerForALaterABIIsRefusedWithASentence() throws {
        let test = try TestSupervisor(providers: ["test-newer"])
        let state = try learn(test)[0].state
        #expect(
            state
                == .refused(
                    """
                    \(test.folder)/libtest-newer.so: it was built for version 4 of the provider ABI, and this sheafd \
                    knows versions up to 3: it needs a newer sheafd
                    """))
    }

    @Test func whatIsNoProviderIsRefusedWithAReason() throws {
        let test = try TestSupervisor(providers: [])
        let library = "\(test.folder)/broken.so"
        let number = open(library, O_WRONLY | O_CREAT, 0o600)
        #expect(write(number, "no library", 10) == 10)
        close(number)
        let other = "\(test.folder)/libother.so"
        #expect(symlink("/lib/x86_64-linux-gnu/libz.so.1", other) == 0)
        let fresh = HostSupervisor(
            loop: test.loop, executablePath: TestSupervisor.executable, settings: test.settings
        ) { _ in }
        var known: [ProviderDescription]?
        fresh.learnProviders { known = $0 }
        try test.eventually { known != nil }
        let states = try #require(known).map(\.state)
        #expect(
            states.first == .refused("\(library): file too short")
                || states.first == .refused("\(library): invalid ELF header"))
        #expect(states.last == .refused("\(other): it exports no sheaf_provider_v1: it is no page provider"))
        fresh.shutDown()
        try test.eventually { fresh.hosts.isEmpty }
    }

    @Test func brokenProviderDoesNotKeepOthersFromOpening() throws {
        let test = try TestSupervisor(providers: ["test-newer", "test-plain"])
        #expect(try test.open().provider == "plain")
    }

    @Test func hostThatCannotBeStartedIsAnError() throws {
        let test = try TestSupervisor(executable: "/nonexistent/sheafd")
        let file = try test.file("plain 1")
        let error = try test.failure { test.supervisor.examine(.descriptor(file), owner: .uid(1), completion: $0) }
        #expect(error?.code == .hostFailed)
    }

    @Test func hostThatEndsAtOnceIsTriedAFewTimes() throws {
        let test = try TestSupervisor(executable: "/bin/false") { $0.startsPerMinute = 2 }
        let file = try test.file("plain 1")
        let error = try test.failure { test.supervisor.examine(.descriptor(file), owner: .uid(1), completion: $0) }
        #expect(error?.code == .providerRefused)
        #expect(test.lines.count { $0.text.contains("ended with exit status 1") } == 2)
    }

    @Test func settingsReachTheProviderAndRefusalsTheJournal() throws {
        let test = try TestSupervisor(configuration: ["plain": [HostSettings.Entry(key: "Colour", value: "red")]])
        let document = try test.open()
        #expect(try test.renderFailure(document, page: 0) == nil)
        #expect(test.lines.map(\.text).contains { $0.hasPrefix("the setting Colour=red was refused") })
    }
}
