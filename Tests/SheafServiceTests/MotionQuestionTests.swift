import Foundation
import Testing

@testable import HostSupervision
@testable import SheafDocuments
@testable import SheafReaders
@testable import SheafService

/// Questions about a reader whose pages move.
@Suite struct MotionQuestionTests {
    private let service: TestService
    private let viewer: TestPeer
    private let other: TestPeer
    private let reader = TestService.reader(1)

    /// A reader at page 0 of nine whose sizes are known.
    init() throws {
        service = try TestService(startingAt: 1_000_000)
        let path = try service.write("sheaf-pattern 1\npages = 9\nwidth = 20\nheight = 30\n")
        viewer = try service.connect()
        other = try service.connect()
        try viewer.call("Open", #"{"path":"\#(path)","viewport":{"width":20,"height":30}}"#)
        for index in 0..<9 {
            try viewer.call("GetPage", #"{"reader":"\#(reader)","index":\#(index),"handover":"none"}"#)
        }
    }

    private func answer(_ text: String) throws -> [String: Any] {
        let message = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try #require(message?["parameters"] as? [String: Any], "\(text)")
    }

    /// So much time passes with each round of the loop, in microseconds.
    private func run(passing time: UInt64, turns: Int) throws {
        var left = turns
        try service.run {
            service.clock.pass(time)
            left -= 1
            return left == 0
        }
    }

    private func animate(to index: Int, milliseconds: Int) throws {
        try viewer.call(
            "Navigate",
            #"{"reader":"\#(reader)","target":{"index":\#(index)},"handover":"none","duration":\#(milliseconds)}"#)
    }

    /// However long the animation is, and however long the host takes.
    @Test(arguments: [250, 4_000, 12_000]) func aPointIsThatOfTheTimeWhenItIsAsked(milliseconds: Int) throws {
        try animate(to: 8, milliseconds: milliseconds)
        service.clock.pass(UInt64(milliseconds) * 1_000 / 4)
        try other.send("HitTest", #"{"reader":"\#(reader)","x":10.0,"y":15.0}"#)
        // The question has come: nothing of it goes by the time that passes from now on.
        let session = try #require(service.core.readers.all.first)
        try service.run { !service.core.supervisor.pool.requests.isEmpty }
        #expect(session.queue.isIdle)
        try run(passing: UInt64(milliseconds) * 50, turns: 60)
        let answer = try answer(other.receive())
        #expect((answer["location"] as? [String: Any])?["index"] as? Int == 2)
        #expect(answer["x"] as? Double == 10 && answer["y"] as? Double == 15)
    }

    /// The page that is shown when it is asked for: the start of an animation, until that has ended.
    @Test func aPageThatIsNotNamedIsTheOneThatIsShownWhenItIsAskedFor() throws {
        try animate(to: 8, milliseconds: 1_000)
        service.document?.pages.forget()
        try other.send(#"{"method":"org.sheaf.Document.GetText","parameters":{"reader":"\#(reader)"}}"#)
        try service.run { !service.core.supervisor.pool.requests.isEmpty }
        try run(passing: 50_000, turns: 60)
        #expect((try answer(other.receive())["page"] as? [String: Any])?["index"] as? Int == 0)
    }
}
