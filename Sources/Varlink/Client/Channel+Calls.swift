import SheafOS

extension Channel {
    /// Sends a call.
    func send<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, flags: VarlinkCallFlags,
        descriptors: [SharedDescriptor]
    ) throws(VarlinkError) {
        scratch.writer.removeAll()
        scratch.writer.raw(#"{"method":""#)
        scratch.writer.raw(Method.name)
        // A flag that is not set is left out: "more":false is not what everybody expects.
        scratch.writer.raw("\"")
        if flags.contains(.oneway) { scratch.writer.raw(#","oneway":true"#) }
        if flags.contains(.more) { scratch.writer.raw(#","more":true"#) }
        if flags.contains(.upgrade) { scratch.writer.raw(#","upgrade":true"#) }
        scratch.writer.raw(#","parameters":"#)
        parameters.encode(into: &scratch.writer)
        scratch.writer.raw("}")
        scratch.writer.endMessage()
        try send(descriptors: descriptors)
    }

    /// Parses a reply, and calls `body` with it.
    func withReply<Result>(
        _ message: IncomingMessage, _ body: (borrowing ReplyEnvelope) throws(JSONError) -> Result
    ) throws(VarlinkError) -> Result {
        do throws(JSONError) {
            return try scratch.parser.withValue(
                in: message.buffer, message.range,
                onError: { error throws(JSONError) in throw error },
                { value throws(JSONError) in
                    try body(try ReplyEnvelope(decoding: value.ignoringUnknownFields))
                })
        } catch {
            throw VarlinkError(.protocolViolation, "a reply can't be read: \(error)")
        }
    }
}
