/// Swift source under construction.
struct SwiftText {
    private(set) var text = ""
    private var depth = 0

    mutating func line(_ line: String = "") {
        text += line.isEmpty ? "\n" : String(repeating: "    ", count: depth) + line + "\n"
    }

    /// A documentation comment.
    mutating func documentation(_ lines: [String]) {
        for text in lines { line(text.isEmpty ? "///" : "/// \(text)") }
    }

    /// A line that ends in a brace, what `body` writes, and the brace's end.
    mutating func block(_ head: String, _ body: (inout SwiftText) -> Void) {
        line("\(head) {")
        indented(body)
        line("}")
    }

    mutating func indented(_ body: (inout SwiftText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }
}
