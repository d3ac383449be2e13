/// A process that holds pages, as the service numbers them. Numbers are not used again.
package struct HolderKey: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}
