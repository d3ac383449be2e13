package import SheafOS

/// A call before its parameters are decoded.
package struct VarlinkIncoming: ~Escapable {
    /// The method's name within its interface.
    let member: JSONString
    /// The parameters; absent, null and `{}` are equal.
    package let parameters: JSONValue
    let connection: VarlinkConnection
    let serial: UInt64
    let flags: VarlinkCallFlags

    @_lifetime(copy member, copy parameters)
    init(
        member: JSONString, parameters: JSONValue, connection: VarlinkConnection, serial: UInt64,
        flags: VarlinkCallFlags
    ) {
        self.member = member
        self.parameters = parameters
        self.connection = connection
        self.serial = serial
        self.flags = flags
    }

    /// Which method is called: the number of its name (without its interface) in a table of names, as
    /// ``JSONString/index(in:)`` has it.
    package func method(in names: StaticString) -> Int? { member.index(in: names) }

    /// The call, for who answers it.
    package func call<Method: VarlinkMethod>(of method: Method.Type) -> VarlinkCall<Method> {
        VarlinkCall(connection: connection, serial: serial, flags: flags)
    }
}

/// A call that waits for its answer.
///
/// It may be answered at once or later; until then the connection's further calls wait. What is said after the final
/// answer, or after the connection has gone, is dropped without a word. A call that is never answered blocks its connection.
package struct VarlinkCall<Method: VarlinkMethod> {
    /// The connection that the call came over.
    package let connection: VarlinkConnection
    @usableFromInline let serial: UInt64
    /// The flags that the caller has set.
    package let flags: VarlinkCallFlags

    /// Whether the caller takes more replies than one.
    package var wantsMore: Bool { flags.contains(.more) }

    /// Whether an answer still reaches the caller.
    package var isOpen: Bool { connection.isOpen(call: serial) }

    /// The process that calls.
    package var peer: PeerCredentials { connection.peer }

    /// The descriptors that came with the call. Take them before the handler returns: then the others are closed.
    package var descriptors: VarlinkDescriptors { connection.descriptors(ofCall: serial) }

    /// Calls `body` if the connection ends before the final answer; one closure a call, the last one set.
    package func onDisconnect(_ body: @escaping () -> Void) {
        connection.onDisconnect(ofCall: serial, body)
    }

    /// Calls `body` with each call that comes behind this one on its connection, as long as this one waits: the others are
    /// served after it, and it may be that they make it needless. Set it before the handler returns; one closure a call.
    package func onFollowed(_ body: @escaping (borrowing CallEnvelope) -> Void) {
        connection.onFollowed(ofCall: serial, body)
    }

    /// Bytes that the peer has not taken yet on this connection, beside what its socket holds. They are kept here: what
    /// need not be said to who falls behind is better left out.
    package var queuedBytes: Int { connection.queuedBytes }

    /// Bytes of ``queuedBytes`` that are not kept here: they are made as they are sent (``LaterBytes``).
    package var queuedLaterBytes: Int { connection.queuedLaterBytes }

    /// Descriptors that the peer has not received, at most: each keeps what it is of alive, a page's memory for one.
    package var queuedDescriptors: Int { connection.queuedDescriptors }

    /// Calls `body` once, from the loop, as soon as there are no queued bytes and descriptors. One closure a call, the
    /// last one set; it is forgotten with the final answer, and where the connection ends before.
    package func onDrained(_ body: @escaping () -> Void) {
        connection.onDrained(ofCall: serial, body)
    }

    /// Answers, finally.
    ///
    /// A call with `upgrade` is refused: nobody here speaks another protocol.
    @inlinable
    package func reply(_ reply: Method.Reply, descriptors: [SharedDescriptor] = []) {
        if flags.contains(.upgrade) { return fail(.service(.invalidParameter(parameter: "upgrade"))) }
        guard connection.beginReply(toCall: serial) else { return }
        reply.encode(into: &connection.scratch.writer)
        connection.endReply(continues: false, descriptors: descriptors)
    }

    /// Answers, finally, with an object that `body` writes: most of an answer that is given often can be kept as bytes. That it is as the
    /// interface declares it is the caller's part.
    ///
    /// - Parameter second: nil where `first` is.
    @inlinable
    package func reply(
        first: SharedDescriptor? = nil, second: SharedDescriptor? = nil, writing body: (inout JSONWriter) -> Void
    ) {
        if flags.contains(.upgrade) { return fail(.service(.invalidParameter(parameter: "upgrade"))) }
        guard connection.beginReply(toCall: serial) else { return }
        body(&connection.scratch.writer)
        connection.endReply(continues: false, first: first, second: second)
    }

    /// Answers, with an object that `body` writes; more answers follow. A caller that did not ask for them gets the
    /// error ExpectedMore.
    ///
    /// - Parameter second: nil where `first` is.
    /// - Returns: whether the call is open still.
    @inlinable @discardableResult
    package func replyAndContinue(
        first: SharedDescriptor? = nil, second: SharedDescriptor? = nil, writing body: (inout JSONWriter) -> Void
    ) -> Bool {
        guard flags.contains(.more) else {
            fail(.service(.expectedMore))
            return false
        }
        guard connection.beginReply(toCall: serial) else { return false }
        body(&connection.scratch.writer)
        connection.endReply(continues: true, first: first, second: second)
        return isOpen
    }

    /// Answers; more answers follow. A caller that did not ask for them gets the error ExpectedMore.
    ///
    /// - Returns: whether the call is open still.
    @inlinable @discardableResult
    package func replyAndContinue(_ reply: Method.Reply, descriptors: [SharedDescriptor] = []) -> Bool {
        guard flags.contains(.more) else {
            fail(.service(.expectedMore))
            return false
        }
        guard connection.beginReply(toCall: serial) else { return false }
        reply.encode(into: &connection.scratch.writer)
        connection.endReply(continues: true, descriptors: descriptors)
        return isOpen
    }

    /// Answers with an error, finally.
    package func fail(_ failure: Method.Failure) {
        connection.fail(call: serial, failure)
    }
}

