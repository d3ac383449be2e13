/// One thing that is checked.
struct ProviderCheck: Sendable {
    let name: String
    /// In a line, for the report.
    let summary: String
    let run: @Sendable (CheckBench) throws(CheckStop) -> Void
    /// Whether it is made confined and unconfined, and the pixels that it notes are compared.
    let isCompared: Bool

    init(
        _ name: String, _ summary: String, isCompared: Bool = false,
        _ run: @escaping @Sendable (CheckBench) throws(CheckStop) -> Void
    ) {
        self.isCompared = isCompared
        self.name = name
        self.summary = summary
        self.run = run
    }

    /// Returns what `body` returns; nil where the provider lacks the function, or the document what it is about.
    static func present<Value>(_ body: @autoclosure () throws(CheckStop) -> Value) throws(CheckStop) -> Value? {
        do throws(CheckStop) { return try body() } catch {
            if case .absent = error { return nil }
            throw error
        }
    }

    /// "12.3 ms".
    static func milliseconds(_ microseconds: UInt64) -> String {
        "\(Double(microseconds / 10) / 100) ms"
    }
}
