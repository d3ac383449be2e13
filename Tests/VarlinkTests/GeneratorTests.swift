import Foundation
import TestSupport
import Testing
import VarlinkGenerator

/// The Swift side of descriptions.
@Suite struct GeneratorTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The methods that `make generate` has read in place, and the fields that it has not.
    private static func scanned() throws -> (methods: Set<String>, parsed: Set<String>) {
        let makefile = try String(contentsOf: root.appendingPathComponent("Makefile"), encoding: .utf8)
        return (
            Set(makefile.matches(of: /--scan ([A-Za-z.]+)/).map { String($0.1) }),
            Set(makefile.matches(of: /--parse ([A-Za-z.]+)/).map { String($0.1) })
        )
    }

    /// Every description in the tree.
    private static var descriptions: [URL] {
        ["Sources", "Tests", "Plugins"].flatMap { folder in
            let files = FileManager.default.enumerator(
                at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
            return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "varlink" }
        }
    }

    @Test func descriptionsAreFound() {
        let names = Self.descriptions.map(\.lastPathComponent)
        #expect(names.contains("org.varlink.service.varlink") && names.contains("org.example.Library.varlink"))
    }

    @Test(arguments: descriptions)
    func checkedInCodeIsWhatTheDescriptionGives(description: URL) throws {
        let source = try String(contentsOf: description, encoding: .utf8)
        let scanned = try Self.scanned()
        let generated = try SwiftGenerator.generate(
            source, fileName: description.lastPathComponent, scanned: scanned.methods, parsed: scanned.parsed)
        let file = description.deletingLastPathComponent().appendingPathComponent(generated.name)
        let checkedIn = try String(contentsOf: file, encoding: .utf8)
        #expect(
            checkedIn == generated.text,
            "\(file.lastPathComponent) is stale: make generate")
    }

    @Test(
        arguments: [
            ("type String ()", "“String” would hide a name"),
            ("type T (a: T)", "“T” holds itself"),
            ("type T (a: ?U)\ntype U (b: (c: T))", "“T” holds itself"),
            ("error E (a: (b, c))", "must have a name"),
            ("type T (a: \(String(repeating: "[]", count: 100_000))int)", "more than 64 types in each other"),
            ("type T \(String(repeating: "(a: ", count: 100_000))", "more than 64 types in each other"),
            ("type T (\((0...64).map { "f\($0): int" }.joined(separator: ", ")))", "more than 64 fields"),
        ] as [(OneLine, String)])
    func whatSwiftCannotHaveIsRefused(members: OneLine, message: String) throws {
        do throws(DescriptionError) {
            _ = try SwiftGenerator.generate("interface a.b\n\(members.value)", fileName: "a.b.varlink")
            Issue.record("was not refused")
        } catch {
            #expect(error.message.contains(message))
        }
    }

    @Test(arguments: [
        ("method M(a: []int) -> ()", "“a” can't be read in place"),
        ("type T (a: ?int, b: [string]int)\nmethod M(t: ?T) -> ()", "“b” can't be read in place"),
        ("type M (a: int)", "“M” is no method"),
    ])
    func whatCannotBeReadInPlaceIsRefused(members: String, message: String) throws {
        do throws(DescriptionError) {
            _ = try SwiftGenerator.generate(
                "interface a.b\n\(members)", fileName: "a.b.varlink", scanned: ["a.b.M", "a.c.M"])
            Issue.record("was not refused")
        } catch {
            #expect(error.message.contains(message))
        }
    }

    @Test(arguments: [("?int", false), ("int", true)])
    func whatIsParsedIsNotReadInPlaceWhereItMayBeLeftOut(type: String, isRead: Bool) throws {
        let text = "interface a.b\nmethod M(first: int, last: \(type)) -> ()"
        let generated = try SwiftGenerator.generate(
            text, fileName: "a.b.varlink", scanned: ["a.b.M"], parsed: ["a.b.M.last", "a.c.M.first"])
        let scan = try #require(generated.text.components(separatedBy: "struct MScan").last)
        #expect(scan.contains(#"isField(#""first":"#))
        #expect(scan.contains(#"isField(#""last":"#) == isRead)
    }

    @Test(arguments: [
        ("InvalidCall (field: string, reason: string)", true), ("InvalidCall (field: string)", false),
        ("InvalidCall (field: string, reason: ?string)", false), ("Invalid (field: string, reason: string)", false),
    ])
    func anInterfaceWithTheErrorForItSaysWhatIsWrongWithACall(error: String, says: Bool) throws {
        let generated = try SwiftGenerator.generate(
            "interface a.b\nerror \(error)\nmethod M() -> ()", fileName: "a.b.varlink")
        #expect(generated.text.contains("Failure.invalidCall(field: call.field, reason: call.problem)") == says)
    }

    @Test func typesMayHoldThemselvesInArraysAndMaps() throws {
        let text = "interface a.b\ntype T (a: []T, b: [string]T)"
        let generated = try SwiftGenerator.generate(text, fileName: "a.b.varlink")
        #expect(generated.name == "BInterface.generated.swift")
    }
}
