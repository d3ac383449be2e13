import Testing

/// An argument of a test that is printed as a short line.
package struct Case<Value: Sendable>: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    package let value: Value

    package init(_ description: String, _ value: Value) {
        testDescription = description
        self.value = value
    }
}

/// A text that is an argument of a test: printed on one short line.
package struct OneLine: ExpressibleByStringInterpolation, Sendable, CustomTestStringConvertible {
    private static let length = 80

    package let value: String

    package init(stringLiteral value: String) { self.value = value }

    package var testDescription: String {
        let line = value.prefix(Self.length).debugDescription
        return value.count > Self.length ? "\(line)… (\(value.utf8.count) bytes)" : line
    }
}
