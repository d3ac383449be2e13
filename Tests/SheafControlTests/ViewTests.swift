import SheafInterface
import SheafOS
import Testing

@testable import SheafControl

/// Parts of the terminal viewer that need no service: command line, keys, drawing, search, lists.
@Suite struct ViewTests {
    // MARK: The command line

    @Test func theCommandLineSaysWhatIsRead() throws {
        let plain: ViewCommand = try parsed("view book.pdf")
        #expect(plain.document.source == .file("book.pdf") && plain.document.target == nil && plain.format == nil)
        let whole: ViewCommand = try parsed(
            "view b.epub --page 3 --format sixel --order rtl --paper night --font-size 14")
        #expect(whole.document.target == .init(index: 2) && whole.format == .sixel)
        #expect(whole.document.axes?.first?.arrangement?.order == .rightToLeft)
        #expect(whole.document.looks?.paper == .night && whole.document.looks?.flow?.fontSize == 14)
    }

    @Test(arguments: [
        ("view", "FILE"), ("view -", "standard input"), ("view a b", "\"b\""), ("view a --json", "people"),
        ("view a --format png", "kitty"), ("view a --page 0", "counted from 1"), ("view a --size 1x1", "--size"),
    ])
    func otherCommandLinesAreRefused(line: String, text: String) {
        #expect { try parsed(line, as: ViewCommand.self) } throws: { "\($0)".contains(text) }
    }

    // MARK: Keys

    private static func decoded(_ text: String) -> [TerminalInput] {
        var decoder = TerminalInputDecoder()
        return decoder.decode(Array(text.utf8))
    }

    @Test(
        arguments: [
            ("a\u{e9}\u{6f22}", [.character("a"), .character("\u{e9}"), .character("\u{6f22}")]),
            ("\u{1b}[A\u{1b}[B\u{1b}OC\u{1b}[D", [.up, .down, .right, .left]),
            ("\u{1b}[H\u{1b}[4~\u{1b}[5~\u{1b}[6~\u{1b}[1;5C", [.home, .end, .pageUp, .pageDown, .right]),
            ("\r\u{7f}\u{8}\u{c}\u{1}", [.enter, .backspace, .backspace, .redraw]),
            ("\u{1b}[?62;4;22c", [.answer(.attributes([62, 4, 22]))]),
            ("\u{1b}[6;20;10t", [.answer(.cell(width: 10, height: 20))]),
            ("\u{1b}_Gi=31;OK\u{1b}\\x", [.answer(.kittyGraphics), .character("x")]),
            ("\u{1b}_Gi=31;EINVAL:bad\u{1b}\\", []), ("\u{1b}]11;rgb:0/0/0\u{7}y", [.character("y")]),
            ("\u{1b}\u{1b}[A", [.escape, .up]), ("\u{1b}xz", [.character("z")]), ("\u{1b}[99999999999999999999~", []),
        ] as [(String, [TerminalInput])])
    func bytesBecomeKeysAndAnswers(text: String, inputs: [TerminalInput]) {
        #expect(Self.decoded(text) == inputs)
        // In whatever pieces they come.
        var decoder = TerminalInputDecoder()
        #expect(text.utf8.flatMap { decoder.decode([$0]) } == inputs && !decoder.isWaiting)
    }

    @Test func anEscapeAloneIsAKeyAfterAMoment() {
        var decoder = TerminalInputDecoder()
        #expect(decoder.decode([0x1b]).isEmpty && decoder.isWaiting)
        #expect(decoder.flush() == [.escape] && !decoder.isWaiting)
        #expect(decoder.decode(Array("\u{1b}[1".utf8)).isEmpty && decoder.flush().isEmpty)
        #expect(decoder.decode(Array("q".utf8)) == [.character("q")])
    }

    @Test func aSequenceWithoutAnEndIsDropped() {
        var decoder = TerminalInputDecoder()
        let limit = TerminalInputDecoder.sequenceLimit
        #expect(decoder.decode(Array("\u{1b}[".utf8) + Array(repeating: 0x31, count: limit - 2)).isEmpty)
        #expect(decoder.isWaiting)
        #expect(decoder.decode(Array("1".utf8)).isEmpty && !decoder.isWaiting)
        // One that is not UTF-8 is nothing, and what follows is read.
        #expect(decoder.decode([0xc3, 0x28, 0x71]) == [.character("q")])
    }

