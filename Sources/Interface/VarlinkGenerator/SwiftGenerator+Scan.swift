extension SwiftGenerator {
    /// The methods whose calls are read in place.
    var scannedMethods: [InterfaceMember] {
        description.members.filter { scanned.contains("\(description.name).\($0.name)") }
    }

    /// Throws where a method or a field that is to be read in place can't be.
    func checkScans() throws(DescriptionError) {
        for method in scannedMethods {
            guard case .method(let parameters, _) = method.kind else {
                throw DescriptionError("“\(method.name)” is no method", at: method.position)
            }
            try checkScan(scannedFields(parameters, of: method))
        }
    }

    /// The parameters of a method that are read in place: those that are parsed may be left out, or it always would be.
    private func scannedFields(
        _ fields: [VarlinkField], of method: InterfaceMember
    ) -> [VarlinkField] {
        fields.filter { !$0.isNullable || !parsed.contains("\(description.name).\(method.name).\($0.name)") }
    }

    private func checkScan(_ fields: [VarlinkField]) throws(DescriptionError) {
        for field in fields {
            switch scan(of: field.type) {
            case .structure(let name): try checkScan(self.fields(of: name))
            case .none where !field.isNullable:
                throw DescriptionError("“\(field.name)” can't be read in place", at: field.position)
            default: continue
            }
        }
    }

    // MARK: Types

    /// How a value is read in place.
    private enum Scan {
        case bool, int, float, string
        /// A structure of this declared type.
        case structure(String)
        case enumeration([EnumerationCase])
    }

    /// Nil for what is not read in place: arrays, maps, objects, and structures without a name.
    private func scan(of type: VarlinkType) -> Scan? {
        switch type {
        case .bool: .bool
        case .int: .int
        case .float: .float
        case .string: .string
        case .enumeration(let cases): .enumeration(cases)
        case .nullable(let wrapped): scan(of: wrapped)
        case .named(let name, _):
            switch declaredType(name) {
            case .enumeration(let cases): .enumeration(cases)
            case .structure: .structure(name)
            default: nil
            }
        case .object, .structure, .array, .map: nil
        }
    }

    private func declaredType(_ name: String) -> VarlinkType? {
        for member in description.members where member.name == name {
            if case .type(let type) = member.kind { return type }
        }
        return nil
    }

    private func fields(of name: String) -> [VarlinkField] {
        if case .structure(let fields) = declaredType(name) { fields } else { [] }
    }

    // MARK: Code

    /// Declares how calls of the chosen methods are read in place.
    func writeScans(_ swift: inout SwiftText) {
        if scannedMethods.isEmpty { return }
        var written: Set<String> = []
        swift.line()
        swift.line("// Calls that are read in place.")
        for method in scannedMethods {
            guard case .method(let parameters, _) = method.kind else { continue }
            writeScan(
                of: "\(method.name)Parameters", named: "\(method.name)Scan", property: "parameters",
                scannedFields(parameters, of: method),
                "A call of ``\(method.name)`` that is read in place.", &written, &swift)
        }
    }

    private func writeScan(
        of type: String, named name: String, property: String, _ fields: [VarlinkField], _ documentation: String,
        _ written: inout Set<String>, _ swift: inout SwiftText
    ) {
        guard written.insert(name).inserted else { return }
        swift.line()
        swift.block("extension \(namespace)") { swift in
            swift.documentation([documentation])
            swift.block("package struct \(name): ~Escapable") { swift in
                for field in fields {
                    guard let type = scanReference(field, in: type) else { continue }
                    // Without the mark it is not nil from the start, which is not of the call's lifetime.
                    let optional = type == "RawSpan" || type.hasSuffix("Scan") ? "Optional<\(type)>" : "\(type)?"
                    let value = field.isNullable ? optional : "\(type)\(emptyValue(field))"
                    swift.line("package private(set) var \(Names.escaped(field.name)): \(value)")
                }
                swift.line()
                writeScanReader(fields, in: type, &swift)
                swift.line()
                swift.documentation(["The value, as the general way decodes it."])
                let values = fields.compactMap { field in
                    scanValue(field).map { "\(Names.escaped(field.name)): \($0)" }
                }
                swift.line("package var \(property): \(namespace).\(type) {")
                swift.indented { $0.line("\(namespace).\(type)(\(values.joined(separator: ", ")))") }
                swift.line("}")
            }
        }
        for field in fields {
            switch scan(of: field.type) {
            case .structure(let name):
                writeScan(
                    of: name, named: "\(name)Scan", property: "value", self.fields(of: name),
                    "A ``\(name)`` that is read in place.", &written, &swift)
            case .enumeration(let cases):
                guard let reference = scanReference(field, in: type), written.insert(reference).inserted else {
                    continue
                }
                writeScan(ofEnumeration: reference, cases, &swift)
            default: continue
            }
        }
    }

    private func writeScan(ofEnumeration name: String, _ cases: [EnumerationCase], _ swift: inout SwiftText) {
        swift.line()
        swift.block("extension \(name)") { swift in
            swift.block("init(scanning scanner: inout CallScanner)") { swift in
                var head = "if"
                for value in cases {
                    swift.line(
                        "\(head) scanner.takes(#\"\"\(value.name)\"\"#) { self = .\(Names.escaped(value.name)) }")
                    head = "else if"
                }
                if let value = cases.first {
                    swift.line("else { self = .\(Names.escaped(value.name)); scanner.doubt() }")
                }
            }
        }
    }

    private func writeScanReader(_ fields: [VarlinkField], in type: String, _ swift: inout SwiftText) {
        let needed = fields.enumerated().reduce(UInt64(0)) { $1.element.isNullable ? $0 : $0 | 1 << UInt64($1.offset) }
        swift.line("@_lifetime(copy scanner)")
        swift.line("@inline(__always)")
        swift.block("package init(_ scanner: borrowing CallScanner)") { swift in
            for field in fields {
                switch scan(of: field.type) {
                case .string: swift.line("self.\(field.name) = \(field.isNullable ? "nil" : "scanner.none")")
                case .structure(let name):
                    swift.line("self.\(field.name) = \(field.isNullable ? "nil" : "\(namespace).\(name)Scan(scanner)")")
                default: continue
                }
            }
        }
        swift.line()
        swift.line("@_lifetime(self: copy scanner)")
        swift.line("@inline(__always)")
        swift.block("package mutating func read(_ scanner: inout CallScanner)") { swift in
            if fields.isEmpty { return swift.line("if scanner.beginsObject() { scanner.doubt() }") }
            swift.line("var seen: UInt64 = 0")
            swift.block("if scanner.beginsObject()") { swift in
                swift.line("repeat {")
                swift.indented { swift in
                    var head = "if"
                    for (position, field) in fields.enumerated() {
                        swift.line("\(head) scanner.isField(#\"\"\(field.name)\":\"#, \(position), &seen) {")
                        swift.indented { $0.line(scanStatement(field, in: type)) }
                        head = "} else if"
                    }
                    swift.line("} else { return scanner.doubt() }")
                }
                swift.line("} while scanner.takesSeparator()")
                swift.line("scanner.endObject()")
            }
            if needed != 0 { swift.line("if seen & \(needed) != \(needed) { scanner.doubt() }") }
        }
    }

    /// Returns the initializer of a field that must be there: the value that it holds before it is read.
    private func emptyValue(_ field: VarlinkField) -> String {
        switch scan(of: field.type) {
        case .bool: " = false"
        case .int, .float: " = 0"
        case .enumeration(let cases): " = .\(cases.first.map { Names.escaped($0.name) } ?? "")"
        default: ""
        }
    }

    /// How Swift calls the type of a field that is read in place.
    private func scanReference(_ field: VarlinkField, in type: String) -> String? {
        switch scan(of: field.type) {
        case .bool: return "Bool"
        case .int: return "Int"
        case .float: return "Double"
        case .string: return "RawSpan"
        case .structure(let name): return "\(namespace).\(name)Scan"
        case .enumeration:
            var reference = reference(field.type, field: field.name)
            if field.isNullable { reference.removeLast() }
            return anonymous(field.type) == nil ? reference : "\(namespace).\(type).\(reference)"
        case nil: return nil
        }
    }

    private func scanStatement(_ field: VarlinkField, in type: String) -> String {
        let name = "self.\(field.name)"
        let statement =
            switch scan(of: field.type) {
            case .bool: "\(name) = scanner.bool()"
            case .int: "\(name) = scanner.int()"
            case .float: "\(name) = scanner.double()"
            case .string: "\(name) = scanner.string()"
            case .structure(let type):
                field.isNullable
                    ? "var value = \(namespace).\(type)Scan(scanner); value.read(&scanner); \(name) = value"
                    : "\(name).read(&scanner)"
            case .enumeration: "\(name) = \(scanReference(field, in: type) ?? "")(scanning: &scanner)"
            case nil: "scanner.doubt()"
            }
        return field.isNullable ? "if !scanner.takesNull() { \(statement) }" : statement
    }

    private func scanValue(_ field: VarlinkField) -> String? {
        let name = Names.escaped(field.name)
        return switch scan(of: field.type) {
        case .string: "CallScanner.text(\(name))"
        case .structure: "\(name)\(field.isNullable ? "?" : "").value"
        case nil: nil
        default: name
        }
    }

    // MARK: Server

    /// Declares that a handler may answer the chosen methods from what was read in place.
    func writeScanRequirements(_ swift: inout SwiftText) {
        for method in scannedMethods {
            swift.line()
            swift.documentation([
                "Answers a call that was read in place, or returns false. Nothing must have been said then, "
                    + "and it comes again, decoded."
            ])
            swift.line(scanSignature(method))
        }
    }

    /// Writes the defaults: a call that was read in place is not answered.
    func writeScanDefaults(_ swift: inout SwiftText) {
        if scannedMethods.isEmpty { return }
        swift.line()
        swift.block("extension \(shortName)Handler") { swift in
            for method in scannedMethods { swift.line("package \(scanSignature(method)) { false }") }
        }
    }

    private func scanSignature(_ method: InterfaceMember) -> String {
        "func \(Names.escaped(Names.lowered(method.name)))"
            + "(scanned: borrowing \(namespace).\(method.name)Scan, _ call: borrowing ScannedCall) -> Bool"
    }

    /// Has the chosen methods read in place.
    func writeScanDispatch(_ swift: inout SwiftText) {
        if scannedMethods.isEmpty { return }
        swift.line()
        swift.line("package var scansCalls: Bool { true }")
        swift.line()
        swift.block(
            "package func dispatch(scanning call: borrowing CallScanner, on connection: VarlinkConnection) -> Bool"
        ) { swift in
            swift.line("var scanner = copy call")
            for method in scannedMethods {
                swift.block("if scanner.takes(#\"\(description.name).\(method.name)\"\"#)") { swift in
                    swift.line("guard scanner.reachesParameters() else { return false }")
                    swift.line("var scan = \(namespace).\(method.name)Scan(scanner)")
                    swift.line("scan.read(&scanner)")
                    swift.line("guard scanner.ends() else { return false }")
                    swift.line("let call = ScannedCall(on: connection, scanner.flags)")
                    swift.line(
                        "return call.end(isAnswered: handler.\(Names.escaped(Names.lowered(method.name)))"
                            + "(scanned: scan, call))")
                }
            }
            swift.line("return false")
        }
    }
}
