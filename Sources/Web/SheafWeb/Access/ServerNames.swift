import Glibc

/// The names that this server may have in a request's Host. A browser that was led here by a name that somebody else has pointed at this machine
/// (DNS rebinding) says that name, and is refused.
struct ServerNames: Equatable, Sendable {
    private let names: Set<String>

    /// - Parameters:
    ///   - names: besides addresses and localhost (`--host`).
    ///   - machine: what this machine calls itself (gethostname(2)), which nobody looks up.
    init(_ names: [String] = [], machine: String? = ServerNames.machine) {
        let own = machine.map { [$0, "\($0).local"] } ?? []
        self.names = Set((["localhost"] + own + names).map { $0.lowercased() })
    }

    /// The machine's name, from gethostname(2).
    static var machine: String? {
        var bytes = [CChar](repeating: 0, count: 256)
        let result = unsafe gethostname(&bytes, bytes.count - 1)
        let name = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return result == 0 && !name.isEmpty ? name : nil
    }

    /// Whether a Host is this server's: one of its names, or an address in the form in which browsers write it, with any port or none. No
    /// name leads to an address that stands there itself.
    func have(_ host: String) -> Bool {
        guard let name = Self.name(in: host) else { return false }
        return Self.isAddress(name) || names.contains(name.lowercased())
    }

    /// A Host without its port; nil where what is behind its colon is no port.
    private static func name(in host: String) -> Substring? {
        let afterAddress = host.hasPrefix("[") ? host.firstIndex(of: "]") ?? host.startIndex : host.startIndex
        guard let colon = host[afterAddress...].firstIndex(of: ":") else { return Substring(host) }
        let port = host[host.index(after: colon)...]
        guard port.utf8.count <= 5, port.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return host[..<colon]
    }

    private static func isAddress(_ name: Substring) -> Bool {
        if name.hasPrefix("["), name.hasSuffix("]") {
            let text = String(name.dropFirst().dropLast())
            return canonical(text, AF_INET6, 16, longest: INET6_ADDRSTRLEN)
        }
        return canonical(String(name), AF_INET, 4, longest: INET_ADDRSTRLEN)
    }

    private static func canonical(_ text: String, _ family: Int32, _ count: Int, longest: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe inet_pton(family, text, &bytes) == 1 else { return false }
        var written = [CChar](repeating: 0, count: Int(longest))
        guard unsafe inet_ntop(family, bytes, &written, socklen_t(longest)) != nil else { return false }
        let form = String(decoding: written.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return form == text || form.hasPrefix("::ffff:") && text == mapped(bytes)
    }

    /// As browsers write an IPv4 address within IPv6, all of it in hexadecimal digits (URL Standard, 3.5), where inet_ntop(3) has points.
    private static func mapped(_ bytes: [UInt8]) -> String {
        func word(_ index: Int) -> String { String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16) }
        return "::ffff:\(word(12)):\(word(14))"
    }

    /// Whether a text can be the name of a host: without a port.
    static func isName(_ text: String) -> Bool {
        1...253 ~= text.utf8.count && text.utf8.allSatisfy { ForwardedBase.isPlain($0) }
    }
}
