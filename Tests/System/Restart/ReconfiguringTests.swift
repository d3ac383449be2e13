import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// A service whose configuration is read again while it serves. Pages have 64 by 64 pixels, four pages of memory each.
@Suite struct ReconfiguringTests {
    private static let page = 64 * 64 * 4

    private static func open(
        _ service: RunningService, _ settings: String = "pages = 20\nwidth = 100\nheight = 100",
        name: String = "pattern"
    ) throws -> TestReader {
        try TestReader(service, service.pattern(settings, name: name), width: 64, height: 64)
    }

    /// Which of the first pages are in the cache.
    private static func cached(_ service: RunningService) throws -> [Int] {
        try service.cache(list: true).pages?.filter { $0.state == .cached }.compactMap(\.index).sorted() ?? []
    }

    @Test func aLowerCacheLimitTakesNoPageThatFitsNoReaderAndNoConnection() throws {
        let service = try RunningService(configuration: "[Cache]\nCachePolicy=lru\nReadAhead=0\n")
        let reader = try Self.open(service)
        for index in 0..<8 { try reader.jump(.init(index: index)) }
        for index in 0..<8 { _ = try reader.page(index, handover: .some(.none)) }
        try reader.jump(.init(index: 5))
        let text = "[Cache]\nCachePolicy=lru\nReadAhead=0\nCacheMax=\(3 * Self.page)\nCacheHardMax=\(3 * Self.page)\n"
        #expect(try service.configure(text).changed == ["CacheHardMax", "CacheMax"])
        #expect(try service.cache().configured.soft == 3 * Self.page)
        // As before the change, over the connection that was there before. No page is leased: such a page would take of the limit where
        // the cache lets go of it.
        #expect(try reader.page(handover: .some(.none)).page.index == 5)
        #expect(try Self.cached(service) == [5, 6, 7])
        for index in 5..<8 { #expect(try reader.page(index, handover: .some(.none)).page.origin == .cached) }
        try service.configure("[Cache]\nCachePolicy=lru\nReadAhead=0\nCacheMaxPages=2\n")
        #expect(try Self.cached(service).count == 2)
        try service.configure("[Cache]\nReadAhead=0\n")
        let cache = try service.cache(list: true)
        #expect(cache.policy == "reading" && cache.configured.soft > 3 * Self.page && cache.pages?.count == 2)
        #expect(try reader.page().page.origin == .cached)
    }

    @Test func lowerLimitsCloseNothingAndRefuseWhatIsNew() throws {
        let service = try RunningService()
        let path = try service.pattern("pages = 9")
        let readers = try (0..<2).map { _ in try TestReader(service, path) }
        let watches = try (0..<2).map { _ in try Watching(readers[0], on: service) }
        let low = "[Readers]\nReadersPerUser=1\nWatchesPerReader=1\nConnectionsPerUser=1\n[Cache]\nLeaseMaxPerUser=1\n"
        let keys = ["ConnectionsPerUser", "LeaseMaxPerUser", "ReadersPerUser", "WatchesPerReader"]
        #expect(try service.configure(low, over: readers[0].client).changed == keys)
        for reader in readers { _ = try reader.page(handover: .some(.none)) }
        try readers[0].navigate(.init(index: 3), handover: .some(.none))
        for watch in watches { try watch.wait { $0.end } }
        // Operators, as who runs the tests is one, may have 64 more.
        var reserve: [VarlinkBlockingClient] = []
        let refusal = try failure {
            for _ in 0...64 {
                reserve.append(try service.connect())
                _ = try reserve.last?.call(ReaderInterface.GetState.self, .init(reader: readers[0].id))
            }
        }
        #expect(refusal == .limitReached(limit: "ConnectionsPerUser", value: 1) && reserve.count > 1)
        reserve = []
        let client = readers[1].client
        #expect(
            try failure { _ = try TestReader(service, path, client: client) }
                == .limitReached(limit: "ReadersPerUser", value: 1))
        let watch = ReaderInterface.WatchParameters(reader: readers[0].id)
        try client.send(ReaderInterface.Watch.self, watch, flags: .more)
        #expect(
            try failure { _ = try client.receive(ReaderInterface.Watch.self) }
                == .limitReached(limit: "WatchesPerReader", value: 1))
        _ = try client.call(ReaderInterface.GetPage.self, .init(reader: readers[1].id))
        #expect(
            try failure { _ = try client.call(ReaderInterface.GetPage.self, .init(reader: readers[1].id, index: 5)) }
                == .limitReached(limit: "LeaseMaxPerUser", value: 1))

        let high = "[Readers]\nReadersPerUser=3\nWatchesPerReader=3\nConnectionsPerUser=9\n"
        #expect(try service.configure(high, over: client).changed == keys)
        let third = try TestReader(service, path)
        _ = try Watching(readers[0], on: service)
        _ = try third.page(5)
        #expect(try client.status().readers == 3)
        withExtendedLifetime((readers, watches)) {}
    }

    @Test func pagesOfOpenReadersKeepToAnotherLimitOnPixels() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let viewer = try Viewer(
            service, service.pattern("pages = 9\nwidth = 100\nheight = 100"),
            viewport: .init(width: 200, height: 200), handover: .descriptor)
        #expect(try viewer.page(0).page.width == 200)
        for (pixels, width) in [(10_000, 100), (160_000, 200)] {
            #expect(
                try service.configure("[Cache]\nReadAhead=0\nMaxRenditionPixels=\(pixels)\n").changed
                    == ["MaxRenditionPixels"])
            // The page that it shows comes anew, without being asked for.
            try eventually(log: service.log) {
                try service.cache(list: true).pages?.contains { $0.width == width && $0.need == .shown } == true
            }
            #expect(try viewer.page(0).page.width == width)
            #expect(try viewer.page(3).page.width == width)
        }
    }

    @Test func whatALibraryFolderHoldsCanBeOpenedFromThenOn() throws {
        let service = try RunningService()
        let path = try service.pattern("pages = 9")
        let client = try service.connect()
        func open() throws -> ReaderInterface.State {
            try client.call(
                ReaderInterface.Open.self, .init(path: path, viewport: .init(width: 60, height: 80))
            ).parameters.state
        }
        #expect(throws: (any Error).self) { _ = try open() }
        let text = "[Documents]\nLibraryFolders=\(service.folder.path)\n"
        #expect(try service.configure(text).changed == ["LibraryFolders"])
        let reader = try open().reader
        #expect(try service.configure("").changed == ["LibraryFolders"])
        #expect(throws: (any Error).self) { _ = try open() }
        // What is open stays so.
        let page = try client.call(ReaderInterface.GetPage.self, .init(reader: reader, index: 5)).parameters.page
        #expect(page.index == 5)
    }

    /// A page takes a minute to render, unless the provider is told to take less; no request takes longer than 5 s.
    @Test func aProviderIsToldItsSettingsAndForgetsThoseThatAreGone() throws {
        let rest = "[Cache]\nReadAhead=0\n[Hosts]\nHostsPerProvider=1\nRequestTimeSec=5s\n"
        let quick = rest + "[Provider pattern]\nmax-render-ms=1\n"
        let service = try RunningService(configuration: quick, providers: ["sheaf-pattern"])
        let reader = try Self.open(service, "pages = 20\nwidth = 100\nheight = 100\nrender-ms = 60000\ncost = sleep")
        _ = try reader.page()
        let hosts = service.hosts
        let slow = rest + "[Provider pattern]\nmax-render-ms=60000\n"
        #expect(try service.configure(slow).changed == ["Provider pattern"])
        #expect(throws: ReaderError.self) { _ = try reader.page(1) }
        try service.configure(quick)
        #expect(try reader.page(2).page.index == 2)
        #expect(service.hosts == hosts)
        // A host can't be told to forget: another one takes its place.
        #expect(try service.configure(rest).changed == ["Provider pattern"])
        #expect(throws: ReaderError.self) { _ = try reader.page(3) }
        #expect(Set(service.hosts).isDisjoint(with: hosts))
        try service.configure(quick)
        #expect(try reader.page(4).page.index == 4)
    }

    @Test func providersAreFoundThatCameMeanwhile() throws {
        let service = try RunningService(providers: ["sheaf-mupdf"])
        let path = try service.pattern("pages = 3")
        #expect(throws: (any Error).self) { _ = try TestReader(service, path) }
        try FileManager.default.createSymbolicLink(
            at: service.folder.appendingPathComponent("providers/libsheaf-pattern.so"),
            withDestinationURL: Build.folder.appendingPathComponent("libsheaf-pattern.so"))
        #expect(try service.configure("").changed == [])
        #expect(try TestReader(service, path).page().page.index == 0)
    }

    @Test func readersThatNobodyUsesEndAfterTheNewTime() throws {
        let service = try RunningService()
        let path = try service.pattern("pages = 3")
        do { _ = try TestReader(service, path) }
        let client = try service.connect()
        try eventually(log: service.log) {
            try client.call(ManagerInterface.ListReaders.self, .init()).parameters.readers.allSatisfy {
                $0.connections == 0
            }
        }
        #expect(try service.configure("[Readers]\nReaderKeepSec=10ms\n").changed == ["ReaderKeepSec"])
        try eventually(log: service.log) { try client.status().readers == 0 }
    }

    @Test func theLevelOfTheLogIsThatOfTheFile() throws {
        let service = try RunningService()
        #expect(try service.configure("[Service]\nLogLevel=debug\n").changed == ["LogLevel"])
        _ = try Self.open(service)
        #expect(service.log.contains("opened reader"))
        try service.configure("[Service]\nLogLevel=error\n")
        let log = service.log
        _ = try Self.open(service, name: "other")
        #expect(service.log == log)
    }

    @Test func whatAnOperatorHadSetIsThatOfTheFileAgain() throws {
        let service = try RunningService(configuration: "[Service]\nLogLevel=notice\n")
        let client = try service.connect()
        _ = try client.call(ManagerInterface.SetLog.self, .init(level: .debug, target: .null))
        // A bad one changes nothing of that.
        #expect(try service.refusal(of: "[Cache]\nCacheMax=lots\n") != nil)
        let set = try client.call(ManagerInterface.GetLog.self, .init()).parameters
        #expect(set.level == .debug && set.target == .null)
        #expect(try service.configure("[Service]\nLogLevel=notice\n").changed == [])
        let log = try client.call(ManagerInterface.GetLog.self, .init()).parameters
        #expect(log.level == .notice && log.target == .auto)
    }

    @Test func whatWaitsForARestartIsSaidUntilThen() throws {
        let service = try RunningService()
        for _ in 0..<2 {
            #expect(try service.configure("[Service]\nOperatorGroup=others\n").afterRestart == ["OperatorGroup"])
        }
        #expect(try service.configure("").changed == [])
    }

    @Test func linesThatAreIgnoredAreSaid() throws {
        let service = try RunningService()
        let reply = try service.configure("[Cache]\nReadAhead=9\nReadBehind=9\n")
        #expect(reply.changed == ["ReadAhead"])
        #expect(reply.warnings == ["\(service.configurationFile):3: unknown key ReadBehind in [Cache], ignored"])
    }

    @Test func theCommandLineWinsAsAtTheStart() throws {
        let service = try RunningService()
        #expect(
            try service.configure("[Service]\nSocket=/tmp/elsewhere\n[Hosts]\nProviderFolders=/nonexistent\n").changed
                == [])
        _ = try Self.open(service)
    }

    // MARK: Refused

    @Test(arguments: [
        Case("a value", ("[Cache]\nCacheMax=lots\n", 4, "CacheMax=lots is refused")),
        Case("a folder", ("[Documents]\n\nLibraryFolders=/ /nonexistent\n", 5, "cannot open the folder /non")),
        Case("a line", ("[Readers]\nReadersPerUser=9\nwhat is this\n", 5, "neither a [section] nor a Key")),
    ])
    func aBadConfigurationIsRefusedAsAWhole(mistake: Case<(String, Int, String)>) throws {
        let (text, line, reason) = mistake.value
        let service = try RunningService(configuration: "[Readers]\nReadersPerUser=2\n")
        let reader = try Self.open(service)
        let refusal = try #require(try service.refusal(of: "[Service]\nLogLevel=debug\n" + text))
        #expect(refusal.file == service.configurationFile && refusal.line == line)
        #expect(refusal.reason.hasPrefix(reason))
        let said = "sheafd: error: \(refusal.file):\(line): \(refusal.reason); the configuration before stays in force"
        #expect(service.log.split(separator: "\n").filter { $0.contains("\(refusal.file):") } == [said[...]])
        // Nothing of it: not the level, and not what comes before the line.
        _ = try Self.open(service, name: "other")
        #expect(!service.log.contains("opened reader"))
        #expect(
            try failure { _ = try Self.open(service, name: "third") }
                == .limitReached(limit: "ReadersPerUser", value: 2))
        #expect(try reader.page(3).page.index == 3)
        // A good one is taken after a bad one.
        #expect(try service.configure("[Readers]\nReadersPerUser=3\n").changed == ["ReadersPerUser"])
        _ = try Self.open(service, name: "third")
    }

    @Test func aFileThatIsGoneIsRefused() throws {
        let service = try RunningService()
        #expect(unlink(service.configurationFile) == 0)
        let refusal = try #require(try service.refusal(of: nil))
        #expect(refusal.file == service.configurationFile && refusal.line == nil)
        #expect(refusal.reason == "cannot read \(refusal.file): No such file or directory")
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to be two users"))
    func whoMayNotIsRefused() throws {
        let service = try RunningService()
        for path in [service.folder.path, service.socket] { chmod(path, 0o777) }
        let control = Build.folder.appendingPathComponent("sheafctl").path
        let result = try Command.run(
            "/usr/bin/setpriv",
            ["--reuid=65534", "--clear-groups", control, "--socket", service.socket, "configure"])
        #expect(result.status == 1 && result.errors.contains("you may not"), "\(result.errors)")
        #expect(!service.log.contains("has read its configuration"))
    }

    // MARK: What operators see

    @Test func theSignalDoesTheSame() throws {
        let service = try RunningService()
        try service.write(configuration: "[Cache]\nCacheMax=5M\n")
        #expect(kill(service.process.processIdentifier, SIGHUP) == 0)
        try eventually(log: service.log) { try service.cache().configured.soft == 5 << 20 }
        #expect(service.log.contains("info: has read its configuration, on SIGHUP; changed: CacheMax"))
        try service.write(configuration: "[Cache]\nCacheMax=lots\n")
        #expect(kill(service.process.processIdentifier, SIGHUP) == 0)
        try eventually(log: service.log) { service.log.contains("CacheMax=lots is refused") }
        #expect(try service.cache().configured.soft == 5 << 20)
    }

    @Test func sheafctlTellsWhatChangedAndWhatIsWrong() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=1\n")
        let control = Build.folder.appendingPathComponent("sheafctl").path
        func configure(_ text: String) throws -> Command {
            try service.write(configuration: text)
            return try Command.run(control, ["--socket", service.socket, "configure"])
        }
        #expect(
            try configure("[Cache]\nCacheMax=5M\n").text
                == "configuration read: 2 keys changed (CacheMax, ReadAhead)\n")
        #expect(try configure("[Cache]\nCacheMax=5M\n").text == "configuration read: 0 keys changed\n")
        let bad = try configure("[Cache]\nCacheMax=lots\n")
        #expect(bad.status == 1)
        let file = service.configurationFile
        #expect(
            bad.errors.hasPrefix(
                "sheafctl: cannot have the service read its configuration: \(file):2: CacheMax=lots is refused"))
        #expect(bad.errors.hasSuffix(": correct that, the configuration before stays in force\n"))
    }

    @Test func whatIsWrongForAProviderIsRefusedWithFileAndLine() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-pattern"])
        let reader = try Self.open(service)
        let hosts = service.hosts
        let good = "[Provider pattern]\nmax-render-ms=9\nPriority=3\n"
        for (text, line, reason) in [
            (good + "[Provider nothing]\nx=y\n", 5, "there is no provider nothing: there are mupdf, pattern"),
            (good + "Colour=red\n", 4, "Colour=red is refused by provider pattern: "),
            ("[Provider pattern]\nPriority=high\n", 2, "Priority=high is refused: it must be a number from -1000 to"),
            ("[Provider pattern]\nPriority=1001\n", 2, "Priority=1001 is refused: it must be"),
            ("[Provider nothing]\nPriority=1\n", 2, "there is no provider nothing: there are "),
        ] {
            let refusal = try service.refusal(of: text)
            #expect(
                refusal?.file == service.configurationFile && refusal?.line == line
                    && refusal?.reason.hasPrefix(reason) == true, "\(String(describing: refusal))")
        }
        #expect(
            try service.configure(good + "[Provider mupdf]\nPriority=-1000\n").changed == [
                "Provider mupdf", "Provider pattern",
            ])
        let providers = try service.connect().call(ManagerInterface.ListProviders.self, .init()).parameters.providers
        #expect(providers.map(\.name) == ["pattern", "mupdf"] && providers.map(\.priority) == [3, -1_000])
        // What was tried is over, and the reader has been served by the same host all the time.
        #expect(try reader.page(5).page.index == 5)
        try eventually { Set(hosts).isSubset(of: service.hosts) && service.hosts.count <= 3 }
    }

    @Test func aMemoryWarningGoesOnThroughAReload() throws {
        let service = try RunningService(configuration: "[Cache]\nCacheMax=100000\n")
        let client = try service.connect()
        // The third in a minute holds for one: no machine is too slow for what follows.
        for _ in 0..<3 { _ = try client.call(ManagerInterface.WarnMemory.self, .init(level: .low)) }
        #expect(try service.cache().limits.soft == 60_000)
        let before = try service.cache().pressure
        try service.configure("[Cache]\nCacheMax=200000\n")
        let after = try service.cache()
        #expect(after.configured.soft == 200_000 && after.limits.soft == 120_000)
        #expect(after.pressure.level == before.level && after.pressure.sustained == before.sustained)
    }

    /// As systemd hears it.
    @Test func reloadingIsToldBeforeAndReadinessAfter() throws {
        let manager = try NotifySocket()
        let service = try RunningService(environment: ["NOTIFY_SOCKET": manager.path])
        let began = "RELOADING=1\nMONOTONIC_USEC="
        for text in ["[Cache]\nCacheMax=5M\n", "[Cache]\nCacheMax=lots\n"] {
            try service.write(configuration: text)
            let (count, time) = (manager.heard().count, EventLoop.now)
            #expect(kill(service.process.processIdentifier, SIGHUP) == 0)
            func told() -> [String] {
                manager.messages.dropFirst(count).filter { $0.hasPrefix("RELOADING") || $0.hasPrefix("READY") }
            }
            try manager.listen { _ in told().count == 2 }
            #expect(told().first?.hasPrefix(began) == true && told().last?.hasPrefix("READY=1\nSTATUS=") == true)
            let said = told().first.flatMap { UInt64($0.dropFirst(began.count)) }
            #expect(said.map { (time...EventLoop.now).contains($0) } == true)
        }
        #expect(service.stop() == 0)
    }
}

