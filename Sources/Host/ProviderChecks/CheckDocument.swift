import CSheafProvider
import Glibc
import HostProcess
import HostProtocol
import SheafOS

/// A document of a check: each function of the table, called as it stands, with arguments that no host would pass where a check wants
/// them, and the answer as it came.
@safe final class CheckDocument {
    private let document: ProviderDocument
    let bench: CheckBench

    init(_ document: ProviderDocument, _ bench: CheckBench) {
        self.document = document
        self.bench = bench
    }

    private var table: sheaf_provider { unsafe document.table }
    private var pointer: OpaquePointer { unsafe document.pointer }

    /// Calls a function; ``CheckStop/absent(_:)`` where the provider has none.
    private func call<Function>(
        _ function: Function?, _ name: String, _ arguments: String, _ request: CheckRequest? = nil,
        _ body: (Function, OpaquePointer) -> Int32
    ) throws(CheckStop) -> Answer {
        guard let function else { throw .absent("the provider has no \(name)") }
        let request = request ?? bench.request()
        bench.asking(arguments.isEmpty ? name : "\(name) \(arguments)")
        let alarm = bench.alarm(for: request)
        let start = EventLoop.now
        let result = unsafe body(function, request.context.pointer)
        let time = EventLoop.now - start
        alarm?.wait()
        return Answer(result: result, text: request.context.errorText, microseconds: time)
    }

    /// Calls a function that leaves what it finds in `value`.
    private func call<Function, Value>(
        _ function: Function?, _ name: String, _ arguments: String, _ request: CheckRequest? = nil,
        finding value: Value,
        _ body: (Function, OpaquePointer, inout Value) -> Int32
    ) throws(CheckStop) -> (Answer, Value) {
        var value = value
        let answer = unsafe try call(function, name, arguments, request) { unsafe body($0, $1, &value) }
        return (answer, value)
    }

    // MARK: Which pages there are

    func count(_ request: CheckRequest? = nil) throws(CheckStop) -> (
        answer: Answer, count: sheaf_count
    ) {
        var count = sheaf_count()
        count.size = UInt32(MemoryLayout<sheaf_count>.size)
        return unsafe try call(table.count, "count", "", request, finding: count) { unsafe $0(pointer, $1, &$2) }
    }

    /// The value that fills the array of ids before the call, so that ids written beyond its end are seen.
    private static let canary: Int64 = 0x5a5a_5a5a_5a5a_5a5a

    /// - Returns: also what `written` says, and whether ids were written beyond the array.
    func pageIDs(
        from index: Int64, length: Int
    ) throws(CheckStop) -> (answer: Answer, ids: [Int64], written: Int, isOverrun: Bool) {
        var ids = [Int64](repeating: Self.canary, count: length + 2)
        var written: UInt32 = 0
        let answer = unsafe try call(table.page_ids, "page_ids", "from \(index), \(length) of them") {
            unsafe $0(pointer, $1, index, UInt32(length), &ids, &written)
        }
        let isOverrun = ids.suffix(2) != [Self.canary, Self.canary]
        return (answer, Array(ids.prefix(min(Int(written), length))), Int(written), isOverrun)
    }

    func step(_ step: Int64, from page: Int64) throws(CheckStop) -> (answer: Answer, page: Int64) {
        let from = page == noPage ? "SHEAF_NO_PAGE" : "\(page)"
        return unsafe try call(table.page_step, "page_step", "\(step) from page \(from)", finding: -1) {
            unsafe $0(pointer, $1, page, step, &$2)
        }
    }

    /// The ids of pages by their indexes, as a host finds them.
    func pages(from index: Int64 = 0, length: Int) throws(CheckStop) -> [Int64] {
        bench.asking("which pages there are, \(length) from \(index) on")
        do throws(HostError) {
            return try document.pageIDs(from: index, length: length, bench.request().context)
        } catch {
            throw bench.stop(.pageIDs, error.message)
        }
    }

    /// A label, as it was written.
    struct Label {
        /// The bytes up to the NUL; all of them where there is none.
        let bytes: [UInt8]
        let hasEnd: Bool
    }

