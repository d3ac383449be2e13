import CSheafProvider
import Glibc
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
        let result = unsafe body(function, request.pointer)
        let time = EventLoop.now - start
        alarm?.wait()
        return withExtendedLifetime(request) {
            Answer(result: result, text: request.errorText, microseconds: time)
        }
    }

    // MARK: Which pages there are

    func count(_ request: CheckRequest? = nil) throws(CheckStop) -> (
        answer: Answer, count: sheaf_count
    ) {
        var count = sheaf_count()
        count.size = UInt32(MemoryLayout<sheaf_count>.size)
        let answer = unsafe try call(table.count, "count", "", request) {
            unsafe $0(pointer, $1, &count)
        }
        return (answer, count)
    }

    /// What is in the array behind the ids that were asked for.
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
        var found: Int64 = -1
        let from = page == noPage ? "SHEAF_NO_PAGE" : "\(page)"
        let answer = unsafe try call(table.page_step, "page_step", "\(step) from page \(from)") {
            unsafe $0(pointer, $1, page, step, &found)
        }
        return (answer, found)
    }

    /// The ids of pages by their indexes, as a host finds them.
    func pages(from index: Int64 = 0, length: Int) throws(CheckStop) -> [Int64] {
        bench.asking("which pages there are, \(length) from \(index) on")
        do throws(HostError) {
            return try document.pageIDs(from: index, length: length, bench.request())
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
        guard answer.result == 0, HostLimits.pageSide.contains(metrics.width),
            HostLimits.pageSide.contains(metrics.height)
        else { throw bench.stop(.metrics, "\(answer), \(metrics.width) x \(metrics.height) points") }
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
                    rotation: order.rotation, reserved: 0, x: Int32(order.x), y: Int32(order.y),
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
        var claims: UInt32 = 0
        let answer = unsafe try call(table.hit, "hit", "on page \(page) at \(x), \(y)") {
            unsafe $0(pointer, $1, page, x, y, &claims)
        }
        return (answer, claims)
    }

    // MARK: How pages look

    func ink(_ page: Int64) throws(CheckStop) -> (answer: Answer, box: PointBox) {
        var box = sheaf_box()
        let answer = unsafe try call(table.ink, "ink", "of page \(page)") {
            unsafe $0(pointer, $1, page, &box)
        }
        return (
            answer,
            PointBox(x0: Double(box.x0), y0: Double(box.y0), x1: Double(box.x1), y1: Double(box.y1))
        )
    }

    func position(_ page: Int64) throws(CheckStop) -> (answer: Answer, position: Int64) {
        var position: Int64 = -1
        let answer = unsafe try call(table.position, "position", "of page \(page)") {
            unsafe $0(pointer, $1, page, &position)
        }
        return (answer, position)
    }

    func page(at position: Int64) throws(CheckStop) -> (answer: Answer, page: Int64) {
        var page: Int64 = -1
        let answer = unsafe try call(table.page_at, "page_at", "\(position)") {
            unsafe $0(pointer, $1, position, &page)
        }
        return (answer, page)
    }

    // MARK: What is in it

    /// The functions that hand over items.
    enum Contents: String, CaseIterable {
        case text, outline, links, search, metadata, annotations, pictures

        /// The kind of their items.
        var kind: UInt32 {
            switch self {
            case .text: SHEAF_ITEM_TEXT
            case .outline: SHEAF_ITEM_OUTLINE
            case .links: SHEAF_ITEM_LINK
            case .search: SHEAF_ITEM_MATCH
            case .metadata: SHEAF_ITEM_METADATA
            case .annotations: SHEAF_ITEM_ANNOTATION
            case .pictures: SHEAF_ITEM_PICTURE
            }
        }

        /// Whether they are about one page.
        var isOfAPage: Bool { self != .outline && self != .metadata }
    }

    /// What one of them hands over.
    ///
    /// - Parameter needle: for `search`.
    func contents(
        _ contents: Contents, _ page: Int64 = 0, needle: String = "the", _ request: CheckRequest? = nil
    ) throws(CheckStop) -> (answer: Answer, items: [ReceivedItem]) {
        let request = request ?? bench.request()
        let arguments = contents.isOfAPage ? "of page \(page)" : ""
        let answer =
            switch contents {
            case .text:
                unsafe try call(table.text, "text", arguments, request) { unsafe $0(pointer, $1, page) }
            case .outline:
                unsafe try call(table.outline, "outline", arguments, request) { unsafe $0(pointer, $1) }
            case .links:
                unsafe try call(table.links, "links", arguments, request) { unsafe $0(pointer, $1, page) }
            case .search:
                unsafe try call(
                    table.search, "search", "\(arguments) for \"\(needle.prefix(40))\"", request
                ) {
                    unsafe $0(pointer, $1, page, needle)
                }
            case .metadata:
                unsafe try call(table.metadata, "metadata", arguments, request) { unsafe $0(pointer, $1) }
            case .annotations:
                unsafe try call(table.annotations, "annotations", arguments, request) {
                    unsafe $0(pointer, $1, page)
                }
            case .pictures:
                unsafe try call(table.pictures, "pictures", arguments, request) {
                    unsafe $0(pointer, $1, page)
                }
            }
        return (answer, request.received)
    }
}

