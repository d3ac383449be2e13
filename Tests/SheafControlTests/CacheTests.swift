import TestSupport
import Testing

@testable import SheafControl

/// "sheafctl cache" and "sheafctl metrics" against recorded answers.
@Suite struct CacheTests {
    private static func amount(_ pages: Int) -> String { #"{"pages":\#(pages),"bytes":\#(pages << 20)}"# }

    private static let states =
        #""states":{"cached":\#(amount(3)),"deferred":\#(amount(2)),"rendering":\#(amount(1)),"#
        + #""shown":\#(amount(1)),"moving":\#(amount(2)),"leased":\#(amount(4)),"leasedOutside":\#(amount(1)),"#
        + #""thumbnails":\#(amount(0))}"#

    private static func limits(_ name: String, _ soft: Int) -> String {
        #""\#(name)":{"soft":\#(soft << 20),"hard":\#(320 << 20),"pages":800,"hardPages":1000}"#
    }

    private static let none = #""recovering":false,"sustained":false"#

    private static func cache(_ pressure: String, pages: String = "") -> String {
        RecordedReply.reply(
            [
                #""policy":"reading""#, limits("configured", 256), limits("limits", 51), states, #""thumbnailLimit":0"#,
                #""counters":{"hits":7,"misses":2,"joined":0,"evicted":5,"notKept":0,"deferred":4,"readmitted":1,"#
                    + #""readAhead":6,"readAheadUsed":3,"readAheadWasted":2}"#,
                #""renders":{"underWay":1,"rendered":9,"failed":0,"cancelled":2,"cancelledAhead":1,"seconds":0.25}"#,
                #""waits":{"waits":1,"seconds":0.25,"droppedFrames":15}"#,
                #""pressure":{\#(pressure),"configuredLimit":268435456,"warnings":"#
                    + #"[{"source":"signal","level":"medium","warnings":1}]}"#,
            ].joined(separator: ",") + pages)
    }

    private static let status = RecordedReply.reply(
        #""version":"1\"\\2","pid":1,"uptime":9,"readers":1,"documents":1,"hosts":1,"connections":1,"cache":"#
            + #"{"softLimit":0,"hardLimit":0,"bytes":0,"reserved":0,"pages":0,"hits":0,"misses":0,"joined":0,"evicted":0,"#
            + #""notKept":0,"leasedPages":0,"leasedBytes":0,"leasedOutside":0,"thumbnails":0,"thumbnailBytes":0},"#
            + #""pressure":{"recovering":false,"sustained":false,"configuredLimit":0,"warnings":[]},"#
            + #""users":[{"uid":1000,"quotas":[{"limit":"ReadersPerUser","used":2,"value":9},"#
            + #"{"limit":"LeaseMaxPerUser","used":8192,"value":16384}],"leasedPages":2}]"#)

    private static func shown(_ pressure: String, pages: String = "", options: String = "") throws -> [String] {
        let service = try RecordedService([.init(replies: [cache(pressure, pages: pages)])])
        try service.run("cache" + options)
        #expect(try service.calls(on: 0) == ["GetCache"])
        return service.lines.joined().split(separator: "\n").map(String.init)
    }

    @Test func eachStateHasALine() throws {
        let lines = try Self.shown(Self.none)
        let numbers = lines[1...8].map { $0.split(separator: " ").prefix(4).joined(separator: " ") }
        #expect(
            numbers == [
                "cached 3 3.0 MiB", "deferred 2 2.0 MiB", "rendering 1 1.0 MiB", "protected 3 3.0 MiB",
                "shown 1 1.0 MiB", "leased 4 4.0 MiB", "outside 1 1.0 MiB", "thumbnails 0 0 B",
            ])
        #expect(lines[10] == "policy: reading; 5 evicted, 4 deferred, 1 of them taken back")
        #expect(
            lines[11]
                == "ahead: 6 rendered, 3 of them used, 2 gone before, 1 cancelled; readers waited 1 time for 0.3 s, "
                + "15 frames at 60 a second")
    }

