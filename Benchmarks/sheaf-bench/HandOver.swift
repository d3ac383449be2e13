import Glibc

/// Handing a cached page to a viewer, against getting it from memcached and Redis.
struct HandOver {
    private struct Size {
        let name: String
        /// The size of the page, in pixels of four bytes.
        let width, height: Int
        let calls: Int
        /// How many times as fast as memcached it should be.
        let aim: Double?

        var bytes: Int { width * height * 4 }
    }

    private static let sizes = [
        Size(name: "4 KB", width: 32, height: 32, calls: 2_000, aim: nil),
        Size(name: "1 MB", width: 512, height: 512, calls: 300, aim: 15),
        Size(name: "8 MB", width: 1024, height: 2048, calls: 60, aim: 120),
    ]
    private static let readingAim = 2.2

    let bench: Bench
    let sheaf: Sheaf

    func run(_ report: inout Report) throws(BenchmarkError) {
        let rivals = try Rivals(in: bench.folder, on: .one)
        for processors in Processors.choices {
            say("\nThe hand-over of a page, on \(processors.name)\n")
            var table = Table(["", "", "median", "p99", "× Sheaf"], leftColumns: 2)
            for size in Self.sizes {
                let reader = try sheaf.pattern(width: size.width, height: size.height)
                try reader.getPage(0)
                let page = try bench.folder.write(messages: [reader.ask(for: 0)], as: "page")
                let series = try compare(
                    rounds: bench.rounds(9, quick: 3), sides(size, page: page, rivals: rivals, on: processors))
                for (index, side) in series.enumerated() {
                    // The first row of each kind is Sheaf's.
                    let own = series[index < 3 ? 0 : 3]
                    let ratio = side.ratio(of: \.median, to: own)
                    let isOwn = side.name == own.name
                    table.add([
                        index == 0 ? size.name : "", side.name, side.median.microseconds, side.p99.microseconds,
                        isOwn ? "" : ratio.times,
                    ])
                    report.record(
                        "hand-over", scene: "\(size.name), \(processors.name)", side: side.name,
                        ["median_us": side.median, "p99_us": side.p99, "times_sheaf": ratio])
                }
                if processors.isOne { hold(size, series, in: &report) }
            }
            say(table.text)
        }
    }

    /// Handing over alone first, then with every byte read.
    private func sides(
        _ size: Size, page: String, rivals: Rivals, on processors: Processors
    ) -> [Side] {
        let own = { (name: String, reading: Caller.Reading) in
            Side(name: name) { () throws(BenchmarkError) in
                try bench.caller.measure(
                    socket: sheaf.socket, requests: page, calls: size.calls, warm: size.calls / 10,
                    reading: reading, pageBytes: size.bytes, on: processors)
            }
        }
        let rival = { (name: String, program: String, server: Server, read: Bool) in
            Side(name: name) { () throws(BenchmarkError) in
                try Program.measure(
                    [
                        bench.program("bench-rivals"), program, "--socket", server.socket, "--page", "\(size.bytes)",
                        "--calls", "\(size.calls)", "--warm", "\(size.calls / 10)",
                    ] + (read ? ["--read"] : []), on: processors.client)
            }
        }
        return [
            own("Sheaf", .nothing),
            rival("memcached", "memcached", rivals.memcached, false),
            rival("Redis", "redis", rivals.redis, false),
            own("Sheaf, every byte read", .pread),
            own("Sheaf, mapped and read", .mmap),
            rival("memcached, every byte read", "memcached", rivals.memcached, true),
            rival("Redis, every byte read", "redis", rivals.redis, true),
        ]
    }

    private func hold(_ size: Size, _ series: [Series], in report: inout Report) {
        guard let aim = size.aim else { return }
        report.hold(
            "hand-over of \(size.name)", series[1].ratio(of: \.median, to: series[0]), .atLeast, aim,
            "× as fast as memcached")
        report.hold(
            "\(size.name) with every byte read", series[5].ratio(of: \.median, to: series[3]), .atLeast,
            Self.readingAim, "× as fast as memcached")
    }
}

/// The programs that are used today to share pages between processes, each on a private socket.
struct Rivals {
    let memcached: Server
    let redis: Server

    init(in folder: WorkFolder, on processors: Processors) throws(BenchmarkError) {
        let socket = folder.file("memcached")
        // An item of 8 MB needs -I; memcached refuses to run as root unless it is told to.
        let user = geteuid() == 0 ? ["-u", "root"] : []
        memcached = try Server(
            ["memcached", "-s", socket, "-I", "64m", "-m", "512"] + user, socket: socket, in: folder,
            on: processors.server)
        redis = try Server(
            [
                "redis-server", "--port", "0", "--unixsocket", folder.file("redis"), "--save", "", "--appendonly", "no",
                "--maxmemory", "512mb", "--dir", folder.path,
            ], socket: folder.file("redis"), in: folder, on: processors.server)
    }
}
