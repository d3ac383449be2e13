/// Why a JSON text, or a value in it, is not what was expected.
package struct JSONError: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: Equatable, Sendable {
        /// The text is not JSON as RFC 8259 has it, or an object has two fields of one name.
        case malformed(String)
        /// A value of this kind was expected: "int".
        case wrongType(expected: String)
        /// A field that must be there is not.
        case missing
        /// A field that is not declared.
        case unknown
    }

    /// What is wrong.
    package let reason: Reason
    /// Where: the names of the fields that lead there, with a dot between them; empty for the value itself.
    package let path: String

    package init(_ reason: Reason, path: String = "") {
        self.reason = reason
        self.path = path
    }

    /// An object has two fields of one name.
    @usableFromInline static let fieldTwice = JSONError(.malformed("a field twice"))

    /// The same error, seen from an object that holds the value as its field `name`.
    package func within(_ name: String) -> JSONError {
        JSONError(reason, path: path.isEmpty ? name : "\(name).\(path)")
    }

    /// The text as a whole can't be trusted: its sender is not spoken to any more.
    package var isMalformed: Bool {
        if case .malformed = reason { true } else { false }
    }

    package var description: String {
        let subject = path.isEmpty ? "" : "\(path): "
        return switch reason {
        case .malformed(let why): "\(subject)malformed JSON (\(why))"
        case .wrongType(let expected): "\(subject)not of the type \(expected)"
        case .missing: "\(subject)is missing"
        case .unknown: "\(subject)is not known"
        }
    }
}
