/// A type that reads itself from a parsed text.
package protocol JSONDecodable {
    init(decoding value: borrowing JSONValue) throws(JSONError)
}

/// A type that writes itself as JSON.
package protocol JSONEncodable {
    func encode(into writer: inout JSONWriter)
}

/// A type that crosses the wire.
package typealias JSONCodable = JSONDecodable & JSONEncodable

extension Bool: JSONCodable {
    package init(decoding value: borrowing JSONValue) throws(JSONError) { self = try value.bool() }
    @inlinable
    package func encode(into writer: inout JSONWriter) { writer.bool(self) }
}

extension Int: JSONCodable {
    package init(decoding value: borrowing JSONValue) throws(JSONError) { self = try value.int() }
    @inlinable
    package func encode(into writer: inout JSONWriter) { writer.int(self) }
}

extension Double: JSONCodable {
    package init(decoding value: borrowing JSONValue) throws(JSONError) { self = try value.double() }
    @inlinable
    package func encode(into writer: inout JSONWriter) { writer.double(self) }
}

extension String: JSONCodable {
    package init(decoding value: borrowing JSONValue) throws(JSONError) { self = try value.string().text }
    @inlinable
    package func encode(into writer: inout JSONWriter) { writer.string(self) }
}

extension Optional: JSONDecodable where Wrapped: JSONDecodable {
    package init(decoding value: borrowing JSONValue) throws(JSONError) {
        self = value.isNull ? .none : .some(try Wrapped(decoding: value))
    }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
    package func encode(into writer: inout JSONWriter) {
        if let self { self.encode(into: &writer) } else { writer.null() }
    }
}

extension Array: JSONDecodable where Element: JSONDecodable {
    package init(decoding value: borrowing JSONValue) throws(JSONError) {
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
    package func encode(into writer: inout JSONWriter) {
        writer.beginArray()
        for element in self {
            writer.beginElement()
            element.encode(into: &writer)
        }
        writer.endArray()
    }
}

extension Dictionary: JSONDecodable where Key == String, Value: JSONDecodable {
    package init(decoding value: borrowing JSONValue) throws(JSONError) {
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
    package func encode(into writer: inout JSONWriter) {
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
    package init(decoding value: borrowing JSONValue) throws(JSONError) {
        self = Set(try [String: JSONEmpty](decoding: value).keys)
    }

    package func encode(into writer: inout JSONWriter) {
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

    package init(decoding value: borrowing JSONValue) throws(JSONError) {
        var fields = try value.fields()
        while fields.next() {
            do throws(JSONError) { try fields.skipUnknown() } catch { throw error.within(fields.name.text) }
        }
    }

    package func encode(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}
