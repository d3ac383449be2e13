import HostProtocol
import HostSupervision
import SheafDocuments
import SheafOS

/// Looks at a configuration without serving anything: `sheafd --check-config`.
enum ConfigurationCheck {
    /// Opens the library folders, and tries what is set for providers in hosts of their own: all that a start or a reload would refuse is
    /// refused.
    ///
    /// - Parameter reader: what was read.
    /// - Throws: what can't be used, with file and line.
    static func run(_ reader: ConfigurationReader) throws {
        _ = try reader.placesFolder()
        let settings = HostSettings(reader.configuration, library: try reader.library())
        let loop = try EventLoop()
        let journal = Journal(threshold: .warning, target: .console)
        let supervisor = HostSupervisor(
            loop: loop, executablePath: CurrentProcess.executable, settings: settings, worker: try BackgroundWorker(),
            journal: HostLog(journal: journal).write)
        var refusal: SettingsRefusal?
        supervisor.check(settings) { refused in
            refusal = refused
            loop.exit()
        }
        _ = try loop.run()
        if let refusal { throw reader.refusal(of: refusal) }
    }
}
