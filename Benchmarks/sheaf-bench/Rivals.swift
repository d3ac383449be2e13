import Glibc

/// What is used today to share pages between processes, each on a private socket.
struct Rivals {
    let memcached: Server
    let redis: Server

    /// Throws where one is missing.
    static func requireInstalled() throws(BenchmarkError) {
        for program in ["memcached", "redis-server"] where !Program.isInstalled(program) {
            throw BenchmarkError(
                "\(program) is not installed, and without it there is nothing to compare with: run make deps-bench")
        }
    }

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
