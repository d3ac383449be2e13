import SheafOS

extension Channel {
    /// Sends a call.
    mutating func send<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, flags: VarlinkCallFlags,
        descriptors: [SharedDescriptor]
    ) throws(VarlinkError) {
        let scratch = self.scratch
        scratch.writer.call(method, parameters, flags: flags)
        try send(&scratch.writer, descriptors: descriptors)
    }
}

extension JSONWriter {
    /// A whole call. A flag that is not set is left out: "more":false is not what everybody expects.
    fileprivate mutating func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, flags: VarlinkCallFlags
    ) {
        raw(#"{"method":""#)
        raw(Method.name)
        raw("\"")
        if flags.contains(.oneway) { raw(#","oneway":true"#) }
        if flags.contains(.more) { raw(#","more":true"#) }
        if flags.contains(.upgrade) { raw(#","upgrade":true"#) }
        raw(#","parameters":"#)
        parameters.encode(into: &self)
        raw("}\0")
    }
}

extension Scratch {
    /// Calls `body` with the reply that was parsed last.
    func withReply<Result>(
        _ message: IncomingMessage, _ body: (borrowing ReplyEnvelope) throws(JSONError) -> Result
    ) throws(VarlinkError) -> Result {
        defer { parser.shrink(after: message.length) }
        do throws(JSONError) {
            return try parser.withValue { value throws(JSONError) in
                try body(try ReplyEnvelope(decoding: value.ignoringUnknownFields))
            }
        } catch {
            throw VarlinkError(.protocolViolation, "a reply can't be read: \(error)")
        }
    }
}
