/// Writes the Swift side of an interface.
package struct SwiftGenerator {
    /// The interface that the library itself offers: its errors are those that every other interface may answer too.
    static let serviceInterface = "org.varlink.service"

    let description: InterfaceDescription
    /// The text that ``description`` was read from.
    private let source: String
    private let fileName: String
    /// "ReaderInterface"
    let namespace: String
    /// The names of the declared types.
    let declared: Set<String>
    /// The methods whose calls are read in place, by their full names.
    let scanned: Set<String>
    /// The fields of their parameters that are not: a call that has one is parsed.
    let parsed: Set<String>

    var isService: Bool { description.name == Self.serviceInterface }
    var shortName: String { Names.short(description.name) }

    /// Generates the file for a description.
    ///
    /// - Parameters:
    ///   - fileName: of the `.varlink` file, to be named as the source.
    ///   - scanned: methods whose calls are read in place where they are of the usual form, by their full names; those of
    ///     other interfaces are passed over.
    ///   - parsed: fields of their parameters, such as org.example.Name.Method.field. A call that has one is not of the usual form:
    ///     what reads the others in place is no longer for it.
    package static func generate(
        _ source: String, fileName: String, scanned: Set<String> = [], parsed: Set<String> = []
    ) throws(DescriptionError) -> GeneratedFile {
        let description = try InterfaceParser.parse(source)
        let generator = SwiftGenerator(
            description, source: source, fileName: fileName, scanned: scanned, parsed: parsed)
        try generator.check()
        return GeneratedFile(name: "\(generator.namespace).generated.swift", text: generator.text())
    }

    private init(
        _ description: InterfaceDescription, source: String, fileName: String, scanned: Set<String>,
        parsed: Set<String>
    ) {
        self.description = description
        self.source = source
        self.fileName = fileName
        self.scanned = scanned
        self.parsed = parsed
        namespace = "\(Names.short(description.name))Interface"
        declared = Set(
            description.members.compactMap { if case .type = $0.kind { $0.name } else { nil } })
    }

    /// Throws where the description has something that Varlink allows and this generator does not.
    private func check() throws(DescriptionError) {
        for member in description.members {
            if case .error(let fields) = member.kind { try checkError(fields) }
            guard !Names.taken.contains(member.name) else {
                throw DescriptionError(
                    "“\(member.name)” would hide a name of Swift or of the library", at: member.position)
            }
            try checkSize(of: member)
            if case .type(let type) = member.kind {
                try checkRecursion(type, inside: [member.name], at: member.position)
            }
        }
        try checkScans()
    }

    /// A decoder marks the fields that it has seen in 64 bits.
    private func checkSize(of member: InterfaceMember) throws(DescriptionError) {
        let types: [VarlinkType] =
            switch member.kind {
            case .type(let type): [type]
            case .method(let parameters, let reply): [.structure(parameters), .structure(reply)]
            case .error(let fields): [.structure(fields)]
            }
        for type in types { try checkSize(of: type, at: member.position) }
    }

    private func checkSize(of type: VarlinkType, at position: TextPosition) throws(DescriptionError) {
        switch type {
        case .bool, .int, .float, .string, .object, .named, .enumeration: return
        case .array(let element), .map(let element), .nullable(let element): try checkSize(of: element, at: position)
        case .structure(let fields):
            guard fields.count <= 64 else { throw DescriptionError("more than 64 fields", at: position) }
            for field in fields { try checkSize(of: field.type, at: field.position) }
        }
    }

    private func checkError(_ fields: [VarlinkField]) throws(DescriptionError) {
        for field in fields where anonymous(field.type) != nil {
            throw DescriptionError("the type of a field of an error must have a name", at: field.position)
        }
    }

    /// A Swift structure can't hold itself but in an array or a map.
    private func checkRecursion(
        _ type: VarlinkType, inside names: [String], at position: TextPosition
    ) throws(DescriptionError) {
        switch type {
        case .bool, .int, .float, .string, .object, .enumeration, .array, .map: return
        case .nullable(let wrapped): try checkRecursion(wrapped, inside: names, at: position)
        case .structure(let fields):
            for field in fields { try checkRecursion(field.type, inside: names, at: field.position) }
        case .named(let name, let position):
            guard !names.contains(name) else {
                throw DescriptionError("“\(name)” holds itself, and is no array or map", at: position)
            }
            for member in description.members where member.name == name {
                if case .type(let type) = member.kind {
                    try checkRecursion(type, inside: names + [name], at: position)
                }
            }
        }
    }

    // MARK: File

    private func text() -> String {
        var swift = SwiftText()
        swift.line("// Generated from \(fileName) by varlink-generate. Do not edit.")
        swift.line("// swift-format-ignore-file")
        swift.line()
        if !isService {
            swift.line("package import Varlink")
            swift.line()
        }
        swift.documentation(description.documentation)
        swift.block("package enum \(namespace)") { swift in
            swift.line("/// \"\(description.name)\"")
            swift.line("package static var name: StaticString { \"\(description.name)\" }")
            writeText(&swift)
            for member in description.members { write(member, &swift) }
            writeFailure(&swift)
        }
        writeHandler(&swift)
        writeScanDefaults(&swift)
        writeDispatcher(&swift)
        writeScans(&swift)
        return swift.text
    }

    private func writeText(_ swift: inout SwiftText) {
        swift.line()
        swift.line("/// The text of the description.")
        let text = source.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\##n")
        swift.line("package static var text: StaticString { ##\"\(text)\"## }")
    }

    private func write(_ member: InterfaceMember, _ swift: inout SwiftText) {
        switch member.kind {
        case .type(let type):
            swift.line()
            writeType(member.name, type, documentation: member.documentation, &swift)
        case .method(let parameters, let reply):
            swift.line()
            swift.documentation(member.documentation)
            swift.block("package enum \(member.name): VarlinkMethod") { swift in
                let name = "\(namespace).\(member.name)"
                swift.line(
                    "package typealias Parameters = \(name)Parameters; package typealias Reply = \(name)Reply; "
                        + "package typealias Failure = \(namespace).Failure")
                swift.line("package static var name: StaticString { \"\(description.name).\(member.name)\" }")
                if member.isRepeatable { swift.line("package static var isRepeatable: Bool { true }") }
            }
            writeMessage("\(member.name)Parameters", parameters, "The parameters of ``\(member.name)``.", &swift)
            writeMessage("\(member.name)Reply", reply, "The reply to ``\(member.name)``.", &swift)
        case .error: return
        }
    }

    private func writeMessage(
        _ name: String, _ fields: [VarlinkField], _ documentation: String, _ swift: inout SwiftText
    ) {
        swift.line()
        if fields.isEmpty {
            swift.documentation([documentation])
            swift.line("package typealias \(name) = JSONEmpty")
        } else {
            writeStructure(name, fields, documentation: [documentation], &swift)
        }
    }

    // MARK: Server

    private var methods: [InterfaceMember] {
        description.members.filter { if case .method = $0.kind { true } else { false } }
    }

    /// Whether the interface declares the error that says what is wrong with a call.
    private var saysWhatIsInvalid: Bool {
        description.members.contains { member in
            guard member.name == "InvalidCall", case .error(let fields) = member.kind else { return false }
            return fields.map(\.name) == ["field", "reason"] && fields.allSatisfy { $0.type == .string }
        }
    }

    private func writeHandler(_ swift: inout SwiftText) {
        swift.line()
        swift.documentation(["Answers the calls of \(description.name). What a method throws is its answer."])
        swift.block("package protocol \(shortName)Handler: AnyObject") { swift in
            for method in methods {
                swift.line(
                    "func \(Names.escaped(Names.lowered(method.name)))(_ parameters: \(namespace).\(method.name)Parameters, "
                        + "_ call: VarlinkCall<\(namespace).\(method.name)>) throws(\(namespace).Failure)")
            }
            writeScanRequirements(&swift)
        }
    }

    private func writeDispatcher(_ swift: inout SwiftText) {
        swift.line()
        swift.documentation(["Decodes the calls of \(description.name) for a handler, which it holds."])
        swift.block("package final class \(shortName)Dispatcher: VarlinkInterface") { swift in
            swift.line("private let handler: any \(shortName)Handler")
            swift.line()
            swift.block("package init(_ handler: any \(shortName)Handler)") { $0.line("self.handler = handler") }
            swift.line()
            swift.line("package var name: StaticString { \(namespace).name }")
            swift.line("package var description: StaticString { \(namespace).text }")
            swift.line()
            swift.block("package func dispatch(_ incoming: borrowing VarlinkIncoming) throws(JSONError) -> Bool") {
                swift in
                guard !methods.isEmpty else { return swift.line("false") }
                swift.line("switch incoming.method(in: \"\(Self.table(methods.map(\.name)))\") {")
                for (index, method) in methods.enumerated() {
                    swift.line(
                        "case \(index): try serve(incoming, \(namespace).\(method.name).self) { (parameters, call) "
                            + "throws(\(namespace).Failure) in try handler.\(Names.escaped(Names.lowered(method.name)))"
                            + "(parameters, call) }")
                }
                swift.line("default: return false")
                swift.line("}")
                swift.line("return true")
            }
            if !methods.isEmpty { writeServe(&swift) }
            if saysWhatIsInvalid {
                swift.line()
                swift.block("package func failure(of call: JSONError) -> any VarlinkFailure") {
                    $0.line("\(namespace).Failure.invalidCall(field: call.field, reason: call.problem)")
                }
            }
            writeScanDispatch(&swift)
        }
    }

    /// Decodes the parameters of a method and has the handler answer. It is generic here, where it is specialized.
    private func writeServe(_ swift: inout SwiftText) {
        let failure = "\(namespace).Failure"
        swift.line()
        swift.block(
            "private func serve<Method: VarlinkMethod>(_ incoming: borrowing VarlinkIncoming, _ method: Method.Type, "
                + "_ body: (Method.Parameters, VarlinkCall<Method>) throws(\(failure)) -> Void) throws(JSONError) "
                + "where Method.Failure == \(failure)"
        ) { swift in
            swift.line("let parameters = try Method.Parameters(decoding: incoming.parameters)")
            swift.line("let call = incoming.call(of: method)")
            swift.line("do throws(\(failure)) { try body(parameters, call) } catch { call.fail(error) }")
        }
    }
}

/// A file to be written.
package struct GeneratedFile: Equatable {
    package let name: String
    package let text: String
}

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
