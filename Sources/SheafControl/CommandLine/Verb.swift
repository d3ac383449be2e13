import SheafOS

/// What sheafctl can be asked to do.
package enum Verb: String, CaseIterable, CustomStringConvertible, Sendable {
    case open
    case next
    case previous
    case first
    case last
    case goto
    case back
    case forward
    case link
    case outline
    case drag
    case settle
    case page
    case watch
    case state
    case axis
    case spread
    case viewport
    case layout
    case hit
    case history
    case move
    case report
    case refresh
    case reload
    case close
    case readers
    case documents
    case providers
    case hosts
    case status
    case top
    case cache
    case metrics
    case warn
    case configure
    case logLevel = "log-level"
    case logTarget = "log-target"

    package var description: String { rawValue }

    /// Its arguments, as the help writes them.
    var arguments: String {
        switch self {
        case .open: "FILE"
        case .next, .previous: "[COUNT]"
        case .goto: "N|LABEL"
        case .link, .outline: "N"
        case .drag: "OFFSET ..."
        case .settle: "TRANSITION"
        case .page: "-o FILE"
        case .axis: "[AXIS]"
        case .spread: "KIND"
        case .hit: "X Y"
        case .move: "N PLACE"
        case .report: "EVENT N"
        case .warn: "LEVEL"
        case .logLevel: "[LEVEL]"
        case .logTarget: "[TARGET]"
        default: ""
        }
    }

    /// Whether it takes an argument.
    var takesArgument: Bool { !arguments.isEmpty && self != .page }

    /// One line.
    var summary: String {
        switch self {
        case .open: "open a document in a new reader"
        case .next: "turn to the next page, or so many on"
        case .previous: "turn back to the previous page, or so many"
        case .first: "turn to the first page"
        case .last: "turn to the last page"
        case .goto: "turn to a page by its number or label"
        case .back: "turn back to where the last jump came from"
        case .forward: "turn to where \"back\" came from"
        case .link: "follow a link of the page"
        case .outline: "turn to an entry of the table of contents"
        case .drag: "turn pages with a finger: down, along, and lifted"
        case .settle: "end the animation of a turn or drag"
        case .page: "write a page, or a part of it, to a file"
        case .watch: "show live what happens to a reader"
        case .state: "show where a reader stands"
        case .axis: "show the axes of a reader, or change one"
        case .spread: "show pages one by one, in pairs or as leaves"
        case .viewport: "show or change what pages are shown in"
        case .layout: "list where pages are along an axis"
        case .hit: "tell what is at a point of the viewport"
        case .history: "list where the reader jumped from"
        case .move: "move a page to another place in the document"
        case .report: "tell what the viewer of a manual reader shows"
        case .refresh: "have the document's source looked at again"
        case .reload: "open the document again from its file"
        case .close: "close a reader"
        case .readers: "list the readers"
        case .documents: "list the open documents"
        case .providers: "list what can open documents"
        case .hosts: "list the processes that run providers"
        case .status: "show how the service is doing"
        case .top: "show live how the service is doing"
        case .cache: "show what the page cache holds, and why no more"
        case .metrics: "print the service's numbers in OpenMetrics text"
        case .warn: "tell the service that memory is short"
        case .configure: "have the service read its configuration again"
        case .logLevel: "show or change which lines the service logs"
        case .logTarget: "show or change where the service logs to"
        }
    }

    /// Whether it works on one reader, which can be named.
    var needsReader: Bool {
        switch self {
        case .open, .readers, .documents, .providers, .hosts, .status, .top, .cache, .metrics, .warn, .configure,
            .logLevel,
            .logTarget:
            false
        default: true
        }
    }

    /// Its own options: those of every verb come on top.
    var options: [CommandLineOptions.Option] {
        (needsReader ? [ControlOptions.reader] : []) + ownOptions
    }

    private var ownOptions: [CommandLineOptions.Option] {
        switch self {
        case .open: ControlOptions.open
        case .next, .previous: ControlOptions.turn + [ControlOptions.wrap]
        case .first, .last, .goto, .back, .forward, .link, .outline: ControlOptions.turn
        case .drag: ControlOptions.drag
        case .page: ControlOptions.page
        case .axis: ControlOptions.switching + ControlOptions.arrangement
        case .spread: [ControlOptions.axis] + ControlOptions.arrangement.filter { $0.name != "spread" }
        case .viewport: ControlOptions.viewport
        case .layout: ControlOptions.layout
        case .move: ControlOptions.move
        case .report: [ControlOptions.axis]
        case .cache: ControlOptions.cache
        case .top: ControlOptions.top
        default: []
        }
    }
}
