import SheafOS
import Testing

@Suite struct ProcessWatchTests {
    @Test func thePeerIsWhoConnected() throws {
        let loop = try EventLoop()
        try UnixSocket.pair { one, _ throws(OSError) in
            let watch = try ProcessWatch(try UnixSocket.peerProcess(of: one.number), on: loop) {}
            #expect(!watch.hasEnded)
        }
    }
}
