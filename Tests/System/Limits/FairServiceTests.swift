import Foundation
import Glibc
import SheafInterface
import Testing
import Varlink

/// The time that a neighbour waits while one user asks without a pause. It is printed, since no test asserts a time.
@Suite struct FairServiceTests {
    /// The user who asks without a pause, another one than who turns pages; nil where tests may not choose.
    private static let stranger: UInt32? = geteuid() == 0 ? 65_534 : nil

    @Test(arguments: [
        ("list the cache", 100), ("state", 1_000), ("layout", 50), ("layout oneway", 1), ("list readers", 500),
        ("list readers in slices", 500),
    ])
    func aNeighbourTurnsPagesWhateverOneAsks(act: String, connections: Int) throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        for path in [service.folder.path, service.socket] { #expect(chmod(path, 0o777) == 0) }
        let reader = try TestReader(service, service.pattern("pages = 9\nwidth = 60\nheight = 80"))
        for index in 0..<9 { _ = try reader.page(index) }
        let undisturbed = try turns(reader)
        let document = try service.pattern("pages = 4000\nwidth = 60\nheight = 80", name: "large")
        let bad = try BadClient(service, act, connections: connections, user: Self.stranger, document: document)
        #expect(bad.served == connections)
        let disturbed = try turns(reader)
        let answers = try bad.finish()
        // Calls that nobody waits for an answer of have none.
        #expect((answers == 0) == act.hasSuffix("oneway"), "\(answers)")
        #expect(service.process.isRunning && !service.log.contains("cut off"), "\(service.log)")
        print(
            """
            FairServiceTests: while \(connections) connections \(act) (\(answers) answers): \(disturbed.count) turns of a \
            neighbour took \(Self.summary(disturbed)) µs; undisturbed \(Self.summary(undisturbed))
            """)
    }

    /// How long turns took, in microseconds, each to a page that is there and is handed over.
    private func turns(_ reader: TestReader) throws -> [Int] {
        var times: [Int] = []
        let end = ContinuousClock.now + .seconds(2)
        while ContinuousClock.now < end {
            let index = times.count % 9
            let start = ContinuousClock.now
            let answer = try reader.navigate(.init(index: index)).parameters
            times.append(Int(start.duration(to: .now) / .microseconds(1)))
            #expect(answer.hit && answer.page?.index == index)
        }
        return times
    }

    private static func summary(_ times: [Int]) -> String {
        let sorted = times.sorted()
        let (median, high) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
        return "\(median) (median), \(high) (99th percentile), \(sorted.last ?? 0) (worst)"
    }
}
