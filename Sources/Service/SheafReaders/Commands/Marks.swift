import Glibc
import HostSupervision
import Navigation
import PageModel
import Places
import SheafDocuments
import SheafInterface
import SheafOS
import Varlink

// What clients ask of the marks of their users, and of where those have stopped reading.
extension ReaderService {
    // MARK: Marks

    func addMark(_ parameters: Interface.AddMarkParameters, _ call: VarlinkCall<Interface.AddMark>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let wanted = try WantedMark(checking: parameters)
        try whenKnown(session, call) { [self] keeper, digest in
            let shown = session.indexShown(on: session.pages.axes[0])
            runBeside(call, of: session) { [self] inputs throws(Interruption) in
                // It may have been shown in another order while its digest was read, or its page was looked up.
                guard session.isInDocumentOrder else { return call.fail(MarkCheck.isInOtherOrder) }
                let (mark, index) = try session.mark(wanted, orAt: shown, inputs)
                let place = session.place(at: mark.changed)
                let (user, limit) = (session.uid, keeper.marksPerUser)
                keeper.perform(for: user) { database throws(PlacesFailure) in
                    try database.add(mark, of: user, in: digest, at: place, limit: limit)
                } completion: { [self] result in
                    answer(call, result) { () -> ReaderInterface.AddMarkReply in
                        self.readers.marksChanged(of: user, in: digest)
                        return .init(mark: mark.wire(index: index, boxes: mark.boxes))
                    }
                }
            }
        }
    }

    func changeMark(_ parameters: Interface.ChangeMarkParameters, _ call: VarlinkCall<Interface.ChangeMark>)
        throws(Failure)
    {
        let session = try session(parameters.reader, for: call)
        let (id, user) = (parameters.mark, session.uid)
        let note = try MarkCheck.text(parameters.note, "note", atMost: Mark.maxText)
        let color = try MarkCheck.text(parameters.color, "color", atMost: Mark.maxColor)
        try whenKnown(session, call) { [self] keeper, digest in
            let now = Int64(time(nil))
            keeper.perform(for: user) { database throws(PlacesFailure) in
                try database.change(id, of: user, in: digest, note: note, color: color, time: now)
            } completion: { [self] result in
                guard case .success(let mark) = result else { return answer(call, result, mark: id) }
                readers.marksChanged(of: user, in: digest)
                runBeside(call, of: session) { inputs throws(Interruption) in
                    call.reply(.init(mark: try session.wire(mark, inputs)))
                }
            }
        }
    }

    func removeMark(_ parameters: Interface.RemoveMarkParameters, _ call: VarlinkCall<Interface.RemoveMark>)
        throws(Failure)
    {
        let session = try session(parameters.reader, for: call)
        let (id, user) = (parameters.mark, session.uid)
        try whenKnown(session, call) { [self] keeper, digest in
            keeper.perform(for: user) { database throws(PlacesFailure) in
                try database.remove(id, of: user, in: digest)
            } completion: { [self] result in
                answer(call, result, mark: id) { () -> ReaderInterface.RemoveMarkReply in
                    self.readers.marksChanged(of: user, in: digest)
                    return .init()
                }
            }
        }
    }

    func getMarks(_ parameters: Interface.GetMarksParameters, _ call: VarlinkCall<Interface.GetMarks>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        // Its answer is all there is to it.
        guard call.isOpen else { return }
        let first = try MarkCheck.number(parameters.first ?? 0, "first", 0...Int(Int32.max))
        let count = try MarkCheck.number(parameters.count ?? MarkCheck.maxListed, "count", 1...MarkCheck.maxListed)
        let user = session.uid
        try whenKnown(session, call) { [self] keeper, digest in
            keeper.perform(for: user) { database throws(PlacesFailure) in
                try database.marks(of: user, in: digest, first: first, count: count + 1)
            } completion: { [self] result in
                guard case .success(let marks) = result else { return answer(call, result) }
                runBeside(call, of: session) { inputs throws(Interruption) in
                    let listed = try marks.prefix(count).map { mark throws(Interruption) in
                        try session.wire(mark, inputs)
                    }
                    call.reply(
                        .init(digest: digest.text, marks: listed, next: marks.count > count ? first + count : nil))
                }
            }
        }
    }

