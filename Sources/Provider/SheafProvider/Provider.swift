import CSheafProvider

/// A page provider: it opens documents of one kind.
///
/// One object lives as long as the process. Everything is called from one thread, one call at a time. An author
/// conforms to this and to ``Document``, and exports the provider with one function:
///
/// ```swift
/// @c @implementation public func sheaf_provider_v1() -> UnsafePointer<sheaf_provider>? {
///     unsafe MyProvider.table
/// }
/// ```
///
/// What else it can do it says by conforming to ``Configurable``, ``Probing`` and ``Trimmable`` as well.
public protocol Provider: AnyObject, SendableMetatype {
    /// The type of its documents. Which of the small protocols beside ``Document`` it conforms to decides what the host
    /// asks of it; all else is answered "unsupported".
    associatedtype Opened: Document

    /// A short name in lower case: "mupdf".
    static var name: String { get }
    /// The provider's own version.
    static var version: String { get }
    /// One line: which documents it opens.
    static var summary: String { get }

    /// Gets ready, once, before anything else. Throw where the provider cannot work here.
    init(host: Host) throws(ProviderError)

    /// Opens a document. The source may be kept and read from as long as the document lives.
    func open(_ source: Source, request: borrowing Request) throws(ProviderError) -> Opened
}

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

/// How sure a provider is that a document is its own.
public enum Certainty: Equatable, Sendable {
    /// The document is not the provider's own.
    case no
    /// The document could be the provider's own: the name or the first bytes allow it.
    case maybe
    /// The document looks like the provider's own.
    case likely
    /// The document says itself that it is the provider's own.
    case certain

    /// The number that crosses the ABI.
    var rawValue: UInt32 {
        switch self {
        case .no: SHEAF_PROBE_NO
        case .maybe: SHEAF_PROBE_MAYBE
        case .likely: SHEAF_PROBE_LIKELY
        case .certain: SHEAF_PROBE_CERTAIN
        }
    }
}

/// How urgently memory is asked back.
public enum TrimLevel: UInt32, Comparable, Sendable {
    /// Give back what is easily made again.
    case low = 1
    /// Keep only what is used right now.
    case medium = 2
    /// Give back everything that can be.
    case critical = 3

    /// Compares levels by urgency.
    public static func < (lhs: TrimLevel, rhs: TrimLevel) -> Bool { lhs.rawValue < rhs.rawValue }
}
