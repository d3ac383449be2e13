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

    /// What would hide a type that generated code uses, or is no name of a type in Swift.
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
