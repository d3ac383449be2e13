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

    var isService: Bool { description.name == Self.serviceInterface }
    private var shortName: String { Names.short(description.name) }

    /// Generates the file for a description.
    ///
    /// - Parameter fileName: of the `.varlink` file, to be named as the source.
    package static func generate(_ source: String, fileName: String) throws(DescriptionError) -> GeneratedFile {
        let description = try InterfaceParser.parse(source)
        let generator = SwiftGenerator(description, source: source, fileName: fileName)
        try generator.check()
        return GeneratedFile(name: "\(generator.namespace).generated.swift", text: generator.text())
    }

    private init(_ description: InterfaceDescription, source: String, fileName: String) {
        self.description = description
        self.source = source
        self.fileName = fileName
        namespace = "\(Names.short(description.name))Interface"
        declared = Set(
            description.members.compactMap { if case .type = $0.kind { $0.name } else { nil } })
    }

    /// What Varlink allows and this generator does not.
    private func check() throws(DescriptionError) {
        for member in description.members {
            if case .error(let fields) = member.kind { try checkError(fields) }
            guard !Names.taken.contains(member.name) else {
                throw DescriptionError(
                    "“\(member.name)” would hide a name of Swift or of the library", at: member.position)
            }
            if case .type(let type) = member.kind {
                try checkRecursion(type, inside: [member.name], at: member.position)
            }
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
        writeDispatcher(&swift)
        return swift.text
    }

    private func writeText(_ swift: inout SwiftText) {
        swift.line()
        swift.line("/// The text of the description.")
        swift.block("package static var text: StaticString") { swift in
            swift.line("##\"\"\"")
            // The last newline of the file is the one before the closing quotes, doubled.
            for line in source.split(separator: "\n", omittingEmptySubsequences: false) { swift.line(String(line)) }
            swift.line("\"\"\"##")
        }
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
                swift.line("package typealias Parameters = \(namespace).\(member.name)Parameters")
                swift.line("package typealias Reply = \(namespace).\(member.name)Reply")
                swift.line("package typealias Failure = \(namespace).Failure")
                swift.line("package static var name: StaticString { \"\(description.name).\(member.name)\" }")
            }
            writeMessage("\(member.name)Parameters", parameters, "What ``\(member.name)`` takes.", &swift)
            writeMessage("\(member.name)Reply", reply, "What ``\(member.name)`` answers.", &swift)
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

    private func writeHandler(_ swift: inout SwiftText) {
        swift.line()
        swift.documentation(["Answers the calls of \(description.name). What a method throws is its answer."])
        swift.block("package protocol \(shortName)Handler: AnyObject") { swift in
            for (index, method) in methods.enumerated() {
                if index > 0 { swift.line() }
                swift.documentation(method.documentation)
                swift.line("func \(Names.escaped(Names.lowered(method.name)))(")
                swift.indented { swift in
                    swift.line("_ parameters: \(namespace).\(method.name)Parameters,")
                    swift.line("_ call: VarlinkCall<\(namespace).\(method.name)>")
                }
                swift.line(") throws(\(namespace).Failure)")
            }
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
                for method in methods { writeDispatch(method, &swift) }
                swift.line("return false")
            }
        }
    }

    private func writeDispatch(_ method: InterfaceMember, _ swift: inout SwiftText) {
        let function = Names.escaped(Names.lowered(method.name))
        swift.block("if incoming.isMethod(\"\(method.name)\")") { swift in
            swift.line(
                "let parameters = try \(namespace).\(method.name)Parameters(decoding: incoming.parameters)")
            swift.line("let call = incoming.call(of: \(namespace).\(method.name).self)")
            swift.line("do throws(\(namespace).Failure) {")
            swift.indented { $0.line("try handler.\(function)(parameters, call)") }
            swift.line("} catch {")
            swift.indented { $0.line("call.fail(error)") }
            swift.line("}")
            swift.line("return true")
        }
    }
}

/// A file to be written.
package struct GeneratedFile: Equatable {
    package let name: String
    package let text: String
}
