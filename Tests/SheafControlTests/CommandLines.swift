import SheafOS
import TestSupport
import Testing

@testable import SheafControl

/// Parses a command line.
func command(_ line: String) throws -> any Command {
    try Invocation(line.split(separator: " ").map(String.init), verbs: .sheafctl).command
}

/// Parses a command line that is to become a certain command.
func parsed<Parsed: Command>(_ line: String, as type: Parsed.Type = Parsed.self) throws -> Parsed {
    let command = try command(line)
    guard let command = command as? Parsed else { throw ControlError("no \(type), but \(command)") }
    return command
}

/// The cases of a table.
func cases<Value: Sendable>(_ table: [(String, Value)]) -> [Case<Value>] {
    table.map { Case($0, $1) }
}
