import SheafInterface

// "sheafctl report": the viewer of a manual reader reports which pages it shows.

extension Verb {
    /// `sheafctl report EVENT N`.
    static let report = Verb(
        "report", "EVENT N", atMost: 2, offers: .oneOf(.init(EventNotation.steps)),
        summary: "tell what the viewer of a manual reader shows",
        details: "EVENT is WA, DA, WD or DD: the page N will or did appear, will or did disappear.",
        options: [axisOption], parse: ReportCommand.init)
}

/// Reports an appearance event of a page.
struct ReportCommand: Command {
    var event: ReaderInterface.AppearanceStep
    /// Of the page, from 0.
    var index: Int
    /// nil for the reader's first.
    var axis: ReaderInterface.Axis?

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let text = "\(EventNotation.text(event)) \(index + 1)"
        let parameters = ReaderInterface.ReportAppearanceParameters(
            reader: try session.reader(), axis: axis, index: index, event: event)
        _ = try session.call(ReaderInterface.ReportAppearance.self, parameters, attempt: "report \(text)")
        try console.show(parameters, as: "reported \(text)")
    }
}

extension ReportCommand {
    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        guard let word = line.words.first, let page = line.words.dropFirst().first else {
            throw line.mistake("report wants what happened, WA, DA, WD or DD, and the number of the page")
        }
        if let event = ReaderInterface.AppearanceStep(rawValue: word) {
            self.event = event
        } else {
            event = try line.choose(word, .init(EventNotation.steps), for: "report")
        }
        index = try line.pageIndex(page)
        axis = try line.axis()
    }
}
