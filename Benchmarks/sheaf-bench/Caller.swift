/// The client program in C that drives the floor and the service alike.
struct Caller {
    /// What it does with a page that it was handed.
    enum Reading: String {
        case nothing = "", pread, mmap
    }

    let program: String

    /// Calls so often, over so many connections at once.
    func measure(
        socket: String, requests: String, connections: Int = 1, calls: Int, warm: Int = 0, reading: Reading = .nothing,
        pageBytes: Int = 0, on processors: Processors
    ) throws(BenchmarkError) -> Samples {
        try Program.measure(
            [
                program, "call", "--socket", socket, "--requests", requests, "--connections",
                "\(connections)", "--calls", "\(calls)", "--warm", "\(warm)", "--page", "\(pageBytes)", "--read",
                reading.rawValue,
            ], on: processors.client)
    }
}
