package import Varlink

/// What a command tells on standard output: to people, or as one JSON object a line. Remarks go beside it.
package struct Console {
    /// Whether JSON is wanted.
    package let isJSON: Bool
    package let style: Style
    private let write: (String) throws(ControlError) -> Void
    private let writeRemark: (String) throws(ControlError) -> Void

    /// - Parameters:
    ///   - remark: takes what is no part of the output, with its newline.
    ///   - write: takes text with its newline.
    package init(
        isJSON: Bool, style: Style, remark: @escaping (String) throws(ControlError) -> Void = { _ in },
        write: @escaping (String) throws(ControlError) -> Void
    ) {
        writeRemark = remark
        self.isJSON = isJSON
        self.style = style
        self.write = write
    }

    /// Tells something.
    package func say(_ text: String, terminator: String = "\n") throws(ControlError) {
        try write(text + terminator)
    }

    /// Says something about the command itself, in a line, which is no part of what it tells.
    package func remark(_ text: String) throws(ControlError) {
        try writeRemark("sheafctl: \(text)\n")
    }

    /// Shows people a table, or one line where it would be empty.
    package func say(_ table: Table, isEmpty: Bool, else line: String) throws(ControlError) {
        if isEmpty { return try say(line) }
        try say(table.lines(style).joined(separator: "\n"))
    }

    /// Writes what crosses the wire as it is.
    package func json(_ value: some JSONEncodable) throws(ControlError) {
        var writer = JSONWriter()
        value.encode(into: &writer)
        try say(writer.text)
    }
}
