/// The client program in C that drives the floor and the service alike.
struct Caller {
    /// What it does with a page that it was handed.
    enum Reading: String {
        case nothing = "", pread, mmap
    }

    let program: String

    /// Calls so often, over so many connections at once.
    ///
    /// - Parameter isBare: whether replies bring no descriptor.
    func measure(
        socket: String, requests: String, connections: Int = 1, calls: Int, warm: Int = 0, reading: Reading = .nothing,
        pageBytes: Int = 0, isBare: Bool = false, on processors: Processors
    ) throws(BenchmarkError) -> Samples {
        try Program.measure(
            [
                program, "call", "--socket", socket, "--requests", requests, "--connections",
                "\(connections)", "--calls", "\(calls)", "--warm", "\(warm)", "--page", "\(pageBytes)", "--read",
                reading.rawValue,
            ] + (isBare ? ["--bare"] : []), on: processors.client)
    }

    /// Sends messages that nobody answers, so many a second over each connection, and tells the processor time that the
    /// server took for them.
    ///
    /// - Parameter watches: a file of calls that each go over a connection of their own, and are listened to.
    func drag(
        server: Server, requests: String, connections: Int, rate: Int, seconds: Int, watches: String = "",
        on processors: Processors
    ) throws(BenchmarkError) -> Samples {
        try Program.measure(
            [
                program, "drag", "--socket", server.socket, "--requests", requests, "--connections", "\(connections)",
                "--rate", "\(rate)", "--seconds", "\(seconds)", "--server", "\(server.pid)", "--watches", watches,
            ], on: processors.client)
    }
}
