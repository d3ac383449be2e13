import Varlink

/// A sheafd that a test talks to, however it was started.
protocol TestedService {
    /// A connection.
    func connect() throws -> VarlinkBlockingClient
}