    @Test(
        arguments: cases([
            ("as configured", none),
            (
                "20 % of 256.0 MiB since 1.2 s, a signal warned (medium); 60 % in 1.8 s, all of it in 3.8 s",
                #""level":"medium","source":"signal","since":1.2,"next":1.8,"until":3.8,"# + none
            ),
            (
                "60 % of 256.0 MiB since 1.2 s, the unit's cgroup warned (low); all of it in 3.8 s",
                #""level":"low","source":"cgroup","since":1.2,"next":1.8,"until":3.8,"# + none
            ),
            (
                "60 % of 256.0 MiB: an operator warned 4.0 s ago, and the limit rises again; all of it in 1.0 s",
                #""level":"low","source":"call","since":4.0,"next":1.0,"until":1.0,"recovering":true,"sustained":false"#
            ),
            (
                "0 % of 256.0 MiB since 0.0 s, an operator warned (critical), again and again; 60 % in 60.0 s, all of it in 62.0 s",
                #""level":"critical","source":"call","since":0.0,"next":60.0,"until":62.0,"recovering":false,"sustained":true"#
            ),
        ]))
    func theLimitsHaveTheirReason(reason: Case<String>) throws {
        let less = "; less what viewers hold outside the cache, 1.0 MiB"
        let often = reason.testDescription == "as configured" ? "" : " unless another warning comes"
        #expect(
            try Self.shown(reason.value)[9]
                == "limits: 51.0 MiB soft, 320.0 MiB hard, 800 pages: \(reason.testDescription)\(often)\(less)")
    }

    @Test func pagesAreListedWhereTheyAreAskedFor() throws {
        let page =
            #"{"document":"d1","provider":"p","page":8,"index":1,"label":"ii","width":10,"height":20,"whole":true,"#
            + #""scale":1.5,"rotation":0,"format":"png","bytes":4096,"state":"deferred","need":"moving","leases":2,"#
            + #""renderTime":1500,"readAhead":false,"paper":"night"}"#
        let lines = try Self.shown(Self.none, pages: #","pages":[\#(page)],"leftOut":3"#, options: " --list")
        #expect(
            lines[13].split(separator: " ").joined(separator: " ")
                == "d1 2 ii 10 x 20 1.50 png night 4.0 KiB deferred moving 2 1.50 ms")
        #expect(lines[14] == "and 3 pages more")
    }

    @Test func documentsAreToldApartByTheirLooks() throws {
        let document = { (name: String, looks: String) in
            #"{"document":"\#(name)","provider":"p","title":"Book","pages":9,"bytes":5,"readers":1,"cachedPages":0,"#
                + #""cachedBytes":0,"state":"open"\#(looks)}"#
        }
        let looks = #","looks":{"trim":"page","flow":{"fontSize":18,"columns":2},"ordered":true}"#
        let service = try RecordedService([
            .init(replies: [
                RecordedReply.reply(#""documents":[\#(document("d1", "")),\#(document("d2", looks))]"#)
            ])
        ])
        try service.run("documents")
        let lines = service.lines.joined().split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        #expect(lines[1].hasSuffix("p open - Book"))
        #expect(
            lines[2].hasSuffix(
                "p open margins of each page cut off, 18 pt, 2 columns, pages in another order Book"))
    }

    @Test(arguments: [("cache", false), ("cache --list", true)])
    func pagesAreAskedForWithTheOption(line: String, isListed: Bool) throws {
        let service = try RecordedService([.init(replies: [Self.cache(Self.none)])])
        try service.run(line, json: true)
        #expect(try service.calls(on: 0, whole: true)[0].contains(#""list":true"#) == isListed)
        #expect(service.lines.count == 1 && service.lines[0].contains(#""policy":"reading""#))
    }

    @Test(
        arguments: [
            (
                "metrics",
                [
                    "# TYPE sheaf_build_info gauge", "# TYPE sheaf_cache_hits_total counter",
                    "# HELP sheaf_cache_hits_total Pages that were asked for and in the cache.",
                    "# TYPE sheaf_pressure_level gauge",
                ]
            ),
            ("metrics --format prometheus", ["# TYPE sheaf_cache_hits_total counter"]),
            (
                "metrics --format openmetrics",
                [
                    "# TYPE sheaf_build info", "# TYPE sheaf_cache_hits counter", "# UNIT sheaf_cache_bytes bytes",
                    "# TYPE sheaf_pressure_level stateset", "# EOF",
                ]
            ),
        ] as [(String, [String])])
    func metricsAreLinesWithTheirTypes(command: String, ofFormat: [String]) throws {
        let service = try RecordedService([.init(replies: [Self.status, Self.cache(Self.none)])])
        try service.run(command)
        #expect(try service.calls(on: 0) == ["Status", "GetCache"])
        let text = service.lines.joined()
        #expect(text.hasSuffix("\n# EOF\n") == ofFormat.contains("# EOF") && text.hasSuffix("\n"))
        #expect(text.contains("# UNIT") == ofFormat.contains("# EOF"))
        for line in ofFormat + [
            #"sheaf_build_info{version="1\"\\2"} 1"#, #"sheaf_cache_bytes{state="deferred"} 2097152"#,
            "sheaf_cache_hits_total 7", #"sheaf_cache_limit_bytes{limit="soft"} 53477376"#,
            "sheaf_render_seconds_total 0.25", #"sheaf_user_used{uid="1000",limit="LeaseMaxPerUser"} 8192"#,
            #"sheaf_user_limit{uid="1000",limit="ReadersPerUser"} 9"#, #"sheaf_user_leased_pages{uid="1000"} 2"#,
            #"sheaf_pressure_warnings_total{source="signal",level="medium"} 1"#,
            #"sheaf_pressure_warnings_total{source="cgroup",level="critical"} 0"#,
            #"sheaf_pressure_level{sheaf_pressure_level="none"} 1"#,
        ] {
            #expect("\n\(text)".contains("\n\(line)\n"), "\(line)")
        }
    }

    @Test(arguments: [
        "metrics --json", "metrics x", "metrics --format json", "cache x", "status --list", "metrics --list",
    ])
    func mistakesSayWhatToDo(line: String) throws {
        let error = try #require(throws: ControlError.self) { try command(line) }
        #expect(error.description.contains("sheafctl"))
    }
}
