/// The client program in C that drives the floor and the service alike.
struct Caller {
    /// The way in which the program reads a page that it was handed.
    enum Reading: String {
        case nothing = "", pread, mmap
    }

    let program: String

    /// Calls so often, over so many connections at once.
    ///
    /// - Parameters:
    ///   - isBare: whether replies bring no descriptor.
    ///   - watches: a file of calls that each go over a connection of their own, and whose replies are read meanwhile.
    ///   - pause: before each call of one connection, in microseconds.
    func measure(
        socket: String, requests: String, connections: Int = 1, calls: Int, warm: Int = 0, reading: Reading = .nothing,
        pageBytes: Int = 0, isBare: Bool = false, watches: String = "", pause: Int = 0, on processors: Processors
    ) throws(BenchmarkError) -> Samples {
        try Program.measure(
            [
                program, "call", "--socket", socket, "--requests", requests, "--connections",
                "\(connections)", "--calls", "\(calls)", "--warm", "\(warm)", "--page", "\(pageBytes)", "--read",
                reading.rawValue, "--watches", watches, "--pause", "\(pause)",
            ] + (isBare ? ["--bare"] : []), on: processors.client)
    }

    /// Sends messages that nobody answers, so many a second over each connection, and measures the processor time that
    /// the server used for them.
    ///
    /// - Parameter watches: a file of calls that each go over a connection of their own, and whose replies are read.
    func drag(
        server: any ServerProcess, requests: String, connections: Int, rate: Int, seconds: Int, watches: String = "",
        on processors: Processors
    ) throws(BenchmarkError) -> Samples {
        try Program.measure(
            [
                program, "drag", "--socket", server.socket, "--requests", requests, "--connections", "\(connections)",
                "--rate", "\(rate)", "--seconds", "\(seconds)", "--server", "\(server.pid)", "--watches", watches,
            ], on: processors.client)
    }
}

/// The floor: the same bytes and a descriptor between two C processes, with nothing else done.
struct Floor {
    /// The size of the memory that the descriptor stands for, in bytes; nobody looks at it.
    private static let pageBytes = 1 << 20

    let server: Server

    init(replyBytes: Int, for bench: Bench) throws(BenchmarkError) {
        let socket = bench.folder.file("floor")
        server = try Server(
            [
                bench.program("bench-floor"), "serve", "--socket", socket, "--reply", "\(replyBytes)", "--page",
                "\(Self.pageBytes)",
            ], socket: socket, in: bench.folder, on: Processors.one.server)
    }
}
