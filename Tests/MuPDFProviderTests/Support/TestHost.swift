import CSheafProvider
import Glibc
import Synchronization

/// The least host that a provider can run in: it keeps what the provider says.
///
/// It lives as long as the process, since a provider keeps the services that it was loaded with.
final class TestHost {
    /// The lines that the provider has logged, with their levels.
    var log: [(level: UInt32, text: String)] = []
    /// The kinds of the changes that were announced.
    var changes: [UInt32] = []

    /// The table to load a provider with.
    let services: UnsafeMutablePointer<sheaf_host_services>
    /// The host as the provider holds it.
    private(set) var handle = OpaquePointer(bitPattern: 1)

    init() {
        services = .allocate(capacity: 1)
        services.initialize(
            to: sheaf_host_services(
                size: UInt32(MemoryLayout<sheaf_host_services>.size),
                abi_version: UInt32(SHEAF_PROVIDER_ABI_VERSION),
                read_at: { source, buffer, length, offset in
                    TestSource.from(source)?.read(into: buffer, length: length, at: offset) ?? -Int64(EINVAL)
                },
                source_size: { source in TestSource.from(source)?.size ?? -Int64(EINVAL) },
                log: { host, level, text in
                    guard let text else { return }
                    TestHost.from(host)?.log.append((level, String(cString: text)))
                },
                set_error: { request, text in
                    guard let text else { return }
                    TestRequest.from(request)?.error = String(cString: text)
                },
                cancelled: { request in TestRequest.from(request)?.isCancelled == true ? 1 : 0 },
                emit: { request, item in TestRequest.from(request)?.take(item) ?? -EINVAL },
                changed: { host, _, change in
                    guard let change else { return }
                    TestHost.from(host)?.changes.append(change.pointee.kind)
                },
                password: { request in TestRequest.from(request)?.givePassword() },
                flow: { request in TestRequest.from(request)?.giveFlow() }, suffix: { _ in nil },
                describe: { _, _ in }, keep: { _, _, _ in }, kept: { _, _ in nil }))
        handle = OpaquePointer(Unmanaged.passRetained(self).toOpaque())
    }

    private static func from(_ handle: OpaquePointer?) -> TestHost? {
        handle.map { Unmanaged<TestHost>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }
}

/// The bytes of a document, as the host gives them to a provider.
final class TestSource {
    /// The content; it can change under the provider.
    var bytes: [UInt8]
    /// The errno with which reading fails; nil: it succeeds.
    var failure: Int32?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The source as the provider holds it. Whoever hands the pointer out keeps the source alive.
    var handle: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    static func from(_ handle: OpaquePointer?) -> TestSource? {
        handle.map { Unmanaged<TestSource>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    var size: Int64 { Int64(bytes.count) }

    func read(into buffer: UnsafeMutableRawPointer?, length: UInt64, at offset: UInt64) -> Int64 {
        if let failure { return -Int64(failure) }
        guard let buffer, offset < bytes.count else { return 0 }
        let count = min(Int(length), bytes.count - Int(offset))
        bytes.withUnsafeBytes { content in
            if let base = content.baseAddress { memcpy(buffer, base + Int(offset), count) }
        }
        return Int64(count)
    }
}

/// A request, with all that a provider can report about it.
final class TestRequest {
    /// A `sheaf_item` with copies of its strings.
    struct Item: Equatable {
        var kind: UInt32
        var level: UInt32
        var page: Int64
        var box: [Double]
        var target: [Double]
        var key: String?
        var text: String?
        var uri: String?
        var author: String?
        var modified: Int64
    }

    var error: String?
    /// Whether the provider has asked for a password.
    private(set) var hasAskedForPassword = false
    private let password: UnsafeMutablePointer<CChar>?

    /// Whether the provider has asked how to lay out the text.
    private(set) var hasAskedForFlow = false
    private let flow: UnsafeMutablePointer<sheaf_flow>?

    /// - Parameter flow: its size is set here.
    init(password: String? = nil, flow: sheaf_flow? = nil) {
        self.password = password.flatMap { strdup($0) }
        self.flow = flow.map { flow in
            let memory = UnsafeMutablePointer<sheaf_flow>.allocate(capacity: 1)
            memory.initialize(to: flow)
            memory.pointee.size = UInt32(MemoryLayout<sheaf_flow>.size)
            return memory
        }
    }

    deinit {
        free(password)
        flow?.deallocate()
    }

    func giveFlow() -> UnsafePointer<sheaf_flow>? {
        hasAskedForFlow = true
        return UnsafePointer(flow)
    }

    func givePassword() -> UnsafePointer<CChar>? {
        hasAskedForPassword = true
        return UnsafePointer(password)
    }

    var items: [Item] = []
    /// After that many items the host wants no more.
    var itemLimit = Int.max

    private let cancelFlag = Atomic<Bool>(false)
    /// How often the provider may ask whether the request is cancelled before it is.
    var cancelAfterLooks = Int.max

    private let looks = Atomic<Int>(0)

    /// Whether it is cancelled, as the provider asks; counted.
    var isCancelled: Bool {
        if looks.add(1, ordering: .relaxed).newValue > cancelAfterLooks { cancel() }
        return cancelFlag.load(ordering: .relaxed)
    }

    /// Returns when the provider has asked so often whether it is cancelled. May be called from any thread.
    func waitForLooks(_ count: Int) {
        while looks.load(ordering: .relaxed) < count { sched_yield() }
    }

    /// May be called from any thread.
    func cancel() {
        cancelFlag.store(true, ordering: .relaxed)
    }

    /// Calls a body with the request as the provider holds it; the pointer is valid until the body returns.
    func withHandle<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        withExtendedLifetime(self) { body(OpaquePointer(Unmanaged.passUnretained(self).toOpaque())) }
    }

    static func from(_ handle: OpaquePointer?) -> TestRequest? {
        handle.map { Unmanaged<TestRequest>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    func take(_ item: UnsafePointer<sheaf_item>?) -> Int32 {
        guard let item = item?.pointee, items.count < itemLimit else { return SHEAF_CANCELLED }
        items.append(
            Item(
                kind: item.kind, level: item.level, page: item.page, box: [item.x0, item.y0, item.x1, item.y1],
                target: [item.target_x, item.target_y], key: item.key.map { String(cString: $0) },
                text: item.text.map { String(cString: $0) }, uri: item.uri.map { String(cString: $0) },
                author: item.author.map { String(cString: $0) }, modified: item.modified))
        return 0
    }
}
