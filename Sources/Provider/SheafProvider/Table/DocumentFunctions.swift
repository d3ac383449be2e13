import CSheafProvider

// The functions of the table about pages: which there are, how they look, what happens to them.

func pageMetrics(
    _ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64, _ metrics: UnsafeMutablePointer<sheaf_metrics>?
) -> Int32 {
    unsafe serve(document, request, as: (any Document).self) { document, request throws(ProviderError) in
        // A host that was built before pages had frames passes a shorter one.
        guard let metrics = unsafe metrics, let least = MemoryLayout<sheaf_metrics>.offset(of: \.frames),
            unsafe metrics.pointee.size >= UInt32(least)
        else { throw invalid("a place for the metrics") }
        let found = try document.metrics(of: page(id), request: request)
        unsafe metrics.pointee.kind = found.isEstimated ? SHEAF_ESTIMATED : SHEAF_EXACT
        unsafe metrics.pointee.width = found.width
        unsafe metrics.pointee.height = found.height
        unsafe withUnsafeMutableBytes(of: &metrics.pointee.label) { unsafe fill($0, with: found.label) }
        if unsafe covers(metrics.pointee.size, sheaf_metrics.self) {
            unsafe metrics.pointee.frames = UInt32(clamping: found.frames)
        }
    }
}

func renderPage(
    _ document: OpaquePointer?, _ request: OpaquePointer?, _ render: UnsafePointer<sheaf_render>?
) -> Int32 {
    unsafe serve(document, request, as: (any Document).self) { document, request throws(ProviderError) in
        guard let render = unsafe render, let asked = unsafe known(render) else { throw invalid("a rendering") }
        let rendering = try unsafe RenderRequest(asked)
        var pixels = try unsafe PixelBuffer(asked)
        try document.render(rendering, into: &pixels, request: request)
        if pixels.isCuttable { unsafe asked.traits?.pointee |= SHEAF_RENDER_CUTTABLE }
    }
}

/// Returns the fields of a rendering that its size covers. A host that was built before there were traits has none. Nil
/// where the size covers less than that.
private func known(_ render: UnsafePointer<sheaf_render>) -> sheaf_render? {
    let bytes = unsafe UnsafeRawPointer(render)
    let size = unsafe Int(bytes.load(as: UInt32.self))
    guard let least = unsafe MemoryLayout<sheaf_render>.offset(of: \.traits), size >= least else { return nil }
    var copy = unsafe sheaf_render()
    let whole = unsafe MemoryLayout<sheaf_render>.size
    let count = size >= whole ? whole : least
    unsafe withUnsafeMutableBytes(of: &copy) { copy in
        unsafe copy.baseAddress?.copyMemory(from: bytes, byteCount: count)
    }
    return unsafe copy
}

func countPages(
    _ document: OpaquePointer?, _ request: OpaquePointer?, _ count: UnsafeMutablePointer<sheaf_count>?
) -> Int32 {
    unsafe serve(document, request, as: (any Counted).self) { document, request throws(ProviderError) in
        guard let count = unsafe count, unsafe covers(count.pointee.size, sheaf_count.self) else {
            throw invalid("a place for the count")
        }
        let (kind, number, counted) =
            switch try document.pageCount(request: request) {
            case .exact(let number): (SHEAF_EXACT, number, number)
            case .estimated(let number): (SHEAF_ESTIMATED, number, 0)
            case .unknown: (SHEAF_UNKNOWN, Int64(0), 0)
            case .counting(let number, let counted): (SHEAF_COUNTING, number, counted)
            }
        unsafe count.pointee.kind = kind
        unsafe count.pointee.pages = number
        unsafe count.pointee.counted = counted
    }
}

func listPages(
    _ document: OpaquePointer?, _ request: OpaquePointer?, _ index: Int64, _ length: UInt32,
    _ ids: UnsafeMutablePointer<Int64>?, _ written: UnsafeMutablePointer<UInt32>?
) -> Int32 {
    unsafe serve(document, request, as: (any PageListing).self) { document, request throws(ProviderError) in
        guard let ids = unsafe ids, let written = unsafe written, index >= 0 else { throw invalid("a place for ids") }
        let found = try document.pages(from: index, length: Int(length), request: request).prefix(Int(length))
        for (offset, page) in found.enumerated() { unsafe ids[offset] = page.rawValue }
        unsafe written.pointee = UInt32(found.count)
    }
}

