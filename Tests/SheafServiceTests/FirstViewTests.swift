import HostProtocol
import Navigation
import Testing

@testable import SheafDocuments

/// The views that documents ask for at first, as any provider may say it.
@Suite struct FirstViewTests {
    private static func view(_ entries: [(String, String?)]) -> FirstView {
        FirstView(
            entries.map { key, text in
                DocumentItem(
                    kind: .metadata, level: 0, page: nil, x0: 0, y0: 0, x1: 0, y1: 0, targetX: 0, targetY: 0, key: key,
                    text: text)
            })
    }

    @Test func valuesAreTakenAsTheyAreNamed() {
        #expect(Self.view([("reading-direction", "right-to-left")]).order == .rightToLeft)
        #expect(Self.view([("reading-direction", "left-to-right")]).order == .leftToRight)
        #expect(Self.view([("page-layout", "single")]).spread == .single)
        #expect(Self.view([("page-layout", "double")]).spread == .double)
        #expect(Self.view([("page-layout", "cover")]).spread == .cover)
        #expect(Self.view([("wide-pages", "alone")]).wide == .alone)
        #expect(Self.view([("wide-pages", "paired")]).wide == .paired)
        #expect(Self.view([("double-pages", "3 7 x 0 -1 7")]).doublePages == [2, 6])
        #expect(Self.view([("start-page", "1")]).page == 0)
        #expect(Self.view([("start-page", "9223372036854775807")]).page == .max - 1)
    }

    @Test(arguments: [
        "", " ", "Right-To-Left", "rtl", "leaf", "doubles", "0", "-1", "1.5", "1e3", " 3", "0x3", "9223372036854775808",
        "\u{0663}", "first",
    ]) func whatIsNoValueSaysNothing(text: String) {
        let said = Self.view([
            ("reading-direction", text), ("page-layout", text), ("start-page", text), ("wide-pages", text),
        ])
        #expect(said == Self.view([]))
        // And costs no other one.
        #expect(Self.view([("page-layout", text), ("start-page", "3"), ("reading-direction", nil)]).page == 2)
    }

    @Test func theFirstItemOfAKeyCounts() {
        let said = Self.view([
            ("page-layout", "cover"), ("title", "double"), ("page-layout", "single"), ("start-page", "x"),
            ("start-page", "2"),
        ])
        #expect(said.spread == .cover && said.page == nil && said.order == nil)
    }
}
