import Navigation
import SheafInterface
import SheafOS
import Varlink

// The turn to pages in the cache, from its call to its answer: what ``ReaderSession/turnAtOnce(to:on:_:wraps:isHandedOver:answering:)``
// has around it.

extension ReaderService {
    /// A cached turn, from its bytes to its answer: nothing is decoded that it does not need. False where it is not that.
    func navigate(scanned: borrowing ReaderInterface.NavigateScan, _ call: borrowing ScannedCall) -> Bool {
        guard scanned.duration ?? 0 == 0, let target = Target(scanned.target),
            let session = readers.session(
                scanned.reader, of: call.peer.uid, usedBy: call.connection.id),
            session.queue.isIdle, session.step.isOpen
        else { return false }
        // A oneway call has nobody to hand a page to.
        var isHandedOver = !call.flags.isOneway
        switch scanned.handover {
        case .inline?: return false
        case .some(.none): isHandedOver = false
        case nil, .descriptor?: break
        }
        return session.turnAtOnce(
            to: target, on: scanned.axis.map { Navigation.Axis($0) },
            scanned.direction.map { Navigation.Direction($0) }, wraps: scanned.wrap ?? false,
            isHandedOver: isHandedOver, answering: call)
    }
}

extension ReaderSession {
    /// Whether pages may be handed over out of the cache, which is noted then. Where they were before, over the same connection,
    /// and nothing was returned since, it was.
    func mayHave(_ first: PageView, _ second: PageView?, over connection: VarlinkConnection) -> Bool {
        if isLeased(first, over: connection), second.map({ isLeased($0, over: connection) }) ?? true { return true }
        let handed = [first, second].compactMap { $0?.handed }
        guard context.leases.refusal(of: handed.map(\.served), to: uid) == nil else { return false }
        noteLease(of: handed, over: connection)
        return true
    }

    /// A page that is known and in the cache, in the size that the viewport asks for.
    func cachedView(at index: Int, on axis: ReaderAxis) -> PageView? {
        guard let view = pages.recentView(at: index, on: axis.surface), !view.isReduced else { return nil }
        if view.record?.memory != nil { return view }
        view.record = context.server.record(of: view.rendition)
        return view.record?.memory == nil ? nil : view
    }

    @inline(__always)
    private func isLeased(_ view: PageView, over connection: VarlinkConnection) -> Bool {
        guard let lease = view.lease, lease.connection == connection.id,
            lease.number == view.record?.memory?.number
        else { return false }
        return lease.epoch == context.leases.epoch
    }

    /// Notes that pages were handed over out of the cache.
    func noteLease(of pages: [HandedPage], over connection: VarlinkConnection) {
        context.leases.add(pages.map(\.served), to: self, over: connection)
        for page in pages {
            page.view.lease = (connection.id, page.served.memory.number, context.leases.epoch)
        }
    }

    // MARK: The answer: what is said of pages is kept as bytes

    /// Answers the call for a turn to pages out of the cache, as a ``TurnResult`` would.
    ///
    /// - Parameter isHandedOver: whether the pages go to the caller.
    func answer(
        _ call: borrowing ScannedCall, with first: PageView, _ second: PageView?, isHandedOver: Bool
    ) {
        guard isHandedOver else { return call.reply { writer in encodeTurn(to: first, into: &writer) } }
        call.reply(first: first.record?.memory?.descriptor, second: second?.record?.memory?.descriptor) { writer in
            encodeTurn(to: first, second, into: &writer)
        }
    }

    private func encodeTurn(to first: PageView, _ second: PageView?, into writer: inout JSONWriter) {
        writer.raw(#"{"noop":false,"hit":true,"transition":"#)
        writer.int(step.transition)
        first.replyPart(position: 0, in: self)?.encodeFields(into: &writer)
        if let second {
            writer.raw(#","second":"#)
            second.replyPart(position: 1, in: self)?.page.encode(into: &writer)
        }
        writer.endObject()
    }

    private func encodeTurn(to first: PageView, into writer: inout JSONWriter) {
        writer.raw(#"{"noop":false,"hit":true,"transition":"#)
        writer.int(step.transition)
        writer.raw(#","location":"#)
        first.replyPart(position: 0, in: self)?.location.encode(into: &writer)
        writer.endObject()
    }
}

extension PageView {
    /// What replies say of it as bytes, where it is in the cache.
    ///
    /// - Parameter position: the index of its memory among its message's descriptors.
    fileprivate func replyPart(position: Int, in session: ReaderSession) -> ReplyPart? {
        if let replyPart, replyPart.position == position, replyPart.number == record?.memory?.number {
            return replyPart
        }
        replyPart = record?.replyPart(of: page, position: position) {
            handed?.wire(position: position, in: session).map { ($0, session.wire(page.location)) }
        }
        return replyPart
    }
}
