import SheafOS
import Testing
import Varlink

/// JSON that is written, and JSON that is read.
@Suite struct JSONTests {
    private func text(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return writer.text
    }

    @Test(arguments: [
        (0, "0"), (9, "9"), (10, "10"), (-1, "-1"), (-10, "-10"), (99, "99"), (100, "100"),
        (.max, "9223372036854775807"),
        (.min, "-9223372036854775808"), (1_000_000_000_000_000_000, "1000000000000000000"),
        (999_999_999_999_999_999, "999999999999999999"),
    ])
    func integersAreWrittenInFull(value: Int, written: String) {
        #expect(text { $0.int(value) } == written)
    }

    @Test(arguments: [
        (1.0, "1.0"), (0.0, "0.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
        (.infinity, "null"),
        (.nan, "null"),
    ])
    func floatsReadBackAsTheyWere(value: Double, written: String) throws {
        #expect(text { $0.double(value) } == written)
        if value.isFinite { #expect(try JSONText(parsing: written).decode(Double.self) == value) }
    }

    @Test func everyCharacterSurvives() throws {
        let string =
            String(String.UnicodeScalarView((0...0x2ff).compactMap(Unicode.Scalar.init))) + "\u{10ffff}\u{fffd}"
        let written = text { $0.string(string) }
        #expect(!written.utf8.contains { $0 < 0x20 })
        #expect(try JSONText(parsing: written).decode(String.self) == string)
    }

    @Test(arguments: [
        ("\"", #"\""#), ("\\", #"\\"#), ("\n", #"\n"#), ("\u{1f}", #"\u001f"#), ("\u{1}", #"\u0001"#), (" ", " "),
        ("!", "!"), ("\u{7f}", "\u{7f}"), ("é", "é"), ("\u{10ffff}", "\u{10ffff}"),
    ])
    func charactersAreEscapedAtEachPlaceOfAString(character: String, written: String) {
        for length in 0...20 {
            for place in 0...length {
                let (head, tail) = (String(repeating: "a", count: place), String(repeating: "~", count: length - place))
                #expect(text { $0.string(head + character + tail) } == "\"\(head)\(written)\(tail)\"")
            }
        }
    }

    @Test func writerGrowsAndStartsOver() {
        var writer = JSONWriter()
        let long = String(repeating: "a", count: 3 << 20)
        writer.string(long)
        #expect(writer.count == long.utf8.count + 2)
        writer.removeAll()
        writer.beginArray()
        for value in ["", "["] {
            writer.beginElement()
            writer.string(value)
        }
        writer.endArray()
        #expect(writer.text == #"["","["]"#)
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func base64IsThatOfRFC4648(bytes: String, encoded: String) {
        let plain = Array(bytes.utf8)
        #expect(Base64.encode(plain.span.bytes) == encoded)
        #expect(Base64.decode(encoded) == plain)
    }

    @Test func allBytesSurviveBase64() {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(Base64.decode(Base64.encode(bytes.span.bytes)) == bytes)
    }

    @Test(arguments: ["Z", "Zg=", "Zg", "====", "Zh==", "Zm9=", "Zm 9v", "Zm9v\n", "Zg==Zg==", "Zm-v"])
    func whatIsNoBase64IsRefused(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func setsAreObjectsOfEmptyObjects() throws {
        let set: Set<String> = ["b", "a"]
        #expect(text { set.encode(into: &$0) } == #"{"a":{},"b":{}}"#)
        #expect(try JSONText(parsing: #"{"b":{},"a":{}}"#).decode(Set<String>.self) == set)
        #expect(throws: JSONError.self) { try JSONText(parsing: #"{"b":1}"#).decode(Set<String>.self) }
    }

    @Test func textMustBeOneValue() {
        for text in ["", " ", "1 2", "{}{}", "[1", "tru"] {
            #expect(throws: JSONError.self) { try JSONText(parsing: text) }
        }
    }
}
