/// A type that reads itself from a parsed text.
@usableFromInline package protocol JSONDecodable {
    init(decoding value: borrowing JSONValue) throws(JSONError)
}

/// A type that writes itself as JSON.
@usableFromInline package protocol JSONEncodable {
    func encode(into writer: inout JSONWriter)
}

/// A type that crosses the wire.
package typealias JSONCodable = JSONDecodable & JSONEncodable

/// An enumeration that crosses the wire by the names of its cases.
@usableFromInline
package protocol JSONEnumeration: JSONDecodable, JSONEncodable, CaseIterable, RawRepresentable<String>, Sendable {}

extension JSONEnumeration {
    package init(decoding value: borrowing JSONValue) throws(JSONError) {
        guard let one = Self(rawValue: try value.string().text) else {
            throw JSONError(.notOneOf(Self.allCases.map(\.rawValue)))
        }
        self = one
    }

    @inlinable
    package func encode(into writer: inout JSONWriter) { writer.name(rawValue) }
}

extension Bool: JSONCodable {
    @usableFromInline package init(decoding value: borrowing JSONValue) throws(JSONError) { self = try value.bool() }
    @inlinable
    package func encode(into writer: inout JSONWriter) { writer.bool(self) }
}

extension Int: JSONCodable {
    @usableFromInline package init(decoding value: borrowing JSONValue) throws(JSONError) { self = try value.int() }
    @inlinable
    package func encode(into writer: inout JSONWriter) { writer.int(self) }
}

extension Double: JSONCodable {
    @usableFromInline package init(decoding value: borrowing JSONValue) throws(JSONError) { self = try value.double() }
    @inlinable
    package func encode(into writer: inout JSONWriter) { writer.double(self) }
}

extension String: JSONCodable {
    @usableFromInline package init(decoding value: borrowing JSONValue) throws(JSONError) {
        self = try value.string().text
    }
    @inlinable
    package func encode(into writer: inout JSONWriter) { writer.string(self) }
}

extension Optional: JSONDecodable where Wrapped: JSONDecodable {
    @usableFromInline package init(decoding value: borrowing JSONValue) throws(JSONError) {
        self = value.isNull ? .none : .some(try Wrapped(decoding: value))
    }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
    @usableFromInline package func encode(into writer: inout JSONWriter) {
        if let self { self.encode(into: &writer) } else { writer.null() }
    }
}

extension Array: JSONDecodable where Element: JSONDecodable {
    @usableFromInline package init(decoding value: borrowing JSONValue) throws(JSONError) {
        var elements = try value.elements()
        self = []
        while elements.next() {
            do throws(JSONError) {
                append(try Element(decoding: elements.value))
            } catch {
                throw error.within(String(count))
            }
        }
    }
}

extension Array: JSONEncodable where Element: JSONEncodable {
    @usableFromInline package func encode(into writer: inout JSONWriter) {
        writer.beginArray()
        for element in self {
            writer.beginElement()
            element.encode(into: &writer)
        }
        writer.endArray()
    }
}

extension Dictionary: JSONDecodable where Key == String, Value: JSONDecodable {
    @usableFromInline package init(decoding value: borrowing JSONValue) throws(JSONError) {
        if value.isNull { throw JSONError(.wrongType(expected: "object")) }
        var fields = try value.fields()
        self = [:]
        while fields.next() {
            let name = fields.name.text
            do throws(JSONError) {
                guard updateValue(try Value(decoding: fields.value), forKey: name) == nil else {
                    throw .fieldTwice
                }
            } catch {
                throw error.within(name)
            }
        }
    }
}

extension Dictionary: JSONEncodable where Key == String, Value: JSONEncodable {
    /// Sorted by key, so that equal dictionaries are equal texts.
    @usableFromInline package func encode(into writer: inout JSONWriter) {
        writer.beginObject()
        for (key, value) in sorted(by: { $0.key < $1.key }) {
            writer.key(escaping: key)
            value.encode(into: &writer)
        }
        writer.endObject()
    }
}

/// Varlink's sets are objects whose values are empty: `[string]()`.
extension Set: JSONCodable where Element == String {
    @usableFromInline package init(decoding value: borrowing JSONValue) throws(JSONError) {
        self = Set(try [String: JSONEmpty](decoding: value).keys)
    }

    @usableFromInline package func encode(into writer: inout JSONWriter) {
        writer.beginObject()
        for element in sorted() {
            writer.key(escaping: element)
            JSONEmpty().encode(into: &writer)
        }
        writer.endObject()
    }
}

/// An object without fields: the parameters of methods and the replies that have none.
package struct JSONEmpty: JSONCodable, Equatable, Sendable {
    package init() {}

    @usableFromInline package init(decoding value: borrowing JSONValue) throws(JSONError) {
        var fields = try value.fields()
        while fields.next() {
            do throws(JSONError) { try fields.skipUnknown() } catch { throw error.within(fields.name.text) }
        }
    }

    @usableFromInline package func encode(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

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
