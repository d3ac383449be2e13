import Glibc
import SheafOS
import Testing

/// No wait lasts longer, in microseconds. Nothing here should take a hundredth of it.
private let patience: UInt64 = 60_000_000

/// Waits until something holds that another thread brings about; or, with a loop, serves that meanwhile.
func eventually(
    on loop: EventLoop? = nil, _ holds: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let deadline = EventLoop.now + patience
    while try !holds() {
        try #require(EventLoop.now < deadline, "what is waited for never comes", sourceLocation: sourceLocation)
        if let loop { try loop.runOnce(timeoutMilliseconds: 50) } else { usleep(1_000) }
    }
}

/// An argument of a test that is printed by its name.
struct Named<Value: Sendable>: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: Value

    init(_ name: String, _ value: Value) {
        testDescription = name
        self.value = value
    }
}
