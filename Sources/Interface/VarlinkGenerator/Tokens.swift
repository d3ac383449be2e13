/// Takes the text of a description apart.
struct Scanner {
    enum Kind: Equatable {
        /// A keyword, or a name of any kind: the grammar tells from the place which it is.
        case word(String)
        /// One of `( ) , : ? [] [string] ->`.
        case mark(String)
        case end
    }

    struct Token: Equatable {
        var kind: Kind
        var position: TextPosition
        /// The comment lines directly before it.
        var documentation: [String]

        /// How an error speaks of it.
        var text: String {
            switch kind {
            case .word(let word): "“\(word)”"
            case .mark(let mark): "“\(mark)”"
            case .end: "the end of the file"
            }
        }
    }

    private let bytes: [UInt8]
    private var index = 0
    private var position = TextPosition(line: 1, column: 1)

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func next() throws(DescriptionError) -> Token {
        var documentation: [String] = []
        var emptyLines = 0
        while let byte = current {
            if byte == UInt8(ascii: "\n") {
                emptyLines += 1
                // A comment that an empty line follows is about nothing in particular.
                if emptyLines > 1 { documentation = [] }
                advance()
            } else if byte == UInt8(ascii: "#") {
                documentation.append(comment())
                emptyLines = 0
            } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") {
                advance()
            } else {
                break
            }
        }
        let start = position
        return Token(kind: try kind(), position: start, documentation: documentation)
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func advance() {
        if bytes[index] == UInt8(ascii: "\n") {
            position.line += 1
            position.column = 1
        } else if bytes[index] & 0xc0 != 0x80 {
            position.column += 1
        }
        index += 1
    }

    private mutating func comment() -> String {
        advance()
        if current == UInt8(ascii: " ") { advance() }
        let start = index
        while let byte = current, byte != UInt8(ascii: "\n") { advance() }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func kind() throws(DescriptionError) -> Kind {
        guard let byte = current else { return .end }
        let start = position
        if Self.isLetter(byte) { return .word(word()) }
        for mark in ["(", ")", ",", ":", "?", "[]", "[string]", "->"] {
            guard bytes[index...].starts(with: mark.utf8) else { continue }
            for _ in mark.utf8 { advance() }
            return .mark(mark)
        }
        let rest = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
        throw DescriptionError("“\(rest.first ?? " ")” can't stand here", at: start)
    }

    private mutating func word() -> String {
        let start = index
        while let byte = current {
            guard Self.isLetter(byte) || Self.isDigit(byte) || Self.joins(byte), !startsArrow else { break }
            advance()
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private var startsArrow: Bool { bytes[index...].starts(with: "->".utf8) }

    static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Whether a byte that is no letter and no digit may stand inside a name of some kind.
    private static func joins(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}

/// The names that Varlink allows, and what they become in Swift.
enum Names {
    /// `[A-Za-z]([-]*[A-Za-z0-9])*(\.[A-Za-z0-9]([-]*[A-Za-z0-9])*)+`
    static func isInterface(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count > 1, let first = name.utf8.first, Scanner.isLetter(first) else { return false }
        return parts.allSatisfy { part in
            guard let first = part.first, let last = part.last else { return false }
            return isAlphanumeric(first) && isAlphanumeric(last)
                && part.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
        }
    }

    /// `[A-Z][A-Za-z0-9]*`
    static func isMember(_ name: String) -> Bool {
        guard let first = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return false }
        return name.utf8.allSatisfy(isAlphanumeric)
    }

    /// `[A-Za-z](_?[A-Za-z0-9])*`
    static func isField(_ name: String) -> Bool {
        guard let first = name.utf8.first, Scanner.isLetter(first) else { return false }
        return !name.hasSuffix("_") && !name.contains("__")
            && name.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool { Scanner.isLetter(byte) || Scanner.isDigit(byte) }

    /// "Reader" for "org.sheaf.Reader".
    static func short(_ interface: String) -> String {
        let last = interface.split(separator: ".").last ?? ""
        return capitalized(String(last.filter { $0 != "-" }))
    }

    /// "GetInfo" for "getInfo".
    static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// "getInfo" for "GetInfo".
    static func lowered(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }

    /// A name as Swift can have it.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// A local variable for a field: no field and no variable of generated code begins like this.
    static func local(_ field: String) -> String { "_\(field)" }

    /// The name of a type that has none of its own, from its field: "Viewport" for "viewport", "FirstLine" for "first_line".
    static func nestedType(_ field: String, declared: Set<String>) -> String {
        let name = field.split(separator: "_").map { capitalized(String($0)) }.joined()
        return taken.contains(name) || declared.contains(name) ? "\(name)Value" : name
    }

    /// The names that would hide a type that generated code uses, or that no type in Swift can have.
    static let taken: Set<String> = [
        "Any", "Array", "Bool", "Dictionary", "Double", "Equatable", "Error", "Failure", "Int", "JSONDecodable",
        "JSONEmpty", "JSONEncodable", "JSONError", "JSONString", "JSONText", "JSONValue", "JSONWriter", "Never",
        "Optional", "Parameters", "Protocol", "Reply", "Result", "Self", "Sendable", "Set", "StaticString", "String",
        "Swift", "Type",
    ]

    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class", "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
