import CSheafProvider
import Glibc

// The functions of the table that belong to the provider itself. Each one finds the Swift object behind the pointer
// that the host holds; what an author throws becomes a result and a text.

func loadPlugin(
    _ services: UnsafePointer<sheaf_host_services>?, _ handle: OpaquePointer?,
    _ plugin: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    guard let services = unsafe services, let plugin = unsafe plugin, let type = exportedProvider() else {
        return -EINVAL
    }
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
