public import CSheafProvider
import Synchronization

extension Provider {
    /// The table of C functions that `sheaf_provider_v1` returns: the same one each time.
    ///
    /// A function is there only if the provider or its documents conform to the protocol that it serves. Nil for more
    /// providers than one library can have; it exports one, so that only tests come near.
    public static var table: UnsafePointer<sheaf_provider>? {
        let export: Export? = exports.withLock { exports in
            if let known = exports.first(where: { $0.type == Self.self }) { return known }
            guard unsafe exports.count < loaders.count else { return nil }
            let export = unsafe Export(Self.self, load: loaders[exports.count])
            exports.append(export)
            return export
        }
        return unsafe export?.table
    }
}

/// The providers of this library, each in the place of its loader.
private let exports = Mutex<[Export]>([])

/// A provider and its table, which is never changed or freed.
@safe private struct Export: @unchecked Sendable {
    let type: any Provider.Type
    let table: UnsafePointer<sheaf_provider>

    init<P: Provider>(_ type: P.Type, load: Loader) {
        let table = UnsafeMutablePointer<sheaf_provider>.allocate(capacity: 1)
        unsafe table.initialize(to: makeTable(type, load: load))
        self.type = type
        unsafe self.table = UnsafePointer(table)
    }
}

private typealias Loader =
    @convention(c) (
        UnsafePointer<sheaf_host_services>?, OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32

/// A C function is not told which table it was called through: each provider gets a `load` of its own.
private let loaders: [Loader] = unsafe [
    { unsafe load(0, $0, $1, $2) }, { unsafe load(1, $0, $1, $2) }, { unsafe load(2, $0, $1, $2) },
    { unsafe load(3, $0, $1, $2) },
]

private func load(
    _ place: Int, _ services: UnsafePointer<sheaf_host_services>?, _ handle: OpaquePointer?,
    _ plugin: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    let type = exports.withLock { $0[place].type }
    return unsafe loadPlugin(type, services, handle, plugin)
}

private func makeTable<P: Provider>(_ type: P.Type, load: Loader) -> sheaf_provider {
    var table = unsafe sheaf_provider()
    unsafe table.size = structSize(sheaf_provider.self)
    unsafe table.abi_version = SHEAF_PROVIDER_ABI_VERSION
    unsafe table.name = immortal(type.name)
    unsafe table.version = immortal(type.version)
    unsafe table.summary = immortal(type.summary)
    unsafe table.load = load
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
