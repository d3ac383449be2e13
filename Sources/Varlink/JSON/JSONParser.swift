import CSheafJSON

/// Parses JSON texts, one after the other, with memory that it keeps.
@safe package final class JSONParser {
    /// How deep texts may nest.
    package static let maxDepth = 64
    /// Memory for texts longer than this is given back.
    static let keptLength = 1 << 20

    private let parser: OpaquePointer

    package init() {
        guard let parser = unsafe sheaf_json_parser_new(Self.maxDepth) else {
            preconditionFailure("no memory for a JSON parser")
        }
        unsafe self.parser = parser
    }

    deinit {
        unsafe sheaf_json_parser_free(parser)
    }

    /// Parses the bytes `range` of a buffer, and calls `body` with the value.
    func withValue<Result: ~Copyable, Failure: Error>(
        in buffer: InputBuffer, _ range: Range<Int>,
        onError: (JSONError) throws(Failure) -> Result,
        _ body: (borrowing JSONValue) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (start, length) = unsafe buffer.padded(range)
        return try unsafe withValue(start, length, onError: onError, body)
    }

    /// Parses a text, and calls `body` with the value.
    package func withValue<Result>(
        of text: RawSpan, _ body: (borrowing JSONValue) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        let buffer = InputBuffer(copying: text)
        defer { if text.byteCount > Self.keptLength { shrink() } }
        return try withValue(in: buffer, 0..<text.byteCount, onError: { error throws(JSONError) in throw error }, body)
    }

    /// Gives back the memory that one long text needed.
    func shrink() {
        unsafe sheaf_json_parser_shrink(parser, Self.keptLength)
    }

    private func withValue<Result: ~Copyable, Failure: Error>(
        _ start: UnsafePointer<UInt8>, _ length: Int,
        onError: (JSONError) throws(Failure) -> Result,
        _ body: (borrowing JSONValue) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var document = unsafe sheaf_json_document()
        let code = unsafe sheaf_json_parse(parser, start, length, &document)
        guard code == 0, let tape = unsafe document.tape, let strings = unsafe document.strings else {
            let text = unsafe sheaf_json_error(code).map { unsafe String(cString: $0) } ?? "error \(code)"
            return try onError(JSONError(.malformed(text)))
        }
        let value = unsafe JSONValue(
            tape: Span(_unsafeStart: tape, count: document.tape_count),
            strings: RawSpan(_unsafeStart: strings, byteCount: document.strings_count), index: 1)
        return try body(value)
    }
}
