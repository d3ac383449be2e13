/// The flags of a call, beside the method and its parameters.
@usableFromInline package struct VarlinkCallFlags: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8

    @inlinable
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// No answer is wanted, not even an error.
    @inlinable package static var oneway: VarlinkCallFlags { VarlinkCallFlags(rawValue: 1) }
    /// Many replies are welcome.
    @inlinable package static var more: VarlinkCallFlags { VarlinkCallFlags(rawValue: 2) }
    /// After the reply the connection speaks another protocol.
    @inlinable package static var upgrade: VarlinkCallFlags { VarlinkCallFlags(rawValue: 4) }

    /// Whether no answer is wanted.
    @inlinable package var isOneway: Bool { contains(.oneway) }
}
