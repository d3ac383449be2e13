import Glibc

/// A call to the system that failed: what was tried, on what, and why.
package struct OSError: Error, Equatable, CustomStringConvertible {
    /// The errno, above 0.
    package let code: Int32
    /// The operation that was tried, as a verb phrase: "listen on".
    package let operation: String
    /// The object of the operation; empty where the operation says it all.
    package let subject: String

    package init(code: Int32, operation: String, subject: String = "") {
        self.code = code
        self.operation = operation
        self.subject = subject
    }

    package var description: String {
        let target = subject.isEmpty ? "" : " \(subject)"
        return "cannot \(operation)\(target): \(Self.text(of: code))"
    }

    /// The system's words for an errno.
    package static func text(of code: Int32) -> String {
        unsafe String(cString: strerror(code))
    }
}

/// Passes a result of at least 0 on, and throws what a negative errno means.
@discardableResult
package func check<Value: SignedInteger>(
    _ result: Value, _ operation: @autoclosure () -> String, _ subject: @autoclosure () -> String = ""
) throws(OSError) -> Value {
    guard result >= 0 else {
        throw OSError(code: Int32(truncatingIfNeeded: -result), operation: operation(), subject: subject())
    }
    return result
}
