import CBenchmark
import SheafInterface
import SheafOS
import Varlink

/// `sheaf-bench turns SOCKET READER CALLS WARM`: turns pages with our own client, and prints what its C counterpart
/// prints. It is a program of its own for the same conditions: a fresh process each round, pinned the same way.
enum SwiftClient {
    static let command = "turns"

    static func run(_ arguments: [String]) throws(BenchmarkError) {
        guard arguments.count == 4, let calls = Int(arguments[2]), let warm = Int(arguments[3]) else {
            throw BenchmarkError("\(command) takes SOCKET READER CALLS WARM")
        }
        var samples: [UInt64] = []
        samples.reserveCapacity(calls)
        var began = benchmark_now()
        do {
            let client = try VarlinkBlockingClient(path: arguments[0])
            for call in 0..<warm + calls {
                if call == warm { began = benchmark_now() }
                let before = benchmark_now()
                let turned = try turn(client, reader: arguments[1], to: call % 2)
                if call >= warm { samples.append(benchmark_now() - before) }
                guard turned else { throw BenchmarkError("a turn brought no page") }
            }
        } catch {
            throw BenchmarkError("\(error)")
        }
        unsafe benchmark_print(samples, samples.count, benchmark_now() - began, 0)
    }

    /// Whether a descriptor came with the reply; it is closed here.
    private static func turn(
        _ client: VarlinkBlockingClient, reader: String, to index: Int
    ) throws(VarlinkCallError<ReaderInterface.Failure>) -> Bool {
        let reply = try client.call(
            ReaderInterface.Navigate.self, .init(reader: reader, target: .init(index: index)))
        guard let number = reply.parameters.page?.fileDescriptor else { return false }
        return reply.descriptors.take(at: number) != nil
    }
}
