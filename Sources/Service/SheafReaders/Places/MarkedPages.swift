import HostProtocol
import HostSupervision
import Navigation
import PageModel
import Places
import SheafDocuments
import SheafInterface
import SheafPages

// Where marks are in the document of a reader.
extension ReaderSession {
    /// So much of a highlight's text is looked for, in bytes.
    private static let searchedBytes = 512
    /// A match that begins so near to where a highlight was, in points, is where it was.
    private static let nearness = 2.0

    /// Whether its pages come in the order of the document, and not in one of its own.
    var isInDocumentOrder: Bool { document.opened.looks.order.named.isEmpty }

    /// Where it is, as it is kept.
    func place(at time: Int64) -> ReadingPlace {
        let axis = pages.axes[0]
        return ReadingPlace(
            index: model.location(on: axis)?.index ?? 0, pages: document.count.pages, position: nil,
            title: document.title,
            time: time)
    }

    /// How its document is laid out: where boxes are on its pages means something in no other layout.
    var layout: String {
        let looks = document.opened.looks
        guard document.opened.flows else { return looks.trim == .no ? "" : "\(looks.trim) " }
        // Earlier versions noted where the page of a text begins, and no "text": such marks are looked for.
        return "text \(looks.trim) \(looks.flow.map { "\($0)" } ?? "")"
    }

    /// Where a text stands.
    struct TextPlace {
        /// On its page; none where it is not there.
        var boxes: [MarkBox] = []
        /// In the text of a document that flows; nil where its provider does not say.
        var position: Int64?
    }

    /// Where a text stands on a page. Of several places it is the one nearest to where it is looked for, or the first.
    ///
    /// - Parameters:
    ///   - box: the first one of a mark, as pages are laid out now.
    ///   - position: that of a mark, without such a box.
    func place(
        of text: String, on page: PageID, near box: MarkBox? = nil, at position: Int64? = nil, _ inputs: CommandInputs
    ) throws(Interruption) -> TextPlace {
        var needle = ""
        for character in text {
            guard needle.utf8.count + character.utf8.count <= Self.searchedBytes else { break }
            needle.append(character)
        }
        let query = TextQuery(needle, isOfAnyCase: false, isOfAnyMarks: false)
        guard case .matches(.success(let list)) = try inputs.answer(to: .matches(page, query), of: document) else {
            return TextPlace()
        }
        let found = list.matches.map { match in
            TextPlace(
                boxes: match.boxes.prefix(Mark.maxBoxes).map { box -> MarkBox in
                    let box = box.ordered
                    return MarkBox(x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1)
                }, position: match.position)
        }
        let nearest =
            if let box {
                found.min { $0.distance(from: box) < $1.distance(from: box) }
            } else if let position {
                found.min { $0.distance(from: position) < $1.distance(from: position) }
            } else {
                found.first
            }
        return nearest ?? TextPlace()
    }

    /// Where the text of a mark stands on a page.
    func place(
        of text: String, of mark: Mark, on page: PageID, _ inputs: CommandInputs
    ) throws(Interruption) -> TextPlace {
        let box = mark.layout == layout ? mark.boxes.first : nil
        var place = try place(of: text, on: page, near: box, at: mark.position, inputs)
        // It may be longer than what was looked for.
        if let box, place.distance(from: box) < Self.nearness { place.boxes = mark.boxes }
        return place
    }

    /// The page of the document on which a mark ought to be, by where it was in the file before; nil where that is gone.
    ///
    /// - Parameter shift: by how many pages the highlight before it has moved.
    func expectedPage(of mark: Mark, shiftedBy shift: Int, _ inputs: CommandInputs) throws(Interruption) -> Int? {
        let axis = pages.axes[0]
        if document.opened.flows, let position = mark.position {
            guard let index = try PageLookup(session: self, inputs: inputs).index(ofPosition: position, on: axis) else {
                return nil
            }
            return axis.documentIndex(of: index).map { mark.text == nil ? $0 : max($0 + shift, 0) }
        }
        if mark.text != nil { return max(mark.index + shift, 0) }
        if let label = mark.label,
            case .index(.success(let index)) = try inputs.answer(to: .label(label), of: document)
        {
            return index
        }
        return mark.index
    }

    /// A mark as it is on a page of the document; nil where there is no such page, or the mark's text does not stand there.
    ///
    /// - Parameter index: in the document.
    func find(_ mark: Mark, onPage index: Int, _ inputs: CommandInputs) throws(Interruption) -> Mark? {
        if document.pages.known(at: index) == nil, try inputs.answer(to: .page(at: index), of: document).failure != nil
        {
            return nil
        }
        guard let page = document.pages.known(at: index) else { return nil }
        var found = mark
        found.index = index
        found.label = page.label
        found.layout = layout
        if let text = mark.text {
            let place = try place(of: text, of: mark, on: page.location.page, inputs)
            guard !place.boxes.isEmpty else { return nil }
            found.boxes = place.boxes
            if document.opened.flows {
                found.position = place.position
                if found.position == nil { found.position = try position(ofPage: page.location.page, inputs) }
            }
        }
        return found
    }

    /// Where in the text of a document that flows a page begins; nil where that is not known.
    func position(ofPage page: PageID, _ inputs: CommandInputs) throws(Interruption) -> Int64? {
        guard case .numbers(.success(let found)) = try inputs.answer(to: .textPositions([page]), of: document)
        else { return nil }
        return found.first ?? nil
    }
}

extension ReaderSession.TextPlace {
    /// How far its first box begins from another one, in points.
    fileprivate func distance(from box: MarkBox) -> Double {
        boxes.first.map { max(abs($0.x0 - box.x0), abs($0.y0 - box.y0)) } ?? .infinity
    }

    /// How far it begins from a position.
    fileprivate func distance(from position: Int64) -> UInt64 {
        self.position.map { ($0 - position).magnitude } ?? .max
    }
}

extension ReaderTable {
    /// Tells the readers of a user that the marks in a document are others now; nil: in any. Those that show it in another order have none.
    func marksChanged(of user: UInt32, in digest: DocumentDigest?) {
        for session in all where session.uid == user && !session.watches.isEmpty && session.isInDocumentOrder {
            guard case .success(let known)? = session.document.digesting?.result, digest == nil || digest == known
            else { continue }
            session.watches.send(.init(marks: true))
            session.watches.flush()
        }
    }
}
