import Varlink

/// An answer that lists what may be many: others are served between two slices of it, and none is made before the peer has taken
/// the one before. What has gone meanwhile is left out, so that only names of it are kept.
struct SlicedList<Method: VarlinkMethod, ID> {
    private let call: VarlinkCall<Method>
    private let ids: ArraySlice<ID>
    private let reply: (_ ids: ArraySlice<ID>, _ leftOut: Int?) -> Method.Reply

    /// - Parameter reply: lists some of it; `leftOut` is how many are not listed at all, nil where all are.
    init(
        _ call: VarlinkCall<Method>, of ids: some Sequence<ID>,
        reply: @escaping (_ ids: ArraySlice<ID>, _ leftOut: Int?) -> Method.Reply
    ) {
        self.init(call, ids: ArraySlice(ids), reply)
    }

    private init(
        _ call: VarlinkCall<Method>, ids: ArraySlice<ID>,
        _ reply: @escaping (_ ids: ArraySlice<ID>, _ leftOut: Int?) -> Method.Reply
    ) {
        self.call = call
        self.ids = ids
        self.reply = reply
    }

    /// CommandInputs: whoever takes one reply only gets no more than is made in one go.
    func answer() {
        guard call.wantsMore else {
            let listed = ids.prefix(ListLimits.entries)
            return call.reply(reply(listed, listed.count < ids.count ? ids.count - listed.count : nil))
        }
        let slice = ids.prefix(ListLimits.slice)
        guard slice.count < ids.count else { return call.reply(reply(slice, nil)) }
        guard call.replyAndContinue(reply(slice, nil)) else { return }
        let rest = Self(call, ids: ids.dropFirst(slice.count), reply)
        call.onDrained { rest.answer() }
    }
}

/// How long lists are.
enum ListLimits {
    /// Entries of a list that comes in one reply: to make it takes the loop some 4 ms, and nobody else is served meanwhile.
    static let entries = 1_024
    /// Entries of each reply where there may be several.
    static let slice = 256
}
