import Foundation
import SheafOS
import Testing

/// The thread that waits for what a loop must not wait for.
@Suite struct WorkThreadTests {
    @Test func soMuchWorkWaitsAndOneMoreIsRefused() throws {
        let loop = try EventLoop()
        let thread = try WorkThread(on: loop, maxWaiting: 3, desk: { _ in 0 })
        let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isTaken = thread.hand(over: { _ in
            begun.signal()
            goOn.wait()
        })
        try #require(isTaken)
        begun.wait()
        let taken = (0..<4).map { _ in thread.hand(over: { _ in }) }
        #expect(taken == [true, true, true, false])
        goOn.signal()
        thread.finish()
        let isTakenAfter = thread.hand(over: { _ in })
        #expect(thread.hasEnded && !isTakenAfter)
    }
}
