import CSheafWeb
import Glibc
import SheafOS

/// Who is at the other end of a connection, or is said to be by a proxy.
enum Client: Hashable, Sendable {
    /// Over a Unix socket: a user of this machine.
    case user(UInt32)
    /// In the order of the network.
    case ipv4([UInt8])
    case ipv6([UInt8])
    /// What can't be told, or is no address.
    case unknown

    /// Who has connected.
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

    /// An address as it is written, without a port; nil where it is none. An IPv4 address within IPv6 is that.
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

    /// As a proxy forwards it: with a port or without, an IPv6 address in brackets or without.
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

    /// What its share is counted by: whoever has one address of an IPv6 network has all of its /64.
    var counted: Client {
        guard case .ipv6(let bytes) = self else { return self }
        return .ipv6(Array(bytes.prefix(8)))
    }
}
