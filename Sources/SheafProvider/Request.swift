import CSheafProvider

/// The request that is being served. It cannot outlive its call.
@safe public struct Request: ~Copyable, ~Escapable {
    private let services: UnsafePointer<sheaf_host_services>
    private let request: OpaquePointer?

    @_lifetime(immortal)
    init(_ request: OpaquePointer?, of host: Host) {
        unsafe services = host.services
        unsafe self.request = request
    }

    /// Whether nobody waits for the answer any more. Cheap: ask it every few milliseconds of work.
    public var isCancelled: Bool {
        unsafe services.pointee.cancelled(request) != 0
    }

    /// Throws ``ProviderError/cancelled`` if nobody waits for the answer any more.
    public func checkCancelled() throws(ProviderError) {
        if isCancelled { throw .cancelled }
    }

    /// Says why the request fails.
    func setError(_ text: String) {
        unsafe services.pointee.set_error(request, text)
    }

    /// Hands over one item; throws where the host wants no more.
    func emit(
        _ item: consuming sheaf_item, key: String? = nil, text: String? = nil, uri: String? = nil
    ) throws(ProviderError) {
        unsafe item.size = structSize(sheaf_item.self)
        var item = unsafe item
        let answer = unsafe withCString(key) { key in
            unsafe withCString(text) { text in
                unsafe withCString(uri) { uri in
                    unsafe item.key = key
                    unsafe item.text = text
                    unsafe item.uri = uri
                    return unsafe services.pointee.emit(request, &item)
                }
            }
        }
        if answer != 0 { throw ProviderError(stoppedBy: answer) }
    }
}

private func withCString(_ string: String?, _ body: (UnsafePointer<CChar>?) -> Int32) -> Int32 {
    guard let string else { return body(nil) }
    return unsafe string.withCString { unsafe body($0) }
}
