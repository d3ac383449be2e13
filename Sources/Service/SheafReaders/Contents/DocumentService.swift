import HostProtocol
import HostSupervision
import Navigation
import PageModel
import Places
package import SheafBase
import SheafDocuments
import SheafInterface
import SheafOS
import Varlink

/// The interface org.sheaf.Document: clients' questions about the contents of documents. No call changes a reader, or
/// waits for one: each goes on as soon as its document has answered.
package final class DocumentService: DocumentHandler {
    typealias Interface = DocumentInterface
    typealias Failure = DocumentInterface.Failure

    /// How many pages one answer lists.
    static let maxPages = 256

    private let readers: ReaderTable
    private let digests: DocumentDigests
    private let limitNotices: LimitNotices

    package init(readers: ReaderTable, digests: DocumentDigests, limitNotices: LimitNotices) {
        self.readers = readers
        self.digests = digests
        self.limitNotices = limitNotices
    }

    // MARK: The document

    func getMetadata(
        _ asked: Interface.GetMetadataParameters, _ call: VarlinkCall<Interface.GetMetadata>
    ) throws(Failure) {
        let part = try ItemPart(asked.first, asked.count)
        try answer(call, asked.reader, asked.axis) { _, axis, inputs throws(Interruption) in
            let list = try inputs.items(.contents(.metadata, part), of: axis.document)
            return .init(
                entries: list.items.map { .init(key: $0.key ?? "", value: $0.text ?? "") }, next: list.next(after: part)
            )
        }
    }

    func getDigest(_ asked: Interface.GetDigestParameters, _ call: VarlinkCall<Interface.GetDigest>) throws(Failure) {
        let session = try session(asked.reader, of: call)
        let axis = try session.axis(asked.axis)
        guard call.isOpen else { return }
        ReaderStart.whenOpen(session, fail: failing(call, of: session)) { [digests] in
            digests.digest(of: axis.document, for: session.uid) { result in
                switch result {
                case .success(let digest): call.reply(.init(digest: digest.text))
                case .failure(.noDigest(let reason)): call.fail(.noDigest(reason: reason))
                case .failure(.unreadable(let reason)): call.fail(.notReadable(reason: reason))
                case .failure(.notNow(let reason)):
                    call.fail(
                        session.isClosed ? .noSuchReader(reader: asked.reader) : .serviceOverloaded(reason: reason))
                }
            }
        }
    }

    func getOutline(
        _ asked: Interface.GetOutlineParameters, _ call: VarlinkCall<Interface.GetOutline>
    ) throws(Failure) {
        let part = try ItemPart(asked.first, asked.count)
        try answer(call, asked.reader, asked.axis) { session, axis, inputs throws(Interruption) in
            let list = try inputs.items(.contents(.outline, part), of: axis.document)
            let targets = try session.targets(of: list.items, on: axis, inputs)
            for index in targets.indexes { session.prefetch.listed(index, on: axis) }
            return .init(
                entries: list.items.enumerated().map { offset, item in
                    .init(
                        number: part.first + offset, level: Int(item.level), title: item.text ?? "",
                        target: targets.target(of: item))
                }, next: list.next(after: part))
        }
    }

    func getPages(_ asked: Interface.GetPagesParameters, _ call: VarlinkCall<Interface.GetPages>) throws(Failure) {
        let first = try RangeCheck.number(asked.first ?? 0, "first", 0...Int(HostLimits.pages))
        let count = try RangeCheck.number(asked.count ?? Self.maxPages, "count", 1...Self.maxPages)
        try answer(call, asked.reader, asked.axis) { session, axis, inputs throws(Interruption) in
            let pages = try session.pages(in: first..<first + count, on: axis, inputs)
            return .init(entries: pages.found, pages: axis.count.documentWire, next: pages.next)
        }
    }

    func getThumbnails(
        _ asked: Interface.GetThumbnailsParameters, _ call: VarlinkCall<Interface.GetThumbnails>
    ) throws(Failure) {
        let first = try RangeCheck.number(asked.first ?? 0, "first", 0...Int(HostLimits.pages))
        let count = try RangeCheck.number(
            asked.count ?? ThumbnailStrip.maxPages, "count", 1...ThumbnailStrip.maxPages)
        guard call.wantsMore, call.isOpen else { throw .service(.expectedMore) }
        try whenReady(call, asked.reader, asked.axis, taking: { _, _ in }) {
            session, axis, _, _, fail throws(Interruption) in
            guard call.isOpen else { return }
            ThumbnailStrip(
                of: first..<first + count, on: axis, of: session, handover: asked.handover ?? .descriptor, call,
                fail: fail
            ).begin()
        }
    }

    // MARK: A page

    func getLinks(_ asked: Interface.GetLinksParameters, _ call: VarlinkCall<Interface.GetLinks>) throws(Failure) {
        let part = try ItemPart(asked.first, asked.count)
        try answer(call, asked.reader, asked.axis, at: asked.index) {
            session, axis, page, inputs throws(Interruption) in
            let list = try inputs.items(.contents(.links, part, of: page.page), of: axis.document)
            let targets = try session.targets(of: list.items, on: axis, inputs)
            return .init(
                page: page.wire,
                links: list.items.enumerated().map { offset, item in
                    .init(
                        number: part.first + offset, place: page.place(of: item), target: targets.target(of: item),
                        note: item.text == "noteref" ? true : nil)
                }, next: list.next(after: part))
        }
    }

    func getAnnotations(
        _ asked: Interface.GetAnnotationsParameters, _ call: VarlinkCall<Interface.GetAnnotations>
    ) throws(Failure) {
        let part = try ItemPart(asked.first, asked.count)
        try answer(call, asked.reader, asked.axis, at: asked.index) {
            session, axis, page, inputs throws(Interruption) in
            let list = try inputs.items(.contents(.annotations, part, of: page.page), of: axis.document)
            return .init(
                page: page.wire,
                annotations: list.items.map { item in
                    .init(
                        kind: item.key ?? "", place: page.place(of: item), text: item.text ?? "", author: item.author,
                        modified: item.modified.map { Int($0) })
                }, next: list.next(after: part))
        }
    }

    func getText(_ asked: Interface.GetTextParameters, _ call: VarlinkCall<Interface.GetText>) throws(Failure) {
        let part = try ItemPart(asked.first, asked.count)
        let extent = try TextExtent(checking: asked)
        try answer(call, asked.reader, asked.axis, at: asked.index) {
            session, axis, page, inputs throws(Interruption) in
            let list = try inputs.items(.contents(.text, part, of: page.page, extent), of: axis.document)
            return .init(
                page: page.wire,
                runs: list.items.map { item in
                    .init(
                        text: item.text ?? "", place: page.place(of: item),
                        carets: item.carets.isEmpty ? nil : item.carets)
                },
                next: list.next(after: part))
        }
    }

    func getBlocks(_ asked: Interface.GetBlocksParameters, _ call: VarlinkCall<Interface.GetBlocks>) throws(Failure) {
        let part = try ItemPart(asked.first, asked.count)
        try answer(call, asked.reader, asked.axis, at: asked.index) {
            session, axis, page, inputs throws(Interruption) in
            let list = try inputs.items(.contents(.blocks, part, of: page.page), of: axis.document)
            return .init(
                page: page.wire,
                blocks: list.items.map { item in
                    .init(
                        kind: item.key ?? "", place: page.place(of: item), text: item.text ?? "",
                        level: item.level > 0 ? Int(item.level) : nil)
                }, next: list.next(after: part))
        }
    }

    // MARK: Searching

    func search(_ asked: Interface.SearchParameters, _ call: VarlinkCall<Interface.Search>) throws(Failure) {
        let length = asked.needle.utf8.count
        guard (1...ContentSearch.maxNeedle).contains(length) else {
            throw .invalidNeedle(
                reason: length == 0
                    ? "there is nothing to search for"
                    : "it has \(length) bytes, and \(ContentSearch.maxNeedle) are allowed")
        }
        guard call.wantsMore, call.isOpen else { throw .service(.expectedMore) }
        let query = TextQuery(
            asked.needle, isOfAnyCase: !(asked.matchCase ?? false), isOfAnyMarks: !(asked.matchMarks ?? false),
            isOfWholeWords: asked.wholeWords ?? false)
        try whenReady(call, asked.reader, asked.axis, taking: Self.index(asked.index)) {
            session, axis, index, inputs, fail throws(Interruption) in
            guard call.isOpen else { return }
            let start = try session.contentPage(at: index, on: axis, inputs)
            ContentSearch(
                query, from: start.index, isBackward: asked.direction == .backward, isEarly: asked.early ?? false,
                on: axis, of: session, call, fail: fail
            ).begin()
        }
    }

    // MARK: Calls

    /// Answers a call when the document has said what it needs to know.
    ///
    /// - Parameter body: makes the answer; called again each time that the document has said something.
    private func answer<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, _ reader: String, _ axis: DocumentInterface.Axis?,
        _ body: @escaping (ReaderSession, ReaderAxis, CommandInputs) throws(Interruption) -> Method.Reply
    ) throws(DocumentInterface.Failure) where Method.Failure == DocumentInterface.Failure {
        try whenReady(call, reader, axis, taking: { _, _ in }) {
            session, axis, _, inputs, _ throws(Interruption) in
            guard call.isOpen else { return }
            call.reply(try body(session, axis, inputs))
        }
    }

    /// Answers a call about a page when the document has said what it needs to know.
    ///
    /// - Parameter index: of the page on the axis; nil: the one that the reader shows there when it is asked.
    func answer<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, _ reader: String, _ axis: DocumentInterface.Axis?, at index: Int?,
        _ body: @escaping (ReaderSession, ReaderAxis, ContentPage, CommandInputs) throws(Interruption) -> Method.Reply
    ) throws(DocumentInterface.Failure) where Method.Failure == DocumentInterface.Failure {
        try whenReady(call, reader, axis, taking: Self.index(index)) {
            session, axis, index, inputs, _ throws(Interruption) in
            guard call.isOpen else { return }
            let page = try session.contentPage(at: index, on: axis, inputs)
            call.reply(try body(session, axis, page, inputs))
        }
    }

    /// The index of the page that a question is about: the one that is asked for, else that of the page which the
    /// reader shows.
    private static func index(_ asked: Int?) -> (ReaderSession, ReaderAxis) -> Int? {
        { session, axis in asked ?? session.indexShown(on: axis) }
    }

    /// Does something for a call when the reader is there, beside what else is asked of that.
    ///
    /// - Parameters:
    ///   - take: takes of the reader what the answer goes by, once.
    ///   - body: also gets what answers the call with an error.
    func whenReady<Method: VarlinkMethod, Taken>(
        _ call: VarlinkCall<Method>, _ reader: String, _ axis: DocumentInterface.Axis?,
        taking take: @escaping (ReaderSession, ReaderAxis) -> Taken,
        _ body:
            @escaping (ReaderSession, ReaderAxis, Taken, CommandInputs, @escaping (ReaderError) -> Void)
            throws(Interruption) -> Void
    ) throws(DocumentInterface.Failure) where Method.Failure == DocumentInterface.Failure {
        let session = try session(reader, of: call)
        let axis = try session.axis(axis)
        // Its answer is all there is to it.
        guard call.isOpen else { return }
        let fail = failing(call, of: session)
        ReaderStart.whenOpen(session, fail: fail) {
            session.queue.runBeside(
                ReaderCommand(
                    taking: { _ in take(session, axis) },
                    answer: { taken, inputs throws(Interruption) in try body(session, axis, taken, inputs, fail) },
                    fail: fail),
                priority: .contents)
        }
    }

    private func session<Method: VarlinkMethod>(
        _ reader: String, of call: VarlinkCall<Method>
    ) throws(DocumentInterface.Failure) -> ReaderSession {
        guard let session = readers.session(reader, of: call.peer.uid, usedBy: call.connection.id)
        else { throw .noSuchReader(reader: reader) }
        return session
    }

    /// Returns the closure that answers a call with an error.
    private func failing<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, of session: ReaderSession
    ) -> (ReaderError) -> Void where Method.Failure == DocumentInterface.Failure {
        { [limitNotices] error in
            let failure = ReaderInterface.Failure(error, of: session)
            limitNotices.reached(failure, by: session.uid)
            call.fail(DocumentInterface.Failure(failure))
        }
    }
}

