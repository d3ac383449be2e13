import Glibc
package import SheafOS
package import Testing

/// Whether the tests were built with a sanitizer.
package let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
    dlsym(nil, name) != nil
}

/// How long a test waits for what must come before it fails: much longer than anything takes on a slow machine, since only
/// a test that fails waits so long.
package let patience: Duration = .seconds(isSanitized ? 180 : 60)

/// An error in the test itself.
package struct TestFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// Reads a value until it is as wanted, and returns it. All tests wait by this.
///
/// - Parameters:
///   - limit: how long at most.
///   - loop: serves what happens meanwhile; nil: somebody else does.
///   - log: what else a failure tells.
///   - read: reads the value; what it throws ends the waiting.
///   - isWanted: whether that is the value to wait for.
/// - Throws: where the value does not come: a failure that tells the last one.
@discardableResult
package func eventually<Value>(
    within limit: Duration = patience, on loop: EventLoop? = nil, log: @autoclosure () -> String = "",
    at location: SourceLocation = #_sourceLocation, _ read: () throws -> Value,
    until isWanted: (Value) throws -> Bool
) throws -> Value {
    let end = ContinuousClock.now + limit
    var pause = Pause()
    while true {
        let value = try read()
        if try isWanted(value) { return value }
        guard ContinuousClock.now < end else {
            let log = log()
            throw TestFailure(
                "\(location): not so within \(limit); the last value was \(value)\(log.isEmpty ? "" : "; the log:\n" + log)"
            )
        }
        if let loop { try loop.runOnce(timeoutMilliseconds: 50) } else { pause.wait() }
    }
}

/// Waits until a fact is true, and throws a ``TestFailure`` where it is not within the limit.
package func eventually(
    within limit: Duration = patience, on loop: EventLoop? = nil, log: @autoclosure () -> String = "",
    at location: SourceLocation = #_sourceLocation, _ isSo: () throws -> Bool
) throws {
    try eventually(within: limit, on: loop, log: log(), at: location, isSo, until: { $0 })
}

/// Looks on while something stays as it is. Only for what nothing but time can show: where some later event or answer tells
/// that the time has come in which it would have changed, a test waits for that.
///
/// - Parameters:
///   - loop: serves what happens meanwhile; nil: somebody else does.
///   - reason: why no event tells it; a failure repeats it.
/// - Throws: where it does not stay so.
package func remains(
    for duration: Duration, because reason: String, on loop: EventLoop? = nil,
    at location: SourceLocation = #_sourceLocation, _ isSo: () throws -> Bool = { true }
) throws {
    let end = ContinuousClock.now + duration
    var pause = Pause()
    repeat {
        guard try isSo() else { throw TestFailure("\(location): not so any more within \(duration) (\(reason))") }
        if let loop { try loop.runOnce(timeoutMilliseconds: 5) } else { pause.wait() }
    } while ContinuousClock.now < end
}

/// The time between two looks: short at first, since most things are there at once.
private struct Pause {
    private static let longest: UInt32 = 20_000
    private var microseconds: UInt32 = 500

    mutating func wait() {
        usleep(microseconds)
        microseconds = min(microseconds * 2, Self.longest)
    }
}
