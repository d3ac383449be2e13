import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

@Suite struct TurningTests {
    private static func watch(_ reader: TestReader, on service: RunningService) throws -> VarlinkBlockingClient {
        let client = try service.connect()
        try client.send(ReaderInterface.Watch.self, .init(reader: reader.id), flags: .more)
        let first = try client.receive(ReaderInterface.Watch.self)
        #expect(first.parameters.state?.reader == reader.id)
        return client
    }

    /// The next appearance events, as NAVIGATION writes them: "WA4 WD0 DA4 DD0".
    private static func events(_ count: Int, from client: VarlinkBlockingClient) throws -> String {
        var names: [String] = []
        while names.count < count {
            guard let event = try client.receive(ReaderInterface.Watch.self).parameters.appearance else { continue }
            let kind =
                switch event.event {
                case .willAppear: "WA"
                case .didAppear: "DA"
                case .willDisappear: "WD"
                case .didDisappear: "DD"
                }
            names.append("\(kind)\(event.index)")
        }
        return names.joined(separator: " ")
    }

    @Test func aTurnSendsItsEventsInOrderAndTheNextIsAHit() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 9"))
        let watch = try Self.watch(reader, on: service)
        _ = try reader.page()
        #expect(try reader.navigate(.init(index: 4)).parameters.location.index == 4)
        #expect(try Self.events(4, from: watch) == "WA4 WD0 DA4 DD0")
        #expect(try reader.page().page.index == 4)
        let back = try reader.navigate(.init(place: .first))
        #expect(back.parameters.hit)
        #expect(try #require(back.parameters.page).fileDescriptor == 0)
        #expect(try HandedPage(#require(back.parameters.page), back.descriptors).seals == Memfd.finalSeals)
        let again = try reader.navigate(.init(index: 0))
        #expect(again.parameters.noop)
        #expect(try Self.events(4, from: watch) == "WA0 WD4 DA0 DD4")
    }

    @Test func aMissFollowsOnTheWatch() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 9\nrender-ms = 50"))
        _ = try reader.page()
        let watch = try Self.watch(reader, on: service)
        let reply = try reader.navigate(.init(index: 8)).parameters
        #expect(!reply.hit && reply.page == nil)
        var page: ReaderInterface.Page?
        while page == nil { page = try watch.receive(ReaderInterface.Watch.self).parameters.page }
        #expect(page?.index == 8)
        #expect(page?.fileDescriptor == nil)
        #expect(try reader.navigate(.init(index: 8)).parameters.hit)
    }

    /// Everything that a watch is told before a turn to `index`.
    private static func told(
        _ client: VarlinkBlockingClient, before index: Int
    ) throws -> [ReaderInterface.WatchReply] {
        var told: [ReaderInterface.WatchReply] = []
        while true {
            let next = try client.receive(ReaderInterface.Watch.self).parameters
            if let event = next.appearance, event.event == .willAppear, event.index == index { return told }
            told.append(next)
        }
    }

    @Test func aReaderThatTurnsToItsPageAgainGetsItOnce() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=2\n")
        let reader = try TestReader(service, service.pattern("pages = 9\nrender-ms = 300\ncost = sleep"))
        _ = try reader.page()
        let watch = try Self.watch(reader, on: service)
        for _ in 0..<50 { try reader.navigate(.init(index: 5), handover: .some(.none)) }
        _ = try reader.page()
        try reader.navigate(.init(index: 0))
        #expect(try Self.told(watch, before: 0).compactMap(\.page).map(\.index) == [5])
        let cache = try reader.client.status().cache
        #expect(cache.joined <= 2)
    }

    @Test func aPageThatIsTooLargeForInlineLeavesReaderAndWatchAsTheyAre() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let path = try service.pattern("pages = 9\nwidth = 100\nheight = 100")
        let reader = try TestReader(service, path, width: 2_000, height: 2_000)
        let watch = try service.connect()
        try watch.send(ReaderInterface.Watch.self, .init(reader: reader.id, handover: .inline), flags: .more)
        for isCached in [false, true] {
            if isCached { _ = try reader.page(5) }
            guard case .inlineTooLarge = try failure(of: { try reader.navigate(.init(index: 5), handover: .inline) })
            else {
                Issue.record("16 MB go inline")
                continue
            }
            #expect(try reader.navigate(.init(relative: 0)).parameters.location.index == 0)
        }
        try reader.navigate(.init(index: 1))
        _ = try reader.page()
        try reader.navigate(.init(index: 2))
        #expect(try Self.told(watch, before: 2).compactMap(\.failure).map(\.index).contains(1))
    }

    @Test func onewayCallsAreHeardAndHaveNobodyToHandPagesTo() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern("pages = 9"))
        _ = try reader.page()
        let client = try service.connect()
        try client.send(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 7), flags: .oneway)
        try client.send(ReaderInterface.Watch.self, .init(reader: reader.id), flags: [.oneway, .more])
        try client.send(
            ReaderInterface.Navigate.self, .init(reader: reader.id, target: .init(index: 3)), flags: .oneway)
        _ = try reader.page(3)
        let status = try client.status()
        #expect(status.cache.pages == 2)
        let entry = try client.call(ManagerInterface.ListReaders.self, .init()).parameters.readers[0]
        #expect(entry.index == 3)
        #expect(entry.pagesHeld == 2)
    }

    @Test func turnsAreTakenInTheOrderInWhichTheyCame() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern("pages = 99"))
        _ = try reader.page()
        // Pages 7 to 9 have to be looked for, page 0 is known.
        for target in [
            ReaderInterface.Target(index: 7), .init(relative: 1), .init(relative: 1), .init(index: 0),
            .init(relative: 3),
        ] {
            try reader.client.send(
                ReaderInterface.Navigate.self, .init(reader: reader.id, target: target), flags: .oneway)
        }
        #expect(try reader.navigate(.init(relative: 2)).parameters.location.index == 5)
    }

    @Test func watchesOfOneReaderAreLimited() throws {
        let service = try RunningService(configuration: "[Readers]\nWatchesPerReader=2\n")
        let reader = try TestReader(service, service.pattern("pages = 9"))
        let watches = try (0..<2).map { _ in try Self.watch(reader, on: service) }
        let refused = try failure { _ = try Self.watch(reader, on: service) }
        #expect(refused == .limitReached(limit: "WatchesPerReader", value: 2))
        withExtendedLifetime(watches) {}
    }

    @Test func theNextPageIsRenderedAhead() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=2\n")
        let reader = try TestReader(service, service.pattern("pages = 9"))
        _ = try reader.page()
        try eventually {
            try reader.client.status().cache
        } until: {
            $0.pages >= 2 && $0.reserved == 0
        }
        #expect(try reader.navigate(.init(relative: 1)).parameters.hit)
    }

    @Test func manyWaitersShareOneRender() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern("pages = 9\nrender-ms = 300"))
        let clients = try (0..<8).map { _ in try service.connect() }
        for client in clients {
            try client.send(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 5, handover: .some(.none)))
        }
        let origins = try clients.map { try $0.receive(ReaderInterface.GetPage.self).parameters.page.origin }
        #expect(origins.filter { $0 == .rendered }.count == 1)
        #expect(origins.filter { $0 == .joined }.count == 7)
    }

    @Test func labelsOfRealDocumentsAreFound() throws {
        let service = try RunningService()
        let reader = try TestReader(service, Documents.policy.get())
        #expect(reader.opened.document.count == .init(kind: .exact, pages: Documents.pages))
        let location = try reader.navigate(.init(label: "iii")).parameters.location
        #expect(location.label == "iii")
        #expect(
            try failure { try reader.navigate(.init(label: "mmmm")) }
                == .noSuchPage(target: "label mmmm", pages: Documents.pages))
    }

    @Test func regionsAndFormatsShowTheSamePage() throws {
        let service = try RunningService()
        let reader = try TestReader(service, Documents.policy.get(), width: 300, height: 400)
        let whole = try reader.page(3)
        let region = try reader.page(3, region: .init(x: 20, y: 30, width: 50, height: 40))
        #expect(region.page.width == 50 && region.page.height == 40 && region.page.pageWidth == whole.page.width)
        #expect(region.bytes.prefix(200) == whole.bytes[30 * whole.page.stride + 80..<30 * whole.page.stride + 280])
        let png = try reader.page(3, format: .png)
        #expect(png.bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        let jpeg = try reader.page(3, format: .jpeg, quality: 50, handover: .inline)
        #expect(jpeg.bytes.starts(with: [0xff, 0xd8, 0xff]) && jpeg.seals == nil && jpeg.bytes.count == jpeg.page.size)
        let inline = try reader.page(3, handover: .inline)
        #expect(inline.bytes == whole.bytes)
        #expect(png.seals == Memfd.finalSeals)
    }

    @Test(arguments: [0, 90, 180, 270]) func aViewportTurnsAndScalesThePage(rotation: Int) throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 3\nwidth = 100\nheight = 200"))
        let state = try reader.client.call(
            ReaderInterface.SetViewport.self,
            .init(reader: reader.id, viewport: .init(width: 400, height: 400, fit: .page, rotation: rotation))
        ).parameters.state
        #expect(state.viewport.rotation == rotation)
        let page = try reader.page().page
        #expect([page.width, page.height] == (rotation % 180 == 0 ? [200, 400] : [400, 200]))
    }

    @Test func returnedPagesLeaveTheAccount() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 3"))
        let page = try reader.page().page
        let entry = { try reader.client.call(ManagerInterface.ListReaders.self, .init()).parameters.readers[0] }
        #expect(try entry().pagesHeld == 1)
        #expect(try entry().bytesHeld == Memfd.cost(ofBytes: page.size))
        let release = {
            _ = try reader.client.call(
                ReaderInterface.ReleasePage.self, .init(reader: reader.id, rendition: page.rendition))
        }
        try release()
        #expect(try entry().pagesHeld == 0)
        #expect(try failure(of: release) == .noSuchRendition(rendition: page.rendition))
    }

    @Test func documentsOpenedTwiceAreShared() throws {
        let service = try RunningService()
        let path = try service.pattern("pages = 3")
        let one = try TestReader(service, path)
        _ = try one.page()
        let other = try TestReader(service, path)
        #expect(one.opened.document.document == other.opened.document.document)
        #expect(one.id != other.id)
        #expect(try other.page().page.origin == .cached)
        try one.close()
        #expect(try other.page().page.origin == .cached)
    }

    @Test func aReloadIsForAllReadersOfTheDocument() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let path = try service.pattern("pages = 9")
        let reader = try TestReader(service, path)
        let other = try TestReader(service, path)
        try other.navigate(.init(index: 8))
        let watch = try Self.watch(other, on: service)
        _ = try service.pattern("pages = 4")
        let state = try reader.reload()
        #expect(state.document.count.pages == 4 && state.location?.index == 0)
        var now: ReaderInterface.State?
        while now == nil { now = try watch.receive(ReaderInterface.Watch.self).parameters.state }
        #expect(now?.location?.index == 3)
        #expect(try other.page().page.index == 3)
    }

    @Test func closingEndsTheWatchAndTheReader() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 3"))
        let watch = try Self.watch(reader, on: service)
        try reader.close()
        var last = try watch.receive(ReaderInterface.Watch.self)
        while last.continues { last = try watch.receive(ReaderInterface.Watch.self) }
        #expect(last.parameters.closed == true)
        #expect(try failure { try reader.navigate(.init(index: 0)) } == .noSuchReader(reader: reader.id))
    }
}
