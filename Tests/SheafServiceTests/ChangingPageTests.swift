import Foundation
import Glibc
import HostSupervision
import Testing

@testable import SheafDocuments
@testable import SheafReaders
@testable import SheafService

/// Pages that are asked for while their document becomes another one.
@Suite struct ChangingPageTests {
    private static func text(_ width: Int, _ more: String = "") -> String {
        "sheaf-pattern 1\npages = 9\nwidth = \(width)\nheight = 30\n\(more)"
    }

    private let reader = TestService.reader(1)

    private func open(_ service: TestService, width: Int) throws -> TestPeer {
        let path = try service.write(Self.text(width))
        let viewer = try service.connect()
        try viewer.call("Open", #"{"path":"\#(path)","viewport":{"width":60,"height":30}}"#)
        return viewer
    }

    /// The width in pixels of a page that is answered.
    private func width(_ answer: String) throws -> Int {
        let message = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
        let parameters = message?["parameters"] as? [String: Any]
        return try #require((parameters?["page"] as? [String: Any])?["pageWidth"] as? Int, "\(answer)")
    }

    /// A host that is started anew opens the file as it is by then, and nobody has looked at that.
    @Test(arguments: [false, true]) func aPageOfAFileThatWasWrittenAnewIsAskedForAnew(isRegion: Bool) throws {
        let service = try TestService(startingAt: 1_000_000, isWatching: false)
        let viewer = try open(service, width: 40)
        // The sizes of all pages are known.
        try viewer.send(#"{"method":"org.sheaf.Document.GetPages","parameters":{"reader":"\#(reader)"}}"#)
        _ = try viewer.receive()
        _ = try service.write(Self.text(20))
        for host in service.core.supervisor.hosts { kill(host.pid, SIGKILL) }
        let region = isRegion ? #","region":{"x":0,"y":0,"width":30,"height":30}"# : ""
        let answer = try viewer.call("GetPage", #"{"reader":"\#(reader)","index":5,"handover":"none"\#(region)}"#)
        if isRegion {
            #expect(
                answer.contains(#""error":"org.sheaf.Reader.InvalidRegion""#) && answer.contains(#""pageWidth":20"#))
        } else {
            #expect(try width(answer) == 20)
        }
    }

    /// A page that is turned to after its file was written anew is asked for anew; nobody is told of a failure.
    @Test func aPageThatIsTurnedToIsAskedForAnew() throws {
        let service = try TestService(startingAt: 1_000_000, isWatching: false)
        let viewer = try open(service, width: 40)
        try viewer.send(#"{"method":"org.sheaf.Document.GetPages","parameters":{"reader":"\#(reader)"}}"#)
        _ = try viewer.receive()
        let watch = try service.connect()
        try watch.send("Watch", #"{"reader":"\#(reader)","handover":"none"}"#, flag: #","more":true"#)
        _ = try service.write(Self.text(20))
        for host in service.core.supervisor.hosts { kill(host.pid, SIGKILL) }
        try viewer.call("Navigate", #"{"reader":"\#(reader)","target":{"index":5},"handover":"none"}"#)
        var told = ""
        while !told.contains(#""index":5,"label":"6","rendition""#) {
            told = try watch.receive()
            #expect(!told.contains("failure"), "\(told)")
        }
        #expect(told.contains(#""pageWidth":20"#))
    }

    /// The page that a reader shows has no size while the change of its document is taken in.
    @Test func thePageThatIsShownIsFoundInTheMiddleOfAChange() throws {
        let service = try TestService(startingAt: 1_000_000)
        let viewer = try open(service, width: 40)
        try service.rest()
        let document = try #require(service.document)
        _ = try service.write(Self.text(20))
        try service.run { document.pages.edition > 0 }
        #expect(document.changes.isUnderWay && document.pages.known(at: 0) == nil)
        #expect(try width(viewer.call("GetPage", #"{"reader":"\#(reader)","handover":"none"}"#)) == 20)
    }

    /// A page that is broken is one that fails, whatever is looked at before that is told.
    @Test func aBrokenPageFails() throws {
        let service = try TestService(startingAt: 1_000_000)
        let path = try service.write(Self.text(20, "broken = 5\n"))
        let viewer = try service.connect()
        try viewer.call("Open", #"{"path":"\#(path)","viewport":{"width":60,"height":30}}"#)
        let answer = try viewer.call("GetPage", #"{"reader":"\#(reader)","index":5,"handover":"none"}"#)
        #expect(answer.contains(#""error":"org.sheaf.Reader.PageFailed""#) && answer.contains("broken"))
        #expect(service.document?.pages.edition == 0)
    }

    /// A document that changes all the time is given up.
    @Test func aPageIsAskedForSoOften() throws {
        let service = try TestService(startingAt: 1_000_000)
        let task = PageTask(at: service.clock.now, renders: service.core.renders) { _ in }
        #expect((1..<PageTask.maxTimes).allSatisfy { _ in task.beginAgain() })
        #expect(!task.beginAgain())
        let ended = PageTask(at: service.clock.now, renders: service.core.renders) { _ in }
        ended.end()
        #expect(!ended.beginAgain())
    }
}
