/// The program of a provider host: `sheafd --provider-host …`, started by the service and by nobody else.
package enum ProviderHostProgram {
    /// The argument that makes sheafd a provider host.
    package static let argument = "--provider-host"

    /// Serves the service until it hangs up, and returns the exit status.
    package static func run(arguments: [String]) -> Int32 {
        1
    }
}
