/// Names a connection of a server, also when it has ended: no other one gets its number.
package struct ConnectionID: Hashable, Sendable {
    /// To be compared in a turn: to compare ids is a call into another module.
    package let number: UInt64

    init(number: UInt64) { self.number = number }
}