    // MARK: Places

    func getPlaces(_ parameters: Interface.GetPlacesParameters, _ call: VarlinkCall<Interface.GetPlaces>)
        throws(Failure)
    {
        // Its answer is all there is to it.
        guard call.isOpen else { return }
        let first = try MarkCheck.number(parameters.first ?? 0, "first", 0...Int(Int32.max))
        let count = try MarkCheck.number(
            parameters.count ?? MarkCheck.maxDocuments, "count", 1...MarkCheck.maxDocuments)
        let user = call.peer.uid
        try keeper().perform(for: user) { database throws(PlacesFailure) in
            try database.documents(of: user, first: first, count: count + 1)
        } completion: { [self] result in
            answer(call, result) { documents -> ReaderInterface.GetPlacesReply in
                .init(
                    documents: documents.prefix(count).map { document in
                        .init(
                            digest: document.digest.text, title: document.place.title, index: document.place.index,
                            pages: document.place.pages, time: Int(document.place.time), marks: document.marks)
                    }, next: documents.count > count ? first + count : nil)
            }
        }
    }

    func forgetPlaces(
        _ parameters: Interface.ForgetPlacesParameters, _ call: VarlinkCall<Interface.ForgetPlaces>
    ) throws(Failure) {
        var digest: DocumentDigest?
        if let text = parameters.digest {
            digest = DocumentDigest(text)
            guard digest != nil else {
                throw .invalidMark(field: "digest", reason: "it is none of those that GetPlaces lists")
            }
        }
        let (user, forgotten) = (call.peer.uid, digest)
        let keeper = try keeper()
        keeper.forget(forgotten, of: user)
        keeper.perform(for: user) { database throws(PlacesFailure) in
            try database.forget(forgotten, of: user)
        } completion: { [self] result in
            answer(call, result) { counts -> ReaderInterface.ForgetPlacesReply in
                self.readers.marksChanged(of: user, in: forgotten)
                return .init(places: counts.places, marks: counts.marks)
            }
        }
    }

    // MARK: Calls

    private func keeper() throws(Failure) -> PlaceKeeper {
        guard let keeper = digests.places else {
            throw .placesNotKept(reason: "the service keeps no places: the operator sets Places=yes in sheafd.conf")
        }
        return keeper
    }

    /// Does something when it is known which document a reader is on, by what is in it.
    private func whenKnown<Method: VarlinkMethod>(
        _ session: ReaderSession, _ call: VarlinkCall<Method>, _ body: @escaping (PlaceKeeper, DocumentDigest) -> Void
    ) throws(Failure) where Method.Failure == Failure {
        let keeper = try keeper()
        guard session.isInDocumentOrder else { throw MarkCheck.isInOtherOrder }
        ReaderStart.whenOpen(session, fail: { call.fail(ReaderInterface.Failure($0, of: session)) }) { [digests] in
            digests.digest(of: session.document, for: session.uid) { result in
                switch result {
                case .success(let digest): body(keeper, digest)
                case .failure(let failure): call.fail(.placesNotKept(reason: failure.reason))
                }
            }
        }
    }

    /// Does something beside what else is asked of a reader.
    private func runBeside<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, of session: ReaderSession,
        _ body: @escaping (CommandInputs) throws(Interruption) -> Void
    ) where Method.Failure == Failure {
        session.queue.runBeside(
            ReaderCommand(perform: body, fail: { call.fail(ReaderInterface.Failure($0, of: session)) }),
            priority: .contents)
    }

    private func answer<Method: VarlinkMethod, Value>(
        _ call: VarlinkCall<Method>, _ result: Result<Value, PlacesFailure>, mark: String = "",
        _ reply: ((Value) -> Method.Reply)? = nil
    ) where Method.Failure == Failure {
        switch result {
        case .success(let value): if let reply { call.reply(reply(value)) }
        case .failure(.noSuchMark): call.fail(.noSuchMark(mark: mark))
        case .failure(.limitReached(let limit)): call.fail(.limitReached(limit: "MarksPerUser", value: limit))
        case .failure(.failed(let reason)): call.fail(.placesFailed(reason: reason))
        }
    }
}

