import SheafOS
import Testing

@testable import SheafBase

@Suite struct LogSettingsTests {
    @Test func whatIsGivenChangesAndTheRestStays() {
        let journal = Journal(threshold: .error, target: .console)
        let settings = LogSettings(journal)
        settings.set(level: .warning, asked: "a test")
        #expect(journal.threshold == .warning && journal.target == .console)
        settings.set(target: .null, asked: "a test")
        #expect(journal.threshold == .warning && journal.target == .null)
        settings.set(level: .debug, target: .null, asked: "a test")
        #expect(settings.level == .debug && settings.target == .null)
    }

    /// A line that nobody would read is not even written.
    @Test func aLineForNowhereIsNotMade() {
        let journal = Journal(threshold: .debug, target: .null)
        var made = 0
        func text() -> String {
            made += 1
            return ""
        }
        journal.log(.error, text())
        #expect(made == 0)
    }
}
