import SheafInterface
import Testing

@testable import SheafWeb

/// Looks in the names of documents.
@Suite struct ViewLooksTests {
    @Test(arguments: [
        "night", "sepia", "inverted", "trim", "f6", "f40", "night.trim", "sepia.f12", "trim.f9", "inverted.trim.f40",
        "w6x600", "f12.w27x44",
    ])
    func theyAreSaidInOneWay(text: String) throws {
        let looks = try #require(ViewLooks(text))
        #expect(looks.text == text && looks != ViewLooks() && looks.wire != nil)
        #expect((looks.wire?.paper == .night) == text.hasPrefix("night"))
        #expect((looks.wire?.trim == .document) == text.contains("trim"))
        #expect((looks.wire?.flow?.fontSize == 40) == text.hasSuffix("f40"))
    }

    @Test(arguments: [
        "day", "Night", "trim.night", "night.night", "night.sepia", "f5", "f41", "f012", "f+12", "f12.trim", "night.",
        ".night",
        "night..trim", "page", "f", " ", "w5x9", "w9x601", "w9", "w9x9x9", "wx", "w09x9", "w9x9.f12",
    ])
    func whatIsNoneIsRefused(text: String) { #expect(ViewLooks(text) == nil) }

    @Test func pagesAreAsLargeAsAWindow() throws {
        let flow = try #require(ViewLooks("f12.w27x44")?.wire?.flow)
        // 432 x 704 pixels of CSS.
        #expect(flow.width == 324 && flow.height == 528 && flow.fontSize == 12)
    }

    @Test func nothingIsTheDocumentsOwn() throws {
        #expect(ViewLooks("") == ViewLooks() && ViewLooks().text == "" && ViewLooks().wire == nil)
    }
}
