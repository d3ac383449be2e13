import ServiceDiscovery
import SheafOS

extension Settings {
    /// The options of every verb.
    static let options: [Verb.Option] =
        ServiceChoice.options.map { Verb.Option($0, offers: $0.value == nil ? .nothing : .files) } + [
            .init("json", help: "print one JSON object a line; pages are counted from 0 there"),
            .init("timeout", value: "SECONDS", help: "wait this long for an answer (default: \(defaultTimeout))"),
            .init("version", help: "print the version"),
            .init("help", letter: "h", help: "print this"),
        ]

    /// The settings in the options of a line.
    ///
    /// - Parameter socket: SHEAF_SOCKET of the environment.
    init(_ line: VerbArguments, socket: String?) throws(ControlError) {
        do throws(CommandLineOptions.Failure) {
            service = try ServiceChoice(line.line, environment: socket)
        } catch { throw line.mistake("\(error)") }
        isJSON = line.has("json")
        if let reader = line.value("reader") {
            guard !reader.isEmpty else { throw line.mistake("--reader wants the id of a reader") }
            self.reader = reader
        }
        if let text = line.value("timeout") {
            guard let seconds = Double(text), seconds >= 0.001, seconds <= 1_000_000 else {
                throw line.mistake("--timeout wants seconds above 0, not \"\(text)\"")
            }
            timeoutMilliseconds = Int(seconds * 1_000)
        }
    }
}
