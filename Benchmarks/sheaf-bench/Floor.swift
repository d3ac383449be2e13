/// The floor: the same bytes and a descriptor between two C processes, with nothing else done.
struct Floor {
    /// Of the memory that the descriptor stands for; nobody looks at it.
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
