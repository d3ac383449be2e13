import Glibc

/// What every measurement needs.
struct Bench {
    let options: Options
    let folder: WorkFolder
    let caller: Caller
    /// An absolute path: sheafd takes no other.
    private let build: String

    init(_ options: Options) throws(BenchmarkError) {
        guard let path = unsafe realpath(options.build, nil) else {
            throw BenchmarkError("there is no folder \(options.build)")
        }
        defer { unsafe free(path) }
        build = unsafe String(cString: path)
        self.options = options
        folder = try WorkFolder()
        caller = Caller(program: "\(build)/bench-floor")
        let programs = [
            "sheafd", "libsheaf-pattern.so", "libsheaf-mupdf.so", "bench-floor", "bench-rivals", "bench-mupdf",
        ]
        for name in programs where unsafe access(program(name), R_OK) != 0 {
            throw BenchmarkError("there is no \(program(name)): run make bench")
        }
    }

    /// The path of a program of this build.
    func program(_ name: String) -> String { "\(build)/\(name)" }

    /// The command that starts the service, with its defaults and not this machine's settings.
    ///
    /// - Parameter settings: what is to be other than the defaults, as it stands in sheafd.conf.
    func service(socket: String, settings: String = "") throws(BenchmarkError) -> [String] {
        let configuration = try folder.write(Array(settings.utf8), as: "sheafd.conf")
        return [
            program("sheafd"), "--socket", socket, "--config", configuration, "--provider-path", build,
        ]
    }

    /// So many rounds, or fewer where it must be quick.
    func rounds(_ full: Int, quick: Int) -> Int { options.quick ? quick : full }
}
