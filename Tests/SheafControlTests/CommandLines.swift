import SheafOS
import Testing

@testable import SheafControl

/// Parses a command line.
func command(_ line: String) throws -> any Command {
    guard case .run(let command, _) = try Invocation(line.split(separator: " ").map(String.init)) else {
        throw ControlError("no command: \(line)")
    }
    return command
}

/// Parses a command line that is to become a certain command.
func parsed<Parsed: Command>(_ line: String, as type: Parsed.Type = Parsed.self) throws -> Parsed {
    let command = try command(line)
    guard let command = command as? Parsed else { throw ControlError("no \(type), but \(command)") }
    return command
}

/// An argument of a parameterized test, printed as its name alone: a command line, or the text that is expected.
struct Case<Value: Sendable>: Sendable, CustomTestStringConvertible {
    let name: String
    let value: Value

    var testDescription: String { name }
}

/// The cases of a table.
func cases<Value: Sendable>(_ table: [(String, Value)]) -> [Case<Value>] {
    table.map { Case(name: $0, value: $1) }
}

/// Waits until a condition holds, for a minute at most.
///
/// - Parameter holds: makes a step, which takes some time, and returns whether the condition holds. It is called again
///   at once.
func eventually(_ what: Comment, _ holds: () throws -> Bool) throws {
    let deadline = EventLoop.now + 60_000_000
    while try !holds() { try #require(EventLoop.now < deadline, what) }
}
