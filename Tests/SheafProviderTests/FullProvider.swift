import SheafProvider

/// A provider that can do everything. What its documents do is in their bytes: "fail 13 no entry" makes every function
/// of the document fail so, "cancelled" and "end" answer these conditions, everything else works.
final class FullProvider: Provider, Configurable, Probing, Trimmable {
    static let name = "full"
    static let version = "0.1"
    static let summary = "everything"

    let host: Host
    private var probed: Source?

    init(host: Host) throws(ProviderError) {
        self.host = host
    }

    func open(_ source: Source, request: borrowing Request) throws(ProviderError) -> FullDocument {
        // Nobody can be told yet: the host does not know the document.
        let document = FullDocument(source, host: host)
        host.changed(.all, in: document)
        if try document.script() == "refuse" { throw ProviderError(errno: 22, "refused") }
        return document
    }

    func configure(_ key: String, _ value: String, request: borrowing Request) throws(ProviderError) {
        guard key == "known" else { throw ProviderError(errno: 22, "no setting \(key)") }
        host.log(.info, "\(key) is \(value)")
    }

    func probe(_ source: Source, request: borrowing Request) throws(ProviderError) -> Certainty {
        // A source ends with its probe: reading from the last one fails.
        if let probed { _ = try probed.read(1) }
        probed = source
        switch try source.read(1).first {
        case nil: return .no
        case UInt8(ascii: "m"): return .maybe
        case UInt8(ascii: "l"): return .likely
        default: return .certain
        }
    }

    func trim(_ level: TrimLevel) {
        host.log(.warning, "trim \(level)")
    }
}
