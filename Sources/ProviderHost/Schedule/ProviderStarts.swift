/// How starting hosts of one provider went: a provider that keeps failing is not tried for a while.
struct ProviderStarts {
    /// In microseconds.
    static let window: UInt64 = 60_000_000

    private var failures: [UInt64] = []
    /// Why the last start failed.
    private(set) var lastFailure: HostError?

    mutating func succeeded() {
        failures = []
        lastFailure = nil
    }

    mutating func failed(_ error: HostError, at now: UInt64) {
        failures.removeAll { $0 + Self.window <= now }
        failures.append(now)
        lastFailure = error
    }

    /// Why it is not tried now; nil where it may be.
    func refusal(at now: UInt64, limit: Int) -> HostError? {
        let recent = failures.count { $0 + Self.window > now }
        return recent >= limit ? lastFailure : nil
    }
}
