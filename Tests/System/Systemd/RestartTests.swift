import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

extension SystemdTests {
    /// What a restart leaves as it was.
    @Suite struct RestartTests {
        private static let pages = 40

        @Test(arguments: [false, true]) func everyReaderGoesOnAtItsPage(isKilled: Bool) throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let book = try service.machine.path(service.pattern("pages = 90\nwidth = 60\nheight = 80"))
            let readers = try (0..<5).map { _ in try TestReader(service, book, width: 60, height: 80) }
            for index in 0..<Self.pages { _ = try readers[0].page(index, handover: .some(.none)) }
            for (number, reader) in readers.enumerated() {
                try reader.navigate(.init(index: 20 + number))
                try reader.navigate(.init(index: 3 * number))
            }
            let before = try readers.map { try Self.state(of: $0.id, $0.client) }
            try Self.waitUntilKept(service, pages: Self.pages)
            if isKilled {
                #expect(kill(try #require(try service.process), SIGKILL) == 0)
            } else {
                try service.systemctl("restart")
            }

            let client = try service.reconnect()
            for (number, (reader, old)) in zip(readers, before).enumerated() {
                let state = try Self.state(of: reader.id, client)
                #expect(state.location == old.location && state.axes == old.axes && state.viewport == old.viewport)
                let history = try client.call(ReaderInterface.GetHistory.self, .init(reader: reader.id)).parameters
                #expect(history.back.first?.index == 20 + number)
            }
            for index in 0..<Self.pages {
                let page = try client.call(
                    ReaderInterface.GetPage.self, .init(reader: readers[0].id, index: index)
                ).parameters.page
                #expect(page.origin == .cached && page.index == index)
            }
            // And on, with pages that are to be rendered.
            _ = try client.call(
                ReaderInterface.Navigate.self, .init(reader: readers[1].id, target: .init(index: 80)))
            let page = try client.call(ReaderInterface.GetPage.self, .init(reader: readers[1].id)).parameters.page
            #expect(page.index == 80 && page.origin != .cached)
        }

        @Test func aDocumentThatHasChangedMeanwhileIsReadAnew() throws {
            let service = try InstalledService()
            let inside = try service.pattern("pages = 9\nwidth = 60\nheight = 80", in: "/root/changing")
            let reader = try TestReader(service, service.machine.path(inside), width: 60, height: 80)
            try reader.navigate(.init(index: 8))
            try Self.waitUntilKept(service, pages: 1)
            // systemd starts it again a moment later.
            #expect(kill(try #require(try service.process), SIGKILL) == 0)
            // Into the same file: it is that one which the service has.
            try service.machine.run(
                "/bin/sh", "-c", "printf 'sheaf-pattern 1\npages = 5\nwidth = 60\nheight = 80\n' >\(inside)")
            let client = try service.reconnect()
            try service.wait {
                let state = try Self.state(of: reader.id, client)
                return state.document.count.pages == 5 && state.location?.index == 4
            }
        }

        private static func state(
            of reader: String, _ client: VarlinkBlockingClient
        ) throws -> ReaderInterface.State {
            try client.call(ReaderInterface.GetState.self, .init(reader: reader)).parameters.state
        }

        /// Waits until systemd holds so many pages, beside the note and a document.
        private static func waitUntilKept(_ service: InstalledService, pages: Int) throws {
            try service.wait { Int(try service.property("NFileDescriptorStore")) ?? 0 >= pages + 3 }
            // The note follows what it names.
            usleep(500_000)
        }
    }
}

extension InstalledService {
    /// A connection to the service when it answers again.
    fileprivate func reconnect() throws -> VarlinkBlockingClient {
        for _ in 0..<200 {
            if let client = try? connect(),
                (try? client.call(ManagerInterface.Status.self, .init())) != nil
            {
                return client
            }
            usleep(20_000)
        }
        return try connect()
    }
}
