package import SheafInterface

/// What a service says that has read its configuration again, for people.
package enum ConfigurationText {
    /// All of it: a line, and one for each line of the files that was ignored.
    package static func lines(_ reply: ManagerInterface.ReloadReply) -> [String] {
        let keys = reply.changed.map { DisplayText.safe($0) }
        let later = reply.afterRestart.map { DisplayText.safe($0) }
        let names = keys.isEmpty ? "" : " (\(keys.joined(separator: ", ")))"
        let restart = later.isEmpty ? "" : "; restart sheafd for \(later.joined(separator: ", "))"
        return ["configuration read: \(Units.count(keys.count, "key")) changed\(names)\(restart)"]
            + reply.warnings.map { DisplayText.safe($0) }
    }
}
