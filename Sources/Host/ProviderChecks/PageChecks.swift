import CSheafProvider
import Glibc
import HostProcess
import HostProtocol
import SheafOS

extension ProviderCheck {
    /// Which pages there are, and how they measure.
    static let pageChecks = [
        ProviderCheck("count", "the pages are counted, and the count gets somewhere", count),
        ProviderCheck("page-ids", "pages have ids of their own, in parts as in whole", pageIDs),
        ProviderCheck("steps", "steps lead from page to page and end at the ends", steps),
        ProviderCheck("metrics", "sizes and labels make sense, and stay", metrics),
        ProviderCheck("no-such-page", "a page that is not there is no failure, and no crash", noSuchPage),
    ]

    /// How often a count may be asked for until it is exact.
    fileprivate static let countLimit = 100_000

    private static func count(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open(isCounted: false)
        var (answer, count) = try document.count()
        var calls = 1
        var counted: Int64 = 0
        while answer.result == 0, count.kind == SHEAF_COUNTING, calls < countLimit {
            guard count.counted >= counted, count.pages >= count.counted else {
                throw bench.stop(
                    .counting, "\(count.counted) pages counted, of \(count.pages); before, \(counted) were")
            }
            counted = count.counted
            (answer, count) = try document.count()
            calls += 1
        }
        bench.expect(answer.result == 0, .reason, "\(answer)")
        bench.expect(count.kind != SHEAF_COUNTING, .counting, "it still counts after \(calls) calls")
        bench.expect(
            [SHEAF_EXACT, SHEAF_ESTIMATED, SHEAF_UNKNOWN].contains(count.kind)
                && (0...HostLimits.pages).contains(count.pages),
            .count, "kind \(count.kind), \(count.pages) pages")
        guard answer.result == 0, count.kind == SHEAF_EXACT else { return bench.measured("kind \(count.kind)") }
        let again = try document.count().count
        bench.expect(again.pages == count.pages, .count, "\(count.pages) pages, and then \(again.pages)")
        guard count.pages > 0 else { return }
        let last = try document.pages(from: count.pages - 1, length: 2)
        bench.expect(
            last.count == 1, .count, "\(count.pages) pages are counted, and from the last on there are \(last.count)")
        bench.measured("\(count.pages) pages" + (calls > 2 ? ", counted in \(calls) calls" : ""))
    }

    private static func pageIDs(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let (answer, ids, written, _) = try document.pageIDs(from: 0, length: HostLimits.pageIDsAtOnce)
        guard answer.result == 0 || answer.result == SHEAF_END, written <= HostLimits.pageIDsAtOnce else {
            throw bench.stop(.pageIDs, "\(answer), written \(written)")
        }
        bench.expect(ids.allSatisfy { $0 >= 0 }, .ids, "the id \(ids.min() ?? 0)")
        bench.expect(Set(ids).count == ids.count, .ownIDs, "an id more than once")
        for (index, length) in [(0, 1), (1, 3), (ids.count / 2, 7), (max(ids.count - 2, 0), 5)] {
            let part = try document.pageIDs(from: Int64(index), length: length)
            let expected = ids.count == HostLimits.pageIDsAtOnce ? nil : Array(ids.dropFirst(index).prefix(length))
            bench.expect(!part.isOverrun && part.written <= length, .pageIDs, "it wrote more than \(length) ids")
            bench.expect(
                expected == nil || part.ids == expected, .pageIDs,
                "ids \(part.ids), where the whole list has \(expected ?? [])")
        }
        for index in [Int64(ids.count), 1 << 40, HostLimits.pages - 1] where ids.count < HostLimits.pageIDsAtOnce {
            let past = try document.pageIDs(from: index, length: 4)
            bench.expect(
                past.answer.result == 0 && past.written == 0 || past.answer.result == SHEAF_END, .pageIDs,
                "\(past.answer), written \(past.written)")
        }
    }

    private static func steps(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let (answer, first) = try document.step(0, from: noPage)
        guard answer.result == 0 else { throw bench.stop(.step, "\(answer)") }
        let pages = try document.pages(length: 200)
        bench.expect(pages.first == first, .step, "page \(first); the first one is \(pages.first ?? -1)")
        for (index, page) in pages.enumerated().prefix(20) {
            for step in [-1, 0, 1, 3] where pages.indices.contains(index + step) {
                let (answer, found) = try document.step(Int64(step), from: page)
                bench.expect(
                    answer.result == 0 && found == pages[index + step], .step,
                    "\(answer), page \(found); by the list it is \(pages[index + step])")
            }
        }
        var beyond: [(Int64, Int64)] = [
            (first, -1), (first, -(1 << 62)), (first, 1 << 62), (first, .min), (first, .max),
        ]
        if pages.count < 200, let last = pages.last { beyond.append((last, 1)) }
        for (page, step) in beyond {
            let (answer, found) = try document.step(step, from: page)
            bench.expect(answer.result == SHEAF_END, .end, "\(answer), page \(found)")
        }
    }

