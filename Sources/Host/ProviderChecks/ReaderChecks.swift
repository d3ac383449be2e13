import CSheafProvider
import Glibc
import HostProtocol
import SheafOS

extension ProviderCheck {
    /// The checks of the functions that hosts call as readers turn, move and touch pages.
    static let readerChecks = [
        ProviderCheck("prefetch", "advice is taken soon, and changes no page", prefetch),
        ProviderCheck("appearance", "pages come onto screens and leave them", appearance),
        ProviderCheck("refresh", "where nothing is new, nothing is told", refresh),
        ProviderCheck("move", "a page that is moved and put back is where it was", move),
        ProviderCheck("hit", "points on a page and beside it are answered", hit),
    ]

    private static func prefetch(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let pages = try document.somePages(8)
        let order = CheckRendering(pages[0], try document.size(of: pages[0]), fitting: (300, 300))
        let before = try document.rendered(order)
        let start = EventLoop.now
        for some in [pages, [], Array(pages.reversed()), pages + pages] {
            let answer = try document.prefetch(some)
            bench.expect(answer.isKnown(), .prefetch, "\(answer)")
        }
        let time = (EventLoop.now - start) / 4
        for some in [pages, [], pages] {
            let answer = try document.cancelPrefetch(some)
            bench.expect(answer.isKnown(), .prefetch, "\(answer)")
        }
        bench.expect(try document.rendered(order).isEqual(to: before), .prefetch, "other pixels than before")
        bench.measured("\(milliseconds(time)) a call")
    }

    private static func appearance(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let pages = try document.somePages(2)
        let events = [SHEAF_WILL_APPEAR, SHEAF_DID_APPEAR, SHEAF_WILL_DISAPPEAR, SHEAF_DID_DISAPPEAR]
        // Two readers show the page, and what came and went again is left out.
        for event in events[...1] + events[...1] + events[2...] + events[2...] + [
            SHEAF_DID_DISAPPEAR, SHEAF_DID_APPEAR,
        ] {
            for page in pages {
                let answer = try document.appearance(page, event)
                bench.expect(answer.isKnown(), .appearance, "\(answer)")
            }
        }
    }

    private static func refresh(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let page = try document.somePages(1)[0]
        let order = CheckRendering(page, try document.size(of: page), fitting: (300, 300))
        let before = try document.rendered(order)
        _ = bench.takeChanges()
        for _ in 0..<2 {
            let answer = try document.refresh()
            bench.expect(answer.isKnown(), .reason, "\(answer)")
            let changes = bench.takeChanges()
            bench.expect(changes.isEmpty, .refresh, "\(changes.count) changes were told of a file that has not changed")
        }
        bench.expect(try document.rendered(order).isEqual(to: before), .refresh, "other pixels than before")
    }

    private static func move(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let pages = try document.pages(length: 50)
        guard pages.count >= 3 else { throw .absent("the document has fewer than three pages") }
        _ = bench.takeChanges()
        let begun = try document.move(SHEAF_MOVE_BEGIN, pages[0], to: 0)
        guard begun.result == 0 else {
            bench.expect(begun.isKnown(), .reason, "\(begun)")
            return bench.measured("the page must stay: \(begun.text)")
        }
        // An error of an update says that it must not go there: that is no fault.
        for index in [1, 2, Int64.max, -1] {
            let answer = try document.move(SHEAF_MOVE_UPDATE, pages[0], to: index)
            bench.expect(answer.isKnown(or: SHEAF_END), .reason, "\(answer)")
        }
        let given = try document.move(SHEAF_MOVE_CANCEL, pages[0], to: 0)
        bench.expect(given.result == 0, .move, "\(given)")
        bench.expect(
            try document.pages(length: 50) == pages, .move, "pages in another order after the move was cancelled")
        _ = bench.takeChanges()
        for (page, index) in [(pages[0], Int64(2)), (pages[0], 0)] {
            _ = try document.move(SHEAF_MOVE_BEGIN, page, to: index)
            let ended = try document.move(SHEAF_MOVE_END, page, to: index)
            guard ended.result == 0 else {
                bench.expect(ended.isKnown(), .reason, "\(ended)")
                return bench.measured("the page must not go there: \(ended.text)")
            }
            bench.expect(
                bench.takeChanges().contains { $0 == .pages || $0 == .all }, .move,
                "a page was moved, and no change was told")
            let now = try document.pages(length: 50)
            bench.expect(
                now.indices.contains(Int(index)) && now[Int(index)] == page, .move, "the page is not at index \(index)")
            bench.expect(Set(now) == Set(pages), .ids, "other ids than before the move")
        }
        bench.expect(
            try document.pages(length: 50) == pages, .move, "pages in another order after the page was put back")
    }

    private static func hit(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        for page in try document.somePages(3) {
            let size = try document.size(of: page)
            for x in [0, size.width / 3, size.width, size.width + 10, -10] {
                for y in [0, size.height / 2, size.height, -1] {
                    let (answer, claims) = try document.hit(page, x, y)
                    bench.expect(answer.result == 0 || answer.result == SHEAF_BACKGROUND, .hit, "\(answer)")
                    bench.expect(claims <= 1, .hit, "claims \(claims)")
                }
            }
        }
    }
}
