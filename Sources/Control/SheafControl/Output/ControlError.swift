import SheafOS

/// The error of a command that could not be done, as one line for people.
struct ControlError: Error, Equatable, CustomStringConvertible {
    /// The line of the error: what was tried on what, why it failed, and what to do next.
    let description: String

    init(_ description: String) {
        self.description = TerminalText.safe(description)
    }

    init(_ error: OSError) {
        self.init(error.description)
    }
}
