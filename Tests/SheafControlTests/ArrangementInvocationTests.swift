import SheafInterface
import TestSupport
import Testing

@testable import SheafControl

/// Command lines about axes, arrangements and viewports, and the commands that they become.
@Suite struct ArrangementInvocationTests {
    private func open(_ options: String) throws -> OpenCommand { try parsed("open a.pdf \(options)") }

    private static let plain = ReaderInterface.AxisSetup(axis: .horizontal)

    private static func front(_ arrangement: ReaderInterface.Arrangement) -> [ReaderInterface.AxisSetup] {
        [.init(axis: .horizontal, arrangement: arrangement)]
    }

    @Test(
        arguments: cases([
            ("", nil), ("--axis horizontal", nil), ("--axis vertical", [ReaderInterface.AxisSetup(axis: .vertical)]),
            ("--spread single", front(.init(spread: .single))), ("--spread double", front(.init(spread: .double))),
            ("--spread cover", front(.init(spread: .cover))),
            ("--spread leaf --back mirrored", front(.init(spread: .leaf, back: .mirrored))),
            ("--spread leaf --back next", front(.init(spread: .leaf, back: .nextPage))),
            ("--order ltr", front(.init(order: .leftToRight))), ("--order rtl", front(.init(order: .rightToLeft))),
            ("--flow paged", front(.init(flow: .paged))), ("--flow continuous", front(.init(flow: .continuous))),
            ("--spacing 0", front(.init(spacing: 0))), ("--spacing 10000", front(.init(spacing: 10_000))),
            ("--part 11+5", [.init(axis: .horizontal, first: 10, pages: 5)]),
            ("--vertical d2", [plain, .init(axis: .vertical, document: "d2")]),
            ("--vertical 11+5", [plain, .init(axis: .vertical, first: 10, pages: 5)]),
            ("--vertical d2,1+1", [plain, .init(axis: .vertical, document: "d2", first: 0, pages: 1)]),
            ("--vertical d2 --vertical-page 3", [plain, .init(axis: .vertical, document: "d2", start: 2)]),
            (
                "--vertical d2 --unlock 2,1",
                [.init(axis: .horizontal, unlocks: 1), .init(axis: .vertical, document: "d2", unlocks: 0)]
            ),
            ("--vertical d2 --unlock ,1", [plain, .init(axis: .vertical, document: "d2", unlocks: 0)]),
        ]))
    func openKnowsItsAxes(of options: Case<[ReaderInterface.AxisSetup]?>) throws {
        #expect(try open(options.testDescription).axes == options.value)
    }

    @Test func openKnowsWhatElseAReaderCanBe() throws {
        #expect(try open("--manual").isManual)
        #expect(try !open("").isManual)
        #expect(try open("--page 3").target == .init(index: 2))
        #expect(try open("--vertical d2 --background 5").background == .init(index: 4))
        #expect(try open("--vertical d2 --background d3,1").background == .init(document: "d3", index: 0))
        let viewport = try open("--orientation 90 --orientations 0,90").viewport
        #expect(viewport.orientation == 90)
        #expect(viewport.orientations == [0, 90])
    }

    @Test(
        arguments: cases([
            ("axis", AxisCommand()), ("axis vertical", .init(axis: .vertical)),
            ("axis vertical --enable", .init(axis: .vertical, isEnabled: true)),
            ("axis horizontal --disable", .init(axis: .horizontal, isEnabled: false)),
            (
                "axis horizontal --spread cover --order rtl",
                .init(axis: .horizontal, arrangement: .init(spread: .cover, order: .rightToLeft))
            ),
            ("spread double", .init(arrangement: .init(spread: .double))),
            ("spread leaf --back next", .init(arrangement: .init(spread: .leaf, back: .nextPage))),
            ("spread single --axis vertical", .init(axis: .vertical, arrangement: .init(spread: .single))),
        ]))
    func axesAreUnderstood(line: Case<AxisCommand>) throws {
        #expect(try parsed(line.testDescription) == line.value)
    }

    @Test(
        arguments: cases([
            ("layout", LayoutCommand()), ("layout --from 1 --pages 1", .init(first: 0, pages: 1)),
            ("layout --pages 256 --axis vertical", .init(axis: .vertical, pages: 256)),
            ("layout --at 2.5", .init(offset: 1.5)),
        ]))
    func layoutsAreUnderstood(line: Case<LayoutCommand>) throws {
        #expect(try parsed(line.testDescription) == line.value)
    }

