import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

extension SystemdTests {
    /// State that a restart leaves as it was.
    @Suite struct RestartTests {
        private static let pages = 40

        @Test(arguments: [false, true]) func everyReaderGoesOnAtItsPage(isKilled: Bool) throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let book = try service.machine.path(service.pattern("pages = 90\nwidth = 60\nheight = 80\ntitle = Forty"))
            let readers = try (0..<5).map { _ in try TestReader(service, book, width: 60, height: 80) }
            for index in 0..<Self.pages { _ = try readers[0].page(index, handover: .some(.none)) }
            // The one in the middle is used last.
            let order = [0, 1, 3, 4, 2]
            for number in order {
                try readers[number].navigate(.init(index: 20 + number))
                try readers[number].navigate(.init(index: 3 * number))
            }
            let states = try order.map { ($0, try readers[$0].client.state(of: readers[$0].id)) }
            let before = states.sorted { $0.0 < $1.0 }.map(\.1)
            try service.waitUntilAllIsKept()
            if isKilled {
                #expect(kill(try #require(try service.process), SIGKILL) == 0)
            } else {
                try service.systemctl("restart")
            }

            let client = try service.reconnect()
            let list = { try client.call(ManagerInterface.ListReaders.self, .init()).parameters.readers }
            // The mark that was waited for came after all others.
            for mark in try list().map(\.reader) where !readers.map(\.id).contains(mark) {
                _ = try client.call(ReaderInterface.Close.self, .init(reader: mark))
            }
            #expect(try list().filter { $0.current ?? false }.map(\.reader) == [readers[2].id])
            for (number, (reader, old)) in zip(readers, before).enumerated() {
                let state = try client.state(of: reader.id)
                #expect(state.document.title == "Forty")
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
            let turn = try client.call(
                ReaderInterface.Navigate.self, .init(reader: readers[1].id, target: .init(index: 80)))
            let page = try client.call(ReaderInterface.GetPage.self, .init(reader: readers[1].id)).parameters.page
            #expect(page.index == 80 && !turn.parameters.hit)
        }

        @Test func aDocumentThatHasChangedMeanwhileIsReadAnew() throws {
            let service = try InstalledService()
            let inside = try service.pattern("pages = 9\nwidth = 60\nheight = 80", in: "/root/changing")
            let reader = try TestReader(service, service.machine.path(inside), width: 60, height: 80)
            try reader.navigate(.init(index: 8))
            try service.waitUntilAllIsKept()
            // systemd starts it again a moment later.
            #expect(kill(try #require(try service.process), SIGKILL) == 0)
            // Into the same file: it is that one which the service has.
            try service.machine.run(
                "/bin/sh", "-c", "printf 'sheaf-pattern 1\npages = 5\nwidth = 60\nheight = 80\n' >\(inside)")
            let client = try service.reconnect()
            try eventually(log: service.log) {
                let state = try client.state(of: reader.id)
                return state.document.count.pages == 5 && state.location?.index == 4
            }
        }

