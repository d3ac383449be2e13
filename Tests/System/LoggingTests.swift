import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

/// What is logged and where, changed while the service runs.
@Suite struct LoggingTests {
    private static func sheafctl(_ service: RunningService, _ arguments: String...) throws -> Command {
        try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, ["--socket", service.socket] + arguments)
    }

    private static func log(of service: RunningService) throws -> ManagerInterface.GetLogReply {
        try service.connect().call(ManagerInterface.GetLog.self, .init()).parameters
    }

    private static func order(_ value: Int32, of service: RunningService) -> Bool {
        var payload = sigval()
        payload.sival_int = value
        return sigqueue(service.process.processIdentifier, Signal.serviceCommand, payload) == 0
    }

    /// Waits until something is so.
    private static func wait(until isSo: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<1_000 {
            if try isSo() { return true }
            usleep(10_000)
        }
        return false
    }

    @Test func theLevelIsChangedAndCountsAtOnce() throws {
        let service = try RunningService()
        #expect(try Self.sheafctl(service, "log-level").text == "info\n")
        let path = try service.pattern("pages = 3")
        _ = try TestReader(service, path)
        #expect(!service.log.contains("debug: opened reader"))
        let changed = try Self.sheafctl(service, "log-level", "debug")
        #expect(changed.status == 0 && changed.text.isEmpty && changed.errors.isEmpty)
        #expect(try Self.sheafctl(service, "log-level").text == "debug\n")
        _ = try TestReader(service, path)
        #expect(service.log.contains("debug: opened reader"))
        #expect(service.log.contains("the log level becomes debug, it was info: asked for by uid \(getuid())"))
    }

    @Test func theTargetIsChangedAndCountsAtOnce() throws {
        let service = try RunningService(configuration: "[Service]\nLogTarget=console\nLogLevel=debug\n")
        #expect(try Self.sheafctl(service, "log-target").text == "console\n")
        let path = try service.pattern("pages = 3")
        #expect(try Self.sheafctl(service, "log-target", "null").status == 0)
        let said = service.log
        #expect(said.contains("the log target becomes null, it was console"))
        _ = try TestReader(service, path)
        #expect(service.log == said)
        // Standard error is no journal here.
        #expect(try Self.sheafctl(service, "log-target", "auto").status == 0)
        _ = try TestReader(service, path)
        #expect(service.log.contains("debug: opened reader"))
        #expect(try Self.log(of: service) == .init(level: .debug, target: .auto))
    }

    @Test(
        arguments: [
            (0x107, .init(level: .debug, target: .auto)), (0x102, .init(level: .error, target: .auto)),
            (0x200, .init(level: .info, target: .console)), (0x201, .init(level: .info, target: .journal)),
            (0x203, .init(level: .info, target: .null)),
        ] as [(Int32, ManagerInterface.GetLogReply)])
    func signalsChangeThemToo(value: Int32, result: ManagerInterface.GetLogReply) throws {
        let service = try RunningService()
        #expect(Self.order(value, of: service))
        #expect(try Self.wait { try Self.log(of: service) == result })
        #expect(service.log.contains("asked for by process \(getpid()), by a signal"))
    }

    @Test func theAllocatorSpeaksOnASignal() throws {
        let service = try RunningService()
        #expect(Self.order(0x301, of: service))
        #expect(Self.wait { service.log.contains("</malloc>") })
        #expect(service.log.contains("what malloc_info(3) says of the allocator:\n<malloc version="))
    }

    @Test func commandsThatMeanNothingAreNamed() throws {
        let service = try RunningService()
        #expect(Self.order(0x500, of: service))
        #expect(kill(service.process.processIdentifier, Signal.serviceCommand) == 0)
        #expect(Self.wait { service.log.contains("SIGRTMIN+18 with no command: that does nothing") })
        #expect(service.log.contains("SIGRTMIN+18 with the command 0x500: that does nothing"))
        #expect(try Self.log(of: service) == .init(level: .info, target: .auto))
    }
}
