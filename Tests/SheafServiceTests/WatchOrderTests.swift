import Foundation
import Testing

@testable import SheafService

/// In which order watches are told what happens within one round of the loop.
@Suite struct WatchOrderTests {
    private let service: TestService
    private let viewer: TestPeer
    private let watch: TestPeer
    private let reader = TestService.reader(1)

    /// A reader at page 0 with a watch, and nine pages in the cache.
    init() throws {
        service = try TestService(startingAt: 1_000_000)
        let path = try service.write("sheaf-pattern 1\npages = 9\nwidth = 20\nheight = 30\n")
        viewer = try service.connect()
        watch = try service.connect()
        try viewer.call("Open", #"{"path":"\#(path)","viewport":{"width":20,"height":30}}"#)
        for index in 0..<9 {
            try viewer.call("GetPage", #"{"reader":"\#(reader)","index":\#(index),"handover":"none"}"#)
        }
        try watch.send("Watch", #"{"reader":"\#(reader)","handover":"none"}"#, flag: #","more":true"#)
    }

    private func sendTurn(to index: Int, handover: String) throws {
        try viewer.send(
            "Navigate", #"{"reader":"\#(reader)","target":{"index":\#(index)},"handover":"\#(handover)"}"#)
    }

    private func told() throws -> [String: Any] {
        let message = try JSONSerialization.jsonObject(with: Data(try watch.receive().utf8)) as? [String: Any]
        return try #require(message?["parameters"] as? [String: Any])
    }

    /// A viewer that would show what it was handed last showed a page that was left.
    @Test func aPageThatWasLeftIsNotHandedOverBehindTheTurn() throws {
        try sendTurn(to: 3, handover: "none")
        try sendTurn(to: 5, handover: "descriptor")
        for _ in 0..<2 { _ = try viewer.receive() }
        try sendTurn(to: 7, handover: "none")
        var pages: [Int] = []
        while pages.last != 7 {
            if let page = try told()["page"] as? [String: Any] { pages.append(page["index"] as? Int ?? -1) }
        }
        #expect(!pages.contains(3), "\(pages)")
    }

    /// A watch that has caught up is told where the reader is, and nothing that was before.
    @Test func whoHasCaughtUpHearsNothingOfBefore() throws {
        // It reads nothing until it is behind.
        for number in 0..<1_500 {
            try sendTurn(to: number % 9, handover: "none")
            _ = try viewer.receive()
        }
        // Then what has come by then, while the reader turns on: now and then it has caught up in the same round of the loop.
        var hasMissed = false
        var caughtUp: Int?
        var number = 0
        while caughtUp == nil {
            number += 1
            try sendTurn(to: number % 2, handover: "none")
            for _ in 0..<50 where caughtUp == nil {
                let told = try told()
                if told["missed"] != nil { hasMissed = true }
                if hasMissed, let state = told["state"] as? [String: Any] { caughtUp = state["transition"] as? Int }
            }
            _ = try viewer.receive()
        }
        let transition = try #require(caughtUp)
        try sendTurn(to: 5, handover: "none")
        var last = -1
        while last <= transition {
            let told = try told()
            guard let begin = told["begin"] as? [String: Any] else { continue }
            last = begin["transition"] as? Int ?? -1
            #expect(last > transition, "turn \(last) is told of behind the state after turn \(transition)")
        }
    }
}
