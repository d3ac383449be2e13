import CSheafProvider
import Glibc
import HostProcess
import HostProtocol
import SheafOS

extension ProviderCheck {
    /// Pixels.
    static let renderingChecks = [
        ProviderCheck(
            "pixels", "every pixel of a page is filled and no other, at any scale and turn", pixels),
        ProviderCheck("same-pixels", "a page has the same pixels each time, in any order", samePixels),
        ProviderCheck(
            "confined", "a page has the same pixels in a host's confinement as without", isCompared: true, confined),
        ProviderCheck("regions", "a region is the part of the page that it should be", regions),
        ProviderCheck("unknown", "what it does not know is refused", unknown),
        ProviderCheck(
            "cancelled", "a request that nobody waits for ends, and leaves the document as it was",
            cancelled),
        ProviderCheck("trim", "memory can be asked back at any time", trim),
    ]

    private static func pixels(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        for (number, page) in try document.somePages(6).enumerated() {
            let size = try document.size(of: page)
            for rotation: UInt32 in number < 2 ? [0, 90, 180, 270] : [0] {
                for side in number == 0 ? [1, 7, 90, 333] : [150] {
                    let order = CheckRendering(page, size, fitting: (side, side), rotation: rotation)
                    if let fault = try document.rendered(order).fault { bench.fail(fault.rule, fault.came) }
                }
            }
        }
    }

    private static func samePixels(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let first = try document.renderedPages(6, fitting: 500)
        for (order, before) in first.reversed() {
            bench.expect(
                try document.rendered(order).isEqual(to: before), .samePixels,
                "other pixels than the first time")
        }
        // Between two that are alike, one of another size.
        for (order, before) in first {
            var larger = order
            larger.scale *= 1.5
            (larger.width, larger.height) = (order.width, order.height)
            _ = try document.rendered(larger)
            bench.expect(
                try document.rendered(order).isEqual(to: before), .samePixels,
                "other pixels than before the page was rendered at another scale")
        }
        let other = try bench.open(as: "open it again")
        for (order, before) in first.reversed() {
            bench.expect(
                try other.rendered(order).isEqual(to: before), .samePixels,
                "other pixels than in the first document")
        }
    }

    private static func confined(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        for (order, pixels) in try document.renderedPages(6, fitting: 500) {
            bench.note("\(order)", digest: pixels.digest)
        }
    }

    /// How far a pixel of a region may be off the cut, in a channel, and how many of 100 may be further off: rasterizers clip before
    /// they compute.
    private static let regionTolerance = 48
    private static let regionPercent = 10

    private static func regions(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        var (all, cuttable) = (0, 0)
        for page in try document.somePages(4) {
            let size = try document.size(of: page)
            for rotation: UInt32 in [0, 90] {
                let order = CheckRendering(page, size, fitting: (420, 420), rotation: rotation)
                guard order.width > 8, order.height > 8 else { continue }
                let whole = try document.rendered(order)
                all += 1
                cuttable += whole.isCuttable ? 1 : 0
                let (w, h) = (order.width, order.height)
                for (x, y, width, height) in [
                    (0, 0, w / 2, h / 2), (w / 2, h / 2, w - w / 2, h - h / 2), (w / 3, h / 5, w / 4, h / 3),
                    (w - 1, h - 1, 1, 1),
                    (3, 1, w - 5, 2),
                ] {
                    let region = try document.rendered(order.part(x: x, y: y, width: width, height: height))
                    if let fault = region.fault { bench.fail(fault.rule, fault.came) }
                    if whole.isCuttable {
                        let count = region.differences(from: whole, x: x, y: y, tolerance: 0)
                        bench.expect(
                            count == 0, .cuttable,
                            "\(count) of \(width * height) pixels are others than in the page, which was said to be cuttable"
                        )
                    }
                    let far = region.differences(from: whole, x: x, y: y, tolerance: regionTolerance)
                    bench.expect(
                        far * 100 <= width * height * regionPercent || width * height == 1, .region,
                        "\(far) of \(width * height) pixels are quite others than in that part of the page")
                }
            }
        }
        bench.measured("\(cuttable) of \(all) pages cuttable")
    }

