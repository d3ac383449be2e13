import CBenchmark
import Glibc
import SheafOS

/// The options, folders and programs that every measurement needs.
struct Bench {
    let options: Options
    let folder: WorkFolder
    /// The folder with the providers of the build: beside other programs, these would be taken for providers too.
    private let providers: WorkFolder
    let caller: Caller
    /// The build folder, as an absolute path: sheafd takes no other.
    private let build: String

    init(_ options: Options) throws(BenchmarkError) {
        guard let path = unsafe realpath(options.build, nil) else {
            throw BenchmarkError("there is no folder \(options.build)")
        }
        defer { unsafe free(path) }
        build = unsafe String(cString: path)
        self.options = options
        folder = try WorkFolder()
        providers = try WorkFolder()
        for name in TextFile.names(in: build, suffix: "") where name.hasPrefix("libsheaf-") {
            unsafe symlink("\(build)/\(name)", providers.file(name))
        }
        caller = Caller(program: "\(build)/bench-floor")
        // What is missing is better said now than after minutes of measuring.
        let programs =
            ["sheafd", "libsheaf-pattern.so", "libsheaf-mupdf.so"] + options.measurements.flatMap(\.programs)
        for name in programs where unsafe access(program(name), R_OK) != 0 {
            throw BenchmarkError("there is no \(program(name)): run make bench")
        }
        for name in options.measurements.flatMap(\.commands) where !Program.isInstalled(name) {
            throw BenchmarkError("\(name) is not installed: run make deps-bench, or say --only for what else is wanted")
        }
    }

    /// The path of a program of this build.
    func program(_ name: String) -> String { "\(build)/\(name)" }

    /// The command that starts the service, with its defaults and not this machine's settings.
    ///
    /// - Parameters:
    ///   - settings: what is to be other than the defaults, as it stands in sheafd.conf.
    ///   - launcher: how its program is run; as it is built where that is nil.
    func service(
        socket: String, settings: String = "", with launcher: Launcher? = nil
    ) throws(BenchmarkError) -> [String] {
        let configuration = try folder.write(Array(settings.utf8), as: "sheafd.conf")
        return (launcher?.words ?? []) + [
            launcher?.program ?? program("sheafd"), "--socket", socket, "--config", configuration, "--provider-path",
            providers.path,
        ]
    }

    /// Returns the number of rounds, which is smaller where the run must be quick.
    func rounds(_ full: Int, quick: Int) -> Int { options.quick ? quick : full }
}

/// A program that runs another one.
struct Launcher {
    /// The launcher's command, up to the name of the program that it runs.
    let words: [String]
    /// The path of the program that it runs in sheafd's place.
    let program: String
}

/// A private folder for sockets and files, removed at the end.
final class WorkFolder {
    let path: String
    private var folders: [String] = []

    init() throws(BenchmarkError) {
        var template = Array("/tmp/sheaf-bench.XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { template in
            guard let start = template.baseAddress, unsafe mkdtemp(start) != nil else { return String?.none }
            return unsafe String(cString: start)
        }
        guard let made else { throw BenchmarkError("cannot make a folder in /tmp") }
        path = made
    }

    deinit {
        // One level more is all there is: sockets, logs, message files, and folders of files.
        for folder in folders + [path] {
            for name in TextFile.names(in: folder, suffix: "") { unsafe unlink("\(folder)/\(name)") }
            unsafe rmdir(folder)
        }
    }

    /// Makes a folder in it, for files alone, and returns its path.
    func makeFolder(_ name: String) throws(BenchmarkError) -> String {
        guard unsafe mkdir(file(name), 0o755) == 0 else { throw BenchmarkError("cannot make \(file(name))") }
        folders.append(file(name))
        return file(name)
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Replaces a file, and returns its path.
    @discardableResult
    func write(_ bytes: [UInt8], as name: String) throws(BenchmarkError) -> String {
        try Self.write(bytes, to: file(name))
        return file(name)
    }

    /// Writes messages, each with its NUL, for the client program to send.
    func write(messages: [String], as name: String) throws(BenchmarkError) -> String {
        try write(messages.flatMap { Array($0.utf8) + [0] }, as: name)
    }

    /// Replaces a file anywhere.
    static func write(_ bytes: [UInt8], to path: String) throws(BenchmarkError) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        let written = unsafe Glibc.write(file, bytes, bytes.count)
        if file >= 0 { close(file) }
        guard written == bytes.count else { throw BenchmarkError("cannot write \(path)") }
    }
}

/// The PDF whose pages are rendered, as a file that is not compressed.
struct Document {
    private static let unpackMilliseconds: Int32 = 10_000
    /// No page near the one that a reader opens on: the service may have read ahead.
    private static let firstPage = 10

    let path: String

    init(_ bench: Bench) throws(BenchmarkError) {
        let original = bench.options.document
        guard unsafe access(original, R_OK) == 0 else {
            throw BenchmarkError("cannot read \(original): run make deps, or say --document FILE")
        }
        guard original.hasSuffix(".gz") else {
            path = original
            return
        }
        path = bench.folder.file("document.pdf")
        let output = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let pid = unsafe Program.withCStrings(["gzip", "-dc", original]) { arguments in
            unsafe benchmark_start(arguments, output, STDERR_FILENO, 0)
        }
        close(output)
        guard pid > 0, benchmark_collect(pid, Self.unpackMilliseconds) == 0 else {
            throw BenchmarkError("cannot unpack \(original)")
        }
    }

    /// Which pages to render in a round: far from each other, and other ones each time as long as there are any.
    static func pages(_ count: Int, round: Int, of all: Int) -> [Int] {
        let range = max(1, all - firstPage)
        // A step that has no factor in common with the range comes by every page before it comes by one again.
        let step = (range / 3..<range).first { greatestCommonDivisor($0, range) == 1 } ?? 1
        return (0..<count).map { firstPage + (round * count + $0) * step % range }
    }

    private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
        second == 0 ? first : greatestCommonDivisor(second, first % second)
    }
}

/// Why the benchmark could not measure.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
