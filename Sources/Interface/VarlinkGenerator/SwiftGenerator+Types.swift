extension SwiftGenerator {
    /// Declares a type of the interface, or one that a field has for itself.
    func writeType(_ name: String, _ type: VarlinkType, documentation: [String], _ swift: inout SwiftText) {
        switch type {
        case .structure(let fields): writeStructure(name, fields, documentation: documentation, &swift)
        case .enumeration(let cases): writeEnumeration(name, cases, documentation: documentation, &swift)
        case .array(let element), .map(let element), .nullable(let element):
            writeType(name, element, documentation: documentation, &swift)
        case .bool, .int, .float, .string, .object, .named: return
        }
    }

    /// How Swift calls the type of a field. A type without a name is called after its field.
    func reference(_ type: VarlinkType, field: String) -> String {
        switch type {
        case .bool: "Bool"
        case .int: "Int"
        case .float: "Double"
        case .string: "String"
        case .object: "JSONText"
        case .named(let name, _): "\(namespace).\(name)"
        case .structure, .enumeration: Names.nestedType(field, declared: declared)
        case .array(let element): "[\(reference(element, field: field))]"
        case .map(.structure([])): "Set<String>"
        case .map(let element): "[String: \(reference(element, field: field))]"
        case .nullable(let wrapped): "\(reference(wrapped, field: field))?"
        }
    }

    /// The part of a type that has fields or values, and no name.
    func anonymous(_ type: VarlinkType) -> VarlinkType? {
        switch type {
        case .structure, .enumeration: type
        case .map(.structure([])): nil
        case .array(let element), .map(let element), .nullable(let element): anonymous(element)
        case .bool, .int, .float, .string, .object, .named: nil
        }
    }

    func writeNested(_ fields: [VarlinkField], _ swift: inout SwiftText) {
        for field in fields {
            guard let type = anonymous(field.type) else { continue }
            writeType(
                Names.nestedType(field.name, declared: declared), type, documentation: field.documentation, &swift)
            swift.line()
        }
    }

    private func writeEnumeration(
        _ name: String, _ cases: [EnumerationCase], documentation: [String], _ swift: inout SwiftText
    ) {
        swift.documentation(documentation)
        let declaration = "package enum \(name): String, JSONEnumeration {"
        if cases.allSatisfy(\.documentation.isEmpty) {
            return swift.line("\(declaration) case \(cases.map { Names.escaped($0.name) }.joined(separator: ", ")) }")
        }
        swift.line(declaration)
        swift.indented { swift in
            for value in cases {
                swift.documentation(value.documentation)
                swift.line("case \(Names.escaped(value.name))")
            }
        }
        swift.line("}")
    }

    func writeStructure(
        _ name: String, _ fields: [VarlinkField], documentation: [String], _ swift: inout SwiftText
    ) {
        swift.documentation(documentation)
        swift.block("package struct \(name): JSONDecodable, JSONEncodable, Equatable, Sendable") { swift in
            writeNested(fields, &swift)
            for field in fields {
                swift.documentation(field.documentation)
                swift.line("package var \(Names.escaped(field.name)): \(reference(field.type, field: field.name))")
            }
            writeInitializer(fields, &swift)
            writeDecoder(fields, &swift)
            swift.block("package func encode(into writer: inout JSONWriter)") { swift in
                for statement in encoding(of: fields, { "self.\($0)" }) { swift.line(statement) }
            }
        }
    }

    private func writeInitializer(_ fields: [VarlinkField], _ swift: inout SwiftText) {
        let parameters = fields.map { field in
            let type = reference(field.type, field: field.name)
            return "\(Names.escaped(field.name)): \(type)\(field.isNullable ? " = nil" : "")"
        }
        let statements = fields.map { "self.\($0.name) = \(Names.escaped($0.name))" }
        let body = statements.isEmpty ? "" : " \(statements.joined(separator: "; ")) "
        swift.line("package init(\(parameters.joined(separator: ", "))) {\(body)}")
    }

    /// Declares an initializer that has a local for each field, reads it where the walk over the object comes to it, and
    /// then asks for those that must be there.
    private func writeDecoder(_ fields: [VarlinkField], _ swift: inout SwiftText) {
        let locals = fields.map { field in
            let type = reference(field.type, field: field.name)
            return "\(Names.local(field.name)): \(type)\(field.isNullable ? "" : "?")"
        }
        let needed = fields.enumerated().filter { !$0.element.isNullable }
        swift.block("package init(decoding value: borrowing JSONValue) throws(JSONError)") { swift in
            swift.line("var fields = try value.fields(\"\(Self.table(fields.map(\.name)))\")")
            if fields.isEmpty { return swift.line("while try fields.next() != nil {}") }
            swift.line("var \(locals.joined(separator: ", "))")
            swift.line("while let field = try fields.next() { switch field {")
            swift.indented { swift in
                for (position, field) in fields.enumerated() {
                    let label = position == fields.count - 1 ? "default" : "case \(position)"
                    let read = field.isNullable ? "readOptional" : "read"
                    swift.line("\(label): try fields.\(read)(&\(Names.local(field.name)))")
                }
            }
            swift.line("} }")
            if !needed.isEmpty {
                let required = needed.reduce(UInt64(0)) { $0 | 1 << UInt64($1.offset) }
                let names = needed.map { "let \(Names.local($0.element.name))" }
                swift.line("guard \(names.joined(separator: ", ")) else { throw fields.missing(\(required)) }")
            }
            swift.line(fields.map { "self.\($0.name) = \(Names.local($0.name))" }.joined(separator: "; "))
        }
    }

    /// Names as the library looks for them: for each a byte that is its length, and its bytes.
    static func table(_ names: [String]) -> String {
        names.map { "\\u{\(String($0.utf8.count, radix: 16))}\($0)" }.joined()
    }

    /// The statements that write an object.
    ///
    /// - Parameter value: how the code reads the value of a field.
    func encoding(of fields: [VarlinkField], _ value: (String) -> String) -> [String] {
        var statements: [String] = []
        // Up to the first field that is always there it is open which one comes first.
        var isOpen = fields.first?.isNullable ?? true
        if isOpen { statements.append("writer.beginObject()") }
        for (position, field) in fields.enumerated() {
            let mark = position == 0 && !isOpen ? "{" : ","
            let write = "\(field.isNullable ? "optional" : "field")\(isOpen ? "OrFirst" : "")"
            statements.append("writer.\(write)(#\"\(mark)\"\(field.name)\":\"#, \(value(field.name)))")
            if !field.isNullable { isOpen = false }
        }
        return statements + ["writer.endObject()"]
    }
}

