import Navigation
import PageModel
import Places
import ProviderHost

/// Where a reader has stopped.
struct ReaderStop: Equatable {
    let page: PageID
    let index: Int
    /// Where in the text of its document it is, where that is known.
    let position: Int64?

    /// What is kept of it.
    func place(in document: ServedDocument, at time: Int64) -> ReadingPlace {
        ReadingPlace(
            index: index, pages: document.count.pages, position: position, title: document.title, time: time)
    }
}

extension ReaderSession {
    /// Whether it has stopped elsewhere than when that was looked at last.
    var hasPlaceToKeep: Bool { step.isOpen && stop.map { $0.page != keptPage } ?? false }

    /// Where it has stopped; it counts as kept from now on.
    func takeStop() -> ReaderStop? {
        guard let stop else { return nil }
        keptPage = stop.page
        return stop
    }

    /// The page on which it is opened is none on which anybody has stopped.
    func forgetStop() { keptPage = stop?.page }

    /// Its document is another text by now, of which no place is kept yet: that of a reader that has turned is kept.
    func keepPlaceAnew() {
        guard step.transition > 0 else { return }
        keptPage = nil
        context.places?.touch()
    }

    /// Nil where it shows no document whole, in its own order.
    var stop: ReaderStop? {
        let axis = pages.axes[0]
        guard axis.isWhole, axis.document.opened.looks.order.named.isEmpty, let page = location(on: axis) else {
            return nil
        }
        let anchor = axis.anchor.flatMap { $0.transition == step.transition && $0.page == page.page ? $0 : nil }
        return ReaderStop(page: page.page, index: page.index, position: anchor?.position)
    }
}