extension ReaderSession {
    /// The axis that a client names; nil: the first.
    func axis(_ wire: DocumentInterface.Axis?) throws(DocumentInterface.Failure) -> ReaderAxis {
        guard let wire else { return pages.axes[0] }
        guard let axis = pages.axis(wire == .horizontal ? .horizontal : .vertical) else {
            throw .noSuchAxis(axis: wire)
        }
        return axis
    }
}

extension CommandInputs {
    /// The items that a document answers.
    func items(
        _ question: DocumentQuery.Question, of document: ServedDocument
    ) throws(Interruption) -> ItemList {
        let answer = try answer(to: question, of: document)
        if let failure = answer.failure { throw .failure(.document(failure)) }
        guard case .items(.success(let list)) = answer else { return ItemList() }
        return list
    }
}

extension ItemList {
    /// The number of the item behind a part that was asked for; nil where there is none.
    func next(after part: ItemPart) -> Int? {
        let next = part.first + items.count
        return isTruncated && next < HostLimits.listedItems ? next : nil
    }
}

// What clients send, checked.

/// Numbers that a client sends.
enum RangeCheck {
    /// A number within a range.
    static func number(
        _ value: Int, _ field: String, _ range: ClosedRange<Int>
    ) throws(DocumentInterface.Failure) -> Int {
        guard range.contains(value) else {
            throw .invalidRange(
                field: field, reason: "\(value) is not within \(range.lowerBound) and \(range.upperBound)")
        }
        return value
    }

