/// An interface as its `.varlink` file describes it.
package struct InterfaceDescription: Equatable {
    /// "org.sheaf.Reader"
    package var name: String
    /// The comment before it, a line an element.
    package var documentation: [String]
    package var members: [InterfaceMember]
}

/// A type, method or error.
package struct InterfaceMember: Equatable {
    package enum Kind: Equatable {
        case type(VarlinkType)
        case method(parameters: [VarlinkField], reply: [VarlinkField])
        case error([VarlinkField])
    }

    package var name: String
    package var documentation: [String]
    package var kind: Kind
    /// Where its name is.
    package var position: TextPosition

    /// Whether a client may call this method again where it does not know whether the call before was answered. A line of the comment says
    /// so: it is "Repeatable.", or begins with "Repeatable:" and goes on with the reason.
    package var isRepeatable: Bool {
        documentation.contains { $0 == "Repeatable." || $0.hasPrefix("Repeatable: ") }
    }
}

/// The type of a value.
package indirect enum VarlinkType: Equatable {
    case bool, int, float, string, object
    /// A type that the interface declares, and where it is named.
    case named(String, TextPosition)
    case structure([VarlinkField])
    case enumeration([EnumerationCase])
    case array(VarlinkType)
    case map(VarlinkType)
    case nullable(VarlinkType)
}

/// A field of a structure.
package struct VarlinkField: Equatable {
    package var name: String
    package var documentation: [String]
    package var type: VarlinkType
    package var position: TextPosition
}

/// A value of an enumeration.
package struct EnumerationCase: Equatable {
    package var name: String
    package var documentation: [String]
    package var position: TextPosition
}

/// A place in a text, counted from 1.
package struct TextPosition: Equatable {
    package var line: Int
    package var column: Int
}

/// A mistake in the description of an interface, and its position.
package struct DescriptionError: Error, Equatable, CustomStringConvertible {
    package let position: TextPosition
    package let message: String

    package init(_ message: String, at position: TextPosition) {
        self.position = position
        self.message = message
    }

    package var description: String { "\(position.line):\(position.column): \(message)" }
}

