import CSheafProvider

/// An open document, closed with its last owner.
package final class TestDocument {
    package let pointer: OpaquePointer?
    package let source: TestSource
    package let host: TestHost
    private var isOpen = true

    init(_ pointer: OpaquePointer?, source: TestSource, host: TestHost) {
        self.pointer = pointer
        self.source = source
        self.host = host
    }

    deinit {
        close()
    }

    package func close() {
        guard isOpen else { return }
        isOpen = false
        host.table.close(pointer)
    }

    /// How many pages are counted so far.
    package func counted() throws(Refusal) -> Int64 {
        var count = sheaf_count()
        count.size = UInt32(MemoryLayout<sheaf_count>.stride)
        try host.ask { host.table.count(pointer, $0, &count) }
        return count.counted
    }

    /// The kind of the count, and the count.
    package func count() throws(Refusal) -> (kind: UInt32, pages: Int64) {
        var count = sheaf_count()
        count.size = UInt32(MemoryLayout<sheaf_count>.stride)
        try host.ask { host.table.count(pointer, $0, &count) }
        return (count.kind, count.pages)
    }

    package func pages(from index: Int64, length: Int) throws -> [Int64] {
        // One more, which must stay as it is.
        var ids = [Int64](repeating: -7, count: length + 1)
        var written: UInt32 = 0
        _ = try host.ask { host.table.page_ids(pointer, $0, index, UInt32(length), &ids, &written) }
        guard ids.last == -7, written <= length else { throw Trespass() }
        return Array(ids.prefix(Int(written)))
    }

    package func page(_ step: Int64, from page: Int64) throws(Refusal) -> Int64 {
        var found: Int64 = -7
        try host.ask { host.table.page_step(pointer, $0, page, step, &found) }
        return found
    }

    /// The width, height and label of a page.
    package func metrics(_ page: Int64) throws(Refusal) -> (width: Double, height: Double, label: String) {
        var metrics = sheaf_metrics()
        metrics.size = UInt32(MemoryLayout<sheaf_metrics>.stride)
        try host.ask { host.table.metrics(pointer, $0, page, &metrics) }
        let label = withUnsafeBytes(of: &metrics.label) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return (metrics.width, metrics.height, label)
    }

    package func move(_ stage: UInt32, page: Int64, to index: Int64) throws(Refusal) {
        var move = sheaf_move()
        move.size = UInt32(MemoryLayout<sheaf_move>.stride)
        (move.stage, move.page, move.index) = (stage, page, index)
        try host.ask { host.table.move(pointer, $0, &move) }
    }

    /// The result of hit, and whether the page claims the drag.
    package func hit(_ page: Int64, x: Double, y: Double) -> (result: Int32, claims: UInt32) {
        var claims: UInt32 = 77
        let request = TestRequest()
        let result = withExtendedLifetime(request) {
            host.table.hit(pointer, request.pointer, page, x, y, &claims)
        }
        return (result, claims)
    }

    package func refresh() throws(Refusal) {
        try host.ask { host.table.refresh(pointer, $0) }
    }

    package func text(_ page: Int64) throws(Refusal) -> [TestItem] {
        try host.ask { host.table.text(pointer, $0, page) }.items
    }

    package func outline(_ request: TestRequest = TestRequest()) throws(Refusal) -> [TestItem] {
        try host.ask(request) { host.table.outline(pointer, $0) }.items
    }

    package func links(_ page: Int64) throws(Refusal) -> [TestItem] {
        try host.ask { host.table.links(pointer, $0, page) }.items
    }

    package func annotations(_ page: Int64) throws(Refusal) -> [TestItem] {
        try host.ask { host.table.annotations(pointer, $0, page) }.items
    }

    /// The box of what is on a page; a blank one is a refusal.
    package func ink(_ page: Int64) throws(Refusal) -> [Float] {
        var box = sheaf_box()
        try host.ask { host.table.ink(pointer, $0, page, &box) }
        return [box.x0, box.y0, box.x1, box.y1]
    }

    package func pictures(_ page: Int64) throws(Refusal) -> [TestItem] {
        try host.ask { host.table.pictures(pointer, $0, page) }.items
    }

    package func blocks(_ page: Int64) throws(Refusal) -> [TestItem] {
        try host.ask { host.table.blocks(pointer, $0, page) }.items
    }

    package func position(_ page: Int64) throws(Refusal) -> Int64 {
        var position: Int64 = -1
        try host.ask { host.table.position(pointer, $0, page, &position) }
        return position
    }

    package func page(at position: Int64) throws(Refusal) -> Int64 {
        var page: Int64 = -1
        try host.ask { host.table.page_at(pointer, $0, position, &page) }
        return page
    }

    /// The EPUB CFI of the text between two positions.
    package func cfi(_ position: Int64, _ end: Int64 = -1) throws(Refusal) -> String {
        var cfi: UnsafePointer<CChar>?
        try host.ask { host.table.cfi(pointer, $0, position, end, &cfi) }
        return cfi.map { String(cString: $0) } ?? ""
    }

    /// The positions that an EPUB CFI means.
    package func place(ofCFI cfi: String) throws(Refusal) -> Range<Int64> {
        var (position, end) = (Int64(-1), Int64(-1))
        try host.ask { host.table.find_cfi(pointer, $0, cfi, &position, &end) }
        return position..<end
    }

    /// The text from a position on that needs no pages, where it goes on, and where all of it ends.
    package func passage(_ position: Int64) throws(Refusal) -> (items: [TestItem], next: Int64, end: Int64) {
        var passage = sheaf_passage()
        passage.size = UInt32(MemoryLayout<sheaf_passage>.stride)
        let items = try host.ask { host.table.passage(pointer, $0, position, &passage) }.items
        return (items, passage.next, passage.end)
    }

    package func search(_ needle: String, page: Int64) throws(Refusal) -> [TestItem] {
        try host.ask { host.table.search(pointer, $0, page, needle) }.items
    }

    package func metadata() throws(Refusal) -> [TestItem] {
        try host.ask { host.table.metadata(pointer, $0) }.items
    }
}
