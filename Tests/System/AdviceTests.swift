import Foundation
import Glibc
import SheafInterface
import Testing

/// What a provider is told of the pages that readers will want: the pattern provider logs it.
@Suite struct AdviceTests {
    /// The pages that were advised and those that were cancelled so far, once they are so many.
    private func advice(of service: RunningService, until advised: Int, _ cancelled: Int) -> ([Int], [Int]) {
        var told: (advised: [Int], cancelled: [Int]) = ([], [])
        for _ in 0..<1_000 {
            told = ([], [])
            for line in service.log.split(separator: "\n") {
                guard let start = line.range(of: "pattern: prefetch ") else { continue }
                let pages = line[start.upperBound...].prefix { $0 != "]" }.split { !$0.isNumber }.compactMap { Int($0) }
                if line.contains("cancelled") { told.cancelled += pages } else { told.advised += pages }
            }
            if told.advised.count >= advised, told.cancelled.count >= cancelled { break }
            usleep(10_000)
        }
        return told
    }

    @Test func aReaderAtRestHasItsPlanTold() throws {
        let service = try RunningService(configuration: "[Service]\nLogLevel=debug\n[Cache]\nReadAhead=3\n")
        let path = try service.pattern("pages = 99\nwidth = 20\nheight = 20")
        let reader = try TestReader(service, path, width: 20, height: 20, target: .init(index: 5))
        var (advised, cancelled) = advice(of: service, until: 3, 0)
        #expect(advised == [6, 4, 7] && cancelled.isEmpty)
        // What the new plan does not hold is cancelled, once for each page; what both hold is not told again.
        try reader.jump(.init(index: 6))
        (advised, cancelled) = advice(of: service, until: 5, 2)
        #expect(advised == [6, 4, 7, 5, 8] && cancelled == [4, 6])
        // A transition is no place to plan from.
        try reader.jump(.init(index: 50), milliseconds: 60_000)
        // Another reader wants pages of its own, and keeps one that this one gives up.
        let other = try TestReader(service, path, width: 20, height: 20, target: .init(index: 8))
        (advised, cancelled) = advice(of: service, until: 7, 2)
        #expect(advised == [6, 4, 7, 5, 8, 9, 10] && cancelled == [4, 6])
        try reader.close()
        (advised, cancelled) = advice(of: service, until: 7, 4)
        #expect(advised.count == 7 && cancelled == [4, 6, 5, 8])
        try other.close()
    }
}