    @Test(
        arguments: [
            (.character(" "), .next), (.right, .next), (.left, .previous), (.character("b"), .previous),
            (.character("g"), .first), (.character("G"), .last), (.character("q"), .quit), (.character("0"), .fit),
            (.character("~"), .nothing),
        ] as [(TerminalInput, ViewKeys.Action)])
    func keysMeanWhatTheHelpSays(input: TerminalInput, action: ViewKeys.Action) {
        var keys = ViewKeys()
        #expect(keys.action(input) == action)
    }

    @Test func numbersGoBeforeAPage() {
        var keys = ViewKeys()
        for digit in "120" { #expect(keys.action(.character(digit)) == .nothing) }
        #expect(keys.digits == "120" && keys.action(.character("g")) == .page(120) && keys.digits.isEmpty)
        #expect(keys.action(.character("g")) == .first)
        // What else is typed takes it back; no number is too long.
        for digit in String(repeating: "9", count: 40) { _ = keys.action(.character(digit)) }
        #expect(keys.digits.count == 9 && keys.action(.down) == .next && keys.digits.isEmpty)
    }

    @Test func arrowsTurnOrMove() {
        var keys = ViewKeys()
        #expect(keys.action(.left, isRightToLeft: true) == .next)
        #expect(keys.action(.character("l"), isRightToLeft: true) == .previous)
        #expect(keys.action(.character(" "), isRightToLeft: true) == .next)
        #expect(keys.action(.left, isZoomed: true, isRightToLeft: true) == .move(right: -1, down: 0))
        #expect(keys.action(.character("j"), isZoomed: true) == .move(right: 0, down: 1))
        #expect(keys.action(.pageDown, isZoomed: true) == .next)
    }

    // MARK: Where a page is drawn

    private static let area = TerminalArea(columns: 80, rows: 40, cellWidth: 10, cellHeight: 20)

    @Test(arguments: [
        ((400, 800), (20, 0, 40, 40)), ((800, 400), (0, 10, 80, 20)), ((1, 30_000), (39, 0, 1, 40)),
        ((393, 800), (20, 0, 39, 40)), ((800, 800), (0, 0, 80, 40)),
    ])
    func aPageIsFittedIntoTheMiddle(page: (Int, Int), cells: (Int, Int, Int, Int)) {
        let frame = PageWindow().frame(of: page, in: Self.area)
        #expect((frame.column, frame.row, frame.columns, frame.rows) == cells)
        #expect((frame.x, frame.y, frame.width, frame.height) == (0, 0, page.0, page.1))
    }

    @Test func aZoomedPageIsMovedOverUpToItsEdges() {
        var window = PageWindow()
        for _ in 0..<50 { window.zoom(by: 1) }
        #expect(window.isZoomed && window.zoom > 7.4 && window.zoom < 7.5)
        // Whatever is asked for, the part is within the page, and the page within the terminal.
        for (right, down) in [(1, 0), (0, 1), (-1, -1), (-1, 0), (0, -1), (1, 1)] {
            for _ in 0..<60 {
                window.move(right: right, down: down, over: (999, 1_301), in: Self.area)
                let frame = window.frame(of: (999, 1_301), in: Self.area)
                #expect(frame.x >= 0 && frame.x + frame.width <= 999 && frame.width > 0)
                #expect(frame.y >= 0 && frame.y + frame.height <= 1_301 && frame.height > 0)
                #expect(frame.column >= 0 && frame.column + frame.columns <= 80)
            }
        }
        let bottom = window.frame(of: (999, 1_301), in: Self.area)
        #expect(bottom.x + bottom.width == 999 && bottom.y + bottom.height == 1_301)
        // One step back from the edge is seen at once.
        window.move(right: -1, down: 0, over: (999, 1_301), in: Self.area)
        #expect(window.frame(of: (999, 1_301), in: Self.area).x < bottom.x)
        window.turn()
        #expect(window.frame(of: (999, 1_301), in: Self.area).y == 0)
        window.fit()
        #expect(!window.isZoomed && window.frame(of: (999, 1_301), in: Self.area).width == 999)
    }

    @Test func aMatchOutsideOfTheWindowIsMovedIntoIt() {
        var window = PageWindow()
        for _ in 0..<4 { window.zoom(by: 1) }
        let wanted = PagePart(x: 0.8, y: 0.9, width: 0.1, height: 0.02)
        window.show(wanted, of: (800, 800), in: Self.area)
        let part = window.part(of: (800, 800), in: Self.area)
        #expect(part.x <= 0.8 && part.x + part.width >= 0.9 && part.y <= 0.9 && part.y + part.height >= 0.92)
        let before = window
        window.show(wanted, of: (800, 800), in: Self.area)
        #expect(window == before)
    }

    @Test func theViewportIsAsLargeAsThePageIsSeen() {
        var window = PageWindow()
        let like = ReaderInterface.Viewport(width: 1, height: 1, rotation: 90)
        #expect(window.viewport(of: Self.area, like: like) == .init(width: 800, height: 800, fit: .page, rotation: 90))
        window.zoom(by: 1)
        #expect(window.viewport(of: Self.area, like: like).width == 1_000)
        // No side is longer than the protocol has it.
        window.zoom(by: 99)
        let large = TerminalArea(columns: 500, rows: 100, cellWidth: 20, cellHeight: 40)
        let viewport = window.viewport(of: large, like: like)
        #expect(
            viewport.width <= 32_767 && viewport.width > 32_000 && (13_100...13_107).contains(viewport.height))
    }

