/// An entry of the table of contents.
public struct OutlineEntry: Equatable, Sendable {
    /// How deep it lies; 0 is the top.
    public var level: UInt32
    /// What it says.
    public var title: String
    /// Where it leads, if anywhere.
    public var destination: Destination?

    /// An entry; they are handed over in the order in which they are read.
    public init(level: UInt32, title: String, destination: Destination?) {
        self.level = level
        self.title = title
        self.destination = destination
    }
}