        @Test func aLockedDocumentNeedsItsPasswordAgain() throws {
            let secret = "grünspan-7f3a91"
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let book = try service.machine.path(
                service.pattern("pages = 9\nwidth = 60\nheight = 80\npassword = \(secret)"))
            let readers = try (0..<2).map { _ in
                try TestReader(service, book, width: 60, height: 80, password: secret)
            }
            for (number, reader) in readers.enumerated() { try reader.navigate(.init(index: 3 + number)) }
            _ = try readers[0].page()
            // The mark that waits for this would count the pages of the locked document, which are not kept.
            try eventually(log: service.log) { try service.kept == 5 + 1 }
            try service.systemctl("restart")

            var client = try service.reconnect()
            let page = { (reader: TestReader) in
                try failure { _ = try client.call(ReaderInterface.GetPage.self, .init(reader: reader.id)) }
            }
            let reload = { (password: String?) in
                try failure {
                    _ = try client.call(
                        ReaderInterface.Reload.self, .init(reader: readers[0].id, password: password))
                }
            }
            for reader in readers { #expect(try page(reader) == .passwordNeeded(wrong: false)) }
            #expect(try failure { _ = try TestReader(service, book) } == .passwordNeeded(wrong: false))
            #expect(try failure { _ = try TestReader(service, book, password: "x") } == .passwordNeeded(wrong: true))
            #expect(try reload(nil) == .passwordNeeded(wrong: false))
            #expect(try reload("x") == .passwordNeeded(wrong: true))
            #expect(try reload(secret) == nil)
            for (number, reader) in readers.enumerated() {
                #expect(try page(reader) == nil)
                #expect(try client.state(of: reader.id).location?.index == 3 + number)
            }
            // Who opens the file with its password helps the others too.
            try service.systemctl("restart")
            client = try service.reconnect()
            #expect(try page(readers[1]) == .passwordNeeded(wrong: false))
            let other = try TestReader(service, book, password: secret)
            for reader in readers { #expect(try page(reader) == nil) }
            #expect(try other.state().document.document == client.state(of: readers[0].id).document.document)
            #expect(!service.log.contains(secret))
        }

        /// A reader comes back to its looks and to its place in the text, which is not where its page begins.
        @Test func aReaderComesBackToItsText() throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let size = { ReaderInterface.Looks(paper: .night, trim: .page, flow: .init(fontSize: $0)) }
            let readers = try (0..<50).map { _ in
                try TestReader(service, Documents.policyEPUB, width: 60, height: 80, looks: size(12))
            }
            let text = { (client: VarlinkBlockingClient, reader: TestReader) in
                try client.call(DocumentInterface.GetText.self, .init(reader: reader.id)).parameters.runs.map(\.text)
            }
            var texts: [[String]] = []
            for (number, reader) in readers.enumerated() {
                try reader.navigate(.init(index: 5 + 6 * number), handover: .some(.none))
                texts.append(try text(reader.client, reader))
                try reader.look(size(20))
                _ = try reader.page()
            }
            // Its pages are counted on meanwhile.
            try eventually { try readers[0].state().document.count.kind == .exact }
            let before = try readers.map { try $0.state() }
            try service.waitUntilAllIsKept()
            try service.systemctl("restart")
            let client = try service.reconnect()
            for (reader, old) in zip(readers, before) {
                let state = try client.state(of: reader.id)
                #expect(
                    state.looks == size(20).whole && state.location == old.location && state.document == old.document)
                let page = try client.call(ReaderInterface.GetPage.self, .init(reader: reader.id)).parameters.page
                #expect(page.origin == .cached)
            }
            for (reader, old) in zip(readers, texts) {
                _ = try client.call(ReaderInterface.SetLooks.self, .init(reader: reader.id, looks: size(12)))
                #expect(try text(client, reader) == old)
            }
        }

        /// Counts are kept in the folder that systemd makes for the service.
        @Test func aBookThatWasCountedIsNotCountedAgain() throws {
            let service = try InstalledService(configuration: "[Service]\nKeepMax=0\n")
            let reader = try TestReader(service, Documents.policyEPUB)
            #expect(reader.opened.document.count.kind == .estimated)
            try eventually { try reader.state().document.count.kind == .exact }
            let count = try reader.state().document.count
            try reader.close()
            try service.systemctl("restart")
            let next = try TestReader(service, Documents.policyEPUB, client: service.reconnect())
            #expect(next.opened.document.count == count)
        }

        /// Places are kept in the folder that systemd makes for the service, whoever that is.
        @Test func placesOutliveTheirReaders() throws {
            let service = try InstalledService(configuration: "[Readers]\nPlaces=yes\n[Service]\nKeepMax=0\n")
            let reader = try TestReader(service, Documents.policy.get())
            let mark = try reader.client.call(ReaderInterface.AddMark.self, .init(reader: reader.id, note: "n"))
                .parameters
            try reader.jump(.init(index: 77))
            try reader.close()
            try service.systemctl("restart")
            let client = try service.reconnect()
            let next = try TestReader.reopened(at: 77) {
                try TestReader(service, Documents.policy.get(), client: client)
            }
            let marks = try next.client.call(ReaderInterface.GetMarks.self, .init(reader: next.id)).parameters.marks
            #expect(marks == [mark.mark])
        }