    /// A coordinate, in points.
    static func points(_ value: Double, _ field: String) throws(DocumentInterface.Failure) -> Double {
        guard value.isFinite, abs(value) <= PageSize.sides.upperBound else {
            throw .invalidRange(field: field, reason: "\(value) is not within -10^9 and 10^9 points")
        }
        return value
    }
}

extension ItemPart {
    fileprivate init(_ first: Int?, _ count: Int?) throws(DocumentInterface.Failure) {
        self.init(
            first: try RangeCheck.number(first ?? 0, "first", 0...HostLimits.listedItems - 1),
            count: try RangeCheck.number(
                count ?? ContentLimits.entries, "count", 1...ContentLimits.entries))
    }
}

extension PointBox {
    fileprivate init(checking wire: DocumentInterface.Box) throws(DocumentInterface.Failure) {
        self.init(
            x0: try RangeCheck.points(wire.x0, "x0"), y0: try RangeCheck.points(wire.y0, "y0"),
            x1: try RangeCheck.points(wire.x1, "x1"), y1: try RangeCheck.points(wire.y1, "y1"))
        self = ordered
    }
}

extension TextExtent {
    fileprivate init(checking asked: DocumentInterface.GetTextParameters) throws(DocumentInterface.Failure) {
        switch (asked.box, asked.from, asked.to) {
        case (nil, nil, nil): self = asked.carets ?? false ? .allWithCarets : .all
        case (let box?, nil, nil): self = .inside(try PointBox(checking: box))
        case (nil, let from?, let to?):
            self = .between(
                x: try RangeCheck.points(from.x, "from"), y: try RangeCheck.points(from.y, "from"),
                otherX: try RangeCheck.points(to.x, "to"), otherY: try RangeCheck.points(to.y, "to"))
        default:
            throw .invalidRange(field: "box", reason: "it takes a box, or from and to, or none of them")
        }
        if asked.carets ?? false, self != .allWithCarets {
            throw .invalidRange(field: "carets", reason: "they are told of the whole text alone")
        }
    }
}

extension DocumentInterface.Failure {
    /// Makes the error for a client whose question about its document failed.
    init(_ failure: ReaderInterface.Failure) {
        switch failure {
        case .service(let failure): self = .service(failure)
        case .noSuchReader(let reader): self = .noSuchReader(reader: reader)
        case .noSuchPage(let target, let pages): self = .noSuchPage(target: target, pages: pages)
        case .empty: self = .empty
        case .unsupported(let what): self = .unsupported(what: what)
        case .superseded: self = .superseded
        case .notADocument(let reason), .notAFile(let reason), .pathRefused(_, let reason), .pageFailed(_, let reason):
            self = .notReadable(reason: reason)
        case .remoteDocument: self = .notReadable(reason: "it is on FUSE or a network file system")
        case .documentFailed(let reason): self = .documentFailed(reason: reason)
        case .limitReached(let limit, let value): self = .limitReached(limit: limit, value: value)
        case .serviceOverloaded(let reason): self = .serviceOverloaded(reason: reason)
        default: self = .serviceOverloaded(reason: "the document can't be asked now")
        }
    }
}
