import SheafOS

/// What could not be done: one line for people.
package struct ControlError: Error, Equatable, CustomStringConvertible {
    /// What was tried on what, why it failed, and what to do next.
    package let description: String

    package init(_ description: String) {
        self.description = DisplayText.safe(description)
    }

    init(_ error: OSError) {
        self.init(error.description)
    }
}
