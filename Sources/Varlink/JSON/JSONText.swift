/// A value whose type is not declared (Varlink's `object`), kept as the text that it is.
package struct JSONText: JSONCodable, Equatable, Sendable {
    /// JSON without spaces, of strict UTF-8, without a field twice in one object.
    package let bytes: [UInt8]

    /// Keeps what `body` writes, which must be one value.
    package init(_ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        body(&writer)
        bytes = unsafe writer.bytes.withUnsafeBytes { unsafe Array($0) }
    }

    /// Parses a text.
    package init(parsing text: String) throws(JSONError) {
        let bytes = Array(text.utf8)
        self = try unsafe JSONParser().withValue(of: bytes.span.bytes) { value throws(JSONError) in
            try JSONText(decoding: value)
        }
    }

    package init(decoding value: borrowing JSONValue) throws(JSONError) {
        var failure: JSONError?
        self.init { writer in
            do throws(JSONError) { try Self.copy(value, into: &writer) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    package func encode(into writer: inout JSONWriter) {
        unsafe writer.raw(bytes.span.bytes)
    }

    /// The text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Reads it as a type.
    package func decode<Value: JSONDecodable>(_ type: Value.Type) throws(JSONError) -> Value {
        try unsafe JSONParser().withValue(of: bytes.span.bytes) { value throws(JSONError) in try Value(decoding: value)
        }
    }

    /// Reads a text as a type. What the type does not have is passed over: a text of a later version can be read.
    package static func decode<Value: JSONDecodable>(
        _ type: Value.Type, from text: [UInt8]
    ) throws(JSONError) -> Value {
        try unsafe JSONParser().withValue(of: text.span.bytes) { value throws(JSONError) in
            try Value(decoding: value.ignoringUnknownFields)
        }
    }

    // Nesting is bounded by the parser's depth.
    private static func copy(_ value: borrowing JSONValue, into writer: inout JSONWriter) throws(JSONError) {
        switch value.type {
        case .null: writer.null()
        case .bool: writer.bool(try value.bool())
        case .integer: writer.int(try value.int())
        case .bigInteger, .double: writer.double(try value.double())
        case .string: writer.string(try value.string().text)
        case .array:
            writer.beginArray()
            var elements = try value.elements()
            while elements.next() {
                writer.beginElement()
                try copy(elements.value, into: &writer)
            }
            writer.endArray()
        case .object:
            writer.beginObject()
            var names: Set<String> = []
            var fields = try value.fields()
            while fields.next() {
                let name = fields.name.text
                guard names.insert(name).inserted else { throw .fieldTwice }
                writer.key(escaping: name)
                try copy(fields.value, into: &writer)
            }
            writer.endObject()
        }
    }
}