    private static func metrics(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let pages = try document.somePages(100)
        var sizes: [Int64: (Double, Double)] = [:]
        for page in pages {
            let (answer, metrics, label) = try document.metrics(page)
            guard answer.result == 0 else {
                bench.fail(.metrics, "\(answer)")
                continue
            }
            bench.expect(
                HostLimits.isPage(metrics.width, metrics.height), .metrics,
                "\(metrics.width) x \(metrics.height) points")
            bench.expect(
                metrics.kind == SHEAF_EXACT || metrics.kind == SHEAF_ESTIMATED, .metrics, "kind \(metrics.kind)")
            bench.expect(label.hasEnd, .label, "a label without a NUL")
            bench.expect(String(validating: label.bytes, as: UTF8.self) != nil, .utf8, "a label that is no UTF-8")
            if metrics.kind == SHEAF_EXACT { sizes[page] = (metrics.width, metrics.height) }
        }
        // What is exact stays so when the page was rendered, and in the other order.
        for page in pages.reversed() {
            guard let size = sizes[page] else { continue }
            if pages.prefix(3).contains(page) {
                _ = try document.rendered(
                    CheckRendering(
                        page, PageMetrics(width: size.0, height: size.1, label: "", isExact: true), fitting: (200, 200))
                )
            }
            let (_, metrics, _) = try document.metrics(page)
            bench.expect(
                (metrics.width, metrics.height) == size, .metrics,
                "\(metrics.width) x \(metrics.height) points; before, it was exactly \(size.0) x \(size.1)")
        }
        bench.measured("\(pages.count) pages measured, \(sizes.count) of them exactly")
    }

    private static func noSuchPage(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let known = try document.pages(length: HostLimits.pageIDsAtOnce)
        let size = try document.size(of: try document.somePages(1)[0])
        // Ids are never below 0. That one is no page, but for a document without an end, shows what is far off.
        let far = (known.max() ?? 0) > 1 << 60 ? [] : [Int64.max, 1 << 61]
        for page in far + [-1, -2, .min] {
            func expectEnd(_ answer: Answer) { bench.expect(answer.result == SHEAF_END, .end, "\(answer)") }
            expectEnd(try document.metrics(page).answer)
            expectEnd(try document.render(CheckRendering(page, size, fitting: (64, 64))).answer)
            for contents in ContentKind.allCases where contents.isOfAPage {
                if let answer = try present(try document.contents(contents, page).answer) {
                    expectEnd(answer)
                }
            }
            if let answer = try present(try document.ink(page).answer) { expectEnd(answer) }
            if let answer = try present(try document.hit(page, 1, 1).answer) {
                expectEnd(answer)
            }
            if let answer = try present(try document.step(1, from: page).answer),
                page != noPage
            {
                expectEnd(answer)
            }
            // A document without text positions has none of its own pages.
            if let answer = try present(try document.position(page).answer) {
                bench.expect(answer.result == SHEAF_END || answer.result == -ENOTSUP, .end, "\(answer)")
            }
            // Advice about it does nothing.
            _ = try present(try document.prefetch([page]))
            _ = try present(try document.cancelPrefetch([page]))
            _ = try present(try document.appearance(page, SHEAF_WILL_APPEAR))
            if let answer = try present(try document.move(SHEAF_MOVE_BEGIN, page, to: 0)) {
                bench.expect(answer.result != 0, .end, "\(answer)")
            }
        }
    }
}

extension CheckDocument {
    /// Has all pages counted, of a document that does that while it is read.
    func countOn() throws(CheckStop) {
        for _ in 0..<ProviderCheck.countLimit {
            let count = try ProviderCheck.present(try self.count())
            guard let count, count.answer.result == 0, count.count.kind == SHEAF_COUNTING else { return }
        }
    }

    /// Some of its pages: the first ones, one in the middle, the last one; at least one.
    func somePages(_ limit: Int) throws(CheckStop) -> [Int64] {
        var found: [Int64] = []
        // Of a document that nobody has counted, ids are no promise.
        for page in try pages(length: 256) {
            guard try metrics(page).answer.result != SHEAF_END else { break }
            found.append(page)
        }
        guard !found.isEmpty else { throw .impossible("the document has no page: give one that has some") }
        if found.count == 256,
            let count = try ProviderCheck.present(try self.count().count),
            count.kind == SHEAF_EXACT, count.pages > 256
        {
            found += try pages(from: count.pages / 2, length: 1) + pages(from: count.pages - 1, length: 1)
        }
        guard found.count > limit else { return found }
        if limit == 1 { return [found[0]] }
        return (0..<limit).map { found[$0 * (found.count - 1) / (limit - 1)] }
    }
}
