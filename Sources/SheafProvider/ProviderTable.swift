public import CSheafProvider
import Synchronization

extension Provider {
    /// The table of C functions that `sheaf_provider_v1` returns: the same one each time.
    ///
    /// A function is there only if the provider or its documents conform to the protocol that it serves. A library has
    /// one provider: `load` makes the one whose table was asked for last.
    public static var table: UnsafePointer<sheaf_provider>? {
        unsafe exports.withLock { exports in
            exports.latest = Self.self
            if let known = exports.tables[ObjectIdentifier(Self.self)] { return known }
            let table = TablePointer(building: Self.self)
            exports.tables[ObjectIdentifier(Self.self)] = table
            return table
        }.pointer
    }
}

/// The provider that `load` makes.
func exportedProvider() -> (any Provider.Type)? {
    exports.withLock { $0.latest }
}

/// What the library exports. It is there because no C function of the ABI is told which table it was called through.
private let exports = Mutex(Exports())

private struct Exports {
    var tables: [ObjectIdentifier: TablePointer] = [:]
    var latest: (any Provider.Type)?
}

/// A table that is never changed or freed.
@safe private struct TablePointer: @unchecked Sendable {
    let pointer: UnsafePointer<sheaf_provider>

    init<P: Provider>(building type: P.Type) {
        let table = UnsafeMutablePointer<sheaf_provider>.allocate(capacity: 1)
        unsafe table.initialize(to: makeTable(type))
        unsafe pointer = UnsafePointer(table)
    }
}

private func makeTable<P: Provider>(_ type: P.Type) -> sheaf_provider {
    var table = unsafe sheaf_provider()
    unsafe table.size = structSize(sheaf_provider.self)
    unsafe table.abi_version = SHEAF_PROVIDER_ABI_VERSION
    unsafe table.name = immortal(type.name)
    unsafe table.version = immortal(type.version)
    unsafe table.summary = immortal(type.summary)
    unsafe table.load = loadPlugin
    unsafe table.open = openDocument
    unsafe table.close = closeDocument
    unsafe table.metrics = pageMetrics
    unsafe table.render = renderPage
    if type is any Configurable.Type { unsafe table.config = configurePlugin }
    if type is any Probing.Type { unsafe table.probe = probeSource }
    if type is any Trimmable.Type { unsafe table.trim = trimPlugin }
    unsafe addCapabilities(of: P.Opened.self, to: &table)
    return unsafe table
}

private func addCapabilities<D: Document>(of type: D.Type, to table: inout sheaf_provider) {
    if type is any Counted.Type { unsafe table.count = countPages }
    if type is any PageListing.Type { unsafe table.page_ids = listPages }
    if type is any Steppable.Type { unsafe table.page_step = stepPages }
    if type is any Prefetching.Type {
        unsafe table.prefetch = prefetchPages
        unsafe table.cancel_prefetch = cancelPrefetchPages
    }
    if type is any AppearanceObserving.Type { unsafe table.appearance = pageAppearance }
    if type is any Refreshable.Type { unsafe table.refresh = refreshDocument }
    if type is any Reorderable.Type { unsafe table.move = movePage }
    if type is any HitTesting.Type { unsafe table.hit = hitPage }
    if type is any Textual.Type { unsafe table.text = pageText }
    if type is any Outlined.Type { unsafe table.outline = documentOutline }
    if type is any Linked.Type { unsafe table.links = pageLinks }
    if type is any Searchable.Type { unsafe table.search = searchPage }
    if type is any Described.Type { unsafe table.metadata = documentMetadata }
}

/// A C string that lives as long as the process, as everything that the table points to.
private func immortal(_ string: String) -> UnsafePointer<CChar> {
    let bytes = string.utf8CString
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(from: bytes)
    return unsafe UnsafePointer(copy.baseAddress.unsafelyUnwrapped)
}
