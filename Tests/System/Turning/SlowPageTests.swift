import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Turns while pages take longer to render than anybody waits: none of them waits for a page.
@Suite struct SlowPageTests {
    /// A page takes a minute, twice as long as these tests wait for an answer.
    private static let slow = "pages = 400\nwidth = 60\nheight = 80\nrender-ms = 60000\ncost = sleep"

    @Test func noTurnWaitsForAPage() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern(Self.slow), width: 60, height: 80)
        for count in 1...20 {
            let turn = try reader.navigate(.init(relative: 1)).parameters
            #expect(turn.location.index == count && !turn.hit && turn.transition == count)
        }
        for index in [399, 3, 200, 17] {
            #expect(try reader.navigate(.init(index: index)).parameters.location.index == index)
        }
        #expect(try reader.state().location?.index == 17)
        // Only the last of all those pages is rendered now, and those ahead of it wait.
        try eventually(log: service.log) {
            try service.connect().cache(list: true).pages?.first { $0.index == 17 }?.state == .rendering
        }
    }

    @Test func noDragWaitsForAPage() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern(Self.slow), width: 60, height: 80)
        for start in [0, 50, 399] {
            try reader.jump(.init(index: start))
            #expect(try reader.beginDrag().origin == start)
            try reader.drag(to: Double(start) + 0.4)
            _ = try reader.cancelDrag()
        }
    }

    /// A reader has its pages while one of another reader of the same user is rendered, of whatever document.
    @Test(arguments: [true, false]) func nobodyWaitsForAPageOfAnother(isSameDocument: Bool) throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n[Hosts]\nHostsPerProvider=2\n")
        let slow = try service.pattern(Self.slow)
        let waiting = try TestReader(service, slow, width: 60, height: 80)
        try eventually(log: service.log) {
            try service.connect().cache(list: true).pages?.first?.state == .rendering
        }
        let path = try isSameDocument ? slow : service.pattern("pages = 400\nwidth = 60\nheight = 80", name: "fast")
        let other = try TestReader(service, path, width: 60, height: 80)
        for index in [7, 200, 300] {
            #expect(try other.navigate(.init(index: index)).parameters.location.index == index)
            if !isSameDocument { #expect(try other.page(index).page.index == index) }
        }
        // The first one is still waited for.
        #expect(try service.connect().cache(list: true).pages?.first { $0.index == 0 }?.state == .rendering)
        try waiting.close()
    }

    /// Pages that the reader shows are rendered all the same, also after a turn that came to nothing.
    @Test func aPageThatIsStillShownIsRendered() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        // Only a look-up finds out that a page is past the end.
        let path = try service.pattern("pages = about 90\nwidth = 60\nheight = 80\nrender-ms = 300\ncost = sleep")
        let viewer = try Viewer(service, path)
        try viewer.turn(.init(index: 40))
        #expect(try failure { try viewer.turn(.init(index: 5_000)) } != nil)
        _ = try viewer.pages(at: 40)
        try viewer.turn(.init(index: 80))
        try viewer.beginDrag()
        _ = try viewer.pages(at: 80)
    }
}