        /// A reader that goes on keeps its choice, and one that comes then has what the document asks for.
        @Test func aDocumentThatComesBackIsShownAsItAsks() throws {
            let service = try InstalledService()
            let book = Documents.pdf(
                catalog: "/ViewerPreferences<</Direction/R2L>>/PageLayout/TwoPageLeft/OpenAction[12 0 R/Fit]")
            try service.machine.write(String(decoding: book, as: UTF8.self), to: "/root/book.pdf")
            let path = service.machine.path("/root/book.pdf")
            let axes = [ReaderInterface.AxisSetup(axis: .horizontal, arrangement: .init(spread: .single))]
            let reader = try TestReader(service, path, axes: axes)
            try service.waitUntilAllIsKept()
            try service.systemctl("restart")
            let client = try service.reconnect()
            #expect(try client.state(of: reader.id).axes == reader.opened.axes)
            let next = try TestReader(service, path, client: client).opened
            #expect(next.document.document == reader.opened.document.document)
            #expect(next.axes[0].arrangement.spread == .double && next.axes[0].arrangement.order == .rightToLeft)
            #expect(next.shown.map(\.index) == [2, 3])
        }

        /// A folder of the library is read by another host after a restart, and changes as before.
        @Test func aFolderOfTheLibraryComesBack() throws {
            let service = try InstalledService(
                configuration: "[Documents]\nLibraryFolders=/srv\n[Cache]\nReadAhead=0\n")
            let draw = { (number: Int) in
                let picture =
                    #"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="80"><rect width="9" height="\#(number)"/></svg>"#
                try service.machine.write(picture, to: "/srv/album/\(number).svg")
            }
            for number in 1...3 { try draw(number) }
            let viewer = try Viewer(service, "/srv/album", isOfLibrary: true)
            let before = try viewer.page(1)
            try service.waitUntilAllIsKept()
            try service.systemctl("restart")
            let client = try service.reconnect()
            let state = try client.state(of: viewer.id)
            #expect(state.document.provider == "images" && state.document.count.pages == 3)
            let after = try client.call(
                ReaderInterface.GetPage.self, .init(reader: viewer.id, index: 2)
            ).parameters.page
            #expect(after.origin == .rendered && after.width == before.page.width)
            try draw(10)
            try eventually(log: service.log) { try client.state(of: viewer.id).document.count.pages == 4 }
        }

        /// The files of an album are all kept, also one that is there twice.
        @Test func anAlbumComesBack() throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let draw = { (name: String, height: Int) in
                let picture =
                    #"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="\#(height)"/>"#
                try service.machine.write(picture, to: "/root/photos/\(name).svg")
                return service.machine.path("/root/photos/\(name).svg")
            }
            let (first, second) = (try draw("b", 80), try draw("a", 40))
            let viewer = try Viewer(service, album: [first, second, first])
            #expect(try [0, 1, 2].map { try viewer.page($0).page.height } == [80, 40, 80])
            // In other looks too: what is open twice is kept once.
            let other = try Viewer(service, album: [first, second, first])
            try other.look(.init(trim: .page, order: [2, 1]))
            // Three files of two documents, each kept once.
            try service.waitUntilAllIsKept(moreFiles: 1)
            try service.systemctl("restart")
            let client = try service.reconnect()
            #expect(try client.state(of: other.id).document.count.pages == 3)
            #expect(try client.state(of: other.id).looks.order == [2, 1])
            let state = try client.state(of: viewer.id)
            #expect(state.document.provider == "images" && state.document.count.pages == 3)
            let pages = try [0, 1, 2].map { index in
                try client.call(ReaderInterface.GetPage.self, .init(reader: viewer.id, index: index)).parameters.page
            }
            #expect(pages.map(\.height) == [80, 40, 80] && pages.allSatisfy { $0.origin == .cached })
            // Nobody has seen this one.
            let unseen = try client.call(ReaderInterface.GetPage.self, .init(reader: other.id, index: 1)).parameters
                .page
            #expect(unseen.origin == .rendered && unseen.height == 40 && unseen.page == 1)
            // It changes as its files do.
            _ = try draw("a", 20)
            try eventually(log: service.log) {
                try client.call(ReaderInterface.GetPage.self, .init(reader: viewer.id, index: 1)).parameters.page.height
                    == 20
            }
        }