/// A mark that a client wants made, checked.
private struct WantedMark {
    let id: RandomIdentifier
    let kind: Mark.Kind
    let index: Int?
    let position: Int64?
    let text: String?
    let boxes: [MarkBox]
    let note: String?
    let color: String?
    let created: Int64?

    init(checking wire: ReaderInterface.AddMarkParameters) throws(ReaderInterface.Failure) {
        if let given = wire.mark {
            guard let id = RandomIdentifier(given) else {
                throw .invalidMark(field: "mark", reason: "an id has 32 hexadecimal digits, in lower case")
            }
            self.id = id
        } else {
            do throws(OSError) { id = try RandomIdentifier.make() } catch {
                throw .serviceOverloaded(reason: error.description)
            }
        }
        guard wire.index == nil || wire.position == nil else {
            throw .invalidMark(field: "position", reason: "it takes an index or a position, not both")
        }
        index = wire.index
        position = wire.position.map { Int64($0) }
        text = try MarkCheck.text(wire.text, "text", atMost: Mark.maxText).flatMap { $0.isEmpty ? nil : $0 }
        note = try MarkCheck.text(wire.note, "note", atMost: Mark.maxText).flatMap { $0.isEmpty ? nil : $0 }
        color = try MarkCheck.text(wire.color, "color", atMost: Mark.maxColor).flatMap { $0.isEmpty ? nil : $0 }
        let given = wire.boxes ?? []
        guard given.count <= Mark.maxBoxes else {
            throw .invalidMark(field: "boxes", reason: "there are \(given.count), and \(Mark.maxBoxes) are allowed")
        }
        boxes = try given.map { box throws(ReaderInterface.Failure) in
            for side in [box.x0, box.y0, box.x1, box.y1] {
                guard side.isFinite, abs(side) <= PageSize.sides.upperBound else {
                    throw .invalidMark(field: "boxes", reason: "\(side) is not within -10^9 and 10^9 points")
                }
            }
            return MarkBox(
                x0: min(box.x0, box.x1), y0: min(box.y0, box.y1), x1: max(box.x0, box.x1), y1: max(box.y0, box.y1))
        }
        if let created = wire.created {
            // Until the year 9999, as RFC 3339 writes it.
            self.created = Int64(try MarkCheck.number(created, "created", 0...253_402_300_799))
        } else {
            created = nil
        }
        kind = text == nil && boxes.isEmpty ? .bookmark : .highlight
    }
}

/// Checks of the fields that clients send with marks.
private enum MarkCheck {
    /// The most marks of one answer: the document may have to be asked for each of them.
    static let maxListed = 64
    /// The most documents of one answer.
    static let maxDocuments = 256
    /// The answer where the pages are in another order: marks are noted by where pages are in the document's own order.
    static let isInOtherOrder = ReaderInterface.Failure.placesNotKept(
        reason: "the pages are in another order than the document's own: show them in that (SetLooks)")

    static func number(
        _ value: Int, _ field: String, _ range: ClosedRange<Int>
    ) throws(ReaderInterface.Failure) -> Int {
        guard range.contains(value) else {
            throw .invalidMark(
                field: field, reason: "\(value) is not within \(range.lowerBound) and \(range.upperBound)")
        }
        return value
    }

    static func text(
        _ text: String?, _ field: String, atMost limit: Int
    ) throws(ReaderInterface.Failure) -> String? {
        guard let text else { return nil }
        guard text.utf8.count <= limit else {
            throw .invalidMark(
                field: field, reason: "it has \(text.utf8.count) bytes, and \(limit) are allowed")
        }
        return text
    }
}

