package import CSheafProvider
import Glibc
package import HostProtocol
import Varlink

/// A document that is open in this host. It is closed with its last reference.
@safe package final class ProviderDocument {
    @unsafe package let pointer: OpaquePointer
    @unsafe package let table: sheaf_provider
    private let source: DocumentSource
    private let services: HostServices
    /// How its pages are to look.
    let looks: DocumentLooks
    /// In which order its pages come.
    var order = PageOrder()
    /// Whether its text goes on from page to page.
    var flows = false
    /// The text of the page behind the one that was searched last, which is searched next, and how often the document had changed then.
    private var nextText: (page: Int64, age: Int, text: PageText)?
    /// The pages that are measured only where nothing else is asked for: that has ended hosts.
    var unmeasured: Set<Int64> = []
    var boxes = PageBoxes()
    /// How often it had changed when they were found.
    private var boxesAge = 0
    /// How many pages the provider has said last that there are; nil before it was asked.
    private var lastCount: PageCount?

    init(
        _ document: OpaquePointer, source: DocumentSource, looks: DocumentLooks, table: sheaf_provider,
        services: HostServices
    ) {
        self.looks = looks
        unsafe pointer = document
        unsafe self.table = table
        self.source = source
        self.services = services
    }

    deinit {
        unsafe table.close?(pointer)
        unsafe services.forget(pointer)
    }

    /// Calls a function of the provider's table.
    ///
    /// - Parameters:
    ///   - function: nil where the provider has none: ``HostError/Code/unsupported(function:)`` with its `name`.
    ///   - what: what it is asked to do, as a verb phrase for its error.
    func call<Function>(
        _ function: Function?, _ name: String, _ what: String, _ request: RequestContext,
        _ body: (Function) -> Int32
    ) throws(HostError) -> JSONEmpty {
        guard let function else { throw HostError.unsupported(name) }
        try request.check(body(function), what)
        return JSONEmpty()
    }

    /// Has the provider emit the items of a kind. Where it was stopped before it had emitted all, since no more are wanted, its result
    /// means nothing.
    ///
    /// - Parameter page: on which they are; nil where they are on none.
    func emit(
        _ kind: ContentKind, on page: Int64? = nil, needle: String = "", _ request: RequestContext
    ) throws(HostError) {
        guard let function = unsafe kind.function(in: table, page: page ?? 0, needle: needle) else {
            throw HostError.unsupported(kind.name)
        }
        let result = unsafe function(pointer, request.pointer)
        if !request.hasEnough { try request.check(result, kind.row.verb) }
        request.items = try shifted(request.items, on: page, request)
    }

    /// The text of a page; and that of the page behind, where it goes on there.
    ///
    /// - Parameter isAlone: whether the page behind is left alone.
    func text(
        of page: Int64, isAlone: Bool, _ request: RequestContext
    ) throws(HostError) -> (text: PageText, next: PageText?) {
        let age = unsafe services.changes(of: pointer)
        func read(_ page: Int64) throws(HostError) -> PageText {
            if let known = nextText, known.page == page, known.age == age { return known.text }
            let request = request.another(part: ItemPart(count: HostLimits.listedItems))
            try emit(.text, on: page, request)
            return PageText(request.items)
        }
        let text = try read(page)
        guard flows, !isAlone else { return (text, nil) }
        do throws(HostError) {
            let behind = try self.page(1, after: page, request)
            let next = try read(behind)
            nextText = (behind, age, next)
            return (text, next)
        } catch {
            guard error.code != .cancelled, error.code != .notCounted else { throw error }
            // It is the last one, or the one behind can't be read.
            nextText = nil
            return (text, nil)
        }
    }

    /// The name of a page in messages: its number from 1, where the provider has no ids of its own.
    func name(ofPage page: Int64) -> String {
        let isNumbered = unsafe table.page_ids == nil && table.page_step == nil
        return isNumbered ? "page \(page + 1)" : "the page with the id \(page)"
    }

    /// Whether the provider can say where in its text pages begin.
    var hasPositions: Bool { unsafe table.position != nil && table.page_at != nil }

    /// Forgets where things are on its pages, where it has changed since that was found.
    func forgetBoxesOfChange() {
        let age = unsafe services.changes(of: pointer)
        guard age != boxesAge else { return }
        // The margins that all pages have in common stay until it is opened again: pages that have not changed measure what they did.
        let common = boxes.common
        boxes = PageBoxes()
        boxes.common = common
        boxesAge = age
    }
}

