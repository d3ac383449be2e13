import Glibc
import SheafInterface
import SheafOS
import Varlink

/// The service under measurement, on a private socket.
final class Sheaf {
    let server: Server
    private let bench: Bench
    private let client: VarlinkBlockingClient
    /// The documents that were written for it.
    private var written: Set<String> = []

    /// - Parameters:
    ///   - name: of its socket, where there is more than one.
    ///   - settings: what is to be other than the defaults.
    init(
        _ bench: Bench, on processors: UInt64, name: String = "sheaf", settings: String = ""
    ) throws(BenchmarkError) {
        self.bench = bench
        let socket = bench.folder.file("\(name)-\(processors)")
        server = try Server(
            try bench.service(socket: socket, settings: settings), socket: socket, in: bench.folder, on: processors)
        do throws(OSError) {
            client = try VarlinkBlockingClient(path: socket)
        } catch {
            throw BenchmarkError(error.description)
        }
    }

    var socket: String { server.socket }

    /// A reader on a document of the pattern provider whose pages have this size in pixels.
    func pattern(width: Int, height: Int, pages: Int = 100) throws(BenchmarkError) -> SheafReader {
        try open(try patternDocument(width: width, height: height, pages: pages))
    }

    /// Warns of memory, critically; tells after how many microseconds the cache was within its limit.
    func warnCritically() throws(BenchmarkError) -> Int {
        do throws(VarlinkCallError<ManagerInterface.Failure>) {
            return try client.call(ManagerInterface.WarnMemory.self, .init(level: .critical)).parameters.microseconds
        } catch {
            throw BenchmarkError("sheafd takes no warning: \(error)")
        }
    }

    /// The path of such a document. It is written once: a file that is written again is another document, and has those
    /// opened anew who read it.
    func patternDocument(width: Int, height: Int, pages: Int = 100) throws(BenchmarkError) -> String {
        let name = "\(server.pid)-\(pages)-\(width)x\(height).pattern"
        guard written.insert(name).inserted else { return bench.folder.file(name) }
        return try bench.folder.write(
            Array("sheaf-pattern 1\npages = \(pages)\nwidth = \(width)\nheight = \(height)\n".utf8), as: name)
    }

    /// A reader on a document, at one pixel a point.
    ///
    /// - Parameter index: where it begins.
    func open(_ path: String, at index: Int = 0) throws(BenchmarkError) -> SheafReader {
        try SheafReader(opening: path, at: index, over: client)
    }
}
