import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

/// Readers that can't be: their opening is refused with what is wrong, and leaves nothing behind.
@Suite struct OpeningMistakeTests {
    struct Mistake: Sendable {
        let failure: ReaderInterface.Failure
        var axes: [ReaderInterface.AxisSetup]?
        var background: ReaderInterface.Background?
        var target: ReaderInterface.Target?
        var viewport = ReaderInterface.Viewport(width: 64, height: 64)
    }

    private static func arrangement(_ field: String) -> ReaderInterface.Failure {
        .invalidArrangement(field: field, reason: "")
    }

    private static let crossed: [ReaderInterface.AxisSetup] = [
        .init(axis: .horizontal, unlocks: 1, start: 1), .init(axis: .vertical, unlocks: 1, start: 1),
    ]

    static let mistakes: [Mistake] = [
        Mistake(failure: arrangement("axes"), axes: []),
        Mistake(failure: arrangement("axes"), axes: [.init(axis: .vertical), .init(axis: .vertical)]),
        Mistake(
            failure: arrangement("axes"),
            axes: [.init(axis: .vertical), .init(axis: .horizontal), .init(axis: .vertical)]),
        Mistake(failure: arrangement("background"), background: .init(index: 0)),
        Mistake(
            failure: arrangement("background"), axes: [.init(axis: .horizontal), .init(axis: .vertical, unlocks: 0)],
            background: .init(index: 0)),
        Mistake(failure: arrangement("background"), axes: crossed, background: .init(index: -1)),
        Mistake(failure: .noSuchPage(target: "background 9", pages: 9), axes: crossed, background: .init(index: 9)),
        Mistake(failure: .noSuchDocument(document: "d99"), axes: crossed, background: .init(document: "d99", index: 0)),
        Mistake(failure: .noSuchDocument(document: ""), axes: [.init(axis: .horizontal, document: "")]),
        Mistake(failure: arrangement("unlocks"), axes: [.init(axis: .horizontal, unlocks: 0)]),
        Mistake(
            failure: arrangement("unlocks"), axes: [.init(axis: .horizontal, unlocks: -1), .init(axis: .vertical)]),
        Mistake(failure: arrangement("first"), axes: [.init(axis: .horizontal, first: -1)]),
        Mistake(failure: arrangement("first"), axes: [.init(axis: .horizontal, first: 1 << 53)]),
        Mistake(failure: arrangement("pages"), axes: [.init(axis: .horizontal, pages: 0)]),
        Mistake(failure: arrangement("pages"), axes: [.init(axis: .horizontal, pages: 1 << 53)]),
        Mistake(failure: arrangement("start"), axes: [.init(axis: .horizontal, start: -1)]),
        Mistake(failure: arrangement("start"), axes: [.init(axis: .horizontal, start: 1 << 53)]),
        Mistake(
            failure: .noSuchPage(target: "index 9", pages: 9), axes: [.init(axis: .horizontal, start: 9)]),
        Mistake(
            failure: .noSuchPage(target: "index 3", pages: 3), axes: [.init(axis: .horizontal, pages: 3)],
            target: .init(index: 3)),
        Mistake(
            failure: arrangement("spacing"), axes: [.init(axis: .horizontal, arrangement: .init(spacing: 10_001))]),
        Mistake(
            failure: arrangement("back"), axes: [.init(axis: .horizontal, arrangement: .init(back: .mirrored))]),
        Mistake(failure: .noSuchPage(target: "index \(1 << 53)", pages: 9), target: .init(index: 1 << 53)),
        Mistake(failure: .invalidTarget(reason: ""), target: .init()),
        Mistake(failure: .noSuchPage(target: "back", pages: 9), target: .init(history: .back)),
        Mistake(
            failure: .invalidViewport(field: "orientation", reason: ""),
            viewport: .init(width: 64, height: 64, orientation: 45)),
        Mistake(
            failure: .orientationRefused(orientation: 180, allowed: [0]),
            viewport: .init(width: 64, height: 64, orientation: 180, orientations: [0])),
    ]

    @Test func readersThatCanNotBeAreRefusedAndLeaveNothingBehind() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 9\nwidth = 100\nheight = 100")
        for (number, mistake) in Self.mistakes.enumerated() {
            let failure = try failure {
                _ = try TestReader(
                    service, path, viewport: mistake.viewport, target: mistake.target, axes: mistake.axes,
                    background: mistake.background)
            }
            #expect(failure?.withoutReason == mistake.failure, "\(number)")
        }
        let status = try service.connect().call(ManagerInterface.Status.self, .init()).parameters
        #expect(status.readers == 0)
        #expect(status.documents == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to be two users"))
    func documentsOfOthersAreNotThere() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let reader = try TestReader(service, service.pattern("pages = 3"))
        for path in [service.folder.path, service.socket] { chmod(path, 0o777) }
        chmod(service.folder.appendingPathComponent("pattern").path, 0o644)
        let result = try Command.run(
            "/usr/bin/setpriv",
            [
                "--reuid=65534", "--clear-groups", "/usr/bin/python3",
                Build.project.appendingPathComponent("Tests/System/clients/stranger_document.py").path, service.socket,
                service.folder.appendingPathComponent("pattern").path, reader.state.document.document,
            ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text == "org.sheaf.Reader.NoSuchDocument\n")
    }
}
