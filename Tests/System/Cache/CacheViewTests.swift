import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// The cache as an operator sees it, over org.sheaf.Manager and with sheafctl. Pages have 64 by 64 pixels, four pages
/// of memory each.
@Suite struct CacheViewTests {
    private static let page = 64 * 64 * 4

    private static func service(pages: Int, hard: Int) throws -> RunningService {
        try RunningService(
            configuration: """
                [Cache]
                CachePolicy=lru
                CacheMax=\(pages * page)
                CacheHardMax=\(hard * page)
                ReadAhead=0

                """)
    }

    private static func open(_ service: RunningService, at start: Int = 0) throws -> TestReader {
        try TestReader(
            service, service.pattern("pages = 9\nwidth = 100\nheight = 100\nroman-front = 4"), width: 64, height: 64,
            target: .init(index: start))
    }

    private static func cache(
        _ client: VarlinkBlockingClient, list: Bool? = true
    ) throws -> ManagerInterface.GetCacheReply {
        // A render may have ended between two calls: until nothing has.
        let (status, cache, _) = try eventually {
            (try client.status(), try client.cache(list: list), try client.status())
        } until: {
            $0.0.cache == $0.2.cache
        }
        #expect(status.cache.pages == cache.states.cached.pages + cache.states.deferred.pages)
        #expect(status.cache.bytes == cache.states.cached.bytes + cache.states.deferred.bytes)
        guard let pages = cache.pages else { return cache }
        for (state, amount) in [
            (ManagerInterface.CachePageState.cached, cache.states.cached), (.deferred, cache.states.deferred),
            (.rendering, cache.states.rendering),
        ] {
            let listed = pages.filter { $0.state == state }
            #expect(listed.count == amount.pages && listed.reduce(0) { $0 + $1.bytes } == amount.bytes, "\(state)")
        }
        for (need, amount) in [
            (ManagerInterface.CachePageNeed.shown, cache.states.shown), (.moving, cache.states.moving),
        ] {
            #expect(pages.filter { $0.need == need && $0.state != .rendering }.count == amount.pages, "\(need)")
        }
        return cache
    }