extension Mark {
    /// Returns the mark as it goes over the wire.
    ///
    /// - Parameters:
    ///   - index: of its page, for the reader that asks.
    ///   - boxes: where its text is there.
    fileprivate func wire(index: Int?, boxes: [MarkBox]) -> ReaderInterface.Mark {
        .init(
            mark: id, kind: kind == .bookmark ? .bookmark : .highlight, index: index, label: label,
            position: position.map { Int($0) },
            boxes: boxes.map { .init(x0: $0.x0, y0: $0.y0, x1: $0.x1, y1: $0.y1) }, text: text, note: note,
            color: color, created: Int(created), changed: Int(changed))
    }
}

extension ReaderSession {
    /// How many pages behind the one on which a highlight began are looked at for its text: in larger letters it may
    /// have moved on.
    private static let pagesSearched = 4

    /// The mark that a client wants, and the index of its page on the axis.
    ///
    /// - Parameter shown: the index of the page that is meant where none is named.
    fileprivate func mark(
        _ wanted: WantedMark, orAt shown: Int?, _ inputs: CommandInputs
    ) throws(Interruption) -> (mark: Mark, index: Int) {
        let axis = pages.axes[0]
        var index = wanted.index ?? shown
        if let position = wanted.position {
            guard axis.document.opened.flows,
                let found = try PageLookup(session: self, inputs: inputs).index(ofPosition: position, on: axis)
            else { throw .noSuchPage("position \(position)", on: axis) }
            index = found
        }
        let page = try contentPage(at: index, on: axis, inputs)
        var position = wanted.position
        var boxes = wanted.boxes
        let flows = axis.document.opened.flows
        if let text = wanted.text, flows || boxes.isEmpty {
            let place = try place(of: text, on: page.page, near: boxes.first, at: position, inputs)
            if boxes.isEmpty { boxes = place.boxes }
            if flows, position == nil { position = place.position }
        }
        if flows, position == nil { position = try self.position(ofPage: page.page, inputs) }
        let now = Int64(time(nil))
        let mark = Mark(
            id: wanted.id.text, kind: wanted.kind, index: axis.documentIndex(of: page.index) ?? page.index,
            label: page.wire.label, position: position, boxes: boxes, layout: layout, text: wanted.text,
            note: wanted.note, color: wanted.color, created: wanted.created ?? now, changed: now)
        return (mark, page.index)
    }

    /// A mark as the reader's client is told of it.
    fileprivate func wire(_ mark: Mark, _ inputs: CommandInputs) throws(Interruption) -> ReaderInterface.Mark {
        let axis = pages.axes[0]
        let document = axis.document
        // Where it is in an order that was given meanwhile is not known.
        guard isInDocumentOrder else { return mark.wire(index: nil, boxes: []) }
        var index = axis.index(ofDocumentIndex: mark.index).flatMap { $0 < axis.exactCount ?? .max ? $0 : nil }
        if document.opened.flows, let position = mark.position {
            index = try PageLookup(session: self, inputs: inputs).index(ofPosition: position, on: axis)
        }
        guard mark.layout != layout, let text = mark.text, let start = index else {
            return mark.wire(index: index, boxes: mark.layout == layout ? mark.boxes : [])
        }
        for index in start..<start + (document.opened.flows ? Self.pagesSearched : 1) {
            guard index < axis.exactCount ?? .max, let there = axis.documentIndex(of: index) else { break }
            if document.pages.knownID(at: there) == nil {
                if try inputs.answer(to: .page(at: there), of: document).failure != nil { break }
            }
            guard let page = document.pages.knownID(at: there) else { break }
            let place = try place(of: text, on: page, at: mark.position, inputs)
            guard !place.boxes.isEmpty else { continue }
            var found = mark
            found.position = place.position ?? mark.position
            return found.wire(index: index, boxes: place.boxes)
        }
        return mark.wire(index: start, boxes: [])
    }
}