/// Reads a `.varlink` file by the grammar of <https://varlink.org/Interface-Definition>.
package struct InterfaceParser {
    private var scanner: Scanner
    private var token: Scanner.Token
    /// The line on which the last token that was taken stands.
    private var lastLine = 0
    /// How many types the one at hand is part of.
    private var depth = 0
    /// Types nest no deeper than this: what reads them calls itself.
    private static let maxDepth = 64

    /// Reads a description, and checks that each type that it names is declared, and everything only once.
    package static func parse(_ text: String) throws(DescriptionError) -> InterfaceDescription {
        var parser = try InterfaceParser(text)
        let description = try parser.interface()
        try check(description)
        return description
    }

    private init(_ text: String) throws(DescriptionError) {
        scanner = Scanner(text)
        token = try scanner.next()
    }

    // MARK: Grammar

    private mutating func interface() throws(DescriptionError) -> InterfaceDescription {
        let documentation = token.documentation
        try expect("interface")
        let (name, position) = try word("the interface's name")
        guard Names.isInterface(name) else {
            throw DescriptionError("“\(name)” is no interface name (such as org.example.Name)", at: position)
        }
        var description = InterfaceDescription(name: name, documentation: documentation, members: [])
        while token.kind != .end {
            guard token.position.line > lastLine else {
                throw DescriptionError("\(token.text) must begin a line", at: token.position)
            }
            description.members.append(try member())
        }
        return description
    }

    private mutating func member() throws(DescriptionError) -> InterfaceMember {
        let documentation = token.documentation
        let (keyword, start) = try word("“type”, “method” or “error”")
        guard ["type", "method", "error"].contains(keyword) else {
            throw DescriptionError("“type”, “method” or “error” expected, not “\(keyword)”", at: start)
        }
        let (name, position) = try word("a name")
        guard Names.isMember(name) else {
            throw DescriptionError(
                "“\(name)” is no name of a \(keyword): such begin with a capital letter", at: position)
        }
        let kind: InterfaceMember.Kind
        switch keyword {
        case "type": kind = .type(try bracketed())
        case "error": kind = .error(try structure())
        default:
            let parameters = try structure()
            try expect("->")
            kind = .method(parameters: parameters, reply: try structure())
        }
        return InterfaceMember(name: name, documentation: documentation, kind: kind, position: position)
    }

    private mutating func type() throws(DescriptionError) -> VarlinkType {
        guard depth < Self.maxDepth else {
            throw DescriptionError("more than \(Self.maxDepth) types in each other", at: token.position)
        }
        depth += 1
        defer { depth -= 1 }
        if try accept("?") {
            guard token.kind != .mark("?") else { throw DescriptionError("“?” twice", at: token.position) }
            return .nullable(try type())
        }
        if try accept("[]") { return .array(try type()) }
        if try accept("[string]") { return .map(try type()) }
        if token.kind == .mark("(") { return try bracketed() }
        let (name, position) = try word("a type")
        switch name {
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "object": return .object
        default:
            guard Names.isMember(name) else { throw DescriptionError("“\(name)” is no type", at: position) }
            return .named(name, position)
        }
    }

    private mutating func structure() throws(DescriptionError) -> [VarlinkField] {
        let position = token.position
        guard case .structure(let fields) = try bracketed() else {
            throw DescriptionError("fields with types expected, not the values of an enumeration", at: position)
        }
        return fields
    }

    /// A structure or an enumeration: what follows the first name tells which.
    private mutating func bracketed() throws(DescriptionError) -> VarlinkType {
        try expect("(")
        if try accept(")") { return .structure([]) }
        var fields: [VarlinkField] = []
        var cases: [EnumerationCase] = []
        repeat {
            let documentation = token.documentation
            let (name, position) = try word("a field's name")
            guard Names.isField(name) else {
                throw DescriptionError("“\(name)” is no name of a field", at: position)
            }
            guard !fields.contains(where: { $0.name == name }), !cases.contains(where: { $0.name == name }) else {
                throw DescriptionError("“\(name)” twice", at: position)
            }
            if cases.isEmpty, fields.isEmpty ? token.kind == .mark(":") : true {
                try expect(":")
                fields.append(
                    VarlinkField(name: name, documentation: documentation, type: try type(), position: position))
            } else {
                cases.append(EnumerationCase(name: name, documentation: documentation, position: position))
            }
        } while try accept(",")
        try expect(")")
        return fields.isEmpty ? .enumeration(cases) : .structure(fields)
    }

    // MARK: Tokens

    private mutating func advance() throws(DescriptionError) {
        lastLine = token.position.line
        token = try scanner.next()
    }

    private mutating func accept(_ mark: String) throws(DescriptionError) -> Bool {
        guard token.kind == .mark(mark) else { return false }
        try advance()
        return true
    }

    private mutating func expect(_ text: String) throws(DescriptionError) {
        guard token.kind == .mark(text) || token.kind == .word(text) else {
            throw DescriptionError("“\(text)” expected, not \(token.text)", at: token.position)
        }
        try advance()
    }

    private mutating func word(_ expected: String) throws(DescriptionError) -> (String, TextPosition) {
        guard case .word(let word) = token.kind else {
            throw DescriptionError("\(expected) expected, not \(token.text)", at: token.position)
        }
        let position = token.position
        try advance()
        return (word, position)
    }

    // MARK: Names

    private static func check(_ description: InterfaceDescription) throws(DescriptionError) {
        var types: Set<String> = []
        var names: Set<String> = []
        for member in description.members {
            guard names.insert(member.name).inserted else {
                throw DescriptionError("“\(member.name)” is declared twice", at: member.position)
            }
            if case .type = member.kind { types.insert(member.name) }
        }
        for member in description.members {
            switch member.kind {
            case .type(let type): try check(type, types)
            case .method(let parameters, let reply): try check(.structure(parameters + reply), types)
            case .error(let fields): try check(.structure(fields), types)
            }
        }
    }

    private static func check(_ type: VarlinkType, _ types: Set<String>) throws(DescriptionError) {
        switch type {
        case .bool, .int, .float, .string, .object, .enumeration: return
        case .named(let name, let position):
            guard types.contains(name) else {
                throw DescriptionError("the type “\(name)” is not declared", at: position)
            }
        case .structure(let fields): for field in fields { try check(field.type, types) }
        case .array(let element), .map(let element), .nullable(let element): try check(element, types)
        }
    }
}
