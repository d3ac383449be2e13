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
                    swift.line("case .\(caseName(member))\(fields.isEmpty ? "" : "(\(bindings))"):")
                    swift.indented { writeEncoder(fields, &$0, value: Names.local) }
                }
                if !isService {
                    swift.line("case .service(let failure): failure.encodeParameters(into: &writer)")
                }
            }
        }
    }

    private func writeErrorDecoder(_ swift: inout SwiftText) {
        swift.line()
        swift.line("package init?(")
        swift.indented { swift in
            swift.line("errorName: borrowing JSONString, parameters: borrowing JSONValue")
        }
        swift.block(") throws(JSONError)") { swift in
            for (member, fields) in errors {
                swift.block("if errorName.equals(\"\(description.name).\(member.name)\")") { swift in
                    if fields.isEmpty {
                        swift.line("_ = try JSONEmpty(decoding: parameters)")
                        swift.line("self = .\(caseName(member))")
                    } else {
                        writeDecoding(of: "parameters", fields, &swift)
                        let values = fields.map { "\(Names.escaped($0.name)): \(Names.local($0.name))" }
                        swift.line("self = .\(caseName(member))(\(values.joined(separator: ", ")))")
                    }
                    swift.line("return")
                }
            }
            if isService {
                swift.line("return nil")
            } else {
                swift.line(
                    "guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters)")
                swift.line("else { return nil }")
                swift.line("self = .service(failure)")
            }
        }
    }
}
