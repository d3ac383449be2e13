import SheafInterface
import Varlink

extension CommandRunner {
    /// Has the service read its configuration again.
    func configure() throws(ControlError) {
        let reply = try session.call(
            ManagerInterface.Reload.self, .init(), attempt: "have the service read its configuration")
        if console.isJSON { return try console.json(reply.parameters) }
        for line in ConfigurationText.lines(reply.parameters) { try console.say(line) }
    }
}
