import CSheafJSON

/// Parses JSON texts, one after the other, with memory that it keeps.
@safe package final class JSONParser {
    /// How deep texts may nest.
    package static let maxDepth = 64
    /// Memory for texts longer than this is given back.
    static let keptLength = 1 << 20

    private let parser: OpaquePointer
    /// The document that the last parse left behind. simdjson copies all that it needs from the text.
    private var document = unsafe sheaf_json_document()

    package init() {
        guard let parser = unsafe sheaf_json_parser_new(Self.maxDepth) else {
            preconditionFailure("no memory for a JSON parser")
        }
        unsafe self.parser = parser
    }

    deinit {
        unsafe sheaf_json_parser_free(parser)
    }

    /// Parses the bytes `range` of a buffer. The value is ``withValue(_:)``'s until the next text.
    func parse(_ range: Range<Int>, of buffer: InputBuffer) throws(JSONError) {
        let (start, length) = unsafe buffer.padded(range)
        let code = unsafe sheaf_json_parse(parser, start, length, &document)
        guard code == 0 else {
            unsafe document = sheaf_json_document()
            let text = unsafe sheaf_json_error(code).map { unsafe String(cString: $0) } ?? "error \(code)"
            throw JSONError(.malformed(text))
        }
    }

    /// Calls `body` with the value of the text that was parsed last; it must not parse another.
    func withValue<Result, Failure: Error>(
        _ body: (borrowing JSONValue) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let document = unsafe self.document
        let value = unsafe JSONValue(
            tape: Span(_unsafeElements: UnsafeBufferPointer(start: document.tape, count: document.tape_count)),
            strings: RawSpan(
                _unsafeBytes: UnsafeRawBufferPointer(start: document.strings, count: document.strings_count)),
            index: 1)
        return try body(value)
    }

    /// Parses a text, and calls `body` with the value.
    package func withValue<Result>(
        of text: RawSpan, _ body: (borrowing JSONValue) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        try parse(0..<text.byteCount, of: InputBuffer(copying: text))
        defer { shrink(after: text.byteCount) }
        return try withValue(body)
    }

    /// Gives back the memory that one long text needed.
    func shrink(after length: Int) {
        guard length > Self.keptLength else { return }
        unsafe document = sheaf_json_document()
        unsafe sheaf_json_parser_shrink(parser, Self.keptLength)
    }
}

/// Why a JSON text, or a value in it, is not what was expected.
@usableFromInline package struct JSONError: Error, Equatable, CustomStringConvertible {
    /// The reason why a JSON text, or a value in it, was refused.
    package enum Reason: Equatable, Sendable {
        /// The text is not JSON as RFC 8259 has it, or an object has two fields of one name.
        case malformed(String)
        /// A value of this kind was expected: "int".
        case wrongType(expected: String)
        /// One of these words was expected.
        case notOneOf([String])
        /// A field that must be there is not.
        case missing
        /// A field that is not declared.
        case unknown
    }

    /// The reason for the error.
    package let reason: Reason
    /// Where: the names of the fields that lead there, with a dot between them; empty for the value itself.
    package let path: String

    package init(_ reason: Reason, path: String = "") {
        self.reason = reason
        self.path = path
    }

    /// An object has two fields of one name.
    @usableFromInline static let fieldTwice = JSONError(.malformed("a field twice"))

    /// Returns this error as seen from an object that holds the value as its field `name`.
    package func within(_ name: String) -> JSONError {
        JSONError(reason, path: path.isEmpty ? name : "\(name).\(path)")
    }

    /// The path as a caller is told it: "parameters" where it is empty.
    package var field: String { path.isEmpty ? "parameters" : path }

    /// The text as a whole can't be trusted: its sender is not spoken to any more.
    package var isMalformed: Bool {
        if case .malformed = reason { true } else { false }
    }

    /// The reason in words: "not of the type int".
    package var problem: String {
        switch reason {
        case .malformed(let why): "malformed JSON (\(why))"
        case .wrongType(let expected): "not of the type \(expected)"
        case .notOneOf(let words): "not one of \(words.joined(separator: ", "))"
        case .missing: "missing"
        case .unknown: "unknown field"
        }
    }

    @usableFromInline package var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}