extension RunningService {
    var configurationFile: String { folder.appendingPathComponent("sheafd.conf").path }

    /// Writes its configuration anew.
    fileprivate func write(configuration: String) throws {
        try (configuration + Build.limits).write(toFile: configurationFile, atomically: true, encoding: .utf8)
    }

    /// Writes its configuration anew, and has it read.
    @discardableResult
    func configure(
        _ configuration: String, over client: VarlinkBlockingClient? = nil
    ) throws -> ManagerInterface.ReloadReply {
        try write(configuration: configuration)
        return try (client ?? connect()).call(ManagerInterface.Reload.self, .init()).parameters
    }

    /// Why it refuses a configuration; nil where it does not.
    ///
    /// - Parameter configuration: nil: as it is.
    fileprivate func refusal(of configuration: String?) throws -> (file: String, line: Int?, reason: String)? {
        do {
            if let configuration { try write(configuration: configuration) }
            _ = try connect().call(ManagerInterface.Reload.self, .init())
            return nil
        } catch VarlinkCallError<ManagerInterface.Failure>.failed(
            .configurationRefused(let file, let line, let reason))
        {
            return (file, line, reason)
        }
    }

    fileprivate func cache(list: Bool = false) throws -> ManagerInterface.GetCacheReply {
        try connect().cache(list: list)
    }
}
