import SheafInterface
import Varlink

extension CommandRunner {
    func warn(_ level: ManagerInterface.PressureLevel) throws(ControlError) {
        let reply = try session.call(
            ManagerInterface.WarnMemory.self, .init(level: level), attempt: "warn of memory pressure")
        if console.isJSON { return try console.json(reply.parameters) }
        try console.say(PressureText.line(reply.parameters))
    }
}
