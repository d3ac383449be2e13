import Varlink

/// What became of the end of an animation, as scripts are told.
struct SettleResult: JSONEncodable {
    let transition: Int
    let isSettled: Bool

    func encode(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key(#","transition":"#)
        transition.encode(into: &writer)
        writer.key(#","settled":"#)
        isSettled.encode(into: &writer)
        writer.endObject()
    }
}