extension ProviderDocument {
    /// The title that the document gives itself. Nil where it has none, and where asking fails: the document can be
    /// read without a title.
    func title(_ request: RequestContext) -> String? {
        guard let function = unsafe ContentKind.metadata.function(in: table) else { return nil }
        _ = unsafe function(pointer, request.pointer)
        return request.items.first { $0.kind == .metadata && $0.key == "title" }?.text.flatMap(DocumentTitle.clean)
    }
}

// Its pages: which there are, and how they measure.

extension ProviderDocument {
    /// How many pages there are.
    package func count(_ request: RequestContext) throws(HostError) -> PageCount {
        let count = try ask(request)
        lastCount = count
        return count
    }

    /// Whether the provider has not counted all pages yet: each time that it is asked it counts on.
    private var isCounting: Bool {
        if case .counting = lastCount { true } else { false }
    }

    private func ask(_ request: RequestContext) throws(HostError) -> PageCount {
        guard let function = unsafe table.count else { return .unknown }
        var count = sheaf_count()
        count.size = UInt32(MemoryLayout<sheaf_count>.size)
        count.kind = SHEAF_UNKNOWN
        try request.check(unsafe function(pointer, request.pointer, &count), "count the pages")
        switch count.kind {
        case SHEAF_EXACT where count.pages >= 0: return .exact(min(count.pages, HostLimits.pages))
        case SHEAF_ESTIMATED where count.pages >= 0: return .estimated(min(count.pages, HostLimits.pages))
        case SHEAF_COUNTING where count.pages >= 0:
            let pages = min(count.pages, HostLimits.pages)
            return .counting(pages, counted: min(max(count.counted, 0), pages))
        default: return .unknown
        }
    }

    /// The ids of up to `length` pages from `index` on; fewer at the end.
    package func pageIDs(from index: Int64, length: Int, _ request: RequestContext) throws(HostError) -> [Int64] {
        guard index < HostLimits.pages else { return [] }
        guard let function = unsafe table.page_ids else {
            return unsafe table.page_step == nil
                ? try numbers(from: index, length: length, request)
                : try walk(from: index, length: length, request)
        }
        var ids = [Int64](repeating: noPage, count: length)
        var written: UInt32 = 0
        let result = unsafe function(pointer, request.pointer, index, UInt32(length), &ids, &written)
        if result == SHEAF_END { return [] }
        try request.check(result, "name the pages")
        return Array(ids.prefix(Int(written)))
    }

    /// The first page, or nil of an empty document.
    func firstPage(_ request: RequestContext) throws(HostError) -> Int64? {
        try pageIDs(from: 0, length: 1, request).first
    }

    /// The page `step` pages after `page`; with nil, after the first one.
    func page(_ step: Int64, after page: Int64?, _ request: RequestContext) throws(HostError) -> Int64 {
        if let function = unsafe table.page_step {
            var start = page
            if start == nil { start = unsafe try self.step(0, from: noPage, function, request) }
            guard let start else { throw Self.end }
            if page == nil, step == 0 { return start }
            guard let found = unsafe try self.step(step, from: start, function, request) else { throw Self.end }
            return found
        }
        let start: Int64 = if let page { try index(of: page, request) } else { 0 }
        let (index, overflow) = start.addingReportingOverflow(step)
        guard !overflow, index >= 0, let found = try pageIDs(from: index, length: 1, request).first else {
            throw Self.end
        }
        return found
    }

