import SheafInterface
import SheafOS

/// The arguments and options that a verb was given, and how their values are read.
///
/// A value that can't be read is an error that names the option or argument and what it takes.
struct VerbArguments {
    /// The name of the verb.
    let verb: String
    let line: CommandLineOptions

    /// The arguments after the verb.
    var words: ArraySlice<String> { line.arguments.dropFirst() }

    /// Whether an option was given.
    func has(_ option: String) -> Bool { line.has(option) }

    /// The value of an option; nil where it was not given.
    func value(_ option: String) -> String? { line.value(option) }

    /// An error of whoever typed the line, which points to the verb's help.
    func mistake(_ text: String) -> ControlError {
        ControlError("\(text) (\"sheafctl \(verb) --help\" tells more)")
    }

    // MARK: Pages and axes

    /// The index, from 0, of a page whose number counts from 1.
    func pageIndex(_ text: String) throws(ControlError) -> Int { try index(text, of: "page") }

    /// The index, from 0, of the frame that `--frame` names.
    func frameIndex() throws(ControlError) -> Int? {
        guard let text = value("frame") else { return nil }
        return try index(text, of: "frame")
    }

    private func index(_ text: String, of kind: String) throws(ControlError) -> Int {
        guard let number = Self.number(text), number >= 1 else {
            throw mistake("there is no \(kind) \(text): \(kind)s are counted from 1")
        }
        return number - 1
    }

    /// The index, from 0, of the page that an option names.
    func pageIndex(option: String) throws(ControlError) -> Int? {
        guard let text = value(option) else { return nil }
        return try pageIndex(text)
    }

    /// The axis in `--axis`.
    func axis() throws(ControlError) -> ReaderInterface.Axis? { try choice("axis", .all()) }

    // MARK: Words

    /// The words that an option or argument takes, with what each means.
    struct Choices<Value: Sendable>: Sendable {
        let words: [(word: String, value: Value)]

        var names: [String] { words.map(\.word) }

        init(_ words: KeyValuePairs<String, Value>) {
            self.words = words.map { ($0.key, $0.value) }
        }

        /// All values of an enum, by the names that the protocol has for them.
        static func all() -> Choices where Value: CaseIterable & RawRepresentable<String> {
            Choices(words: Value.allCases.map { ($0.rawValue, $0) })
        }

        private init(words: [(word: String, value: Value)]) {
            self.words = words
        }
    }

    /// The value of an option that takes one of some words.
    func choice<Value: Sendable>(_ option: String, _ choices: Choices<Value>) throws(ControlError) -> Value? {
        guard let text = value(option) else { return nil }
        return try choose(text, choices, for: "--\(option)")
    }

    /// The value of the first argument, which is one of some words; nil where there is none.
    func optionalWord<Value: Sendable>(_ choices: Choices<Value>) throws(ControlError) -> Value? {
        words.isEmpty ? nil : try choose(words.first, choices, for: verb)
    }

    /// The value of one of some words.
    ///
    /// - Parameters:
    ///   - text: nil where it is missing, which is an error too.
    ///   - subject: what takes it, as the error names it.
    func choose<Value: Sendable>(
        _ text: String?, _ choices: Choices<Value>, for subject: String
    ) throws(ControlError) -> Value {
        if let found = choices.words.first(where: { $0.word == text }) { return found.value }
        let names = choices.names
        let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        throw mistake("\(subject) wants \(list)" + (text.map { ", not \"\($0)\"" } ?? ""))
    }

    // MARK: Numbers

    /// The value of an option that takes a whole number.
    ///
    /// - Parameter unit: what it counts, as the error names it.
    func whole(_ option: String, _ range: ClosedRange<Int>, _ unit: String) throws(ControlError) -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Self.number(text), range.contains(number) else {
            throw mistake("--\(option) wants \(range.lowerBound) to \(range.upperBound) \(unit), not \"\(text)\"")
        }
        return number
    }

    /// The value of an option that takes any finite number.
    ///
    /// - Parameter unit: what it measures, as the error names it.
    func decimal(_ option: String, _ unit: String) throws(ControlError) -> Double? {
        guard let text = value(option) else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw mistake("--\(option) wants \(unit), not \"\(text)\"")
        }
        return number
    }

    /// Whether a text consists of decimal digits, with a minus sign before them or without.
    static func looksLikeNumber(_ text: String) -> Bool {
        let digits = text.first == "-" ? text.dropFirst() : text[...]
        return !digits.isEmpty && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// A whole number in decimal digits; nil where it is none, or too large.
    static func number(_ text: some StringProtocol) -> Int? {
        looksLikeNumber(String(text)) ? Int(text) : nil
    }

    /// The whole numbers between separators, nil for each that is none: "1,2,x".
    static func numbers(_ text: String, separator: Character) -> [Int?] {
        text.split(separator: separator, omittingEmptySubsequences: false).map { number($0) }
    }
}
