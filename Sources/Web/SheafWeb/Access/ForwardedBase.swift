/// The URL by which a client sees this server, without a slash at its end: by its Host, or by what a proxy that is believed says. It is only
/// ever told to who asked, and caches keep it apart (``vary``).
struct ForwardedBase: Equatable, Sendable {
    /// The header of an answer with absolute URLs: what these depend on.
    static let vary = ("Vary", "Host, X-Forwarded-Proto, X-Forwarded-Host, X-Forwarded-Prefix")

    /// Nil where what was said is no host, scheme or prefix.
    let text: String?

    init(_ caller: Caller) {
        let host = caller.host ?? "localhost"
        let scheme = caller.scheme ?? "http"
        let prefix = caller.prefix ?? ""
        let trimmed = prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
        let isHost =
            1...255 ~= host.utf8.count
            && host.utf8.allSatisfy {
                Self.isPlain($0) || [UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]")].contains($0)
            }
        let isPrefix =
            trimmed.isEmpty
            || trimmed.hasPrefix("/") && trimmed.utf8.count <= 255 && !trimmed.includes("//") && !trimmed.includes("..")
                && trimmed.utf8.allSatisfy { Self.isPlain($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "~") }
        text = isHost && isPrefix && ["http", "https"].contains(scheme) ? "\(scheme)://\(host)\(trimmed)" : nil
    }

    static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
