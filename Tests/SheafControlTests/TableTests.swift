import SheafControl
import Testing

@Suite struct TableTests {
    private static let plain = Style(isColoured: false)

    @Test func columnsAreAsWideAsTheirWidestCell() {
        var table = Table([.init("NAME"), .init("PAGES", .right), .init("STATE")])
        table.add(["a", "193", "open"])
        table.add(["longer name", "7", ""])
        #expect(
            table.lines(Self.plain) == [
                "NAME         PAGES  STATE",
                "a              193  open",
                "longer name      7",
            ])
    }

    @Test func widthsCountColumnsNotBytes() {
        var table = Table([.init("LABEL"), .init("N", .right)])
        table.add(["größe", "1"])
        table.add(["第三頁", "2"])
        table.add(["e\u{301}", "3"])
        table.add(["👩‍👩‍👧", "4"])
        #expect(
            table.lines(Self.plain) == [
                "LABEL   N", "größe   1", "第三頁  2", "e\u{301}       3", "👩‍👩‍👧      4",
            ])
    }

    @Test func cellsCannotCommandTheTerminal() {
        var table = Table([.init("LABEL"), .init("X")])
        table.add(["a\u{1b}[31m\nb\u{202e}", "1"])
        #expect(table.lines(Self.plain) == ["LABEL     X", "a [31m b  1"])
    }

    @Test func onlyTheTitlesAreCoveredByColour() {
        var table = Table([.init("A")])
        table.add(["b"])
        #expect(table.lines(Style(isColoured: true)) == ["\u{1b}[1mA\u{1b}[0m", "b"])
    }
}
