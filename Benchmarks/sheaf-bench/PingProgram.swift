import CBenchmark
import Glibc
import SheafInterface
import SheafOS
import Varlink

/// `sheaf-bench ping SOCKET SECONDS`: asks the service how it is, again and again, and prints how long each answer took: the
/// longest is how long its loop was held up.
enum PingProgram {
    static let command = "ping"
    private static let pauseMicroseconds: UInt32 = 200

    static func run(_ arguments: [String]) throws(BenchmarkError) {
        guard arguments.count == 2, let seconds = Double(arguments[1]) else {
            throw BenchmarkError("\(command) takes SOCKET SECONDS")
        }
        var samples: [UInt64] = []
        var began = benchmark_now()
        do {
            let client = try VarlinkBlockingClient(path: arguments[0])
            // The first answer waits for a host that describes the providers.
            _ = try client.call(ManagerInterface.ListProviders.self, .init())
            began = benchmark_now()
            while Double(benchmark_now() - began) < seconds * 1e9 {
                let before = benchmark_now()
                _ = try client.call(ManagerInterface.ListProviders.self, .init())
                samples.append(benchmark_now() - before)
                usleep(pauseMicroseconds)
            }
        } catch {
            throw BenchmarkError("\(error)")
        }
        unsafe benchmark_print(samples, samples.count, benchmark_now() - began, 0)
    }
}