    @Test func pixelsOfACharacterAreWhatTheTerminalSays() {
        var size = TerminalSize(columns: 100, rows: 41)
        #expect(ViewScreen.area(of: size) == .init(columns: 100, rows: 40, cellWidth: 10, cellHeight: 20))
        #expect(ViewScreen.area(of: size, answered: (9, 18)).cellHeight == 18)
        #expect(ViewScreen.area(of: size, answered: (9_000, 18)).cellWidth == 64)
        (size.width, size.height) = (1_204, 41 * 24)
        #expect(ViewScreen.area(of: size) == .init(columns: 100, rows: 40, cellWidth: 12, cellHeight: 24))
        #expect(ViewScreen.area(of: TerminalSize(columns: 1, rows: 1)).rows == 1)
    }

    // MARK: Search

    private static func reply(_ page: Int, _ matches: Int, searched: Int = 5) -> DocumentInterface.SearchReply {
        let place = DocumentInterface.Place(
            box: .init(x0: 0, y0: 0, x1: 1, y1: 1), region: .init(x: 10, y: 40, width: 20, height: 10))
        return .init(
            page: .init(page: page, index: page, pageWidth: 100, pageHeight: 200),
            matches: Array(repeating: .init(before: "", text: "x", after: "", places: [place]), count: matches),
            found: 1, searched: searched, pages: .init(kind: .exact, pages: 10), unreadable: 0)
    }

    @Test func matchesAreGoneThroughInTheOrderOfThePages() {
        var hits = SearchHits(needle: "x")
        #expect(hits.text == "\u{201c}x\u{201d} nowhere yet, 0 % searched" && hits.next(from: 4) == nil)
        // From page 4 on, around the end.
        for reply in [Self.reply(4, 2), Self.reply(8, 1), Self.reply(1, 1, searched: 10)] { hits.add(reply) }
        hits.end()
        #expect(hits.text == "\u{201c}x\u{201d} 4")
        let way = [(4, 0), (4, 1), (8, 0), (1, 0), (4, 0)]
        var page = 4
        for (index, number) in way {
            #expect(hits.next(from: page) == .init(page: index, number: number))
            page = index
        }
        #expect(hits.text == "\u{201c}x\u{201d} 2 of 4")
        for (index, number) in [(1, 0), (8, 0), (4, 1)] {
            #expect(hits.next(from: page, backward: true) == .init(page: index, number: number))
            page = index
        }
        // Who has turned meanwhile goes on from there.
        #expect(hits.next(from: 6) == .init(page: 8, number: 0))
        #expect(hits.next(from: 2, backward: true) == .init(page: 1, number: 0))
    }

    @Test func theCurrentMatchIsMarkedApart() {
        var hits = SearchHits(needle: "x")
        hits.add(Self.reply(3, 3))
        #expect(hits.marks(on: 3).all.count == 3 && hits.marks(on: 3).current.isEmpty && hits.marks(on: 2).all.isEmpty)
        _ = hits.next(from: 3)
        let marks = hits.marks(on: 3)
        #expect(marks.all.count == 2)
        #expect(marks.current == [PagePart(x: 0.1, y: 0.2, width: 0.2, height: 0.05)])
    }

