import SheafOS
import Testing

/// The ids of readers: 32 digits as they are written, and nothing else.
@Suite struct RandomIdentifierTests {
    @Test func aTextIsWhatItWasWrittenFrom() throws {
        for _ in 0..<100 {
            let id = try RandomIdentifier.make()
            #expect(RandomIdentifier(id.text) == id)
        }
        #expect(RandomIdentifier("0123456789abcdef" + "fedcba9876543210")?.high == 0x0123_4567_89ab_cdef)
        #expect(RandomIdentifier("0123456789abcdef" + "fedcba9876543210")?.low == 0xfedc_ba98_7654_3210)
    }

    /// Each byte in each place: no other one is a digit, upper-case letters neither.
    @Test func anythingElseIsNone() {
        let digits = Array("00112233445566778899aabbccddeeff".utf8)
        let known = Set("0123456789abcdef".utf8)
        for place in digits.indices {
            for byte in UInt8.min...UInt8.max {
                var text = digits
                text[place] = byte
                let isRead = unsafe RandomIdentifier(text.span.bytes) != nil
                #expect(isRead == known.contains(byte), "byte \(byte) at \(place)")
            }
        }
        for text in ["", "0", String(repeating: "0", count: 31), String(repeating: "0", count: 33)] {
            #expect(RandomIdentifier(text) == nil)
        }
    }
}
