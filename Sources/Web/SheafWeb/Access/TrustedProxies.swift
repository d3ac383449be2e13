import CSheafWeb
import SheafOS

/// The proxies that are believed when they say who asks, and by what name (`--trusted-proxy`).
struct TrustedProxies: Equatable, Sendable {
    /// Addresses that have so many first bits in common, or a user.
    struct Rule: Equatable, Sendable {
        private let client: Client
        private let bits: Int

        /// "ADDRESS", "ADDRESS/BITS" or "unix:USER", a name or a number; nil where it is none of these.
        init?(_ text: String) {
            if text.hasPrefix("unix:") {
                guard let uid = UserName.uid(String(text.dropFirst(5))) else { return nil }
                (client, bits) = (.user(uid), 0)
                return
            }
            let sides = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let address = Client(address: sides[0]) else { return nil }
            let length = address.bytes.count * 8
            guard let bits = sides.count > 1 ? Int(sides[1]) : length, 0...length ~= bits else { return nil }
            (client, self.bits) = (address, bits)
        }

        func has(_ other: Client) -> Bool {
            if client == other { return true }
            let (own, bytes) = (client.bytes, other.bytes)
            guard !own.isEmpty, own.count == bytes.count else { return false }
            return zip(own, bytes).enumerated().allSatisfy { index, pair in
                let shared = min(max(bits - index * 8, 0), 8)
                return (pair.0 ^ pair.1) & ~(0xff >> shared) == 0
            }
        }
    }

    private let rules: [Rule]

    init(_ rules: [Rule] = []) { self.rules = rules }

    func have(_ client: Client) -> Bool { rules.contains { $0.has(client) } }

    /// Returns the client behind however many of these proxies. What others say of it counts nothing.
    ///
    /// - Parameters:
    ///   - peer: who has connected.
    ///   - forwarded: what its X-Forwarded-For names, in order.
    func client(behind peer: Client, _ forwarded: [String]) -> Client {
        guard have(peer) else { return peer }
        var client = peer
        for text in forwarded.reversed() {
            client = Client(forwarded: text)
            if !have(client) { break }
        }
        return client
    }
}

extension Client {
    /// The bytes of the client's address; none for a user.
    fileprivate var bytes: [UInt8] {
        switch self {
        case .ipv4(let bytes), .ipv6(let bytes): bytes
        case .user, .unknown: []
        }
    }
}
