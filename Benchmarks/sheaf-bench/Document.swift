import CBenchmark
import Glibc

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