    func metrics(
        _ page: Int64, _ request: CheckRequest? = nil
    ) throws(CheckStop) -> (answer: Answer, metrics: sheaf_metrics, label: Label) {
        var metrics = sheaf_metrics()
        _ = unsafe withUnsafeMutableBytes(of: &metrics.label) {
            unsafe $0.initializeMemory(as: UInt8.self, repeating: 0x7e)
        }
        metrics.size = UInt32(MemoryLayout<sheaf_metrics>.size)
        metrics.kind = SHEAF_ESTIMATED
        let answer = unsafe try call(table.metrics, "metrics", "of page \(page)", request) {
            unsafe $0(pointer, $1, page, &metrics)
        }
        let all = unsafe withUnsafeBytes(of: &metrics.label) { unsafe Array($0) }
        return (answer, metrics, Label(bytes: Array(all.prefix { $0 != 0 }), hasEnd: all.contains(0)))
    }

    /// The size of a page, which has to be one.
    func size(of page: Int64) throws(CheckStop) -> PageMetrics {
        let (answer, metrics, _) = try metrics(page)
        guard answer.result == 0, HostLimits.isPage(metrics.width, metrics.height) else {
            throw bench.stop(.metrics, "\(answer), \(metrics.width) x \(metrics.height) points")
        }
        return PageMetrics(
            width: metrics.width, height: metrics.height, label: "", isExact: metrics.kind == SHEAF_EXACT)
    }

    // MARK: Rendering

    func render(_ order: CheckRendering, _ request: CheckRequest? = nil) throws(CheckStop) -> (
        answer: Answer, pixels: CheckPixels
    ) {
        // What a program draws into is copied with what is between the rows.
        let pixels = CheckPixels(
            width: order.width, height: order.height, padding: bench.isProgram ? 0 : 3)
        let answer = unsafe try call(table.render, "render", order.description, request) {
            function, request in
            unsafe pixels.withMemory { memory, traits in
                var render = unsafe sheaf_render(
                    size: UInt32(MemoryLayout<sheaf_render>.size), format: order.format, page: order.page,
                    scale: order.scale,
                    rotation: order.rotation, frame: 0, x: Int32(order.x), y: Int32(order.y),
                    width: Int32(order.width),
                    height: Int32(order.height), stride: UInt64(pixels.stride * 4), pixels: memory,
                    traits: traits)
                if order.isOld, let size = unsafe MemoryLayout<sheaf_render>.offset(of: \.traits) {
                    unsafe render.size = UInt32(size)
                    // Not to be touched: it is no address.
                    unsafe render.traits = UnsafeMutablePointer(bitPattern: 16)
                }
                return unsafe function(pointer, request, &render)
            }
        }
        return (answer, pixels)
    }

    /// Renders some pages, each of which has to succeed.
    ///
    /// - Parameter side: that a page fits in, in pixels.
    func renderedPages(_ limit: Int, fitting side: Int) throws(CheckStop) -> [(
        order: CheckRendering, pixels: CheckPixels
    )] {
        try somePages(limit).map { page throws(CheckStop) in
            let order = CheckRendering(page, try size(of: page), fitting: (side, side))
            return (order, try rendered(order))
        }
    }

    /// Renders what has to succeed.
    func rendered(_ order: CheckRendering) throws(CheckStop) -> CheckPixels {
        let (answer, pixels) = try render(order)
        guard answer.result == 0 else { throw bench.stop(.render, "\(answer)") }
        return pixels
    }

    // MARK: What a reader does

    func prefetch(_ pages: [Int64]) throws(CheckStop) -> Answer {
        unsafe try call(table.prefetch, "prefetch", "of \(pages.count) pages") {
            unsafe $0(pointer, $1, pages, UInt32(pages.count))
        }
    }

    func cancelPrefetch(_ pages: [Int64]) throws(CheckStop) -> Answer {
        unsafe try call(table.cancel_prefetch, "cancel_prefetch", "of \(pages.count) pages") {
            unsafe $0(pointer, $1, pages, UInt32(pages.count))
        }
    }

