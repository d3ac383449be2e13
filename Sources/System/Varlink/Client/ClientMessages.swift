import SheafOS

/// An answer to a call.
package struct VarlinkReply<Parameters> {
    package let parameters: Parameters
    /// More replies follow.
    package let continues: Bool
    /// The descriptors that came with the reply; those that are not taken are closed.
    package let descriptors: VarlinkDescriptors
}

/// Why a call has no reply.
package enum VarlinkCallError<Failure: VarlinkFailure>: Error, CustomStringConvertible {
    /// The service answered an error that it declares, or one of org.varlink.service.
    case failed(Failure)
    /// The service answered an error that its interface does not declare.
    case undeclared(name: String, parameters: JSONText)
    /// There is no answer.
    case connection(VarlinkError)

    package var description: String {
        switch self {
        case .failed(let failure):
            var writer = JSONWriter()
            failure.encodeParameters(into: &writer)
            return "\(failure.errorName) \(writer.text)"
        case .undeclared(let name, let parameters): return "\(name) \(parameters.text)"
        case .connection(let error): return error.description
        }
    }
}

/// The outermost object of a reply.
struct ReplyEnvelope: ~Escapable {
    let parameters: JSONValue
    let continues: Bool
    let error: JSONString?

    /// - Throws: whatever is wrong with it. A peer that gets this wrong is not spoken to any more.
    @_lifetime(copy value)
    init(decoding value: borrowing JSONValue) throws(JSONError) {
        var parameters = value.absent
        var continues = false
        var error: JSONString?
        var fields = try value.fields()
        while fields.next() {
            if try fields.isField("parameters", 0) {
                parameters = fields.value
            } else if try fields.isField("continues", 1) {
                continues = fields.value.isNull ? false : try fields.value.bool()
            } else if try fields.isField("error", 2) {
                if !fields.value.isNull { error = try fields.value.string() }
            } else {
                try fields.skipUnknown()
            }
        }
        self.parameters = parameters
        self.continues = continues
        self.error = error
    }

    /// The reply as the method declares it.
    ///
    /// - Throws: where it is not as declared.
    func outcome<Method: VarlinkMethod>(
        of method: Method.Type, descriptors: VarlinkDescriptors
    ) throws(JSONError) -> Result<VarlinkReply<Method.Reply>, VarlinkCallError<Method.Failure>> {
        guard let error else {
            let reply = try Method.Reply(decoding: parameters)
            return .success(VarlinkReply(parameters: reply, continues: continues, descriptors: descriptors))
        }
        if let failure = try Method.Failure(errorName: error, parameters: parameters) {
            return .failure(.failed(failure))
        }
        let rest = parameters.isNull ? JSONText { JSONEmpty().encode(into: &$0) } : try JSONText(decoding: parameters)
        return .failure(.undeclared(name: error.text, parameters: rest))
    }
}

extension Channel {
    /// Sends a call.
    mutating func send<Method: VarlinkMethod>(
        _ method: Method.Type, named name: String? = nil, _ parameters: Method.Parameters, flags: VarlinkCallFlags,
        descriptors: [SharedDescriptor]
    ) throws(VarlinkError) {
        let scratch = self.scratch
        scratch.writer.call(method, name, parameters, flags: flags)
        try send(&scratch.writer, descriptors: OutgoingDescriptors(descriptors))
    }
}

extension JSONWriter {
    /// A whole call. A flag that is not set is left out: "more":false is not what everybody expects.
    fileprivate mutating func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ name: String?, _ parameters: Method.Parameters, flags: VarlinkCallFlags
    ) {
        raw(#"{"method":"#)
        if let name {
            string(name)
        } else {
            raw("\"")
            raw(Method.name)
            raw("\"")
        }
        if flags.contains(.oneway) { raw(#","oneway":true"#) }
        if flags.contains(.more) { raw(#","more":true"#) }
        raw(#","parameters":"#)
        parameters.encode(into: &self)
        raw("}\0")
    }
}

extension Scratch {
    /// Calls `body` with a reply.
    func withReply<Result>(
        _ message: IncomingMessage, _ body: (borrowing ReplyEnvelope) throws(JSONError) -> Result
    ) throws(VarlinkError) -> Result {
        try parse(message)
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
