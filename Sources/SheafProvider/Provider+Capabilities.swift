/// A provider with settings.
public protocol Configurable: Provider {
    /// Takes one setting over, before the first document is opened and again when the configuration changes.
    ///
    /// Throw `EINVAL` with a message to refuse a key or a value.
    func configure(_ key: String, _ value: String, request: borrowing Request) throws(ProviderError)
}

/// A provider that recognizes its documents. One that does not is used only where somebody asks for it by name.
public protocol Probing: Provider {
    /// Says whether it would open this document. It reads little: the first bytes, or the last.
    func probe(_ source: Source, request: borrowing Request) throws(ProviderError) -> Certainty
}

/// A provider that can give memory back.
public protocol Trimmable: Provider {
    /// Gives memory back.
    func trim(_ level: TrimLevel)
}
