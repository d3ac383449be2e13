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
        swift.block("package enum \(name): String, JSONDecodable, JSONEncodable, CaseIterable, Sendable") { swift in
            for value in cases {
                swift.documentation(value.documentation)
                swift.line("case \(Names.escaped(value.name))")
            }
            swift.line()
            swift.block("package init(decoding value: borrowing JSONValue) throws(JSONError)") { swift in
                swift.line("let text = try value.string()")
                for value in cases {
                    swift.block("if text.equals(\"\(value.name)\")") { swift in
                        swift.line("self = .\(Names.escaped(value.name))")
                        swift.line("return")
                    }
                }
                swift.line("throw JSONError(.wrongType(expected: \"\(name)\"))")
            }
            swift.line()
            swift.block("package func encode(into writer: inout JSONWriter)") { swift in
                swift.block("switch self") { swift in
                    for value in cases {
                        swift.line("case .\(Names.escaped(value.name)): writer.raw(#\"\"\(value.name)\"\"#)")
                    }
                }
            }
        }
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
            if !fields.isEmpty { swift.line() }
            writeInitializer(fields, &swift)
            swift.line()
            writeDecoder(fields, &swift)
            swift.line()
            swift.block("package func encode(into writer: inout JSONWriter)") { swift in
                writeEncoder(fields, &swift) { "self.\($0)" }
            }
        }
    }

    private func writeInitializer(_ fields: [VarlinkField], _ swift: inout SwiftText) {
        let parameters = fields.map { field in
            let type = reference(field.type, field: field.name)
            return "\(Names.escaped(field.name)): \(type)\(field.isNullable ? " = nil" : "")"
        }
        swift.block("package init(\(parameters.joined(separator: ", ")))") { swift in
            for field in fields { swift.line("self.\(field.name) = \(Names.escaped(field.name))") }
        }
    }

    private func writeDecoder(_ fields: [VarlinkField], _ swift: inout SwiftText) {
        swift.block("package init(decoding value: borrowing JSONValue) throws(JSONError)") { swift in
            writeDecoding(of: "value", fields, &swift)
            for field in fields {
                swift.line("self.\(field.name) = \(Names.local(field.name))")
            }
        }
    }

    /// Declares a local for each field and reads it; those that must be there are not optional any more behind it.
    func writeDecoding(of value: String, _ fields: [VarlinkField], _ swift: inout SwiftText) {
        for field in fields {
            let type = reference(field.type, field: field.name)
            swift.line("var \(Names.local(field.name)): \(type)\(field.isNullable ? "" : "?")")
        }
        swift.line("var fields = try \(value).fields()")
        swift.block("while fields.next()") { swift in
            swift.line("do throws(JSONError) {")
            swift.indented { swift in
                var head = "if"
                for (position, field) in fields.enumerated() {
                    swift.line("\(head) try fields.isField(\"\(field.name)\", \(position)) {")
                    swift.indented { writeDecoding(of: field, &$0) }
                    head = "} else if"
                }
                swift.line(fields.isEmpty ? "try fields.skipUnknown()" : "} else {")
                guard !fields.isEmpty else { return }
                swift.indented { $0.line("try fields.skipUnknown()") }
                swift.line("}")
            }
            swift.line("} catch {")
            swift.indented { $0.line("throw error.within(fields.name.text)") }
            swift.line("}")
        }
        for field in fields where !field.isNullable {
            let local = Names.local(field.name)
            swift.line("guard let \(local) else { throw JSONError(.missing, path: \"\(field.name)\") }")
        }
    }

    private func writeDecoding(of field: VarlinkField, _ swift: inout SwiftText) {
        let local = Names.local(field.name)
        guard case .nullable(let wrapped) = field.type else {
            let type = reference(field.type, field: field.name)
            return swift.line("\(local) = try \(type)(decoding: fields.value)")
        }
        // Not through Optional, whose code would be generic.
        let type = reference(wrapped, field: field.name)
        swift.line("if !fields.value.isNull { \(local) = try \(type)(decoding: fields.value) }")
    }

    /// Writes an object.
    ///
    /// - Parameter value: how the code reads the value of a field.
    func writeEncoder(_ fields: [VarlinkField], _ swift: inout SwiftText, value: (String) -> String) {
        // Up to the first field that is always there it is open which one comes first.
        var first = fields.prefix { $0.isNullable }
        if first.isEmpty, let field = fields.first {
            swift.line("writer.raw(#\"{\"\(field.name)\":\"#)")
            swift.line("\(value(field.name)).encode(into: &writer)")
        } else {
            swift.line("writer.beginObject()")
        }
        for field in first.isEmpty ? fields.dropFirst() : fields[...] {
            let writeKey = first.isEmpty ? "raw" : "key"
            let key = "writer.\(writeKey)(#\",\"\(field.name)\":\"#)"
            if field.isNullable {
                let local = Names.local(field.name)
                swift.block("if let \(local) = \(value(field.name))") { swift in
                    swift.line(key)
                    swift.line("\(local).encode(into: &writer)")
                }
            } else {
                swift.line(key)
                swift.line("\(value(field.name)).encode(into: &writer)")
                first = []
            }
        }
        swift.line("writer.endObject()")
    }
}

extension VarlinkField {
    /// Whether it may be left out.
    var isNullable: Bool {
        if case .nullable = type { true } else { false }
    }
}
