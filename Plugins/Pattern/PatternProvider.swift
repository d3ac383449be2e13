public import CSheafProvider
import Glibc
import SheafProvider

/// Synthetic pages: as many, as large and as slow to render as a small text file says.
///
/// It is the example for authors, and what benchmarks and tests of the service render: its pixels are a pure function
/// of the file, the page and the rendering.
final class PatternProvider: Provider, Configurable, Probing, Trimmable {
    static let name = "pattern"
    static let version = "1.0"
    static let summary = "synthetic pages, described by a text file that begins with \"\(SettingsFile.signature)\""

    let host: Host
    let layouts = LayoutCache()
    /// No rendering takes longer than this, whatever its document says.
    private(set) var renderLimit = Settings.renderMillisecondsRange.upperBound

    init(host: Host) throws(ProviderError) {
        self.host = host
    }

    func probe(_ source: Source, request: borrowing Request) throws(ProviderError) -> Certainty {
        SettingsFile.recognizes(try source.read(SettingsFile.signature.utf8.count + 1)) ? .certain : .no
    }

    func open(_ source: Source, request: borrowing Request) throws(ProviderError) -> PatternDocument {
        let settings = try SettingsFile.read(source)
        guard settings.password.isEmpty || settings.password == request.password else { throw .passwordNeeded }
        let flow = settings.flows ? request.flow : nil
        if settings.isSequential { request.tellSequential() }
        return PatternDocument(source: source, settings: settings, flow: flow, provider: self)
    }

    func configure(_ key: String, _ value: String, request: borrowing Request) throws(ProviderError) {
        guard key == "max-render-ms" else {
            throw ProviderError(errno: EINVAL, "the pattern provider has no setting \(key); it has max-render-ms")
        }
        guard let limit = Int(value), Settings.renderMillisecondsRange.contains(limit) else {
            let range = Settings.renderMillisecondsRange
            throw ProviderError(
                errno: EINVAL, "max-render-ms is \(value), not a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        renderLimit = limit
    }

    func trim(_ level: TrimLevel) {
        layouts.removeAll()
        host.log(.debug, "pattern: trimmed, level \(level)")
    }
}

/// The library's one entry point.
@c @implementation public func sheaf_provider_v1() -> UnsafePointer<sheaf_provider>? {
    unsafe PatternProvider.table
}
