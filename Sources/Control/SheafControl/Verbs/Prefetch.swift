import SheafInterface
import SheafOS

// "sheafctl prefetch": what a viewer is about to show, and how much is rendered ahead of it.

extension Verb {
    /// `sheafctl prefetch [N ...]`.
    static let prefetch = Verb(
        "prefetch", "[N ...]", atMost: .max, summary: "have pages rendered ahead, or say how much is",
        details: """
            Tells that the pages N will be shown soon, the most urgent first, at most 64 at once; they are rendered behind
            what somebody waits for. Without pages and options it tells how much is rendered ahead of the reader.
            """,
        options: [
            axisOption,
            .init("landing", value: "N", help: "pages run by, and will rest on this one"),
            .init("duration", value: "MS", help: "when they will rest, 0 to 60000 (default: 1000)"),
            .init(
                "mode", value: "MODE", offers: .cases(of: ReaderInterface.PrefetchMode.self),
                help: "how much is rendered ahead of this reader: full, eco, no"),
            .init("cancel", help: "take the pages back, or all where none is named"),
        ], parse: PrefetchCommand.init)
}

/// Tells what will be shown, or takes that back.
struct PrefetchCommand: Command {
    var axis: ReaderInterface.Axis?
    /// Indexes.
    var pages: [Int]
    var landing: Int?
    /// In milliseconds.
    var duration: Int?
    var mode: ReaderInterface.PrefetchMode?
    var isCancelled: Bool

    /// The pages and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        axis = try line.axis()
        var pages: [Int] = []
        for argument in line.words { pages.append(try line.pageIndex(argument)) }
        self.pages = pages
        landing = try line.pageIndex(option: "landing")
        duration = try line.whole("duration", 0...60_000, "milliseconds")
        mode = try line.choice("mode", .all())
        isCancelled = line.has("cancel")
        if isCancelled, landing != nil || mode != nil || duration != nil {
            throw line.mistake("--cancel takes pages back, and goes with --axis only")
        }
        if landing == nil, duration != nil {
            throw line.mistake("--duration is that of a --landing, and there is none")
        }
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        if isCancelled {
            _ = try session.call(
                ReaderInterface.CancelPrefetch.self,
                .init(reader: reader, axis: axis, pages: pages.isEmpty ? nil : pages), attempt: "take pages back")
        } else if !pages.isEmpty || landing != nil || mode != nil {
            _ = try session.call(
                ReaderInterface.Prefetch.self,
                .init(
                    reader: reader, axis: axis, pages: pages.isEmpty ? nil : pages, landing: landing,
                    duration: duration, mode: mode), attempt: "have pages rendered ahead")
        }
        let state = try session.state(of: reader)
        try console.show(state, as: Self.text(state.prefetch))
    }

    /// How much is rendered ahead.
    static func text(_ mode: ReaderInterface.PrefetchMode?) -> String {
        switch mode {
        case nil: "rendered ahead as the service is set"
        case .full?: "rendered ahead: what may well be turned to"
        case .eco?: "rendered ahead: what is likely"
        case .no?: "rendered ahead: what its viewer asks for"
        }
    }
}
