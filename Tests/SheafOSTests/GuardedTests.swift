import Dispatch
import SheafOS
import Testing

/// Values that several threads use. The thread sanitizer reports a value that two use at once.
@Suite struct GuardedTests {
    @Test func eachThreadFindsWhatTheOneBeforeItLeft() {
        let names = Guarded<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<2_000 { names.withLock { $0.append("\(thread) \(number)") } }
        }
        #expect(names.withLock { Set($0).count } == 16_000)
    }

    /// An object that is handed to another thread has all that was written there before.
    @Test func whatIsHandedOverIsReadAsItWasWritten() {
        final class Parcel: @unchecked Sendable { var bytes: [UInt8] = [] }
        let parcels = Guarded<[Parcel]>([])
        let sum = Guarded(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<2_000 {
                if thread % 2 == 0 {
                    let parcel = Parcel()
                    parcel.bytes = [1, UInt8(truncatingIfNeeded: number)]
                    parcels.withLock { $0.append(parcel) }
                } else if let parcel = parcels.withLock({ $0.popLast() }) {
                    sum.withLock { [count = Int(parcel.bytes[0])] in $0 += count }
                }
            }
        }
        let left = parcels.withLock { $0.count }
        #expect(sum.withLock { $0 } + left == 8_000)
    }
}