    /// The ids of up to `length` pages from `index` on, and the sizes and labels of the first of them: as many as can be measured one
    /// after the other.
    func lookUp(
        from index: Int64, length: Int, _ request: RequestContext
    ) throws(HostError) -> (pages: [Int64], metrics: [PageMetrics]) {
        let pages = try pageIDs(from: index, length: length, request)
        var all: [PageMetrics] = []
        var remaining = looks.trim == .no ? .max : Self.inkAtOnce
        for page in pages {
            if boxes.ink[page] == nil { remaining -= 1 }
            guard remaining >= 0, !unmeasured.contains(page) else { break }
            do throws(HostError) {
                all.append(try metrics(of: page, request))
            } catch {
                if error.code == .cancelled || request.isCancelled { throw HostError.cancelled }
                // Numbers of pages that are still counted are no promise.
                if isCounting, error.code == .noSuchPage { return (Array(pages.prefix(all.count)), all) }
                break
            }
        }
        return (pages, all)
    }

    /// The index of the page with this label: the first one with exactly this, else the first one with this but for its case.
    func findIndex(label: String, _ request: RequestContext) throws(HostError) -> Int64 {
        let folded = label.lowercased()
        var similar: Int64?
        var index: Int64 = 0
        var pages = try pageIDs(from: index, length: HostLimits.metricsAtOnce, request)
        search: while !pages.isEmpty {
            for page in pages {
                guard !request.isCancelled else { throw HostError.cancelled }
                switch try name(of: page, index: index, request) {
                case .end: break search
                case .unknown: break
                case .label(let name):
                    if name == label { return index }
                    if similar == nil, name.lowercased() == folded { similar = index }
                }
                index += 1
            }
            pages = try pageIDs(from: index, length: HostLimits.metricsAtOnce, request)
        }
        guard let similar else { throw HostError(.noSuchPage, "no page is labelled \(label)") }
        return similar
    }

    /// The label of a page, or why it has none.
    private enum PageName {
        case label(String)
        /// The page can't be measured. It does not match the label, and the search goes on.
        case unknown
        /// The document has no such page: it ends here, and nobody knew its length.
        case end
    }

    private func name(of page: Int64, index: Int64, _ request: RequestContext) throws(HostError) -> PageName {
        if unmeasured.contains(page) { return .unknown }
        do throws(HostError) {
            let printed = try provided(metricsOf: page, request).label
            return .label(printed.isEmpty ? "\(index + 1)" : printed)
        } catch {
            switch error.code {
            case .noSuchPage: return .end
            case .cancelled, .notCounted: throw error
            default: return .unknown
            }
        }
    }

    /// Asks the provider for the position of a page in the text, or for the page at a position; -1 where there is none.
    func position(
        _ function: (
            @convention(c) (OpaquePointer?, OpaquePointer?, Int64, UnsafeMutablePointer<Int64>?) -> Int32
        )?, _ name: String, _ number: Int64, _ request: RequestContext
    ) throws(HostError) -> Int64 {
        var found: Int64 = -1
        _ = try unsafe call(function, name, "find a place in its text", request) {
            unsafe $0(pointer, request.pointer, number, &found)
        }
        return max(found, -1)
    }

    private static var end: HostError { HostError(.endOfDocument, "the document has no page there") }

    /// The size and the label of a page, as it is shown.
    package func metrics(of page: Int64, _ request: RequestContext) throws(HostError) -> PageMetrics {
        let metrics = try provided(metricsOf: page, request)
        guard let box = try shownBox(of: page, metrics, request) else { return metrics }
        return PageMetrics(
            width: box.x1 - box.x0, height: box.y1 - box.y0, label: metrics.label, isExact: metrics.isExact)
    }

