import CSheafProvider
import Glibc
import ProviderTestHost
import SheafProvider
import Testing

@Suite struct ResultTests {
    @Test(
        arguments: [
            ("fail 13 no entry", -13, "no entry"), ("fail 0 zero", -5, "zero"), ("fail -3 minus", -5, "minus"),
            ("fail 4096 large", -5, "large"), ("unsupported", -ENOTSUP, "not this one"),
            ("cancelled", SHEAF_CANCELLED, nil), ("end", SHEAF_END, nil),
        ] as [(String, Int32, String?)])
    func whatIsThrownBecomesAResultAndAText(script: String, code: Int32, text: String?) throws {
        let host = try TestHost(FullProvider.table)
        let document = try host.open(script)
        let (pointer, table) = (document.pointer, host.table)
        let expected = Refusal(code: code, text: text)
        let pages: [Int64] = [1]
        #expect(throws: expected) { _ = try document.metrics(0) }
        #expect(throws: expected) { _ = try document.render(width: 1, height: 1) }
        #expect(throws: expected) { _ = try document.count() }
        #expect(throws: expected) { _ = try document.pages(from: 0, length: 1) }
        #expect(throws: expected) { _ = try document.page(0, from: 0) }
        #expect(throws: expected) { try host.ask { table.prefetch(pointer, $0, pages, 1) } }
        #expect(throws: expected) { try host.ask { table.cancel_prefetch(pointer, $0, pages, 1) } }
        #expect(throws: expected) { try host.ask { table.appearance(pointer, $0, 0, SHEAF_WILL_APPEAR) } }
        #expect(throws: expected) { try document.refresh() }
        #expect(throws: expected) { try document.move(SHEAF_MOVE_BEGIN, page: 0, to: 0) }
        #expect(document.hit(0, x: 0, y: 0).result == code)
        #expect(throws: expected) { _ = try document.text(0) }
        #expect(throws: expected) { _ = try document.outline() }
        #expect(throws: expected) { _ = try document.links(0) }
        #expect(throws: expected) { _ = try document.annotations(0) }
        #expect(throws: expected) { _ = try document.ink(1) }
        #expect(throws: expected) { _ = try document.pictures(1) }
        #expect(throws: expected) { _ = try document.blocks(1) }
        #expect(throws: expected) { _ = try document.position(1) }
        #expect(throws: expected) { _ = try document.page(at: 1) }
        #expect(throws: expected) { _ = try document.search("x", page: 0) }
        #expect(throws: expected) { _ = try document.metadata() }
    }

    @Test func refusedDocumentIsNotOpen() throws {
        let host = try TestHost(FullProvider.table)
        #expect(throws: Refusal(code: -EINVAL, text: "refused")) { _ = try host.open("refuse") }
    }

    @Test func settingsAndTrimmingReachTheProvider() throws {
        let host = try TestHost(FullProvider.table)
        try host.configure("known", "ä")
        #expect(throws: Refusal(code: -EINVAL, text: "no setting other")) { try host.configure("other", "") }
        host.table.trim(host.plugin, SHEAF_TRIM_LOW)
        host.table.trim(host.plugin, 17)
        host.table.trim(host.plugin, 0)
        #expect(host.log == ["6 known is ä", "4 trim low", "4 trim critical"])
    }

    @Test func probeAnswersACertainty() throws {
        let host = try TestHost(FullProvider.table)
        #expect(try host.probe("certain") == SHEAF_PROBE_CERTAIN)
        for (text, certainty) in [("", SHEAF_PROBE_NO), ("m", SHEAF_PROBE_MAYBE), ("l", SHEAF_PROBE_LIKELY)] {
            #expect(try TestHost(FullProvider.table).probe(text) == certainty)
        }
        let refusal = Refusal(code: -EBADF, text: "cannot read a document that is closed: Bad file descriptor")
        #expect(throws: refusal) { _ = try host.probe("again") }
    }

    @Test func pagesAndEventsComeThrough() throws {
        let host = try TestHost(FullProvider.table)
        let document = try host.open("abc")
        #expect(try document.count() == (SHEAF_ESTIMATED, 3))
        #expect(try host.open("").count() == (SHEAF_UNKNOWN, 0))
        #expect(try document.pages(from: 5, length: 2) == [105, 106])
        #expect(try document.page(0, from: -1) == 7)
        #expect(try document.page(3, from: 9) == 12)
        #expect(throws: Refusal(code: SHEAF_END)) { _ = try document.page(-1, from: 9) }
        #expect(document.hit(0, x: -1, y: 0) == (SHEAF_BACKGROUND, 0))
        #expect(document.hit(0, x: 0, y: -1) == (0, 1))
        #expect(document.hit(0, x: 0, y: 0) == (0, 0))
        let pages: [Int64] = [4, 2]
        try host.ask { host.table.prefetch(document.pointer, $0, pages, 2) }
        try host.ask { host.table.cancel_prefetch(document.pointer, $0, nil, 0) }
        try host.ask { host.table.appearance(document.pointer, $0, 3, SHEAF_DID_DISAPPEAR) }
        try document.move(SHEAF_MOVE_CANCEL, page: 4, to: 6)
        #expect(
            host.log.filter { $0.hasPrefix("7") }
                == ["7 prefetch [4, 2]", "7 cancel []", "7 3 didDisappear", "7 cancel 4 6"])
    }

    @Test func changesAreToldOfOpenDocumentsOnly() throws {
        let host = try TestHost(FullProvider.table)
        let document = try host.open("")
        #expect(host.changes.isEmpty)
        try document.refresh()
        document.close()
        #expect(host.changes.map(\.kind) == [SHEAF_CHANGED_PAGES, SHEAF_CHANGED_PAGE, SHEAF_CHANGED_ALL])
        #expect(host.changes.map(\.page) == [0, 5, 0])
        #expect(host.changes.allSatisfy { $0.document == document.pointer })
        #expect(host.log.last == "6 closed: cannot read a document that is closed: Bad file descriptor")
    }
}
