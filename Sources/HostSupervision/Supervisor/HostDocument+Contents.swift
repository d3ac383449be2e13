package import HostProtocol
import SheafOS
import Varlink

// What documents say: their text, and lists of items, in parts.

extension HostDocument {
    /// Asks for a part of a list of items.
    private func items<Method: VarlinkMethod>(
        _ method: Method.Type, _ kind: RequestSubject.Kind, _ verb: String, of page: Int64? = nil, _ part: ItemPart,
        _ priority: HostPriority, _ user: UInt32?, _ completion: @escaping HostCompletion<ItemList>,
        parameters: @escaping (_ serial: Int, _ document: Int) -> Method.Parameters
    ) -> HostTicket where Method.Failure == HostInterface.Failure, Method.Reply: ItemReply {
        ask(method, kind, verb, of: page, priority: priority, for: user, completion, parameters: parameters) {
            ItemList($0, part: part)
        }
    }

    /// A part of the text of a page, in reading order.
    ///
    /// - Parameter extent: what of it.
    @discardableResult
    package func text(
        of page: Int64, _ extent: TextExtent = .all, part: ItemPart = ItemPart(), priority: HostPriority = .demand,
        for user: UInt32? = nil, completion: @escaping HostCompletion<ItemList>
    ) -> HostTicket {
        var (clip, selection): (HostInterface.Clip?, HostInterface.Clip?)
        switch extent {
        case .all: break
        case .inside(let box): clip = box.wire
        case .between(let x, let y, let otherX, let otherY): selection = .init(x0: x, y0: y, x1: otherX, y1: otherY)
        }
        return items(HostInterface.Text.self, .text, "read the text of", of: page, part, priority, user, completion) {
            [clip, selection] in
            .init(
                serial: $0, document: $1, page: Int(page), first: part.first, count: part.count, clip: clip,
                selection: selection)
        }
    }

    /// A part of the links of a page.
    @discardableResult
    package func links(
        of page: Int64, part: ItemPart = ItemPart(), priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping HostCompletion<ItemList>
    ) -> HostTicket {
        items(
            HostInterface.Links.self, .links, "read the links of", of: page, part, priority, user, completion
        ) {
            .init(serial: $0, document: $1, page: Int(page), first: part.first, count: part.count)
        }
    }

    /// A part of the annotations on a page.
    @discardableResult
    package func annotations(
        of page: Int64, part: ItemPart = ItemPart(), priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping HostCompletion<ItemList>
    ) -> HostTicket {
        items(
            HostInterface.Annotations.self, .annotations, "read the annotations on", of: page, part, priority, user,
            completion
        ) {
            .init(serial: $0, document: $1, page: Int(page), first: part.first, count: part.count)
        }
    }

    /// A part of the matches of a text on a page, without regard to case.
    @discardableResult
    package func search(
        for needle: String, on page: Int64, part: ItemPart = ItemPart(), priority: HostPriority = .demand,
        for user: UInt32? = nil, completion: @escaping HostCompletion<ItemList>
    ) -> HostTicket {
        if let error = Self.tooLong(needle, "needle") { return refuse(error, completion) }
        return items(HostInterface.Search.self, .text, "search", of: page, part, priority, user, completion) {
            .init(serial: $0, document: $1, page: Int(page), needle: needle, first: part.first, count: part.count)
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
        return ask(HostInterface.Find.self, .text, "search", of: page, priority: priority, for: user, completion) {
            .init(
                serial: $0, document: $1, page: Int(page), needle: query.needle, anyCase: query.isOfAnyCase,
                anyMarks: query.isOfAnyMarks, wholeWords: query.isOfWholeWords, backward: isBackward,
                first: part.first, count: part.count)
        } value: {
            MatchList($0, part: part)
        }
    }

    /// A part of the table of contents.
    @discardableResult
    package func outline(
        part: ItemPart = ItemPart(), priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping HostCompletion<ItemList>
    ) -> HostTicket {
        items(HostInterface.Outline.self, .outline, "read its outline", part, priority, user, completion) {
            .init(serial: $0, document: $1, first: part.first, count: part.count)
        }
    }

    /// A part of what the document says about itself.
    @discardableResult
    package func metadata(
        part: ItemPart = ItemPart(), priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping HostCompletion<ItemList>
    ) -> HostTicket {
        items(HostInterface.Metadata.self, .metadata, "read its metadata", part, priority, user, completion) {
            .init(serial: $0, document: $1, first: part.first, count: part.count)
        }
    }
}