/// A rendering that a check asks for.
struct CheckRendering: CustomStringConvertible {
    var page: Int64
    var scale: Double
    var rotation: UInt32 = 0
    var x = 0, y = 0
    var width: Int
    var height: Int
    var format = SHEAF_FORMAT_BGRX8888
    /// As a host asks that was built before there were traits.
    var isOld = false

    /// The whole of a page, as large as fits in a box of pixels.
    init(
        _ page: Int64, _ metrics: PageMetrics, fitting side: (width: Int, height: Int),
        rotation: UInt32 = 0
    ) {
        let isTurned = rotation == 90 || rotation == 270
        let (across, down) =
            isTurned ? (metrics.height, metrics.width) : (metrics.width, metrics.height)
        scale = min(Double(side.width) / across, Double(side.height) / down)
        self.page = page
        self.rotation = rotation
        (width, height) = ProviderDocument.pixelSize(of: metrics, scale: scale, rotation: rotation)
    }

    /// A part of it.
    func part(x: Int, y: Int, width: Int, height: Int) -> CheckRendering {
        var part = self
        (part.x, part.y, part.width, part.height) = (x, y, width, height)
        return part
    }

    var description: String {
        "page \(page) at scale \(Float(scale)), turned by \(rotation), \(width) x \(height) pixels from \(x), \(y)"
            + (format == SHEAF_FORMAT_BGRX8888 ? "" : " in format \(format)")
            + (isOld ? " with a size that does not cover traits" : "")
    }
}

/// Memory that is rendered into. There is a row before and after the region, and pixels beside it, which no provider may touch.
@safe final class CheckPixels {
    let width, height: Int
    /// In pixels.
    let stride: Int
    private var memory: [UInt32]
    private(set) var traits: UInt32 = 0

    private static let untouched: UInt32 = 0x5a5a_5a5a

    /// - Parameter padding: pixels between the end of a row and the next.
    init(width: Int, height: Int, padding: Int) {
        self.width = width
        self.height = height
        stride = width + padding
        memory = [UInt32](repeating: Self.untouched, count: stride * (height + 2))
    }

    /// Lends the first pixel of the region, and the traits.
    func withMemory(_ body: (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>) -> Int32)
        -> Int32
    {
        unsafe memory.withUnsafeMutableBytes { bytes in
            unsafe body(bytes.baseAddress.map { unsafe $0 + stride * 4 }, &traits)
        }
    }

    /// Whether every region within has these same pixels.
    var isCuttable: Bool { traits & SHEAF_RENDER_CUTTABLE != 0 }

    /// What is wrong with it, in words; nil where nothing is.
    var fault: (rule: ABIRule, came: String)? {
        var unfilled = 0
        var first: (x: Int, y: Int)?
        var opaque = true
        for row in 0..<height + 2 {
            for column in 0..<stride {
                let pixel = memory[row * stride + column]
                guard (1...height).contains(row), column < width else {
                    if pixel != Self.untouched {
                        return (.nothingElse, "it wrote at \(column), \(row - 1), outside of the region")
                    }
                    continue
                }
                if pixel == Self.untouched {
                    unfilled += 1
                    if first == nil { first = (column, row - 1) }
                } else if pixel >> 24 != 0xff {
                    opaque = false
                }
            }
        }
        if let first {
            return (
                .fillEvery,
                "\(unfilled) of \(width * height) pixels are not filled, the first at \(first.x), \(first.y)"
            )
        }
        return opaque ? nil : (.opaque, "the fourth byte of some pixels is not 0xff")
    }

    /// Whether all pixels are the same.
    func isEqual(to other: CheckPixels) -> Bool {
        width == other.width && height == other.height && memory == other.memory
    }

    /// How many of its pixels differ from those of a larger rendering that it is a part of.
    ///
    /// - Parameter tolerance: by how much a channel may differ.
    func differences(from whole: CheckPixels, x: Int, y: Int, tolerance: Int) -> Int {
        var count = 0
        for row in 0..<height {
            for column in 0..<width {
                let one = memory[(row + 1) * stride + column]
                let other = whole.memory[(row + y + 1) * whole.stride + column + x]
                guard one != other else { continue }
                func distance(_ shift: UInt32) -> Int {
                    let (a, b) = ((one >> shift) & 0xff, (other >> shift) & 0xff)
                    return Int(max(a, b) - min(a, b))
                }
                if max(distance(0), distance(8), distance(16)) > tolerance { count += 1 }
            }
        }
        return count
    }
}
