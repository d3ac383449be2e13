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

    /// The password for a locked document, in ``Provider/open(_:request:)``; nil where none was given. To ask for it is to say
    /// that the document is locked: throw ``ProviderError/passwordNeeded`` where it does not open it. Keep no copy, and never
    /// log it.
    public var password: String? {
        unsafe services.pointee.password(request).map { unsafe String(cString: $0) }
    }

    /// How the text of a document that has no pages of its own is to be laid out, in ``Provider/open(_:request:)``; nil where
    /// nobody has a wish. To ask for it is to say that the document is such a one, ``Flowing``.
    public var flow: Flow? {
        unsafe services.pointee.flow(request).map { unsafe Flow($0) }
    }

    /// How the name of the document's file ends, from its last dot on, in small letters (".md"), in ``Probing/probe(_:request:)`` and
    /// ``Provider/open(_:request:)``; nil where that is not known. It is a hint: the content decides.
    public var suffix: String? {
        unsafe services.pointee.suffix?(request).map { unsafe String(cString: $0) }
    }

    /// Says, in ``Provider/open(_:request:)``, that a region of a page takes about as long as the page: its pixels are decoded from the
    /// first one on. Regions are cut from the whole page then, wherever that can be kept, if it is ``PixelBuffer/isCuttable``.
    public func tellSequential() {
        unsafe services.pointee.describe?(request, SHEAF_DOCUMENT_SEQUENTIAL)
    }

    /// Says why the request fails.
    func setError(_ text: String) {
        unsafe services.pointee.set_error(request, text)
    }

    /// Hands over one item; throws where the host wants no more.
    func emit(
        _ item: consuming sheaf_item, key: String? = nil, text: String? = nil, uri: String? = nil,
        author: String? = nil
    ) throws(ProviderError) {
        unsafe item.size = structSize(sheaf_item.self)
        var item = unsafe item
        let answer = unsafe withCString(key) { key in
            unsafe withCString(text) { text in
                unsafe withCString(uri) { uri in
                    unsafe withCString(author) { author in
                        unsafe item.key = key
                        unsafe item.text = text
                        unsafe item.uri = uri
                        unsafe item.author = author
                        return unsafe services.pointee.emit(request, &item)
                    }
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
