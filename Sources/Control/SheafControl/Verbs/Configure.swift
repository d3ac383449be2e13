import SheafInterface
import SheafOS
import Varlink

// "sheafctl configure", "log-level" and "log-target": what operators change of a service that runs.

extension Verb {
    /// `sheafctl configure`.
    static let configure = Verb(
        "configure", summary: "have the service read its configuration again",
        details: """
            As "systemctl reload sheafd" does, but a configuration that can't be used is told here: the one before stays in
            force then. Prints which keys have other values now, and which providers came, went or were replaced since it was asked
            last. Those may who may "sheafctl warn".
            """,
        usesReader: false, command: ConfigureCommand())

    /// `sheafctl log-level [LEVEL]`.
    static let logLevel = Verb(
        "log-level", "[LEVEL]", offers: .cases(of: ManagerInterface.LogLevel.self),
        summary: "show or change which lines the service logs",
        details: """
            LEVEL is error, warning, notice, info or debug: lines below it are not logged. Without it the level is printed.
            \(logDetails)
            """,
        usesReader: false
    ) { line throws(ControlError) in LogCommand.level(try line.optionalWord(.all())) }

    /// `sheafctl log-target [TARGET]`.
    static let logTarget = Verb(
        "log-target", "[TARGET]", offers: .cases(of: ManagerInterface.LogTarget.self),
        summary: "show or change where the service logs to",
        details: """
            TARGET is journal; console, standard error; null, nowhere; or auto, the journal where systemd runs the service.
            Without it the target is printed. \(logDetails)
            """,
        usesReader: false
    ) { line throws(ControlError) in LogCommand.target(try line.optionalWord(.all())) }

    private static let logDetails = "It holds until the service ends. Operators may do it.\n\n" + operators
}

/// Has the service read its configuration again.
struct ConfigureCommand: Command {
    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reply = try session.call(
            ManagerInterface.Reload.self, .init(), attempt: "have the service read its configuration"
        ).parameters
        if console.isJSON { return try console.printJSON(reply) }
        let keys = reply.changed.map { TerminalText.safe($0) }
        let later = reply.afterRestart.map { TerminalText.safe($0) }
        let names = keys.isEmpty ? "" : " (\(keys.joined(separator: ", ")))"
        let restart = later.isEmpty ? "" : "; restart sheafd for \(later.joined(separator: ", "))"
        try console.print("configuration read: \(Units.count(keys.count, "key")) changed\(names)\(restart)")
        for provider in reply.providers ?? [] {
            let name = TerminalText.safe(provider.provider)
            switch provider.change {
            case .added: try console.print("provider \(name) is new: it opens documents from now on")
            case .replaced:
                try console.print(
                    "provider \(name) was replaced: the new one opens documents from now on, and those that are open once"
                        + " more")
            case .removed: try console.print("provider \(name) is gone: documents that are open stay open")
            }
        }
        // The lines of the files that were ignored.
        for warning in reply.warnings { try console.print(TerminalText.safe(warning)) }
    }
}

/// Shows what the service logs and where, or changes it without printing anything, as systemctl does.
enum LogCommand: Command {
    /// nil: the level is shown.
    case level(ManagerInterface.LogLevel?)
    /// nil: the target is shown.
    case target(ManagerInterface.LogTarget?)

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        switch self {
        case .level(nil): try Self.show(\.level.rawValue, session, console)
        case .target(nil): try Self.show(\.target.rawValue, session, console)
        case .level(let level): try Self.set(.init(level: level), attempt: "change the log level", session, console)
        case .target(let target):
            try Self.set(.init(target: target), attempt: "change the log target", session, console)
        }
    }

    private static func show(
        _ part: (ManagerInterface.GetLogReply) -> String, _ session: Session, _ console: Console
    ) throws(ControlError) {
        let reply = try session.call(ManagerInterface.GetLog.self, .init(), attempt: "ask what is logged").parameters
        try console.show(reply, as: part(reply))
    }

    private static func set(
        _ change: ManagerInterface.SetLogParameters, attempt: String, _ session: Session, _ console: Console
    ) throws(ControlError) {
        let reply = try session.call(ManagerInterface.SetLog.self, change, attempt: attempt).parameters
        if console.isJSON { try console.printJSON(reply) }
    }
}