func stepPages(
    _ document: OpaquePointer?, _ request: OpaquePointer?, _ from: Int64, _ step: Int64,
    _ found: UnsafeMutablePointer<Int64>?
) -> Int32 {
    unsafe serve(document, request, as: (any Steppable).self) { document, request throws(ProviderError) in
        guard let found = unsafe found else { throw invalid("a place for the page") }
        let start = from == SHEAF_NO_PAGE ? nil : try page(from)
        guard let page = try document.page(step, from: start, request: request) else { throw .noPage }
        unsafe found.pointee = page.rawValue
    }
}

func prefetchPages(
    _ document: OpaquePointer?, _ request: OpaquePointer?, _ ids: UnsafePointer<Int64>?, _ length: UInt32
) -> Int32 {
    unsafe serve(document, request, as: (any Prefetching).self) { document, request throws(ProviderError) in
        try unsafe document.prefetch(pages(ids, length), request: request)
    }
}

func cancelPrefetchPages(
    _ document: OpaquePointer?, _ request: OpaquePointer?, _ ids: UnsafePointer<Int64>?, _ length: UInt32
) -> Int32 {
    unsafe serve(document, request, as: (any Prefetching).self) { document, request throws(ProviderError) in
        try unsafe document.cancelPrefetch(pages(ids, length), request: request)
    }
}

func pageAppearance(_ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64, _ event: UInt32) -> Int32 {
    unsafe serve(document, request, as: (any AppearanceObserving).self) { document, request throws(ProviderError) in
        guard let event = AppearanceEvent(rawValue: event) else { throw invalid("an event") }
        try document.appearance(of: page(id), event, request: request)
    }
}

func refreshDocument(_ document: OpaquePointer?, _ request: OpaquePointer?) -> Int32 {
    unsafe serve(document, request, as: (any Refreshable).self) { document, request throws(ProviderError) in
        try document.refresh(request: request)
    }
}

func movePage(_ document: OpaquePointer?, _ request: OpaquePointer?, _ move: UnsafePointer<sheaf_move>?) -> Int32 {
    unsafe serve(document, request, as: (any Reorderable).self) { document, request throws(ProviderError) in
        guard
            let move = unsafe move?.pointee, covers(move.size, sheaf_move.self), move.index >= 0,
            let stage = PageMove.Stage(rawValue: move.stage)
        else { throw invalid("a move") }
        try document.move(PageMove(stage: stage, page: page(move.page), index: move.index), request: request)
    }
}

func hitPage(
    _ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64, _ x: Double, _ y: Double,
    _ claims: UnsafeMutablePointer<UInt32>?
) -> Int32 {
    unsafe serveResult(document, request, as: (any HitTesting).self) { document, request throws(ProviderError) in
        guard let claims = unsafe claims else { throw invalid("a place for the answer") }
        let hit = try document.hit(Point(x: x, y: y), on: page(id), request: request)
        unsafe claims.pointee = hit == .claimed ? 1 : 0
        return hit == .background ? SHEAF_BACKGROUND : 0
    }
}

/// Writes as many whole characters as fit, and a NUL.
private func fill(_ bytes: UnsafeMutableRawBufferPointer, with label: String) {
    var end = label.startIndex
    for index in label.indices {
        let next = label.index(after: index)
        guard label.utf8.distance(from: label.startIndex, to: next) < bytes.count, label[index] != "\0" else { break }
        end = next
    }
    let text = label[..<end].utf8
    unsafe bytes.copyBytes(from: text)
    unsafe bytes[text.count] = 0
}

func pageInk(
    _ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64, _ box: UnsafeMutablePointer<sheaf_box>?
) -> Int32 {
    unsafe serveResult(document, request, as: (any Inked).self) { document, request throws(ProviderError) in
        guard let box = unsafe box else { throw invalid("a place for the box") }
        guard let ink = try document.ink(on: page(id), request: request) else { return SHEAF_BACKGROUND }
        unsafe box.pointee = sheaf_box(x0: Float(ink.x0), y0: Float(ink.y0), x1: Float(ink.x1), y1: Float(ink.y1))
        return 0
    }
}

func pagePosition(
    _ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64, _ position: UnsafeMutablePointer<Int64>?
) -> Int32 {
    unsafe serve(document, request, as: (any Flowing).self) { document, request throws(ProviderError) in
        guard let position = unsafe position else { throw invalid("a place for the position") }
        unsafe position.pointee = try document.position(of: page(id), request: request)
    }
}

func pageAtPosition(
    _ document: OpaquePointer?, _ request: OpaquePointer?, _ position: Int64, _ id: UnsafeMutablePointer<Int64>?
) -> Int32 {
    unsafe serve(document, request, as: (any Flowing).self) { document, request throws(ProviderError) in
        guard let id = unsafe id else { throw invalid("a place for the page") }
        unsafe id.pointee = try document.page(at: position, request: request).rawValue
    }
}