    private static func unknown(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let page = try document.somePages(1)[0]
        var order = CheckRendering(page, try document.size(of: page), fitting: (64, 64))
        // A program hears of neither: its host does.
        if !bench.isProgram {
            order.isOld = true
            let old = try document.render(order)
            bench.expect(old.answer.result == 0 && old.pixels.traits == 0, .oldSize, "\(old.answer)")
            order.isOld = false
        }
        for format: UInt32 in bench.isProgram ? [] : [0, 2, 99, .max] {
            order.format = format
            let (answer, _) = try document.render(order)
            bench.expect(answer.result == -ENOTSUP, .format, "\(answer)")
        }
        for event: UInt32 in [0, 5, 99] {
            if let answer = try present(try document.appearance(page, event)) {
                bench.expect([-ENOTSUP, -EINVAL].contains(answer.result), .unknown, "\(answer)")
            }
        }
        for stage: UInt32 in [0, 5, 99] {
            if let answer = try present(try document.move(stage, page, to: 0)) {
                bench.expect([-ENOTSUP, -EINVAL].contains(answer.result), .unknown, "\(answer)")
            }
        }
        // Numbers that no viewer means.
        for place in bench.isProgram ? [-1e300, 1e300] : [Double.nan, .infinity, -1e300, 1e300] {
            if let answer = try present(try document.hit(page, place, place).answer) {
                bench.expect(answer.isKnown(or: SHEAF_BACKGROUND, SHEAF_END), .results, "\(answer)")
            }
        }
        for needle in [
            "", "\u{1}", String(repeating: "x", count: HostLimits.parameterBytes), "\u{1F4D6}é",
        ] {
            if let answer = try present(try document.contents(.search, page, needle: needle).answer) {
                bench.expect(answer.isKnown(), .results, "\(answer)")
            }
        }
    }

    /// How soon a cancelled request has to end, in microseconds: later its host is killed.
    private static let grace = HostLimits().cancelGrace

    private static func cancelled(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let page = try document.somePages(1)[0]
        let size = try document.size(of: page)
        let small = CheckRendering(page, size, fitting: (300, 300))
        let before = try document.rendered(small)
        func ends(_ answer: Answer, since start: UInt64, _ what: String) {
            let time = max(EventLoop.now, start) - start
            bench.expect(
                answer.result == 0 || answer.result == SHEAF_CANCELLED
                    || answer.result == ReceivedItems.enough, .cancel,
                "\(answer) \(what)")
            bench.expect(time <= grace, .cancel, "it went on for \(milliseconds(time)) \(what)")
        }
        // Cancelled before it began.
        let now = EventLoop.now
        ends(
            try document.render(small, bench.request(cancelledAt: now)).answer, since: now,
            "of a request cancelled before")
        for contents in ContentKind.allCases {
            let now = EventLoop.now
            if let answer = try present(try document.contents(contents, page, bench.request(cancelledAt: now)).answer) {
                ends(answer, since: now, "of a request cancelled before")
            }
        }
        // In the middle of its longest page, as large as a screen of 8K shows it.
        var (longest, time, order) = (page, UInt64(0), small)
        for page in try document.somePages(4) {
            let large = CheckRendering(page, try document.size(of: page), fitting: (3_000, 3_000))
            let (answer, _) = try document.render(large)
            if answer.microseconds > time { (longest, time, order) = (page, answer.microseconds, large) }
        }
        var latencies: [UInt64] = []
        for part: UInt64 in 1...8 {
            let moment = EventLoop.now + time * part / 10
            let request = bench.request(cancelledAt: moment)
            let (answer, _) = try document.render(order, request)
            if EventLoop.now >= moment { latencies.append(EventLoop.now - moment) }
            ends(answer, since: moment, "of a request cancelled in the middle")
        }
        bench.expect(
            try document.rendered(small).isEqual(to: before), .cancel,
            "other pixels than before a request was cancelled")
        latencies.sort()
        if let last = latencies.last {
            bench.measured(
                "page \(longest) takes \(milliseconds(time)); from cancel to return: median "
                    + "\(milliseconds(latencies[latencies.count / 2])), most \(milliseconds(last))")
        }
    }

    private static func trim(_ bench: CheckBench) throws(CheckStop) {
        let provider = try bench.provider()
        guard unsafe provider.library.table.trim != nil else {
            throw .absent("the provider has no trim")
        }
        bench.asking("trim before anything is open")
        unsafe provider.library.table.trim?(provider.plugin, SHEAF_TRIM_CRITICAL)
        let document = try bench.open()
        let first = try document.renderedPages(3, fitting: 300)
        let before = try bench.holdings().bytes
        for level in [SHEAF_TRIM_LOW, SHEAF_TRIM_MEDIUM, SHEAF_TRIM_CRITICAL, 4, .max] {
            bench.asking("trim at level \(level)")
            unsafe provider.library.table.trim?(provider.plugin, level)
            for (order, pixels) in first {
                bench.expect(
                    try document.rendered(order).isEqual(to: pixels), .trim,
                    "other pixels than before trim at level \(level)")
            }
        }
        unsafe provider.library.table.trim?(provider.plugin, SHEAF_TRIM_CRITICAL)
        let after = try bench.holdings().bytes
        bench.measured("\(max(before - after, 0) >> 10) KiB given back")
    }
}
