import Varlink

/// A value of JSON that is built to be written: what browsers and IIIF clients are told.
indirect enum JSONTree: JSONEncodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral
{
    case string(String)
    case int(Int)
    case double(Double)
    case bool(Bool)
    case array([JSONTree])
    /// Fields in their order.
    case object([(String, JSONTree)])

    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .int(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSONTree)...) { self = .object(elements) }

    /// Returns this object with one field more.
    func with(_ name: String, _ value: JSONTree?) -> JSONTree {
        guard case .object(let fields) = self, let value else { return self }
        return .object(fields + [(name, value)])
    }

    func encode(into writer: inout JSONWriter) {
        switch self {
        case .string(let text): text.encode(into: &writer)
        case .int(let number): number.encode(into: &writer)
        case .double(let number): number.encode(into: &writer)
        case .bool(let value): value.encode(into: &writer)
        case .array(let elements):
            writer.beginArray()
            for element in elements {
                writer.beginElement()
                element.encode(into: &writer)
            }
            writer.endArray()
        case .object(let fields):
            writer.beginObject()
            for (name, value) in fields {
                writer.key(escaping: name)
                value.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// The JSON text of the tree, as it goes over the wire.
    var bytes: [UInt8] { JSONText { encode(into: &$0) }.bytes }
}