extension VarlinkCall where Method.Reply == JSONEmpty {
    /// Answers, finally.
    package func reply() {
        reply(JSONEmpty())
    }
}

/// A call that is read in place, for as long as its handler looks at it.
package struct ScannedCall: ~Copyable {
    /// The connection that the call came over.
    package let connection: VarlinkConnection
    @usableFromInline let serial: UInt64
    /// The flags that the caller has set; never `upgrade`.
    package let flags: VarlinkCallFlags

    /// A call that came over a connection begins.
    @inlinable @inline(__always)
    package init(on connection: VarlinkConnection, _ flags: VarlinkCallFlags) {
        self.connection = connection
        serial = connection.beginCall(flags)
        self.flags = flags
    }

    /// The process that calls.
    @inlinable package var peer: PeerCredentials { connection.peer }

    /// Answers, finally, with an object that `body` writes: that it is as the interface declares it is the caller's part.
    ///
    /// - Parameter second: nil where `first` is.
    @inlinable
    package func reply(
        first: SharedDescriptor? = nil, second: SharedDescriptor? = nil, writing body: (inout JSONWriter) -> Void
    ) {
        guard connection.beginReply(toCall: serial) else { return }
        body(&connection.scratch.writer)
        connection.endReply(continues: false, first: first, second: second)
    }

    /// Answers with an error, finally.
    package func fail(_ failure: some VarlinkFailure) {
        connection.fail(call: serial, failure)
    }

    /// Returns this call, to be answered later or in the general way.
    package func open<Method: VarlinkMethod>(_ method: Method.Type) -> VarlinkCall<Method> {
        VarlinkCall(connection: connection, serial: serial, flags: flags)
    }

    /// The handler has returned: false where it did not answer, and the call is to be decoded.
    @inlinable
    package func end(isAnswered: Bool) -> Bool { isAnswered || !connection.withdraw(serial, flags) }
}

/// The outermost object of a call.
package struct CallEnvelope: ~Escapable {
    /// The method's name with that of its interface.
    package let method: JSONString
    /// The parameters; absent, null and `{}` are equal.
    package let parameters: JSONValue
    /// The flags that the caller has set.
    package let flags: VarlinkCallFlags

    /// - Throws: whatever is wrong with it. A peer that gets this wrong is not spoken to any more.
    @_lifetime(copy value)
    init(decoding value: borrowing JSONValue) throws(JSONError) {
        var method: JSONString?
        var parameters = value.absent
        var flags: VarlinkCallFlags = []
        var fields = try value.fields()
        while fields.next() {
            if try fields.isField("method", 0) {
                method = try fields.value.string()
            } else if try fields.isField("parameters", 1) {
                parameters = fields.value
            } else if try fields.isField("oneway", 2) {
                if try Self.flag(fields.value) { flags.insert(.oneway) }
            } else if try fields.isField("more", 3) {
                if try Self.flag(fields.value) { flags.insert(.more) }
            } else if try fields.isField("upgrade", 4) {
                if try Self.flag(fields.value) { flags.insert(.upgrade) }
            } else {
                throw JSONError(.unknown, path: fields.name.text)
            }
        }
        guard let method else { throw JSONError(.missing, path: "method") }
        self.method = method
        self.parameters = parameters
        self.flags = flags
    }

    private static func flag(_ value: borrowing JSONValue) throws(JSONError) -> Bool {
        value.isNull ? false : try value.bool()
    }
}
