import CSheafWeb
import Glibc

/// A client: at the other end of a connection, or named by a trusted proxy.
enum Client: Hashable, Sendable {
    /// A user of this machine, over a Unix socket.
    case user(UInt32)
    /// An address, its bytes in network order.
    case ipv4([UInt8])
    case ipv6([UInt8])
    /// A client whose address can't be told, or is none.
    case unknown

    /// Finds out who has connected.
    init(of socket: Int32) {
        var peer = sheaf_web_peer()
        guard unsafe sheaf_web_peer_of(socket, &peer) == 0 else {
            self = .unknown
            return
        }
        let address = unsafe withUnsafeBytes(of: peer.address) { unsafe Array($0) }
        switch peer.family {
        case SHEAF_WEB_UNIX: self = .user(peer.uid)
        case SHEAF_WEB_IPV4: self = .ipv4(Array(address.prefix(4)))
        case SHEAF_WEB_IPV6: self = .ipv6(address)
        default: self = .unknown
        }
    }

    /// The user of this machine who has connected, over a Unix socket or the loopback; nil where the kernel does not tell.
    static func user(of socket: Int32) -> UInt32? {
        if case .user(let uid) = Client(of: socket) { return uid }
        return UInt32(exactly: sheaf_web_peer_user(socket))
    }

    /// Reads an address without a port; nil if the text is none. An IPv4 address mapped into IPv6 becomes IPv4.
    init?(address text: some StringProtocol) {
        let text = String(text)
        var bytes = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET, text, &bytes) == 1 {
            self = .ipv4(Array(bytes.prefix(4)))
        } else if unsafe inet_pton(AF_INET6, text, &bytes) == 1 {
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xff && bytes[11] == 0xff
            self = isMapped ? .ipv4(Array(bytes.suffix(4))) : .ipv6(bytes)
        } else {
            return nil
        }
    }

    /// Reads an address as proxies forward it: with or without a port, an IPv6 address with or without brackets.
    init(forwarded text: some StringProtocol) {
        let text = Substring(text)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            self = Client(address: text[text.index(after: text.startIndex)..<end]) ?? .unknown
        } else if let address = Client(address: text) {
            self = address
        } else {
            self = text.firstIndex(of: ":").flatMap { Client(address: text[..<$0]) } ?? .unknown
        }
    }

    /// Whether it is on this machine.
    var isNear: Bool {
        switch self {
        case .user: true
        case .ipv4(let bytes): bytes[0] == 127
        case .ipv6(let bytes): bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
        case .unknown: false
        }
    }

    /// The client that its share is counted for: whoever has one IPv6 address has all of its /64.
    var counted: Client {
        guard case .ipv6(let bytes) = self else { return self }
        return .ipv6(Array(bytes.prefix(8)))
    }
}
