/// What has happened to a file that is watched, over some time.
package struct FileChange: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Its bytes were written.
    package static let rewritten = FileChange(rawValue: 1)
    /// Another file may be there under its name.
    package static let replaced = FileChange(rawValue: 2)
    /// It has no name any more, or not the one that it had.
    package static let deleted = FileChange(rawValue: 4)
    /// The system has lost track: anything may have happened.
    package static let unknown = FileChange(rawValue: 8)
}
