import Glibc
import SheafOS
import Testing
import Varlink

/// The groups of a peer, as a server knows them while the peer is connected.
@Suite struct PeerTests {
    @Test func thePeersGroupsAreKnownWhileItIsConnected() throws {
        let bench = try Bench()
        var connection: VarlinkConnection?
        var far: SharedDescriptor?
        try UnixSocket.pair { near, other throws(OSError) in
            far = SharedDescriptor(other)
            connection = try bench.server.adopt(near)
        }
        let peer = try #require(connection)
        #expect(peer.peerIsMember(of: getgid()))
        #expect(!peer.peerIsMember(of: 4_000_000_000))
        peer.close()
        try bench.run { !peer.isOpen }
        #expect(!peer.peerIsMember(of: getgid()))
        _ = far
    }
}
