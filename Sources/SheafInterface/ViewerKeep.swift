extension ReaderInterface {
    /// How long the readers of `sheafctl view` and of browsers live on without a connection, in milliseconds: longer than these wait for a
    /// service that is restarted.
    package static let viewerKeep = 15_000
}
