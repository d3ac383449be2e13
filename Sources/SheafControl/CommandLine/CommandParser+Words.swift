import SheafInterface
import SheafOS

/// What the verbs' arguments and options are made of.
extension CommandParser {
    /// What comes after the verb.
    var words: ArraySlice<String> { line.arguments.dropFirst() }

    /// A command that takes no arguments.
    func alone(_ command: Command) throws(ControlError) -> Command {
        try expectArguments(atMost: 0)
        return command
    }

    func expectArguments(atMost count: Int) throws(ControlError) {
        guard line.arguments.count > count + 1 else { return }
        throw mistake("\(verb) does not know what \"\(line.arguments[count + 1])\" is for")
    }

    func mistake(_ text: String) -> ControlError {
        ControlError("\(text) (\"sheafctl \(verb) --help\" tells more)")
    }

    /// The index, from 0, of a page that is counted from 1.
    func pageIndex(_ text: String) throws(ControlError) -> Int {
        guard let number = Self.number(text), number >= 1 else {
            throw mistake("there is no page \(text): pages are counted from 1")
        }
        return number - 1
    }

    /// An option that is one of some words.
    func choice<Value>(_ name: String, _ words: KeyValuePairs<String, Value>) throws(ControlError) -> Value? {
        guard let text = line.value(name) else { return nil }
        return try choose(text, words, for: "--\(name)")
    }

    /// One of some words.
    ///
    /// - Parameter subject: what wants it.
    func choose<Value>(
        _ text: String, _ words: KeyValuePairs<String, Value>, for subject: String
    ) throws(ControlError) -> Value {
        if let found = words.first(where: { $0.key == text }) { return found.value }
        let names = words.map(\.key)
        let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        throw mistake("\(subject) wants \(list), not \"\(text)\"")
    }

    /// An option that is a whole number.
    ///
    /// - Parameter unit: what it counts.
    func whole(_ name: String, _ range: ClosedRange<Int>, _ unit: String) throws(ControlError) -> Int? {
        guard let text = line.value(name) else { return nil }
        guard let number = Self.number(text), range.contains(number) else {
            throw mistake("--\(name) wants \(range.lowerBound) to \(range.upperBound) \(unit), not \"\(text)\"")
        }
        return number
    }

    /// An option that is any number.
    func decimal(_ name: String, _ unit: String) throws(ControlError) -> Double? {
        guard let text = line.value(name) else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw mistake("--\(name) wants \(unit), not \"\(text)\"")
        }
        return number
    }

    func axisOption() throws(ControlError) -> ReaderInterface.Axis? {
        try choice("axis", Self.axes)
    }

    /// What "warn" is given.
    func pressureLevel() throws(ControlError) -> ManagerInterface.PressureLevel {
        try expectArguments(atMost: 1)
        guard let text = words.first else { throw mistake("warn wants low, medium or critical") }
        return try choose(text, ["low": .low, "medium": .medium, "critical": .critical], for: "warn")
    }

    /// What "log-level" is given, if anything.
    func logLevel() throws(ControlError) -> ManagerInterface.LogLevel? {
        try expectArguments(atMost: 1)
        guard let text = words.first else { return nil }
        return try choose(
            text, ["error": .error, "warning": .warning, "notice": .notice, "info": .info, "debug": .debug],
            for: verb.rawValue)
    }

    /// What "log-target" is given, if anything.
    func logTarget() throws(ControlError) -> ManagerInterface.LogTarget? {
        try expectArguments(atMost: 1)
        guard let text = words.first else { return nil }
        return try choose(
            text, ["auto": .auto, "journal": .journal, "console": .console, "null": .null], for: verb.rawValue)
    }

    /// What "metrics" prints is for programs already.
    func metrics() throws(ControlError) -> Command {
        guard !line.has("json") else {
            throw mistake("metrics prints OpenMetrics text: \"status\" and \"cache\" have the same with --json")
        }
        return try alone(.metrics)
    }

    static let axes: KeyValuePairs<String, ReaderInterface.Axis> = [
        "horizontal": .horizontal, "vertical": .vertical,
    ]
    static let directions: KeyValuePairs<String, ReaderInterface.Direction> = [
        "forward": .forward, "backward": .backward,
    ]

    static func looksLikeNumber(_ text: String) -> Bool {
        let digits = text.first == "-" ? text.dropFirst() : text[...]
        return !digits.isEmpty && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// A whole number, as a person writes one.
    static func number(_ text: some StringProtocol) -> Int? {
        looksLikeNumber(String(text)) ? Int(text) : nil
    }
}
