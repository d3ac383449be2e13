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
