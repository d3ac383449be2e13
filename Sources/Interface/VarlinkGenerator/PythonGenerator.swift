/// Writes the Python module of an interface.
///
/// Names are those of the interface file, in Python's way: `pageWidth` is `page_width`, `GetPage` is `get_page`. An enumeration is a
/// `Literal` of its words. A field `fileDescriptor` is the descriptor itself, not its place among those of the message. A type with the
/// fields `rendition` and `size` is memory that was handed over. A method with a parameter `reader` is one of a reader, and does not take
/// that; one whose comment says "Needs `more`" answers with a stream.
package struct PythonGenerator {
    static let head = """
        # SPDX-License-Identifier: Apache-2.0
        # Written by varlink-generate: call `make generate` instead of changing it.

        """

    let description: InterfaceDescription
    /// The declared types by their names.
    let types: [String: VarlinkType]
    /// The declared types that are written to messages, and those that are read from them.
    private let encoded: Set<String>
    private let decoded: Set<String>

    /// The module's name: "reader" for org.sheaf.Reader.
    var module: String { Names.short(description.name).lowercased() }

    /// Generates the modules of interfaces, that of all their errors, and the package's own.
    ///
    /// - Parameter version: what the package says as its `VERSION`.
    package static func generate(
        _ descriptions: [InterfaceDescription], version: String
    ) throws(DescriptionError) -> [GeneratedFile] {
        var files: [GeneratedFile] = []
        for description in descriptions {
            let generator = PythonGenerator(description)
            try generator.check()
            files.append(GeneratedFile(name: "\(generator.module).py", text: generator.text()))
        }
        files.append(GeneratedFile(name: "errors.py", text: try PythonErrors(of: descriptions).text))
        let package = "\(head)\"\"\"The types of the interface files.\"\"\"\n\nVERSION = \"\(version)\"\n"
        files.append(GeneratedFile(name: "__init__.py", text: package))
        return files
    }

    private init(_ description: InterfaceDescription) {
        self.description = description
        var types: [String: VarlinkType] = [:]
        for member in description.members {
            if case .type(let type) = member.kind { types[member.name] = type }
        }
        self.types = types
        var encoded: Set<String> = []
        var decoded: Set<String> = []
        for member in description.members {
            guard case .method(let parameters, let reply) = member.kind else { continue }
            Self.note(.structure(parameters), of: types, in: &encoded)
            Self.note(.structure(reply), of: types, in: &decoded)
            decoded.insert("\(member.name)Reply")
        }
        self.encoded = encoded
        self.decoded = decoded
    }

    /// Notes the declared types that a type is made of.
    private static func note(_ type: VarlinkType, of types: [String: VarlinkType], in names: inout Set<String>) {
        switch type {
        case .bool, .int, .float, .string, .object, .enumeration: return
        case .structure(let fields): for field in fields { note(field.type, of: types, in: &names) }
        case .array(let inner), .map(let inner), .nullable(let inner): note(inner, of: types, in: &names)
        case .named(let name, _):
            if names.insert(name).inserted, let type = types[name] { note(type, of: types, in: &names) }
        }
    }

    /// Refuses what Varlink allows and this generator does not.
    private func check() throws(DescriptionError) {
        for member in description.members {
            switch member.kind {
            case .type(.structure(let fields)), .error(let fields): try check(fields)
            case .type(.enumeration): continue
            case .type:
                throw DescriptionError(
                    "“\(member.name)” has neither fields nor words (\(description.name))", at: member.position)
            case .method(let parameters, let reply): try check(parameters + reply)
            }
        }
    }

    private func check(_ fields: [VarlinkField]) throws(DescriptionError) {
        for field in fields {
            var type = field.type
            while case .array(let inner) = type.required { type = inner }
            switch type.required {
            case .structure, .map:
                throw DescriptionError(
                    "“\(field.name)” needs a type with a name in Python (\(description.name))", at: field.position)
            default: continue
            }
        }
    }

    // MARK: Types

    private func isStructure(_ type: VarlinkType) -> Bool {
        if case .named(let name, _) = type, case .structure = types[name] { true } else { false }
    }

    /// A type as Python has it. `name` is that of words which have none of their own.
    private func annotation(_ type: VarlinkType, _ name: String, _ words: inout PythonWords) -> String {
        switch type {
        case .nullable(let inner): return "\(annotation(inner, name, &words)) | None"
        case .array(let inner): return "list[\(annotation(inner, name, &words))]"
        case .enumeration(let cases):
            words.add(name, cases)
            return name
        default: return type.pythonName
        }
    }

    /// The expression that makes a value of what a message has.
    private func reading(_ type: VarlinkType, _ value: String) -> String {
        if case .array(let inner) = type {
            let inner = reading(inner, "value")
            return inner == "value" ? value : "[\(inner) for value in \(value)]"
        }
        return isStructure(type) ? "\(type.pythonName).decode(\(value), received)" : value
    }

    /// The expression that makes what a message has of a value. A value of another type is an error, which says the `name`.
    private func writing(_ type: VarlinkType, _ value: String, _ name: String) -> String {
        if case .array(let inner) = type {
            let inner = writing(inner, "value", name)
            return inner == "value" ? value : "[\(inner) for value in \(value)]"
        }
        return isStructure(type) ? "encoded(\(value), \(type.pythonName), \"\(name)\", sent)" : value
    }

    private func reading(_ field: VarlinkField) -> String {
        let name = field.name
        if name == "fileDescriptor" { return "received.take(wire.get(\"\(name)\"))" }
        let wire = "wire[\"\(name)\"]"
        let whole = reading(field.type.required, wire)
        if !field.isNullable { return whole }
        return whole == wire ? "wire.get(\"\(name)\")" : "\(whole) if \"\(name)\" in wire else None"
    }

    private func writing(_ field: VarlinkField, _ value: String) -> String {
        if field.name == "fileDescriptor" { return "sent.add(\(value))" }
        let whole = writing(field.type.required, value, field.pythonName())
        return whole == value || !field.isNullable ? whole : "\(whole) if \(value) is not None else None"
    }

    // MARK: Code

    private func text() -> String {
        var words = PythonWords()
        var body = PythonText()
        var methods: [InterfaceMember] = []
        for member in description.members {
            switch member.kind {
            case .type(.enumeration(let cases)): words.add(member.name, cases, member.documentation)
            case .type(.structure(let fields)): write(member.name, fields, member.documentation, &words, &body)
            case .method: methods.append(member)
            default: continue
            }
        }
        for method in methods {
            guard case .method(_, let reply) = method.kind else { continue }
            write(
                "\(method.name)Reply", reply, ["What \(description.name).\(method.name) answers."], &words, &body)
        }
        let ofReaders = methods.filter(\.isOfReader)
        let others = methods.filter { !$0.isOfReader }
        let title = module.prefix(1).uppercased() + module.dropFirst()
        write("\(title)Calls(Caller)", others, "of no reader in particular", &words, &body)
        write("\(title)Methods(StreamCaller)", ofReaders, "of a reader", &words, &body)

        var text = PythonText(Self.head)
        text.docstring(
            ["\(description.name): \(description.documentation.first ?? "")"] + description.documentation.dropFirst())
        text.line("\nfrom __future__ import annotations\n")
        if methods.contains(where: \.isStream) { text.line("from collections.abc import AsyncGenerator") }
        text.line("from dataclasses import dataclass")
        text.line("from typing import \(words.isEmpty ? "Any, Self" : "Any, Literal, Self")\n")
        let bases = (others.isEmpty ? [] : ["Caller"]) + (ofReaders.isEmpty ? [] : ["StreamCaller"])
        text.line("from ..calls import \(bases.joined(separator: ", "))")
        if body.text.contains("(Memory)") { text.line("from ..memory import Memory") }
        text.line("from ..message import Received, Sent, \(body.text.contains("encoded(") ? "encoded, " : "")present")
        return text.text + words.text + body.text
    }

    /// A structure, as a class.
    private func write(
        _ name: String, _ fields: [VarlinkField], _ documentation: [String], _ words: inout PythonWords,
        _ python: inout PythonText
    ) {
        let isMemory = ["rendition", "size"].allSatisfy { name in fields.contains { $0.name == name } }
        python.line(
            "\n\n@dataclass(kw_only=True\(isMemory ? ", eq=False" : ""))\nclass \(name)\(isMemory ? "(Memory)" : ""):")
        python.indented { python in
            python.docstring(documentation)
            if !fields.isEmpty { python.line() }
            for field in fields {
                let type = annotation(field.type, "\(name)\(Names.capitalized(field.name))", &words)
                python.line("\(field.pythonName(isMemory)): \(type)\(field.isNullable ? " = None" : "")")
            }
            if encoded.contains(name) {
                python.line("\ndef encode(self, sent: Sent) -> dict[str, Any]:")
                python.line("    return present(\n        {")
                for field in fields {
                    let value = writing(field, "self.\(field.pythonName(isMemory))")
                    python.line("            \"\(field.name)\": \(value),")
                }
                python.line("        }\n    )")
            }
            guard decoded.contains(name) else { return }
            python.line("\n@classmethod\ndef decode(cls, wire: dict[str, Any], received: Received) -> Self:")
            let (start, end) = isMemory ? ("received.lease(cls(", "))") : ("cls(", ")")
            if fields.isEmpty { return python.line("    return \(start)\(end)") }
            python.line("    return \(start)")
            for field in fields { python.line("        \(field.pythonName(isMemory))=\(reading(field)),") }
            python.line("    \(end)")
        }
    }

    /// Methods, as a class.
    private func write(
        _ head: String, _ methods: [InterfaceMember], _ whose: String, _ words: inout PythonWords,
        _ python: inout PythonText
    ) {
        if methods.isEmpty { return }
        python.line("\n\nclass \(head):")
        python.indented { python in
            python.docstring(["Methods of \(description.name), \(whose)."])
            for method in methods { write(method, &words, &python) }
        }
    }

    private func write(_ method: InterfaceMember, _ words: inout PythonWords, _ python: inout PythonText) {
        guard case .method(let all, _) = method.kind else { return }
        let fields = all.filter { $0.name != "reader" }
        // What has to be given comes first, and may be given by its place.
        let needed = fields.filter { !$0.isNullable }
        let optional = fields.filter(\.isNullable)
        var parameters: [String] = ["self"]
        for field in needed + optional {
            let type = annotation(field.type, "\(method.name)Parameter\(Names.capitalized(field.name))", &words)
            if field.isNullable, !parameters.contains("*") { parameters.append("*") }
            parameters.append("\(field.pythonName()): \(type)\(field.isNullable ? " = None" : "")")
        }
        let head = "\(method.isStream ? "" : "async ")def \(Names.snake(method.name))("
        let answer = method.isStream ? "AsyncGenerator[\(method.name)Reply, None]" : "\(method.name)Reply"
        let line = "\(head)\(parameters.joined(separator: ", "))) -> \(answer):"
        python.line()
        if line.count + 4 <= PythonText.width {
            python.line(line)
        } else {
            python.line(head)
            for parameter in parameters { python.line("    \(parameter),") }
            python.line(") -> \(answer):")
        }
        python.indented { python in
            python.docstring(method.documentation)
            python.line("sent = Sent()")
            python.line("parameters: dict[str, Any] = {\(fields.isEmpty ? "}" : "")")
            for field in fields { python.line("    \"\(field.name)\": \(writing(field, field.pythonName())),") }
            if !fields.isEmpty { python.line("}") }
            python.line("return \(method.isStream ? "self._stream" : "await self._call")(")
            let repeats = method.isStream ? "" : ", \(method.isRepeatable ? "True" : "False")"
            python.line(
                "    \"\(description.name).\(method.name)\", parameters, sent, \(method.name)Reply.decode\(repeats)")
            python.line(")")
        }
    }
}

extension InterfaceMember {
    /// Whether this is a method that is asked of a reader.
    fileprivate var isOfReader: Bool {
        if case .method(let fields, _) = kind { fields.contains { $0.name == "reader" } } else { false }
    }

    /// Whether this is a method that answers more than once.
    fileprivate var isStream: Bool { documentation.joined(separator: " ").contains("Needs `more`") }
}

extension VarlinkType {
    /// The type without its `?`.
    var required: VarlinkType { if case .nullable(let inner) = self { inner } else { self } }

    /// The name in Python of a type that has neither `?` nor `[]`.
    var pythonName: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .object: "dict[str, Any]"
        case .named(let name, _): name
        default: "str"
        }
    }
}