    /// The size and the label of a page, as the provider has it.
    func provided(metricsOf page: Int64, _ request: RequestContext) throws(HostError) -> PageMetrics {
        var metrics = try providedMetrics(of: page, request)
        let label = unsafe withUnsafeBytes(of: &metrics.label) { bytes in
            unsafe BoundedText.copy(
                bytes.assumingMemoryBound(to: CChar.self).baseAddress, limit: Int(SHEAF_LABEL_SIZE) - 1)
        }
        return PageMetrics(
            width: metrics.width, height: metrics.height, label: label ?? "", isExact: metrics.kind == SHEAF_EXACT)
    }

    /// The metrics of a page, as the provider fills them in.
    func providedMetrics(of page: Int64, _ request: RequestContext) throws(HostError) -> sheaf_metrics {
        guard let function = unsafe table.metrics else { throw HostError.unsupported("metrics") }
        var metrics = sheaf_metrics()
        metrics.size = UInt32(MemoryLayout<sheaf_metrics>.size)
        metrics.kind = SHEAF_ESTIMATED
        let result = try request.measuring(page) { () throws(HostError) in
            unsafe function(pointer, request.pointer, page, &metrics)
        }
        try request.check(result, "measure \(name(ofPage: page))")
        guard HostLimits.isPage(metrics.width, metrics.height) else {
            throw HostError(
                .documentError(errno: EPROTO),
                """
                the provider says that \(name(ofPage: page)) measures \(metrics.width) by \(metrics.height) points; \
                a side has \(HostLimits.pageSide.lowerBound) to \(HostLimits.pageSide.upperBound)
                """)
        }
        return metrics
    }

    /// Page ids of a provider that numbers its pages.
    private func numbers(
        from index: Int64, length: Int, _ request: RequestContext
    ) throws(HostError) -> [Int64] {
        // To ask that would take the time of counting on.
        guard !isCounting, case .exact(let pages) = try count(request) else {
            // Nobody knows where it ends: pages that are not there say so when they are measured.
            return Array(index..<index + Int64(length))
        }
        guard index < pages else { return [] }
        let range = index..<min(pages, index + Int64(length))
        return order.pages(in: Int(range.lowerBound)..<Int(range.upperBound), of: Int(pages)).map { Int64($0) }
    }

    /// Page ids of a provider that only steps.
    private func walk(from index: Int64, length: Int, _ request: RequestContext) throws(HostError) -> [Int64] {
        guard let function = unsafe table.page_step, let first = unsafe try step(0, from: noPage, function, request),
            var page = unsafe try index == 0 ? first : step(index, from: first, function, request)
        else { return [] }
        var ids = [page]
        while ids.count < length, let next = unsafe try step(1, from: page, function, request) {
            page = next
            ids.append(page)
        }
        return ids
    }

    private typealias Step =
        @convention(c) (OpaquePointer?, OpaquePointer?, Int64, Int64, UnsafeMutablePointer<Int64>?) -> Int32

    private func step(
        _ step: Int64, from page: Int64, _ function: Step, _ request: RequestContext
    ) throws(HostError) -> Int64? {
        guard !request.isCancelled else { throw HostError.cancelled }
        var found = noPage
        let result = unsafe function(pointer, request.pointer, page, step, &found)
        if result == SHEAF_END { return nil }
        try request.check(result, "step from \(name(ofPage: page))")
        return found
    }

    /// Where a page is, for a provider that can't step.
    private func index(of page: Int64, _ request: RequestContext) throws(HostError) -> Int64 {
        if unsafe table.page_ids == nil, order == PageOrder() { return page }
        var index: Int64 = 0
        while true {
            guard !request.isCancelled else { throw HostError.cancelled }
            let pages = try pageIDs(from: index, length: HostLimits.pageIDsAtOnce, request)
            if let offset = pages.firstIndex(of: page) { return index + Int64(offset) }
            guard !pages.isEmpty else {
                throw HostError(.noSuchPage, "the document does not have \(name(ofPage: page))")
            }
            index += Int64(pages.count)
        }
    }
}
