import SheafInterface
import SheafOS

/// Reads the arguments and options of a verb.
struct CommandParser {
    let verb: Verb
    let line: CommandLineOptions

    /// What every verb is told.
    ///
    /// - Parameter socket: what the environment says.
    func settings(socket: String?) throws(ControlError) -> Settings {
        var settings = Settings()
        if let socket, !socket.isEmpty { settings.socket = socket }
        if let socket = line.value("socket") { settings.socket = socket }
        settings.isJSON = line.has("json")
        if let reader = line.value("reader") {
            guard !reader.isEmpty else { throw mistake("--reader wants the id of a reader") }
            settings.reader = reader
        }
        if let text = line.value("timeout") {
            guard let seconds = Double(text), seconds >= 0.001, seconds <= 1_000_000 else {
                throw mistake("--timeout wants seconds above 0, not \"\(text)\"")
            }
            settings.timeoutMilliseconds = Int(seconds * 1_000)
        }
        return settings
    }

    /// What is to be done.
    func command() throws(ControlError) -> Command {
        switch verb {
        case .open: .open(try openRequest())
        case .next: try turn(.relative(try count()))
        case .previous: try turn(.relative(-(try count())))
        case .first: try turn(.first)
        case .last: try turn(.last)
        case .goto: try turn(try gotoTarget())
        case .back: try turn(.back)
        case .forward: try turn(.forward)
        case .link: try turn(.link(try entry("link")))
        case .outline: try turn(.outline(try entry("entry")))
        case .drag: .drag(try dragRequest())
        case .settle: .settle(try settledStep())
        case .page: .page(try pageRequest())
        case .watch: try alone(.watch)
        case .state: try alone(.state)
        case .axis: .axis(try axisRequest())
        case .spread: .axis(try spreadRequest())
        case .viewport: try alone(.viewport(try viewportChange()))
        case .layout: try alone(.layout(try layoutRequest()))
        case .hit: try hitPoint()
        case .history: try alone(.history)
        case .move: .move(try moveRequest())
        case .report: .report(try reportRequest())
        case .refresh: try alone(.refresh)
        case .reload: try alone(.reload)
        case .close: try alone(.close)
        case .readers: try alone(.readers)
        case .documents: try alone(.documents)
        case .providers: try alone(.providers)
        case .hosts: try alone(.hosts)
        case .status: try alone(.status)
        case .top: .top(try topRequest())
        case .cache: try alone(.cache(isListed: line.has("list")))
        case .metrics: try metrics()
        case .warn: .warn(try pressureLevel())
        case .configure: try alone(.configure)
        case .logLevel: .logLevel(try logLevel())
        case .logTarget: .logTarget(try logTarget())
        }
    }
}
