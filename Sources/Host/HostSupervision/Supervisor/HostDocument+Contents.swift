package import HostProtocol
import SheafOS
import Varlink

// What documents say, in parts.

extension HostDocument {
    /// A part of what it says of a kind.
    ///
    /// - Parameters:
    ///   - page: nil where the kind is about the document as a whole.
    ///   - extent: what of a text.
    ///   - needle: what is searched for, without regard to case.
    @discardableResult
    package func contents(
        _ kind: ContentKind, of page: Int64? = nil, _ extent: TextExtent = .all, needle: String? = nil,
        part: ItemPart = ItemPart(), priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping HostCompletion<ItemList>
    ) -> HostTicket {
        if let needle, let error = Self.tooLong(needle, "needle") { return refuse(error, completion) }
        var (clip, selection): (HostInterface.Clip?, HostInterface.Clip?)
        switch extent {
        case .all, .allWithCarets: break
        case .inside(let box): clip = box.wire
        case .between(let x, let y, let otherX, let otherY): selection = .init(x0: x, y0: y, x1: otherX, y1: otherY)
        }
        let work = kind.work
        return ask(
            HostInterface.Contents.self, work.kind, work.verb, of: page, priority: priority, for: user, completion
        ) { [clip, selection] in
            .init(
                serial: $0, document: $1, kind: Int(kind.rawValue), page: page.map { Int($0) }, needle: needle,
                clip: clip, selection: selection, carets: extent == .allWithCarets ? true : nil, first: part.first,
                count: part.count)
        } value: {
            ItemList($0, part: part)
        }
    }

    /// A part of the matches in the text of a page, found by the host.
    ///
    /// - Parameter isBackward: whether the last one is the first.
    @discardableResult
    package func find(
        _ query: TextQuery, on page: Int64, isBackward: Bool = false, part: ItemPart = ItemPart(),
        priority: HostPriority = .demand, for user: UInt32? = nil, completion: @escaping HostCompletion<MatchList>
    ) -> HostTicket {
        if let error = Self.tooLong(query.needle, "needle") { return refuse(error, completion) }
        // A page that ends hosts costs no more than itself: what is asked again looks at no other.
        var asked = 0
        return ask(
            HostInterface.Find.self, .contents(.text), "search", of: page, priority: priority, for: user, completion
        ) {
            asked += 1
            return .init(
                serial: $0, document: $1, page: Int(page), needle: query.needle, anyCase: query.isOfAnyCase,
                anyMarks: query.isOfAnyMarks, wholeWords: query.isOfWholeWords, backward: isBackward,
                alone: asked > 1 ? true : nil, first: part.first, count: part.count)
        } value: {
            MatchList($0, part: part)
        }
    }

    /// The matches in a part of the text of a document that flows, from a position on, found by the host without its pages. Only where the
    /// provider has the capability ``ProviderCapability/passage``.
    @discardableResult
    package func find(
        _ query: TextQuery, from position: Int64, priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping HostCompletion<TextFindings>
    ) -> HostTicket {
        if let error = Self.tooLong(query.needle, "needle") { return refuse(error, completion) }
        return ask(
            HostInterface.FindAhead.self, .contents(.text), "search", priority: priority, for: user, completion
        ) {
            .init(
                serial: $0, document: $1, position: Int(position), needle: query.needle, anyCase: query.isOfAnyCase,
                anyMarks: query.isOfAnyMarks, wholeWords: query.isOfWholeWords)
        } value: {
            TextFindings($0, from: position)
        }
    }
}
