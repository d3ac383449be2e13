import SheafInterface
import Testing
import Varlink

@testable import SheafControl

@Suite struct WebAnnotationTests {
    /// Times of RFC 3339, with the seconds that GNU date gives for them (`date -u -d TEXT +%s`).
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2024-02-29T23:59:59Z", 1_709_251_199), ("2000-03-01T00:00:00Z", 951_868_800),
            ("2015-01-28T12:00:00.25+01:00", 1_422_442_800), ("2026-12-31T22:30:00-02:30", 1_798_765_200),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
        ])
    func timesAreThoseOfRFC3339(text: String, seconds: Int) {
        #expect(WebAnnotation.seconds(text) == seconds)
        #expect(WebAnnotation.seconds(WebAnnotation.time(seconds)) == seconds)
    }

    @Test(arguments: [
        "", "yesterday", "1969-12-31T23:59:59Z", "2024-13-01T00:00:00Z", "2024-01-01", "2024-01-01T00:00:00",
    ])
    func whatIsNoTimeIsNone(text: String) {
        #expect(WebAnnotation.seconds(text) == nil)
    }

    @Test func anIdIsThatOfAUUID() {
        let digits = "0c9a0f1b2c3d4e5f60718293a4b5c6d7"
        #expect(WebAnnotation.identifier("urn:uuid:0C9A0F1B-2c3d-4e5f-6071-8293a4b5c6d7") == digits)
        for other in ["", "http://example.org/anno1", "urn:uuid:0c9a", digits + "0"] {
            #expect(WebAnnotation.identifier(other) == nil)
        }
    }

    private func read(_ text: String) throws -> ReaderInterface.AddMarkParameters {
        try JSONText.decode(WebAnnotation.self, from: Array(text.utf8)).parameters(reader: "r")
    }

    @Test func whatIsUnknownIsPassedOver() throws {
        let mark = try read(
            """
            {"type":"Annotation","creator":{"name":"x"},"body":[{"type":"Image","id":"y"},{"type":"TextualBody","value":"n"}],
            "target":[{"source":{"id":"z"},"selector":[{"type":"CssSelector","value":"#a"},
            {"type":"FragmentSelector","value":"zoom=2&page=4"},{"type":"TextQuoteSelector","exact":"e","prefix":"p"}]}]}
            """)
        #expect(mark.index == 3 && mark.text == "e" && mark.note == "n" && mark.mark == nil)
        let plain = try read(#"{"target":"http://example.org/","bodyValue":"b"}"#)
        #expect(plain.index == nil && plain.note == "b")
        for value in ["page=0", "page=-1", "page=x", "page=99999999999999999999", ""] {
            let one = try read(#"{"target":{"selector":{"type":"FragmentSelector","value":"\#(value)"}}}"#)
            #expect(one.index == nil)
        }
        #expect(throws: JSONError.self) { _ = try read(#"{"target":{"sheaf:position":"x"}}"#) }
    }
}
