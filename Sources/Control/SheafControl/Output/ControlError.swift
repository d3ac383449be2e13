import SheafOS

/// The error of a command that could not be done, as one line for people.
struct ControlError: Error, Equatable, CustomStringConvertible {
    /// The line of the error: what was tried on what, why it failed, and what to do next.
    let description: String
    /// Whether a page failed, and others may do better.
    let isOfOnePage: Bool

    init(_ description: String, isOfOnePage: Bool = false) {
        self.description = TerminalText.safe(description)
        self.isOfOnePage = isOfOnePage
    }

    init(_ error: OSError) {
        self.init(error.description)
    }
}