    private static func sheafctl(_ service: RunningService, _ arguments: String...) throws -> Command {
        try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, arguments,
            environment: ["SHEAF_SOCKET": service.socket], seconds: 60)
    }

    @Test func statesAddUpInATransitionAndAfterIt() throws {
        let service = try Self.service(pages: 1, hard: 4)
        let reader = try Self.open(service, at: 3)
        _ = try reader.page(3, handover: .some(.none))
        let rest = try Self.cache(reader.client)
        #expect(rest.states.cached.pages == 1 && rest.states.shown.pages == 1 && rest.states.moving.pages == 0)
        let shown = try #require(rest.pages?.first)
        #expect(shown.index == 3 && shown.label == "iv" && shown.width == 64 && shown.height == 64 && shown.whole)
        #expect(shown.bytes == Self.page && shown.format == "bgrx8888" && shown.renderTime != nil)

        try reader.jump(.init(index: 5), milliseconds: 60_000)
        let handed = try reader.page(5).page
        let during = try Self.cache(reader.client)
        #expect(during.states.cached.pages == 1 && during.states.deferred.pages == 1)
        #expect(during.states.moving.pages == 2 && during.states.shown.pages == 0 && during.counters.deferred == 1)
        #expect(during.pages?.map(\.index) == [3, 5] && during.pages?.map(\.leases) == [0, 1])
        #expect(during.states.leased.pages == 1 && during.states.leasedOutside.pages == 0)

        try reader.settle(reader.state().transition)
        let after = try Self.cache(reader.client)
        #expect(after.states.deferred.pages == 0 && after.states.cached.pages == 1 && after.states.shown.pages == 1)
        #expect(after.pages?.map(\.index) == [5] && after.leftOut == 0)
        #expect(after.renders.rendered == 2 && after.renders.seconds >= 0)
        try reader.release(handed)
        #expect(try Self.cache(reader.client, list: nil).states.leased.pages == 0)
        #expect(try Self.cache(reader.client, list: nil).pages == nil)
    }

    @Test func aPageIsRenderingUntilItIsThere() throws {
        let service = try Self.service(pages: 4, hard: 8)
        let path = try service.pattern("pages = 2\nwidth = 100\nheight = 100\nrender-ms = 60000")
        let reader = try TestReader(service, path, width: 64, height: 64)
        let client = try service.connect()
        try reader.client.send(ReaderInterface.GetPage.self, .init(reader: reader.id, handover: .some(.none)))
        let cache = try eventually {
            try Self.cache(client)
        } until: {
            $0.states.rendering.pages > 0
        }
        #expect(cache.states.rendering.pages == 1 && cache.renders.underWay == 1)
        let page = try #require(cache.pages?.first)
        #expect(page.state == .rendering && page.renderTime == nil && page.bytes >= Self.page)
        _ = try client.call(ReaderInterface.Close.self, .init(reader: reader.id))
        // Of a closed document only the room is left that its last renders give back.
        let left = try eventually {
            try Self.cache(client, list: nil)
        } until: {
            $0.renders.underWay == 0
        }
        #expect(left.states.rendering.pages == 0 && left.renders.cancelled == 1 && left.renders.rendered == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to be two users"))
    func strangersSeeTheirOwnPagesOnly() throws {
        let service = try Self.service(pages: 8, hard: 16)
        let reader = try Self.open(service)
        _ = try reader.page(0)
        for place in [service.folder.path, service.socket] { chmod(place, 0o777) }
        let path = try service.pattern("pages = 9\nwidth = 100\nheight = 100", name: "other")
        chmod(path, 0o644)
        let stranger = try Holder(service, path, [4, 5], isAnotherUser: true)
        #expect(stranger.answers == ["held", "held"])
        let all = try Self.cache(reader.client)
        let documents = try #require(all.pages).map(\.document)
        #expect(documents.first == "d1" && documents.suffix(2) == ["d2", "d2"])
        let seen = try Command.run(
            "/usr/bin/setpriv",
            [
                "--reuid=65534", "--clear-groups", Build.folder.appendingPathComponent("sheafctl").path, "--json",
                "cache", "--list",
            ], environment: ["SHEAF_SOCKET": service.socket])
        let reply = try #require(
            JSONSerialization.jsonObject(with: seen.output) as? [String: Any], "\(seen.errors)")
        let pages = try #require(reply["pages"] as? [[String: Any]])
        #expect(pages.count >= 2 && pages.allSatisfy { $0["document"] as? String == "d2" })
        #expect(reply["leftOut"] as? Int == 0)
    }

    @Test func aWarningIsTheReasonForTheLimits() throws {
        let service = try Self.service(pages: 10, hard: 20)
        let reader = try Self.open(service)
        let before = try Self.cache(reader.client)
        #expect(before.limits == before.configured && before.policy == "lru")
        #expect(try Self.sheafctl(service, "cache").text.contains(": as configured\n"))
        // Thrice, so that it stays down however slow the machine is.
        for _ in 0..<3 {
            _ = try reader.client.call(ManagerInterface.WarnMemory.self, .init(level: .medium))
        }
        let cache = try Self.cache(reader.client)
        #expect(cache.limits.soft == 2 * Self.page && cache.limits.hard == 20 * Self.page)
        #expect(cache.configured == before.configured)
        #expect(cache.pressure.level == .medium && cache.pressure.source == .call && cache.pressure.sustained)
        let (next, until) = try (#require(cache.pressure.next), #require(cache.pressure.until))
        #expect(next > 0 && until > next)
        let text = try Self.sheafctl(service, "cache", "--list").text
        #expect(text.contains("limits: 32.0 KiB soft, 320.0 KiB hard"), "\(text)")
        #expect(text.contains("an operator warned (medium), again and again; 60 % in "), "\(text)")
    }

    @Test func whatViewersHoldLessensTheLimits() throws {
        let service = try Self.service(pages: 2, hard: 4)
        let reader = try Self.open(service)
        for index in 0..<5 { _ = try reader.page(index) }
        let cache = try Self.cache(reader.client)
        let outside = cache.states.leasedOutside.bytes
        #expect(outside >= 3 * Self.page && cache.limits.hard == 4 * Self.page - outside)
        #expect(cache.limits.soft == min(2 * Self.page, cache.limits.hard))
        #expect(cache.configured.hard == 4 * Self.page)
    }

    /// Debian's programs of Prometheus read what is printed by default.
    @Test func promtoolAndNodeExporterReadTheMetrics() throws {
        let service = try Self.service(pages: 3, hard: 6)
        let reader = try Self.open(service)
        _ = try reader.page(0)
        #expect(try Self.sheafctl(service, "warn", "low").status == 0)
        let metrics = try Self.sheafctl(service, "metrics")
        #expect(metrics.status == 0, "\(metrics.errors)")
        let folder = service.folder.appendingPathComponent("textfiles")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("sheaf.prom").path
        try metrics.output.write(to: URL(fileURLWithPath: file))
        let checked = try Command.run("/bin/sh", ["-c", #"exec promtool check metrics <"$0""#, file])
        #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.text)\(checked.errors)")
        let script = Build.project.appendingPathComponent("Tests/System/clients/node_exporter.py").path
        let served = try Command.run(Build.python, [script, folder.path])
        try #require(served.status == 0, "\(served.errors)")
        let lines = Set(served.text.split(separator: "\n").map(String.init))
        #expect(lines.contains("node_textfile_scrape_error 0"), "\(served.text)")
        // All of it is there, with its help and its types.
        let told = metrics.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.prefix { $0 != " " && $0 != "{" }
        }
        let kept = lines.filter { !$0.hasPrefix("#") }.map { $0.prefix { $0 != " " && $0 != "{" } }
        #expect(told.count > 60 && Set(told).subtracting(kept).isEmpty)
        for line in [
            "# TYPE sheaf_cache_misses_total counter", "# TYPE sheaf_build_info gauge", "sheaf_readers 1",
            #"sheaf_pressure_level{sheaf_pressure_level="low"} 1"#,
            "# HELP sheaf_cache_hits_total Pages that were asked for and in the cache.",
        ] { #expect(lines.contains(line), "\(line)") }
    }

    @Test func theReferenceParserReadsTheMetrics() throws {
        let service = try Self.service(pages: 3, hard: 6)
        let reader = try Self.open(service)
        _ = try reader.page(0)
        _ = try reader.page(0)
        #expect(try Self.sheafctl(service, "warn", "low").status == 0)
        let counters = try Self.cache(reader.client).counters
        #expect(counters.misses > 0 && counters.hits > 0)
        let metrics = try Self.sheafctl(service, "metrics", "--format", "openmetrics")
        #expect(metrics.status == 0, "\(metrics.errors)")
        let file = try service.file("metrics", metrics.output)
        let script = Build.project.appendingPathComponent("Tests/System/clients/metrics.py").path
        let parsed = try Command.run(Build.python, [script, file])
        try #require(parsed.status == 0, "\(parsed.errors)")
        let lines = Set(parsed.text.split(separator: "\n").map(String.init))
        for line in [
            "counter sheaf_cache_misses_total  \(counters.misses)", "counter sheaf_cache_hits_total  \(counters.hits)",
            "gauge sheaf_cache_pages state=cached 1", "gauge sheaf_cache_bytes state=cached \(Self.page)",
            "gauge sheaf_user_leased_pages uid=\(getuid()) 1", "gauge sheaf_readers  1",
            "stateset sheaf_pressure_level sheaf_pressure_level=low 1",
            "stateset sheaf_pressure_level sheaf_pressure_level=none 0",
            "counter sheaf_renders_total result=rendered 1",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        let sources = ManagerInterface.PressureSource.allCases
        for source in sources {
            for level in ManagerInterface.PressureLevel.allCases {
                let count = source == .call && level == .low ? 1 : 0
                let line =
                    "counter sheaf_pressure_warnings_total level=\(level.rawValue),source=\(source.rawValue) \(count)"
                #expect(lines.contains(line), "\(line)")
            }
        }
    }
}
