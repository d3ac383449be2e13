public import CSheafProvider
import Glibc
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
    if type is any Inked.Type { unsafe table.ink = pageInk }
    if type is any Flowing.Type {
        unsafe table.position = pagePosition
        unsafe table.page_at = pageAtPosition
    }
    unsafe addContents(of: type, to: &table)
}

/// A C string that lives as long as the process, as everything that the table points to.
private func immortal(_ string: String) -> UnsafePointer<CChar> {
    let bytes = string.utf8CString
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(from: bytes)
    return unsafe UnsafePointer(copy.baseAddress.unsafelyUnwrapped)
}

// The functions of the table that belong to the provider itself. Each one finds the Swift object behind the pointer
// that the host holds; what an author throws becomes a result and a text.

func loadPlugin(
    _ type: any Provider.Type, _ services: UnsafePointer<sheaf_host_services>?, _ handle: OpaquePointer?,
    _ plugin: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    guard let services = unsafe services, let plugin = unsafe plugin else { return -EINVAL }
    do throws(ProviderError) {
        let host = try unsafe Host(services: services, handle: handle)
        do throws(ProviderError) {
            unsafe plugin.pointee = give(PluginBox(try type.init(host: host), host: host))
            return 0
        } catch {
            // There is no request yet that could hold the reason.
            host.log(.error, "\(type.name): \(error)")
            throw error
        }
    } catch {
        return error.code < 0 ? error.code : -EIO
    }
}

func openDocument(
    _ plugin: OpaquePointer?, _ request: OpaquePointer?, _ source: OpaquePointer?,
    _ document: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    guard let plugin = unsafe plugin, let pointer = unsafe source, let document = unsafe document else {
        return -EINVAL
    }
    let box = unsafe object(PluginBox.self, at: plugin)
    let source = unsafe Source(pointer, of: box.host)
    let result = unsafe answer(request, of: box.host) { request throws(ProviderError) in
        let opened = try box.provider.openAny(source, request: request)
        let handle = unsafe give(DocumentBox(opened, source: source, host: box.host))
        unsafe box.host.opened(opened, as: handle)
        unsafe document.pointee = handle
        return 0
    }
    if result != 0 { source.invalidate() }
    return result
}

func closeDocument(_ document: OpaquePointer?) {
    guard let document = unsafe document else { return }
    let box = unsafe takeBack(DocumentBox.self, at: document)
    box.host.closed(box.document)
    box.source.invalidate()
}

func configurePlugin(
    _ plugin: OpaquePointer?, _ request: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) -> Int32 {
    guard let plugin = unsafe plugin, let key = unsafe key, let value = unsafe value else { return -EINVAL }
    let box = unsafe object(PluginBox.self, at: plugin)
    return unsafe answer(request, of: box.host) { request throws(ProviderError) in
        guard let provider = box.provider as? any Configurable else { throw .unsupported("there are no settings") }
        try unsafe provider.configure(String(cString: key), String(cString: value), request: request)
        return 0
    }
}

func probeSource(
    _ plugin: OpaquePointer?, _ request: OpaquePointer?, _ source: OpaquePointer?,
    _ certainty: UnsafeMutablePointer<UInt32>?
) -> Int32 {
    guard let plugin = unsafe plugin, let pointer = unsafe source, let certainty = unsafe certainty else {
        return -EINVAL
    }
    let box = unsafe object(PluginBox.self, at: plugin)
    let source = unsafe Source(pointer, of: box.host)
    defer { source.invalidate() }
    return unsafe answer(request, of: box.host) { request throws(ProviderError) in
        guard let provider = box.provider as? any Probing else { throw .unsupported("nothing is recognized") }
        unsafe certainty.pointee = try provider.probe(source, request: request).rawValue
        return 0
    }
}

func trimPlugin(_ plugin: OpaquePointer?, _ level: UInt32) {
    guard let plugin = unsafe plugin, let level = TrimLevel(rawValue: min(level, TrimLevel.critical.rawValue)) else {
        return
    }
    let box = unsafe object(PluginBox.self, at: plugin)
    (box.provider as? any Trimmable)?.trim(level)
}

extension Provider {
    /// `open`, for a caller that does not know the type of the document.
    fileprivate func openAny(_ source: Source, request: borrowing Request) throws(ProviderError) -> any Document {
        try open(source, request: request)
    }
}
