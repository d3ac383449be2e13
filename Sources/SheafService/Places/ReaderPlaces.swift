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
    private var stop: ReaderStop? {
        let axis = pages.axes[0]
        guard axis.isWhole, axis.document.opened.looks.order.named.isEmpty, let page = location(on: axis) else {
            return nil
        }
        let anchor = anchors[axis.axis].flatMap { $0.transition == step.transition && $0.page == page.page ? $0 : nil }
        return ReaderStop(page: page.page, index: page.index, position: anchor?.position)
    }

    /// Where it begins, where its user has stopped reading its document; nil where that can't be said.
    func start(at place: ReadingPlace, _ answers: Answers) throws(Interruption) -> CheckedTarget? {
        guard stop != nil || location(on: pages.axes[0]) == nil else { return nil }
        return try index(of: place, answers).map { .number(.index($0)) }
    }

    private func index(of place: ReadingPlace, _ answers: Answers) throws(Interruption) -> Int? {
        do throws(Interruption) {
            let axis = pages.axes[0]
            let document = axis.document
            var index = place.index
            if document.opened.flows {
                if let position = place.position, let found = try self.index(ofPosition: position, on: axis, answers) {
                    return found
                }
                // It may be laid out in another way: about as far into it.
                index = Int(Double(index) * Double(document.count.pages) / Double(max(place.pages, 1)))
            }
            return try nearestPage(to: max(index, 0), of: document, isAsked: false, answers)
        } catch {
            guard case .failure = error else { throw error }
            return nil
        }
    }

    /// The index of the page on which a position of the text is; nil where there is none.
    func index(
        ofPosition position: Int64, on axis: ReaderAxis, _ answers: Answers
    ) throws(Interruption) -> Int? {
        guard case .numbers(.success(let pages)) = try answers.answer(to: .pagesAt([position]), of: axis.document),
            let page = (pages.first ?? nil).map({ PageID($0) })
        else { return nil }
        let guess = axis.document.known(page: page)?.location.index ?? Int(clamping: page.number)
        let asked = [DocumentQuery.PagePosition(page: page, index: max(guess, 0))]
        guard case .positions(.success(let found)) = try answers.answer(to: .positions(asked), of: axis.document) else {
            return nil
        }
        return found[page].flatMap { axis.index(ofDocumentIndex: $0) }
    }
}
