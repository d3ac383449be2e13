import Testing
import VarlinkGenerator

/// The grammar of `.varlink` files.
@Suite struct DescriptionTests {
    private func type(_ text: String) throws -> VarlinkType {
        let description = try InterfaceParser.parse("interface a.b\ntype T (f: \(text))\ntype U ()")
        guard case .type(.structure(let fields)) = description.members[0].kind else {
            Issue.record("no structure")
            return .bool
        }
        return fields[0].type
    }

    @Test func typesAreRead() throws {
        #expect(try type("bool") == .bool)
        #expect(try type("[]int") == .array(.int))
        #expect(try type("[string]float") == .map(.float))
        #expect(try type("?[]?[string]object") == .nullable(.array(.nullable(.map(.object)))))
        #expect(try type("[string]()") == .map(.structure([])))
        guard case .named("U", _) = try type("U") else { return #expect(Bool(false), "no name") }
        guard case .enumeration(let cases) = try type("(one, two)") else { return #expect(Bool(false), "no values") }
        #expect(cases.map(\.name) == ["one", "two"])
        guard case .nullable(.structure(let fields)) = try type("?(a: (x), b_c: [](d: int))") else {
            return #expect(Bool(false), "no structure")
        }
        #expect(fields.map(\.name) == ["a", "b_c"])
    }

    @Test func commentsBelongToWhatFollowsThem() throws {
        let description = try InterfaceParser.parse(
            """
            # About something else.

            # The interface,
            #
            #  in three lines.
            interface org.example.a-b.C2 # on its line
            # A method.
            method Do(
              # A parameter.
              a: int
            ) -> ()

            error Failed ()
            """)
        #expect(description.name == "org.example.a-b.C2")
        #expect(description.documentation == ["The interface,", "", " in three lines."])
        #expect(description.members[0].documentation.last == "A method.")
        guard case .method(let parameters, _) = description.members[0].kind else { return #expect(Bool(false)) }
        #expect(parameters[0].documentation == ["A parameter."])
        #expect(description.members[1].documentation == [])
    }

    @Test(arguments: [
        ("", 1, 1, "“interface” expected, not the end of the file"),
        ("interface Foo", 1, 11, "“Foo” is no interface name"),
        ("interface a..b", 1, 11, "no interface name"), ("interface a.b-", 1, 11, "no interface name"),
        ("interface a.b type T ()", 1, 15, "must begin a line"),
        ("interface a.b\ntyp T ()", 2, 1, "“type”, “method” or “error” expected, not “typ”"),
        ("interface a.b\ntype t ()", 2, 6, "capital letter"),
        ("interface a.b\ntype T (a: int, a: int)", 2, 17, "“a” twice"),
        ("interface a.b\ntype T (a, a)", 2, 12, "“a” twice"),
        ("interface a.b\ntype T (a: int, b)", 2, 18, "“:” expected, not “)”"),
        ("interface a.b\ntype T (a, b: int)", 2, 13, "“)” expected, not “:”"),
        ("interface a.b\ntype T (a: int", 2, 15, "“)” expected, not the end of the file"),
        ("interface a.b\ntype T (a: int,)", 2, 16, "a field's name expected, not “)”"),
        ("interface a.b\ntype T (a_: int)", 2, 9, "no name of a field"),
        ("interface a.b\ntype T (a__b: int)", 2, 9, "no name of a field"),
        ("interface a.b\ntype T (a: ??int)", 2, 13, "“?” twice"),
        ("interface a.b\ntype T (a: integer)", 2, 12, "“integer” is no type"),
        ("interface a.b\ntype T (\n  a: []Missing)", 3, 8, "the type “Missing” is not declared"),
        ("interface a.b\nmethod T(a: E) -> ()\nerror E ()", 2, 13, "the type “E” is not declared"),
        ("interface a.b\ntype T ()\nmethod T() -> ()", 3, 8, "“T” is declared twice"),
        ("interface a.b\nmethod T(a, b) -> ()", 2, 9, "not the values of an enumeration"),
        ("interface a.b\nmethod T()", 2, 11, "“->” expected"),
        ("interface a.b\nerror E", 2, 8, "“(” expected"),
        ("interface a.b\ntype T (é: int)", 2, 9, "“é” can't stand here"),
        ("interface a.b\ntype T (a: int; b: int)", 2, 15, "“;” can't stand here"),
    ])
    func mistakesAreFoundWhereTheyAre(text: String, line: Int, column: Int, message: String) throws {
        do throws(DescriptionError) {
            _ = try InterfaceParser.parse(text)
            Issue.record("no mistake was found")
        } catch {
            #expect([error.position.line, error.position.column] == [line, column])
            #expect(error.message.contains(message))
        }
    }
}
