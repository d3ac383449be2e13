import Glibc
import Testing

/// A TCP connection whose end waits until everything is sent, to somebody who reads nothing.
final class LingeringSocket {
    let number: Int32
    private let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    private let reader: Int32

    init() throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout.size(ofValue: address))
        func withAddress(_ body: (UnsafeMutablePointer<sockaddr>) -> Int32) -> Int32 {
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
            }
        }
        let listening = listener
        try #require(withAddress { bind(listening, $0, size) } == 0 && listen(listening, 1) == 0)
        try #require(withAddress { getsockname(listening, $0, &size) } == 0)
        number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let writing = number
        try #require(withAddress { connect(writing, $0, size) } == 0)
        reader = accept(listening, nil, nil)
        try #require(reader >= 0)
        let bytes = [UInt8](repeating: 0, count: 65_536)
        while send(writing, bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
        var linger = Glibc.linger(l_onoff: 1, l_linger: 1_000)
        let length = socklen_t(MemoryLayout.size(ofValue: linger))
        try #require(setsockopt(number, SOL_SOCKET, SO_LINGER, &linger, length) == 0)
    }

    /// Closes the own descriptor: whoever has received it is the last to have it.
    func letGo() { close(dup2(open("/dev/null", O_RDONLY), number)) }

    /// Resets the connection: nobody reads from it any more, and nothing is left to be sent.
    deinit {
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(reader, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close(reader)
        close(listener)
    }
}
