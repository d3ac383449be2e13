import CSheafProvider
import Glibc
import HostProcess
import HostProtocol
import SheafOS

/// The conditions that a provider's process runs under when its author tries it.
package enum ProviderConditions: Sendable {
    /// The conditions of a provider host: confined and limited, with what the `.provider` file declares, and the
    /// environment of hosts.
    case confined
    /// The conditions of the author's own process.
    case unconfined

    /// Loads a library, or starts a program, in this process, which from then on is what this says.
    ///
    /// - Parameter loop: watches a program. It is there before the process is confined: a confined one can make none.
    func load(
        _ path: String, _ cancelWord: LocalCancelWord, on loop: EventLoop, services: HostServices
    ) throws(HostError) -> (provider: LoadedProvider, program: ProviderProgram?) {
        let file = LocalProvider.file(path)
        // A service refuses a provider where that is not as it should be, whatever else holds.
        let manifest = try ProviderManifest(beside: file)
        var program: ProviderProgram?
        switch self {
        case .unconfined:
            if LocalProvider.isProgram(path) {
                program = try ProviderProgram(
                    ProgramFile(file), confinement: nil, cancelWord: cancelWord.memory.number, on: loop)
            }
        case .confined:
            Self.setEnvironment()
            let confinement = HostConfinement(
                library: file, readablePaths: manifest.readablePaths, executableMemory: manifest.executableMemory,
                folders: [], program: LocalProvider.isProgram(path) ? try ProgramFile(file) : nil,
                limits: HostArguments(parent: getppid(), limits: HostLimits()), sandbox: .auto)
            let outcome = try confinement.apply { start throws(HostError) in
                program = try ProviderProgram(
                    start, confinement: confinement, cancelWord: cancelWord.memory.number, on: loop)
            }
            for lack in outcome.missing { services.send(.log(level: SHEAF_LOG_WARNING, text: lack)) }
        }
        return (try LoadedProvider(path: file, program: program, services: services), program)
    }

    private static func setEnvironment() {
        clearenv()
        for variable in HostSettings.usualEnvironment {
            let parts = variable.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { unsafe setenv(parts[0], parts[1], 1) }
        }
    }
}
