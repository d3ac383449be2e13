/// The outermost object of a call.
package struct CallEnvelope: ~Escapable {
    /// The method's name with that of its interface.
    package let method: JSONString
    /// The parameters; absent, null and `{}` are equal.
    package let parameters: JSONValue
    /// What the caller asks for beside.
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