    func appearance(_ page: Int64, _ event: UInt32) throws(CheckStop) -> Answer {
        unsafe try call(table.appearance, "appearance", "of page \(page), event \(event)") {
            unsafe $0(pointer, $1, page, event)
        }
    }

    func refresh() throws(CheckStop) -> Answer {
        unsafe try call(table.refresh, "refresh", "") { unsafe $0(pointer, $1) }
    }

    func move(_ stage: UInt32, _ page: Int64, to index: Int64) throws(CheckStop) -> Answer {
        unsafe try call(table.move, "move", "of page \(page) to \(index), stage \(stage)") {
            function, request in
            var move = sheaf_move(
                size: UInt32(MemoryLayout<sheaf_move>.size), stage: stage, page: page, index: index)
            return unsafe function(pointer, request, &move)
        }
    }

    func hit(_ page: Int64, _ x: Double, _ y: Double) throws(CheckStop) -> (
        answer: Answer, claims: UInt32
    ) {
        unsafe try call(table.hit, "hit", "on page \(page) at \(x), \(y)", finding: 0) {
            unsafe $0(pointer, $1, page, x, y, &$2)
        }
    }

    // MARK: How pages look

    func ink(_ page: Int64) throws(CheckStop) -> (answer: Answer, box: PointBox) {
        let (answer, box) = unsafe try call(table.ink, "ink", "of page \(page)", finding: sheaf_box()) {
            unsafe $0(pointer, $1, page, &$2)
        }
        return (answer, PointBox(box))
    }

    func position(_ page: Int64) throws(CheckStop) -> (answer: Answer, position: Int64) {
        unsafe try call(table.position, "position", "of page \(page)", finding: -1) {
            unsafe $0(pointer, $1, page, &$2)
        }
    }

    func page(at position: Int64) throws(CheckStop) -> (answer: Answer, page: Int64) {
        unsafe try call(table.page_at, "page_at", "\(position)", finding: -1) {
            unsafe $0(pointer, $1, position, &$2)
        }
    }

    func passage(_ position: Int64) throws(CheckStop) -> (answer: Answer, passage: sheaf_passage) {
        var empty = sheaf_passage()
        empty.size = UInt32(MemoryLayout<sheaf_passage>.size)
        return unsafe try call(table.passage, "passage", "from \(position)", finding: empty) {
            unsafe $0(pointer, $1, position, &$2)
        }
    }

    func cfi(_ position: Int64) throws(CheckStop) -> (answer: Answer, cfi: String) {
        let none = unsafe UnsafePointer<CChar>?.none
        let (answer, cfi) = unsafe try call(table.cfi, "cfi", "of \(position)", finding: none) {
            unsafe $0(pointer, $1, position, position, &$2)
        }
        return (answer, unsafe cfi.map { unsafe String(cString: $0) } ?? "")
    }

    func place(ofCFI cfi: String) throws(CheckStop) -> (answer: Answer, position: Int64) {
        var end: Int64 = -1
        return unsafe try call(table.find_cfi, "find_cfi", cfi, finding: -1) {
            unsafe $0(pointer, $1, cfi, &$2, &end)
        }
    }

    // MARK: What is in it

    /// Calls the function of a kind, and returns the items that it hands over.
    ///
    /// - Parameter needle: for `search`.
    func contents(
        _ kind: ContentKind, _ page: Int64 = 0, needle: String = "the", _ request: CheckRequest? = nil
    ) throws(CheckStop) -> (answer: Answer, items: [ReceivedItem]) {
        let request = request ?? bench.request()
        let arguments =
            (kind.isOfAPage ? "of page \(page)" : "") + (kind == .search ? " for \"\(needle.prefix(40))\"" : "")
        let function = unsafe kind.function(in: table, page: page, needle: needle)
        let answer = unsafe try call(function, kind.name, arguments, request) { unsafe $0(pointer, $1) }
        return (answer, request.items.all)
    }
}
