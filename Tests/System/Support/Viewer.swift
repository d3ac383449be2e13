import Foundation
import SheafInterface
import SheafOS
import Varlink
import TestSupport

/// A reader with its watch, as a viewer that draws pages uses it.
final class Viewer: ReaderCaller {
    let client: VarlinkBlockingClient
    /// The state of the reader when it was opened.
    let opened: ReaderInterface.State
    private let watch: VarlinkBlockingClient
    private var pages = VarlinkDescriptors()
    /// The replies that came before pages which were waited for.
    private var passed: [ReaderInterface.WatchReply] = []

    var id: String { opened.reader }

    /// Opens a reader on a file and watches it.
    ///
    /// - Parameters:
    ///   - isOfLibrary: opens it by its path, which must be below a library folder.
    ///   - album: the files of an album, in place of the path's.
    ///   - handover: how pages come with the watch.
    init(
        _ service: some TestedService, _ path: String = "", isOfLibrary: Bool = false, album: [String]? = nil,
        viewport: ReaderInterface.Viewport = .init(width: 60, height: 80), target: ReaderInterface.Target? = nil,
        axes: [ReaderInterface.AxisSetup]? = nil, background: ReaderInterface.Background? = nil,
        handover: ReaderInterface.Handover? = nil
    ) throws {
        client = try service.connect()
        let files = try (album ?? (isOfLibrary ? [] : [path])).map { SharedDescriptor(try FileDescriptor.open($0)) }
        opened = try client.call(
            ReaderInterface.Open.self,
            .init(
                fileDescriptor: isOfLibrary || album != nil ? nil : 0,
                album: album?.enumerated().map { .init(fileDescriptor: $0.offset, name: $0.element) },
                path: isOfLibrary ? path : nil, viewport: viewport,
                target: target, axes: axes, background: background),
            descriptors: files
        ).parameters.state
        watch = try service.connect()
        try watch.send(ReaderInterface.Watch.self, .init(reader: opened.reader, handover: handover), flags: .more)
        _ = try next()
    }

    // MARK: What is told

    /// The next thing that is told.
    func next() throws -> ReaderInterface.WatchReply {
        let reply = try watch.receive(ReaderInterface.Watch.self)
        pages = reply.descriptors
        return reply.parameters
    }

    /// Returns the watch's replies up to one that is wanted, with that one.
    @discardableResult
    func told(
        until isLast: (ReaderInterface.WatchReply) -> Bool
    ) throws -> [ReaderInterface.WatchReply] {
        var told: [ReaderInterface.WatchReply] = []
        repeat { told.append(try next()) } while !isLast(told[told.count - 1])
        return told
    }

    /// Returns the replies of the watch since the last call.
    func told() throws -> [ReaderInterface.WatchReply] {
        // An offset that can't be is counted, and an empty SetAxis tells the count.
        guard
            try failure(of: { try drag(to: 1e300) }) != nil
        else { throw TestFailure("an offset of 1e300 is taken") }
        let mark = try setAxis(opened.axes[0].axis).badOffsets
        defer { passed = [] }
        return try passed + told { $0.state?.badOffsets == mark }.dropLast()
    }

    /// The appearance events since the last call.
    func events() throws -> String { Self.events(in: try told()) }

    /// Appearance events as the rules write them: "WA4 WD0 DA4 DD0", pages by their ids, those of the vertical axis and
    /// of the background with a letter before.
    static func events(in told: [ReaderInterface.WatchReply]) -> String {
        told.compactMap(\.appearance).map { event in
            let surface =
                switch event.surface {
                case .vertical: "v"
                case .background: "b"
                case .horizontal, nil: ""
                }
            return "\(Notation.word(event.event))\(surface)\(event.page)"
        }.joined(separator: " ")
    }

    /// Waits for the pages of a spread, and takes their bytes where they come with them.
    func pages(
        where isWanted: (ReaderInterface.Page) -> Bool
    ) throws -> (first: HandedPage, second: HandedPage?) {
        let told = try told { $0.failure != nil || $0.page.map(isWanted) ?? false }
        passed += told
        guard let reply = told.last, let page = reply.page else { throw TestFailure("a page failed") }
        return (try HandedPage(page, pages), try reply.second.map { try HandedPage($0, pages) })
    }

    /// Waits for the pages of the spread that an index begins.
    func pages(at index: Int) throws -> (first: HandedPage, second: HandedPage?) { try pages { $0.index == index } }

    // MARK: What is asked

    /// Turns; pages come with the watch unless they are asked for here.
    @discardableResult
    func turn(
        _ target: ReaderInterface.Target, axis: ReaderInterface.Axis? = nil, duration: Int? = nil,
        direction: ReaderInterface.Direction? = nil, wrap: Bool? = nil,
        handover: ReaderInterface.Handover? = .some(.none)
    ) throws -> VarlinkReply<ReaderInterface.NavigateReply> {
        try client.call(
            ReaderInterface.Navigate.self,
            .init(
                reader: id, target: target, handover: handover, axis: axis, duration: duration, direction: direction,
                wrap: wrap))
    }
}
