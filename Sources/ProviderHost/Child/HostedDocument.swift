import CSheafProvider
import Glibc

/// A document that is open in this host. It is closed with its last reference.
@safe final class HostedDocument {
    @unsafe let document: OpaquePointer
    @unsafe let table: sheaf_provider
    private let source: DocumentSource
    private let services: HostServices

    init(_ document: OpaquePointer, source: DocumentSource, table: sheaf_provider, services: HostServices) {
        unsafe self.document = document
        unsafe self.table = table
        self.source = source
        self.services = services
    }

    deinit {
        unsafe table.close?(document)
        unsafe services.forget(document)
    }

    /// Advice: these pages will be asked for.
    func prefetch(_ pages: [Int64], _ request: RequestContext) throws(HostError) {
        guard let prefetch = unsafe table.prefetch else { throw HostError.unsupported("prefetch") }
        try request.check(unsafe prefetch(document, request.pointer, pages, UInt32(pages.count)), "prefetch pages")
    }

    /// Advice: these pages won't be asked for after all.
    func cancelPrefetch(_ pages: [Int64], _ request: RequestContext) throws(HostError) {
        guard let cancel = unsafe table.cancel_prefetch else { throw HostError.unsupported("cancelPrefetch") }
        try request.check(unsafe cancel(document, request.pointer, pages, UInt32(pages.count)), "cancel prefetching")
    }

    /// A page comes on some screen or leaves it.
    func appearance(of page: Int64, _ event: AppearanceEvent, _ request: RequestContext) throws(HostError) {
        guard let appearance = unsafe table.appearance else { throw HostError.unsupported("appearance") }
        try request.check(
            unsafe appearance(document, request.pointer, page, event.rawValue), "take note of an appearance")
    }

    /// Has the provider look at its source again.
    func refresh(_ request: RequestContext) throws(HostError) {
        guard let refresh = unsafe table.refresh else { throw HostError.unsupported("refresh") }
        try request.check(unsafe refresh(document, request.pointer), "look at the document again")
    }

    /// Moves a page by hand.
    func move(_ move: PageMove, _ request: RequestContext) throws(HostError) {
        guard let function = unsafe table.move else { throw HostError.unsupported("move") }
        var step = sheaf_move(
            size: UInt32(MemoryLayout<sheaf_move>.size), stage: move.stage.rawValue, page: move.page, index: move.index)
        try request.check(unsafe function(document, request.pointer, &step), "move a page")
    }

    /// What a drag at a point of a page would meet.
    func hit(_ page: Int64, x: Double, y: Double, _ request: RequestContext) throws(HostError) -> HitResult {
        guard let hit = unsafe table.hit else { throw HostError.unsupported("hit") }
        var claims: UInt32 = 0
        let result = unsafe hit(document, request.pointer, page, x, y, &claims)
        if result == SHEAF_BACKGROUND { return .background }
        try request.check(result, "say what is at a point")
        return claims != 0 ? .claimed : .unclaimed
    }

    /// The text of a page, in reading order.
    func text(of page: Int64, _ request: RequestContext) throws(HostError) -> ItemList {
        guard let text = unsafe table.text else { throw HostError.unsupported("text") }
        return try collect(request, "read the text") { unsafe text(document, request.pointer, page) }
    }

    /// The table of contents.
    func outline(_ request: RequestContext) throws(HostError) -> ItemList {
        guard let outline = unsafe table.outline else { throw HostError.unsupported("outline") }
        return try collect(request, "read the outline") { unsafe outline(document, request.pointer) }
    }

    /// The links of a page.
    func links(of page: Int64, _ request: RequestContext) throws(HostError) -> ItemList {
        guard let links = unsafe table.links else { throw HostError.unsupported("links") }
        return try collect(request, "read the links") { unsafe links(document, request.pointer, page) }
    }

    /// The matches on a page.
    func search(
        for needle: String, on page: Int64, _ request: RequestContext
    ) throws(HostError) -> ItemList {
        guard let search = unsafe table.search else { throw HostError.unsupported("search") }
        return try collect(request, "search") { unsafe search(document, request.pointer, page, needle) }
    }

    /// What the document says about itself.
    func metadata(_ request: RequestContext) throws(HostError) -> ItemList {
        guard let metadata = unsafe table.metadata else { throw HostError.unsupported("metadata") }
        return try collect(request, "read the metadata") { unsafe metadata(document, request.pointer) }
    }

    /// Calls a function that emits items. Where the answer was full, its result is ours.
    private func collect(
        _ request: RequestContext, _ what: String, _ function: () -> Int32
    ) throws(HostError) -> ItemList {
        let result = function()
        if !request.isTruncated { try request.check(result, what) }
        return ItemList(items: request.items, isTruncated: request.isTruncated)
    }
}
