import Glibc
import SheafInterface
import SheafOS
import Varlink

/// The service under measurement, on a private socket.
final class Sheaf {
    let server: Server
    private let bench: Bench
    private let client: VarlinkBlockingClient

    init(_ bench: Bench, on processors: UInt64) throws(BenchmarkError) {
        self.bench = bench
        let socket = bench.folder.file("sheaf-\(processors)")
        server = try Server(try bench.service(socket: socket), socket: socket, in: bench.folder, on: processors)
        do throws(OSError) {
            client = try VarlinkBlockingClient(path: socket)
        } catch {
            throw BenchmarkError(error.description)
        }
    }

    var socket: String { server.socket }

    /// A reader on a document of the pattern provider whose pages have this size in pixels.
    func pattern(width: Int, height: Int) throws(BenchmarkError) -> SheafReader {
        let path = try bench.folder.write(
            Array("sheaf-pattern 1\npages = 100\nwidth = \(width)\nheight = \(height)\n".utf8),
            as: "\(width)x\(height).pattern")
        return try open(path)
    }

    /// A reader on a document, at one pixel a point.
    func open(_ path: String) throws(BenchmarkError) -> SheafReader {
        let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw BenchmarkError("cannot open \(path)") }
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            let reply = try client.call(
                ReaderInterface.Open.self, .init(fileDescriptor: 0, viewport: SheafReader.viewport(scale: 1)),
                descriptors: [SharedDescriptor(FileDescriptor(owning: file))])
            return SheafReader(reply.parameters.state, of: client)
        } catch {
            throw BenchmarkError("sheafd does not open \(path): \(error)")
        }
    }
}
