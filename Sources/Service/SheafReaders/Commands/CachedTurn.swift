import Leases
import Navigation
import PageModel
import SheafInterface
import SheafOS
import SheafPages
import Varlink

/// The short way of a turn: a reader that has one axis and rests goes at once to known pages that are in the cache. Nearly every turn
/// is one. The result is that of ``Turn/perform(on:_:over:)``.
enum CachedTurn {
    /// Makes the turn and answers it, where it is one.
    ///
    /// - Parameters:
    ///   - name: the axis that is to turn; nil: the first.
    ///   - connection: who takes the pages; nil: the watches.
    ///   - reply: sends an answer with the memory of pages along.
    /// - Returns: whether it was answered; where it is another turn, nothing was done.
    @inline(__always)
    static func make(
        of session: ReaderSession, to target: Target, on name: Axis?, _ direction: Direction?, wraps: Bool,
        handingOverTo connection: VarlinkConnection?,
        reply: (SharedDescriptor?, SharedDescriptor?, (inout JSONWriter) -> Void) -> Void
    ) -> Bool {
        let model = session.model
        let axis = model.firstAxis
        let spreads = axis.spreads
        guard name == nil || name == axis.axis, !spreads.hasBacks, model.standing.shown.back == nil,
            let settled = model.standing.shown.pages.first,
            // To go to a page that is known, nobody has to know how many there are.
            let index = model.indexToTurnTo(
                target, wraps: wraps, pages: wraps || target == .last ? axis.exactCount : nil)
        else { return false }
        let spread = spreads.spread(ofPage: index)
        let indexes = spreads.pages(ofSpread: spread)
        guard !axis.isUncounted(to: wraps ? .max : indexes.upperBound), spread != model.standing.shown.index,
            let first = model.cachedView(at: indexes.lowerBound, on: axis),
            let slot = first.record?.slot
        else { return false }
        var second: PageView?
        if indexes.count > 1, indexes.lowerBound + 1 < axis.exactCount ?? .max {
            guard let view = model.cachedView(at: indexes.lowerBound + 1, on: axis),
                view.rendition.page != first.rendition.page
            else { return false }
            second = view
        }
        if let connection, !model.mayHave(first, second, over: connection) { return false }
        let now = model.context.recentTime
        guard session.protection.turn(to: slot, second?.record?.slot, at: now) else { return false }
        // Nothing is in its way any more.
        model.turnAtOnce(
            to: Spread(index: spread, pages: PagePair(first.page.location, second?.page.location)),
            direction: direction ?? target.direction, at: now)
        if connection == nil {
            reply(nil, nil) { writer in encode(first, of: model, into: &writer) }
        } else {
            reply(first.record?.memory?.descriptor, second?.record?.memory?.descriptor) { writer in
                encode(first, second, of: model, into: &writer)
            }
        }
        session.turned(
            from: settled, to: spread, first, second, isJump: target.isNamed, isHandedOver: connection != nil, at: now)
        return true
    }

    // What is said of pages is kept as bytes. A ``TurnResult`` would say the same.

    private static func encode(
        _ first: PageView, _ second: PageView?, of model: ReaderModel, into writer: inout JSONWriter
    ) {
        writer.raw(#"{"noop":false,"hit":true,"transition":"#)
        writer.int(model.standing.transition)
        if let part = first.replyPart(position: 0, in: model) { writer.raw(part.fields) }
        if let second {
            writer.raw(#","second":"#)
            second.replyPart(position: 1, in: model)?.page.encode(into: &writer)
        }
        writer.endObject()
    }

    private static func encode(_ first: PageView, of model: ReaderModel, into writer: inout JSONWriter) {
        writer.raw(#"{"noop":false,"hit":true,"transition":"#)
        writer.int(model.standing.transition)
        writer.raw(#","location":"#)
        first.replyPart(position: 0, in: model)?.location.encode(into: &writer)
        writer.endObject()
    }
}

extension ReaderModel {
    /// A page that is known and in the cache, in the size that the viewport asks for.
    fileprivate func cachedView(at index: Int, on axis: ReaderAxis) -> PageView? {
        guard let view = pages.recentView(at: index, on: axis.surface), !view.isReduced else { return nil }
        if view.record?.memory != nil { return view }
        view.record = context.store.record(of: view.rendition)
        return view.record?.memory == nil ? nil : view
    }

    /// Whether pages may be handed over out of the cache, which is noted then. Where they were before, over the same connection,
    /// and nothing was returned since, it was.
    @inline(__always)
    fileprivate func mayHave(_ first: PageView, _ second: PageView?, over connection: VarlinkConnection) -> Bool {
        if isLeased(first, over: connection), second.map({ isLeased($0, over: connection) }) ?? true { return true }
        let handed = [first, second].compactMap { $0?.handed }
        guard context.leases.refusal(of: handed.map(\.served), to: uid) == nil else { return false }
        noteLease(of: handed, over: connection)
        return true
    }

    @inline(__always)
    private func isLeased(_ view: PageView, over connection: VarlinkConnection) -> Bool {
        guard let lease = view.lease, lease.connection.number == connection.id.number,
            lease.number == view.record?.memory?.number
        else { return false }
        return lease.epoch == context.leases.account.epoch
    }

    /// Notes that pages were handed over out of the cache.
    func noteLease(of pages: [HandedPage], over connection: VarlinkConnection) {
        context.leases.add(pages.map(\.served), to: client, over: connection)
        for page in pages {
            page.view.lease = (connection.id, page.served.memory.number, context.leases.account.epoch)
        }
    }
}

extension PageView {
    /// The page's part of a reply as bytes, where the page is in the cache.
    ///
    /// - Parameter position: the index of its memory among its message's descriptors.
    fileprivate func replyPart(position: Int, in model: ReaderModel) -> ReplyPart? {
        if let replyPart, replyPart.key.position == position, replyPart.number == record?.memory?.number {
            return replyPart
        }
        let key = ReplyPart.Key(
            index: page.location.index, surface: page.location.surface, label: page.label, position: position)
        replyPart = record?.replyPart(key) {
            handed?.wire(position: position, in: model).map { wire in
                (JSONText { wire.encode(into: &$0) }, JSONText { model.wire(page.location).encode(into: &$0) })
            }
        }
        return replyPart
    }
}
