package import SheafInterface

/// What a service says that has read its configuration again, for people.
package enum ConfigurationText {
    /// All of it.
    package static func line(_ reply: ManagerInterface.ReloadReply) -> String {
        let keys = reply.changed.map { DisplayText.safe($0) }
        let later = reply.afterRestart.map { DisplayText.safe($0) }
        let names = keys.isEmpty ? "" : " (\(keys.joined(separator: ", ")))"
        let restart = later.isEmpty ? "" : "; restart sheafd for \(later.joined(separator: ", "))"
        return "configuration read: \(Units.count(keys.count, "key")) changed\(names)\(restart)"
    }
}
