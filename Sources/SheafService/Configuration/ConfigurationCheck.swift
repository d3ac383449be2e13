import ProviderHost
import SheafOS

/// Looks at a configuration without serving anything: `sheafd --check-config`.
enum ConfigurationCheck {
    /// Reads the files, opens the library folders, and tries what is set for providers in hosts of their own: all that a start or a reload
    /// would refuse is refused.
    ///
    /// - Returns: what was read, with what is ignored of it.
    /// - Throws: what can't be used, with file and line.
    static func run(_ read: ConfigurationSource) throws -> ConfigurationReader {
        let reader = try read()
        let configuration = reader.configuration
        let settings = HostSettings(configuration, library: try reader.library())
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
        return reader
    }
}