    @Test func moreMatchesThanCanBeReadAreNotKept() {
        var hits = SearchHits(needle: "x")
        hits.add(Self.reply(3, SearchHits.limit - 1))
        #expect(!hits.isFull)
        hits.add(Self.reply(4, 5))
        #expect(hits.isFull && hits.count == SearchHits.limit && hits.text.contains("10000 or more"))
    }

    // MARK: Lists

    private static func entry(_ number: Int, _ index: Int, level: Int = 0) -> DocumentInterface.OutlineEntry {
        .init(number: number, level: level, title: "entry \(number)", target: .init(page: index, index: index))
    }

    @Test func theEntryOfThePageIsChosenFirst() {
        var list = OutlineList(page: 12)
        list.add([Self.entry(0, 1), Self.entry(1, 10, level: 1), Self.entry(2, 20)])
        let lines = list.lines(columns: 30, rows: 10)
        #expect(
            lines == [
                " entry 0                    2 ", "\u{1b}[7m   entry 1                 11 \u{1b}[0m",
                " entry 2                   21 ",
            ])
        #expect(list.serve(.enter, rows: 10) == .chosen(1))
        #expect(list.serve(.end, rows: 10) == .moved && list.serve(.down, rows: 10) == .moved)
        #expect(list.serve(.enter, rows: 10) == .chosen(2) && list.serve(.escape, rows: 10) == .closed)
        // The chosen one is seen in however few lines.
        #expect(list.lines(columns: 30, rows: 1).first?.contains("entry 2") == true)
        list = OutlineList(page: 0)
        #expect(list.serve(.enter, rows: 1) == .closed && list.lines(columns: 9, rows: 3).isEmpty)
    }

    @Test func pagesInSmallScrollWithTheChosenOne() {
        // 4 by 4 of 16 by 8 characters.
        var grid = ThumbnailGrid(count: 100, selected: 0, area: Self.area)
        #expect(grid.shown == 0..<16)
        for _ in 0..<4 { #expect(grid.serve(.down) == .moved) }
        #expect(grid.selected == 16 && grid.shown == 4..<20)
        #expect(grid.box(of: 5).column == 17 && grid.box(of: 9).row == 9)
        #expect(grid.serve(.end) == .moved && grid.selected == 99 && grid.shown == 84..<100)
        #expect(grid.serve(.down) == .moved && grid.selected == 99)
        #expect(grid.serve(.home) == .moved && grid.shown == 0..<16 && grid.serve(.enter) == .chosen(0))
        grid.resize(TerminalArea(columns: 5, rows: 2, cellWidth: 10, cellHeight: 20))
        #expect(grid.shown == 0..<1 && grid.serve(.right) == .moved && grid.shown == 1..<2)
    }

    // MARK: The last line

    @Test func theStatusFillsTheLine() {
        var status = ViewStatus()
        status.name = "A book\u{1b}[2J"
        status.page = .init(page: 11, index: 11, label: "iv")
        status.count = .init(kind: .exact, pages: 193)
        #expect(
            status.line(columns: 60) == " page  12 of 193 (iv)   A book [2J" + String(repeating: " ", count: 17)
                + "  ? help ")
        status.zoom = 1.5625
        status.search = "\u{201c}x\u{201d} 3 of 17"
        #expect(status.line(columns: 80).contains(" (iv)   156 %   \u{201c}x\u{201d} 3 of 17   A book"))
        for columns in [0, 1, 5, 9, 10, 33] { #expect(status.line(columns: columns).count == columns) }
        status.message = "no"
        status.digits = "12"
        #expect(status.line(columns: 80).hasPrefix(" no   to page 12   page  12"))
    }

    @Test func nestedTerminalsAreNotAskedForKittysPictures() {
        #expect(["tmux-256color", "screen", "screen.xterm"].allSatisfy { TerminalQuestion.isMultiplexer($0) })
        #expect(["xterm-256color", "xterm-kitty", "", nil].allSatisfy { !TerminalQuestion.isMultiplexer($0) })
    }
}
