import Glibc

/// The private memory of the service once it has served all that came before.
struct Memory {
    private static let aimMegabytes = 4.0
    /// How long it may rest first, in seconds.
    private static let rest: UInt32 = 2

    let sheaf: Sheaf

    func run(_ report: inout Report) throws(BenchmarkError) {
        sleep(Self.rest)
        guard let bytes = sheaf.server.privateMemory else { throw BenchmarkError("cannot tell sheafd's memory") }
        let megabytes = Double(bytes) / Double(1 << 20)
        say("\nPrivate memory of sheafd at rest, after all of the above (RssAnon): \(megabytes.short) MB\n")
        report.record("memory", scene: "at rest", side: "Sheaf", ["rss_anon_bytes": Double(bytes)])
        report.hold("private memory at rest", megabytes, .atMost, Self.aimMegabytes, "MB")
    }
}
