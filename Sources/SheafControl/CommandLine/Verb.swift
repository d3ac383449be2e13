import SheafOS

/// What sheafctl can be asked to do.
package enum Verb: String, CaseIterable, Sendable {
    case open
    case next
    case previous
    case first
    case last
    case goto
    case page
    case watch
    case close
    case readers
    case documents
    case providers
    case status

    /// Its arguments, as the help writes them.
    var arguments: String {
        switch self {
        case .open: "FILE"
        case .goto: "N|LABEL"
        case .page: "-o FILE"
        default: ""
        }
    }

    /// One line.
    var summary: String {
        switch self {
        case .open: "open a document in a new reader"
        case .next: "turn to the next page"
        case .previous: "turn back to the previous page"
        case .first: "turn to the first page"
        case .last: "turn to the last page"
        case .goto: "turn to a page by its number or label"
        case .page: "write a page, or a part of it, to a file"
        case .watch: "show live what happens to a reader"
        case .close: "close a reader"
        case .readers: "list the readers"
        case .documents: "list the open documents"
        case .providers: "list what can open documents"
        case .status: "show how the service is doing"
        }
    }

    /// What its own help says beyond the summary.
    var details: String {
        switch self {
        case .open:
            """
            The file is opened by sheafctl and passed on as a descriptor: the service needs no right to read it. With
            --library it is named by a path below one of the service's library folders instead, and FILE is left out.
            """
        case .next, .previous, .first, .last, .goto:
            """
            \(self == .goto ? Self.gotoDetails : "")Prints where the reader is now, whether the page was there already (hit) or had to be rendered (miss), how long
            it took until the page was there, and the appearance events: WA and DA for a page that will and did appear,
            WD and DD for one that will and did disappear; the turn settles at the bar.
            """
        case .page:
            """
            The page is the one that the reader is on, or --page. It looks as the reader shows it: --size, --scale and
            --rotation were given when it was opened. The file is replaced as a whole; "-o -" is standard output.
            """
        case .watch:
            """
            One line an event, until the reader is closed or Ctrl-C: where the reader stands, appearance events (see
            "sheafctl next --help"), pages that were waited for, and pages that could not be rendered.
            """
        case .close: "Its pages go when nobody else reads the document."
        case .readers, .documents: "Root and the user whom the service runs as see all, others see their own."
        case .providers: "Loads those that were not loaded yet, to ask them what they can do."
        case .status: ""
        }
    }

    private static let gotoDetails = """
        A whole number is a page, counted from 1; anything else is a label, as it is printed on the page. A label that
        is a number is written with "=" before it: "goto =12".


        """

    /// Whether it works on one reader, which can be named.
    var needsReader: Bool {
        switch self {
        case .next, .previous, .first, .last, .goto, .page, .watch, .close: true
        case .open, .readers, .documents, .providers, .status: false
        }
    }

    /// Its own options: those of every verb come on top.
    var options: [CommandLineOptions.Option] {
        (needsReader ? [ControlOptions.reader] : []) + ownOptions
    }

    private var ownOptions: [CommandLineOptions.Option] {
        switch self {
        case .open: ControlOptions.open
        case .page: ControlOptions.page
        default: []
        }
    }
}
