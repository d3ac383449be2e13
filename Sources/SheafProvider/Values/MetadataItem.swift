/// Something that is known about a document.
public struct MetadataItem: Equatable, Sendable {
    /// What, as Dublin Core names it: title, creator, subject, description, publisher, date, format, language, ...
    public var key: String
    /// The text.
    public var value: String

    /// A value under its key.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
