import SheafInterface
import SheafOS
import Varlink

/// What is logged, and where.
extension ManagerService {
    func getLog(_ parameters: ManagerInterface.GetLogParameters, _ call: VarlinkCall<ManagerInterface.GetLog>) {
        call.reply(.init(level: .init(log.level), target: .init(log.target)))
    }

    func setLog(
        _ parameters: ManagerInterface.SetLogParameters, _ call: VarlinkCall<ManagerInterface.SetLog>
    ) throws(ManagerInterface.Failure) {
        guard isOperator(call.connection) else { throw .service(.permissionDenied) }
        log.set(
            level: parameters.level.map(LogLevel.init), target: parameters.target.map(LogTarget.init),
            asked: "uid \(call.peer.uid)")
        call.reply(.init(level: .init(log.level), target: .init(log.target)))
    }
}

extension LogLevel {
    fileprivate init(_ level: ManagerInterface.LogLevel) {
        self =
            switch level {
            case .error: .error
            case .warning: .warning
            case .notice: .notice
            case .info: .info
            case .debug: .debug
            }
    }
}

extension ManagerInterface.LogLevel {
    fileprivate init(_ level: LogLevel) {
        self =
            switch level {
            case .error: .error
            case .warning: .warning
            case .notice: .notice
            case .info: .info
            case .debug: .debug
            }
    }
}

extension LogTarget {
    fileprivate init(_ target: ManagerInterface.LogTarget) {
        self =
            switch target {
            case .auto: .auto
            case .journal: .journal
            case .console: .console
            case .null: .null
            }
    }
}

extension ManagerInterface.LogTarget {
    fileprivate init(_ target: LogTarget) {
        self =
            switch target {
            case .auto: .auto
            case .journal: .journal
            case .console: .console
            case .null: .null
            }
    }
}