// MARK: Errors

extension SwiftGenerator {
    private var errors: [(member: InterfaceMember, fields: [VarlinkField])] {
        description.members.compactMap { member in
            if case .error(let fields) = member.kind { (member, fields) } else { nil }
        }
    }

    /// Declares the type of the interface's errors.
    func writeFailure(_ swift: inout SwiftText) {
        swift.line()
        swift.documentation(["The errors that \(description.name) declares."])
        swift.block("package enum Failure: VarlinkFailure, Equatable") { swift in
            for (member, fields) in errors {
                swift.documentation(member.documentation)
                let parameters = fields.map {
                    "\(Names.escaped($0.name)): \(reference($0.type, field: $0.name))"
                }
                let list = fields.isEmpty ? "" : "(\(parameters.joined(separator: ", ")))"
                swift.line("case \(caseName(member))\(list)")
            }
            if isService {
                swift.line()
                swift.documentation(["The error itself."])
                swift.line("package static func service(_ failure: ServiceInterface.Failure) -> Failure { failure }")
            } else {
                swift.documentation(["An error that every method may answer."])
                swift.line("case service(ServiceInterface.Failure)")
            }
            writeErrorName(&swift)
            writeErrorEncoder(&swift)
            writeErrorDecoder(&swift)
        }
    }

    private func caseName(_ member: InterfaceMember) -> String { Names.escaped(Names.lowered(member.name)) }

    private func writeErrorName(_ swift: inout SwiftText) {
        swift.line()
        swift.block("package var errorName: StaticString") { swift in
            swift.block("switch self") { swift in
                for (member, _) in errors {
                    swift.line("case .\(caseName(member)): \"\(description.name).\(member.name)\"")
                }
                if !isService { swift.line("case .service(let failure): failure.errorName") }
            }
        }
    }

    private func writeErrorEncoder(_ swift: inout SwiftText) {
        swift.line()
        swift.block("package func encodeParameters(into writer: inout JSONWriter)") { swift in
            swift.block("switch self") { swift in
                for (member, fields) in errors {
                    let bindings = fields.map { "let \(Names.local($0.name))" }.joined(separator: ", ")
                    let statements = encoding(of: fields, Names.local).joined(separator: "; ")
                    swift.line("case .\(caseName(member))\(fields.isEmpty ? "" : "(\(bindings))"): \(statements)")
                }
                if !isService {
                    swift.line("case .service(let failure): failure.encodeParameters(into: &writer)")
                }
            }
        }
    }

    private func writeErrorDecoder(_ swift: inout SwiftText) {
        swift.line()
        swift.block(
            "package init?(errorName: borrowing JSONString, parameters: borrowing JSONValue) throws(JSONError)"
        ) { swift in
            for (member, fields) in errors {
                let names = fields.map { "\"\($0.name)\"" }.joined(separator: ", ")
                let values = fields.map {
                    let read = $0.isNullable ? "readOptional" : "read"
                    return "\(Names.escaped($0.name)): try fields.\(read)(\"\($0.name)\")"
                }
                let match = fields.isEmpty ? "if try" : "if let fields = try"
                let end = fields.isEmpty ? " != nil" : ""
                let list = fields.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
                swift.line(
                    "\(match) parameters.fields(of: errorName, \"\(description.name).\(member.name)\", [\(names)])\(end) "
                        + "{ self = .\(caseName(member))\(list); return }")
            }
            if isService {
                swift.line("return nil")
            } else {
                swift.line(
                    "guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters) "
                        + "else { return nil }")
                swift.line("self = .service(failure)")
            }
        }
    }
}

extension VarlinkField {
    /// Whether it may be left out.
    var isNullable: Bool {
        if case .nullable = type { true } else { false }
    }
}
