import CSheafProvider
import Glibc
import HostProcess
import HostProtocol
import SheafOS

extension ProviderCheck {
    /// The checks that need many pages.
    static let enduranceChecks = [
        ProviderCheck("leaks", "many pages take no more memory and descriptors than some", leaks),
        ProviderCheck(
            "reopening", "a document that is opened and closed leaves nothing behind", reopening),
        ProviderCheck("cost", "time and memory a page, at 1920 x 1080", cost),
    ]

    /// The growth that is allowed between two measurements, in bytes: the memory that the allocator keeps varies by so
    /// much.
    private static let slack = 4 << 20

    /// Does something so often, and measures after a part of it and in the end: what comes first fills caches.
    private static func repeated(
        _ times: Int, _ bench: CheckBench, _ noun: String, _ body: (Int) throws(CheckStop) -> Void
    ) throws(CheckStop) {
        let provider = try bench.provider()
        func holdings() throws(CheckStop) -> ProcessHoldings {
            unsafe provider.library.table.trim?(provider.plugin, SHEAF_TRIM_CRITICAL)
            return try bench.holdings()
        }
        var measured: [ProcessHoldings] = []
        for number in 0..<times {
            if number == times / 4 || number == times / 2 { measured.append(try holdings()) }
            try body(number)
        }
        measured.append(try holdings())
        guard measured.count == 3 else { return }
        let growth = measured[2].bytes - measured[0].bytes
        let half = measured[2].bytes - measured[1].bytes
        let rest = times - times / 4
        bench.asking("\(times) \(noun)s, and trim at level \(SHEAF_TRIM_CRITICAL)")
        let isJudged = bench.isProgram || !CurrentProcess.hasSanitizer
        bench.expect(
            !isJudged || growth <= slack || half <= slack / 2, .close,
            "\(growth >> 10) KiB more memory after \(times) \(noun)s than after \(times / 4), \(growth / rest) bytes each"
        )
        bench.expect(
            measured[2].descriptors <= measured[0].descriptors, .close,
            "\(measured[2].descriptors - measured[0].descriptors) more descriptors after \(times) \(noun)s than after \(times / 4)"
        )
        bench.expect(
            measured[2].threads <= measured[0].threads + 1, .close,
            "\(measured[2].threads - measured[0].threads) more threads after \(times) \(noun)s than after \(times / 4)"
        )
        bench.measured(
            "\(times) \(noun)s: \(growth >> 10) KiB more after the last than after a quarter of them"
                + (isJudged ? "" : ", which may be what the sanitizer keeps"))
    }

    private static func leaks(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let pages = try document.somePages(50)
        var sizes: [PageMetrics] = []
        for page in pages { sizes.append(try document.size(of: page)) }
        try repeated(bench.subject.pages, bench, "page") { number throws(CheckStop) in
            let index = number % pages.count
            let page = pages[index]
            _ = try document.rendered(CheckRendering(page, sizes[index], fitting: (300, 400)))
            for contents in ContentKind.allCases where contents.isOfAPage {
                _ = try present(try document.contents(contents, page).answer)
            }
            _ = try present(try document.ink(page).answer)
            // Whole lists, and failures, now and then.
            if number % 50 == 0 {
                for contents in ContentKind.allCases where !contents.isOfAPage {
                    _ = try present(try document.contents(contents).answer)
                }
                _ = try document.render(
                    CheckRendering(page, sizes[index], fitting: (300, 400)),
                    bench.request(cancelledAt: EventLoop.now))
                _ = try document.metrics(-2)
            }
        }
    }

    /// How often a document is opened to find what its closing leaves: a tenth as often as pages are rendered.
    private static let openingShare = 10

    private static func reopening(_ bench: CheckBench) throws(CheckStop) {
        try repeated(max(bench.subject.pages / openingShare, 8), bench, "opening") {
            _ throws(CheckStop) in
            let document = try bench.open()
            let page = try document.pages(length: 1).first
            guard let page else { return }
            _ = try document.rendered(
                CheckRendering(page, try document.size(of: page), fitting: (200, 200)))
        }
    }

    private static func cost(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let before = try bench.holdings()
        var times: [UInt64] = []
        for page in try document.somePages(20) {
            let order = CheckRendering(page, try document.size(of: page), fitting: (1_920, 1_080))
            let (answer, _) = try document.render(order)
            guard answer.result == 0 else { throw bench.stop(.render, "\(answer)") }
            times.append(answer.microseconds)
        }
        let after = try bench.holdings()
        times.sort()
        bench.measured(
            "\(times.count) pages: median \(milliseconds(times[times.count / 2])), most \(milliseconds(times.last ?? 0)); "
                + "\((after.bytes - before.bytes) >> 10) KiB kept")
    }
}
