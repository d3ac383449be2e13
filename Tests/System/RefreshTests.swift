import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

/// Providers that look at their source again.
@Suite struct RefreshTests {
    private static let alone = "[Cache]\nReadAhead=0\n"
    private static let length = 256

    /// A document of which nobody notices that it is written anew, but who looks: a file that is written through a mapping
    /// raises no event.
    private static func write(_ settings: String, to path: String? = nil, in service: RunningService) throws -> String {
        let lines = "sheaf-pattern 1\n\(settings)\n"
        let text = Array((lines + String(repeating: "#", count: length - lines.utf8.count)).utf8)
        guard let path else { return try service.file("pattern", .init(text)) }
        let file = open(path, O_RDWR | O_CLOEXEC)
        defer { _ = close(file) }
        guard file >= 0, let start = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            unsafe start != MAP_FAILED
        else { throw TestFailure("\(path) can't be mapped: errno \(errno)") }
        unsafe UnsafeMutableRawBufferPointer(start: start, count: length).copyBytes(from: text)
        unsafe munmap(start, length)
        return path
    }

    @Test func aRefreshBringsWhatIsNew() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try Self.write("order = 0-8", in: service)
        let viewer = try Viewer(service, path, target: .init(index: 4))
        let other = try Viewer(service, path, target: .init(index: 8))
        _ = try Self.write("order = 9, 0-7", to: path, in: service)
        try viewer.refresh()
        let told = try viewer.told { $0.document != nil }
        #expect(told.compactMap(\.refresh).first == .refreshing)
        #expect(told.last?.document?.location?.index == 5)
        let rest = try viewer.told()
        #expect((told + rest).compactMap(\.refresh) == [.refreshing, .refreshed])
        #expect(Viewer.events(in: told + rest) == "")
        // Whoever did not ask is told of the change alone.
        let others = try other.told { $0.document != nil }
        #expect(others.compactMap(\.refresh).isEmpty && Viewer.events(in: others) == "WA7 WD8 DA7 DD8")
        #expect(try viewer.state().refreshing == false)
    }

    @Test func onePageChangesByItself() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try Self.write("pages = 9", in: service)
        let viewer = try Viewer(service, path, target: .init(index: 4), handover: .descriptor)
        let old = try viewer.page()
        let beside = try viewer.page(5)
        _ = try Self.write("pages = 9\nrevision = 1\nrevised = 4", to: path, in: service)
        try viewer.refresh()
        let new = try viewer.pages { $0.origin != .standIn && $0.rendition != old.page.rendition }.first
        #expect(new.page.page == 4 && new.bytes != old.bytes)
        // The others are what they were.
        let same = try viewer.page(5)
        #expect(same.page.origin == .cached && same.page.rendition == beside.page.rendition)
    }

    @Test func pullingPastTheEndRefreshes() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try Self.write("order = 0-8", in: service)
        let viewer = try Viewer(service, path)
        for (offset, refreshes) in [(-0.2, false), (-0.3, true)] {
            try viewer.beginDrag()
            try viewer.drag(to: offset)
            let release = try viewer.releaseDrag()
            #expect(release.refreshing == refreshes && release.spread == 0)
            try viewer.settle(release.transition)
        }
        let told = try viewer.told { $0.refresh == .refreshed }
        #expect(told.compactMap(\.refresh) == [.refreshing, .refreshed])
        #expect(Viewer.events(in: told) == "")
    }

    @Test func aProviderThatCannotRefreshIsNotAsked() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["test-plain"])
        let viewer = try Viewer(service, service.file("plain", Data("plain 1\npages=5\n".utf8)))
        try viewer.beginDrag()
        try viewer.drag(to: -0.9)
        #expect(try viewer.releaseDrag().refreshing == false)
        #expect(try failure { try viewer.refresh() } == .unsupported(what: "refresh"))
        #expect(try viewer.told().compactMap(\.refresh).isEmpty)
        #expect(try viewer.state().refreshing == false)
    }
}
