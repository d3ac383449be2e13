import SheafInterface
import Varlink

/// What the service logs: shown, or changed without a word, as systemctl does it.
extension CommandRunner {
    func logLevel(_ level: ManagerInterface.LogLevel?) throws(ControlError) {
        guard let level else { return try showLog(\.level.rawValue) }
        try setLog(.init(level: level), attempt: "change the log level")
    }

    func logTarget(_ target: ManagerInterface.LogTarget?) throws(ControlError) {
        guard let target else { return try showLog(\.target.rawValue) }
        try setLog(.init(target: target), attempt: "change the log target")
    }

    private func showLog(_ part: (ManagerInterface.GetLogReply) -> String) throws(ControlError) {
        let reply = try session.call(ManagerInterface.GetLog.self, .init(), attempt: "ask what is logged")
        if console.isJSON { return try console.json(reply.parameters) }
        try console.say(part(reply.parameters))
    }

    private func setLog(_ change: ManagerInterface.SetLogParameters, attempt: String) throws(ControlError) {
        let reply = try session.call(ManagerInterface.SetLog.self, change, attempt: attempt)
        if console.isJSON { try console.json(reply.parameters) }
    }
}