    @Test(
        arguments: cases([
            ("viewport", ReaderInterface.Viewport(width: 1, height: 2, fit: .scale, scale: 3, rotation: 90)),
            ("viewport --size 5x6", .init(width: 5, height: 6, fit: .scale, scale: 3, rotation: 90)),
            ("viewport --fit page", .init(width: 1, height: 2, fit: .page, rotation: 90)),
            ("viewport --scale 1.5", .init(width: 1, height: 2, fit: .scale, scale: 1.5, rotation: 90)),
            ("viewport --rotation 0", .init(width: 1, height: 2, fit: .scale, scale: 3, rotation: 0)),
            (
                "viewport --orientation 180 --orientations 0,180",
                .init(
                    width: 1, height: 2, fit: .scale, scale: 3, rotation: 90, orientation: 180, orientations: [0, 180])
            ),
        ]))
    func whatIsNotSaidOfAViewportStays(line: Case<ReaderInterface.Viewport>) throws {
        let change = try parsed(line.testDescription, as: ViewportCommand.self).change
        let old = ReaderInterface.Viewport(width: 1, height: 2, fit: .scale, scale: 3, rotation: 90)
        #expect(change.applied(to: old) == line.value)
    }

    @Test(
        arguments: cases([
            ("looks", ReaderInterface.Looks(paper: .night, trim: .page, flow: .init(fontSize: 14, columns: 2))),
            ("looks --paper day", .init(paper: .day, trim: .page, flow: .init(fontSize: 14, columns: 2))),
            (
                "looks --justify no",
                .init(paper: .night, trim: .page, flow: .init(fontSize: 14, columns: 2, justify: false))
            ),
            (
                "looks --sequence 3,1",
                .init(paper: .night, trim: .page, flow: .init(fontSize: 14, columns: 2), order: [2, 0])
            ),
            ("looks --trim no", .init(paper: .night, trim: .no, flow: .init(fontSize: 14, columns: 2))),
            (
                "looks --font-size default --columns default --margin 0 --font serif",
                .init(paper: .night, trim: .page, flow: .init(fontFamily: "serif", margin: 0))
            ),
            (
                "looks --page-size 420x595 --line-height 1.4 --columns 1",
                .init(
                    paper: .night, trim: .page,
                    flow: .init(width: 420, height: 595, fontSize: 14, lineHeight: 1.4, columns: 1))
            ),
            (
                "looks --page-size screen",
                .init(paper: .night, trim: .page, flow: .init(fontSize: 14, columns: 2, layout: .viewport))
            ),
        ]))
    func whatIsNotSaidOfLooksStays(line: Case<ReaderInterface.Looks>) throws {
        let change = try parsed(line.testDescription, as: LooksCommand.self).change
        let old = ReaderInterface.Looks(paper: .night, trim: .page, flow: .init(fontSize: 14, columns: 2))
        #expect(change.applied(to: old) == line.value)
    }

    @Test func openTakesLooks() throws {
        #expect(try open("--paper sepia --font-size 9").looks == .init(paper: .sepia, flow: .init(fontSize: 9)))
        #expect(try open("").looks == nil)
    }

    @Test(arguments: [
        "looks 1", "looks --paper dark", "looks --trim yes", "looks --font-size large", "looks --line-height nan",
        "looks --columns two", "looks --sequence 0,1", "looks --justify maybe", "looks --sequence 1,,2",
        "looks --page-size 420",
        "open a --paper dark",
        "open a --spread triple", "open a --back front", "open a --order btt", "open a --flow wild",
        "open a --spacing -1", "open a --spacing 10001", "open a --spacing 1.5", "open a --part 5", "open a --part 0+5",
        "open a --part 1+0", "open a --part 1+2+3", "open a --vertical=", "open a --vertical ,1+2",
        "open a --vertical d2,", "open a --vertical d2,d3", "open a --vertical 0+5", "open a --vertical d2,1+2,3",
        "open a --vertical d2 --axis vertical", "open a --vertical-page 3", "open a --unlock 1,1",
        "open a --vertical d2 --unlock 1", "open a --vertical d2 --unlock 0,1", "open a --vertical d2 --unlock ,",
        "open a --vertical d2 --unlock 1,2,3", "open a --vertical d2 --vertical-page 0", "open a --background 5",
        "open a --vertical d2 --background 0", "open a --vertical d2 --background ,5",
        "open a --vertical d2 --background d2,5,6", "open a --page 0", "open a --orientation 45",
        "open a --orientations 0,45", "open a --orientations 0,,90", "axis diagonal", "axis --enable",
        "axis vertical --enable --disable", "axis vertical horizontal", "spread", "spread triple",
        "spread double single", "spread double --spread cover", "layout 3", "layout --from 0", "layout --pages 0",
        "layout --pages 257", "prefetch 0", "prefetch --mode some", "prefetch --duration 5", "prefetch --landing 0",
        "prefetch --landing 3 --duration 60001", "prefetch --cancel --mode no", "prefetch --cancel --landing 3",
        "layout --at x", "viewport 3", "viewport --fit page --scale 2", "viewport --size 3",
        "viewport --orientation 1", "state 1", "history 1", "refresh 1", "reload 1 2", "reload -",
    ])
    func mistakesAreOneLineThatSaysWhatToDo(line: String) throws {
        let error = try #require(throws: ControlError.self) { try command(line) }
        #expect(!error.description.contains("\n"))
        #expect(error.description.contains("sheafctl"), "\(error)")
    }
}
