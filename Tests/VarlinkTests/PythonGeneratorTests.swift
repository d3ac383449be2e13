import Foundation
import TestSupport
import Testing
import VarlinkGenerator

/// The Python side of descriptions.
@Suite struct PythonGeneratorTests {
    private static func generate(_ members: String...) throws -> [String: String] {
        let descriptions = try members.enumerated().map { number, members in
            try InterfaceParser.parse("interface a.i\(number)\n\(members)")
        }
        let files = try PythonGenerator.generate(descriptions, version: "1.2")
        return Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
    }

    @Test func checkedInModulesAreWhatTheDescriptionsGive() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        func text(_ path: String) throws -> String {
            try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        }
        let names =
            ["System/Varlink/Server/org.varlink.service"]
            + ["Reader", "Document", "Manager"].map { "Interface/SheafInterface/org.sheaf.\($0)" }
        let version = try #require(
            try text("Sources/Interface/SheafInterface/SheafVersion.swift").firstMatch(of: /current = "([^"]+)"/))
        let generated = try PythonGenerator.generate(
            names.map { try InterfaceParser.parse(text("Sources/\($0).varlink")) }, version: String(version.1))
        #expect(generated.count == 6)
        for file in generated {
            #expect(
                try text("clients/python/sheaf/interfaces/\(file.name)") == file.text,
                "\(file.name) is stale: make generate")
        }
    }

    @Test(arguments: [
        ("# Repeatable.", true), ("# It reads.\n#\n# Repeatable: it only reads.", true), ("# Repeatable", false),
        ("# Not Repeatable.", false), ("# Repeatable.\n\n# Another comment.", false), ("", false),
    ])
    func aMethodIsRepeatableWhereItsCommentSaysSo(comment: String, isRepeatable: Bool) throws {
        let text = "interface a.b\n\n\(comment)\nmethod M() -> ()"
        let swift = try SwiftGenerator.generate(text, fileName: "a.b.varlink").text
        #expect(swift.contains("isRepeatable: Bool { true }") == isRepeatable)
        let python = try PythonGenerator.generate([InterfaceParser.parse(text)], version: "1")[0].text
        #expect(python.contains("MReply.decode, \(isRepeatable ? "True" : "False")"))
    }

    @Test(
        arguments: [
            ("type T (a: (b: int))", "“a” needs a type with a name"),
            ("method M(a: ?[][string]int) -> ()", "“a” needs a type with a name"),
        ] as [(OneLine, String)])
    func whatPythonCannotHaveIsRefused(members: OneLine, message: String) throws {
        let error = #expect(throws: DescriptionError.self) { try Self.generate(members.value) }
        #expect(error?.message.contains(message) == true)
    }

    @Test func errorsOfOneNameHaveTheSameParameters() throws {
        let same = try Self.generate("error E (a: int)", "error E (a: int)")
        #expect(same["errors.py"]?.contains("    \"a.i1.E\": E,\n") == true)
        #expect(throws: DescriptionError.self) { try Self.generate("error E (a: int)", "error E (a: ?int)") }
    }

    @Test func namesAreThoseOfPython() throws {
        let module = try Self.generate("method GetPage(reader: string, pageWidth: int, from: ?string) -> (list: []int)")
        let text = try #require(module["i0.py"])
        #expect(
            text.contains("async def get_page(self, page_width: int, *, from_: str | None = None) -> GetPageReply:"))
        #expect(text.contains("list_=wire[\"list\"],"))
        #expect(module["__init__.py"]?.contains("VERSION = \"1.2\"") == true)
    }
}
