/// Names a connection of a server, also when it has ended: no other one gets its number.
package struct ConnectionID: Hashable, Sendable {
    @usableFromInline let number: UInt64

    init(number: UInt64) { self.number = number }

    // Each turn compares some: a call into another module would cost more than that.
    @inlinable package static func == (one: Self, other: Self) -> Bool { one.number == other.number }
}
