import Glibc
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

/// What comes with a signal. They are sent to the thread that watches, which blocks them.
@Suite struct SignalTests {
    @Test func aQueuedSignalBringsItsValueAndAPlainOneNone() throws {
        let loop = try EventLoop()
        let number = Signal.serviceCommand
        #expect(number == __libc_current_sigrtmin() + 18)
        var values: [Int32?] = []
        let source = try loop.watch(signal: number) { values.append($0.queuedValue) }
        // To this thread only; hidden from Swift behind _GNU_SOURCE.
        typealias Queue = @convention(c) (pthread_t, Int32, sigval) -> Int32
        let queue = unsafeBitCast(try #require(dlsym(nil, "pthread_sigqueue")), to: Queue.self)
        for value: Int32 in [0x300, -1] {
            var payload = sigval()
            payload.sival_int = value
            try #require(queue(pthread_self(), number, payload) == 0)
        }
        try #require(pthread_kill(pthread_self(), number) == 0)
        try eventually(on: loop) { values.count == 3 }
        #expect(values == [0x300, -1, nil])
        withExtendedLifetime(source) {}
    }
}
