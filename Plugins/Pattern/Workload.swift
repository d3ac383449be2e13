import Glibc
import SheafProvider

/// Time that a rendering is made to take.
struct Workload {
    private static let slice = 1_000_000

    let milliseconds: Int
    let cost: Settings.Cost

    /// Spends the time, and throws within a millisecond after the request is cancelled.
    func run(request: borrowing Request) throws(ProviderError) {
        guard milliseconds > 0 else { return }
        let end = Self.now() + milliseconds * 1_000_000
        var rest = end - Self.now()
        while rest > 0 {
            try request.checkCancelled()
            switch cost {
            case .busy:
                let pause = Self.now() + min(rest, Self.slice)
                while Self.now() < pause {}
            case .sleep:
                var pause = timespec(tv_sec: 0, tv_nsec: min(rest, Self.slice))
                unsafe nanosleep(&pause, nil)
            }
            rest = end - Self.now()
        }
    }

    /// Nanoseconds of the monotonic clock.
    private static func now() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