        @Test func whatIsUnderWayEndsAtRest() throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let book = try service.machine.path(service.pattern("pages = 9\nwidth = 60\nheight = 80"))
            let readers = try (0..<3).map { _ in try TestReader(service, book, width: 60, height: 80) }
            for reader in readers { try reader.navigate(.init(index: 3)) }
            let (held, released, animated) = (readers[0], readers[1], readers[2])
            for reader in [held, released] {
                try reader.beginDrag()
                try reader.drag(to: 3.7)
            }
            #expect(try released.releaseDrag(velocity: 1).spread == 4)
            try animated.jump(.init(index: 7), milliseconds: 60_000)
            try service.systemctl("restart")

            let client = try service.reconnect()
            // A finger that is not felt any more has turned nothing; what was on its way has arrived.
            for (reader, index) in [(held, 3), (released, 4), (animated, 7)] {
                let state = try client.state(of: reader.id)
                #expect(state.phase == .rest && state.location?.index == index)
                // Steps are counted on.
                let again = try service.connect()
                try again.send(ReaderInterface.Watch.self, .init(reader: reader.id), flags: .more)
                #expect(try again.receive(ReaderInterface.Watch.self).parameters.state?.location?.index == index)
                let turn = try client.call(
                    ReaderInterface.Navigate.self, .init(reader: reader.id, target: .init(index: 0)))
                #expect(turn.parameters.transition == 3)
                var told: [ReaderInterface.WatchReply] = []
                repeat {
                    told.append(try again.receive(ReaderInterface.Watch.self).parameters)
                } while told.last?.end == nil
                #expect(Notation.text(told) == "WA0 WD\(index) DA0 DD\(index)")
            }
            #expect(
                try failure { _ = try client.call(ReaderInterface.ReleaseDrag.self, .init(reader: held.id)) }
                    == .noDrag)
        }

        @Test func pagesOfTheRunBeforeCanBeReturned() throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let reader = try service.reader()
            let page = try reader.page(2).page
            try service.waitUntilAllIsKept()
            try service.systemctl("restart")
            let client = try service.reconnect()
            let status = { try client.status() }
            let release = { (rendition: Int) in
                try failure {
                    _ = try client.call(
                        ReaderInterface.ReleasePage.self, .init(reader: reader.id, rendition: rendition))
                }
            }
            // Nothing is held as far as the service knows, and whoever returns it has done well.
            #expect(try status().cache.leasedPages == 0)
            #expect(try release(page.rendition) == nil)
            let again = try client.call(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 2)).parameters
                .page
            #expect(again.rendition == page.rendition && again.origin == .cached)
            #expect(try status().cache.leasedPages == 1)
            #expect(try release(page.rendition) == nil)
            #expect(try status().cache.leasedPages == 0)
            // Numbers are not given again.
            let other = try client.call(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 5)).parameters
                .page
            #expect(other.rendition > page.rendition + 1_000)
            #expect(try release(other.rendition) == nil)
            #expect(try release(other.rendition) == .noSuchRendition(rendition: other.rendition))
        }

        @Test func sheafctlWatchesOn() throws {
            let service = try InstalledService()
            let reader = try service.reader()
            let result = try service.machine.attempt([
                "/bin/sh", "-c",
                """
                sheafctl --reader \(reader.id) watch >/tmp/told 2>/tmp/remarks & watching=$!
                sheafctl --reader \(reader.id) --json watch >/tmp/json 2>/tmp/json-remarks & watching="$watching $!"
                until [ -s /tmp/told ] && [ -s /tmp/json ]; do sleep 0.01; done
                sheafctl --reader \(reader.id) next
                systemctl restart \(InstalledService.unit)
                until grep -q back /tmp/remarks && grep -q back /tmp/json-remarks; do sleep 0.01; done
                sheafctl --reader \(reader.id) next && sheafctl --reader \(reader.id) close
                wait $watching; cat /tmp/told; echo; cat /tmp/json; cat /tmp/remarks /tmp/json-remarks >&2
                """,
            ])
            let remarks = "sheafctl: the connection was lost, trying again\nsheafctl: the connection is back\n"
            #expect(result.errors == remarks + remarks)
            let parts = result.text.split(separator: "\n\n").map { $0.split(separator: "\n") }
            let told = try #require(parts.first)
            #expect(told.contains { $0.contains("WA 2") } && told.contains { $0.contains("WA 3") })
            #expect(told.last?.hasSuffix("closed") == true, "\(result.text)")
            // Where it stood, also after the restart; nothing but what came over the wire.
            let json = try #require(parts.last)
            #expect(json.allSatisfy { $0.hasPrefix("{\"") } && json.count { $0.hasPrefix(#"{"state""#) } == 2)
        }
    }

    /// A loop that is stuck, and one that is not.
    @Suite struct WatchdogTests {
        /// Quick: what is shipped waits for a minute. Long enough for a service that the machine keeps waiting for a while.
        private static let unit = "[Service]\nWatchdogSec=5\nTimeoutAbortSec=2\n"

        @Test func whatIsShippedIsWatchedOver() throws {
            let service = try InstalledService()
            _ = try service.connect().status()
            #expect(try service.property("WatchdogUSec") == "1min")
            let first = try service.property("WatchdogTimestampMonotonic")
            #expect(first != "0" && !first.isEmpty)
        }

        @Test func aStuckLoopIsStartedAgainAndItsReaderGoesOn() throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n", unit: Self.unit)
            let reader = try service.reader()
            try reader.navigate(.init(index: 5))
            let main = try #require(try service.process)
            try service.waitUntilAllIsKept()
            #expect(try service.property("NRestarts") == "0")
            #expect(kill(main, SIGSTOP) == 0)
            try eventually(log: service.log) { try service.property("NRestarts") == "1" && service.state == "active" }
            #expect(try service.entry { $0["UNIT_RESULT"] == "watchdog" }["PRIORITY"] == "4")
            #expect(try service.process != main)
            let client = try service.connect()
            let state = try client.state(of: reader.id)
            #expect(state.location?.index == 5)
            let page = try client.call(ReaderInterface.GetPage.self, .init(reader: reader.id)).parameters.page
            #expect(page.index == 5 && page.origin == .cached)
        }

        @Test func aServiceWhoseHostsAllHangIsLeftAlone() throws {
            let service = try InstalledService(
                configuration: "[Cache]\nReadAhead=0\n[Hosts]\nHostsMax=1\n", unit: Self.unit)
            let provider = service.machine.path("/usr/lib/sheaf/providers/libtest-plain.so")
            try FileManager.default.copyItem(
                atPath: Build.folder.appendingPathComponent("libtest-plain.so").path, toPath: provider)
            defer { try? FileManager.default.removeItem(atPath: provider) }
            let document = "/root/books/tar-pit"
            try service.machine.write("plain 1\npages=5\nhang=60 page=2\ndeaf=1\n", to: document)
            let reader = try TestReader(service, service.machine.path(document), width: 60, height: 80)
            let main = try service.process
            try reader.client.send(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 2))
            let observer = try service.connect()
            try eventually(log: service.log) {
                try observer.status().cache.reserved > 0
            }
            // Longer than it takes to notice one that is stuck.
            try remains(for: .seconds(8), because: "the watchdog tells nothing of a loop that turns") {
                try observer.status().cache.reserved > 0
            }
            #expect(try service.process == main && service.property("NRestarts") == "0")
        }
    }
}

extension InstalledService {
    /// A connection to the service when it answers again.
    func reconnect() throws -> VarlinkBlockingClient {
        let client = try eventually(log: log) {
            // One that the service before has accepted is closed.
            let client = try connect()
            return (try? client.status()).map { _ in client }
        } until: {
            $0 != nil
        }
        return try #require(client)
    }
}
