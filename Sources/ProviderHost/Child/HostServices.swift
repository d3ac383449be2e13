import CSheafProvider
import Glibc
import SheafOS
import Varlink

/// What the host does for a provider: the table of functions, and what they work on.
@safe final class HostServices {
    /// Takes what the provider says by itself. Any thread may call it.
    private let notify: @Sendable (HostNotice) -> Void
    /// The handles of open documents, and how often they have changed, by the provider's pointers.
    private var handles: [OpaquePointer: (handle: Int64, changes: Int)] = unsafe [:]

    /// - Parameter notices: a packet socket to the service. A notice waits where the service is behind; where it is gone, nobody wants
    ///   to know.
    convenience init(notices: Int32) {
        self.init { notice in
            let packet = notice.packet
            _ = unsafe try? UnixSocket.send(notices, bytes: packet.span.bytes)
        }
    }

    /// - Parameter notify: takes what the provider says by itself. Any thread may call it.
    init(notify: @escaping @Sendable (HostNotice) -> Void) {
        self.notify = notify
    }

    /// The handle under which the service knows a document.
    func know(_ document: OpaquePointer, as handle: Int64) {
        unsafe handles[document] = (handle, 0)
    }

    /// How often a document has changed since it was opened.
    func changes(of document: OpaquePointer) -> Int { unsafe handles[document]?.changes ?? 0 }

    /// The document was closed.
    func forget(_ document: OpaquePointer) {
        unsafe handles[document] = nil
    }

    /// What the provider gets as its host. This object lives as long as the process.
    var pointer: OpaquePointer { unsafe OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    private static func from(_ pointer: OpaquePointer) -> HostServices {
        unsafe Unmanaged<HostServices>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// Tells the service something.
    func send(_ notice: HostNotice) { notify(notice) }

    /// Tells the service that a document has changed.
    func changed(_ document: OpaquePointer, _ change: sheaf_change) {
        guard let handle = unsafe handles[document]?.handle else { return }
        unsafe handles[document]?.changes += 1
        switch change.kind {
        case SHEAF_CHANGED_PAGES: send(.changed(document: handle, .pages))
        case SHEAF_CHANGED_PAGE: send(.changed(document: handle, .page(change.page)))
        default: send(.changed(document: handle, .all))
        }
    }

    /// The table, which is never freed: a provider may keep its address.
    static func makeTable() -> UnsafePointer<sheaf_host_services> {
        let table = UnsafeMutablePointer<sheaf_host_services>.allocate(capacity: 1)
        unsafe table.initialize(
            to: sheaf_host_services(
                size: UInt32(MemoryLayout<sheaf_host_services>.size),
                abi_version: SHEAF_PROVIDER_ABI_VERSION,
                read_at: { source, buffer, length, offset in
                    guard let source = unsafe source else { return -Int64(EINVAL) }
                    return unsafe DocumentSource.from(source).read(into: buffer, length: length, offset: offset)
                },
                source_size: { source in
                    guard let source = unsafe source else { return -Int64(EINVAL) }
                    return unsafe DocumentSource.from(source).size
                },
                log: { host, level, text in
                    guard let host = unsafe host else { return }
                    let line = unsafe BoundedText.line(text, limit: HostLimits.textBytes)
                    unsafe HostServices.from(host).send(.log(level: level, text: line))
                },
                set_error: { request, text in
                    guard let request = unsafe request else { return }
                    unsafe RequestContext.from(request).errorText = BoundedText.line(text, limit: HostLimits.textBytes)
                },
                cancelled: { request in
                    guard let request = unsafe request else { return 0 }
                    return unsafe RequestContext.from(request).isCancelled ? 1 : 0
                },
                emit: { request, item in
                    guard let request = unsafe request, let item = unsafe item else { return -EINVAL }
                    return unsafe RequestContext.from(request).emit(item)
                },
                changed: { host, document, change in
                    guard let host = unsafe host, let document = unsafe document, let change = unsafe change,
                        unsafe change.pointee.size >= UInt32(MemoryLayout<sheaf_change>.size)
                    else { return }
                    unsafe HostServices.from(host).changed(document, change.pointee)
                },
                password: { request in
                    guard let request = unsafe request else { return nil }
                    return unsafe RequestContext.from(request).askForPassword()
                },
                flow: { request in
                    guard let request = unsafe request else { return nil }
                    return unsafe RequestContext.from(request).askForFlow()
                }))
        return unsafe UnsafePointer(table)
    }
}

extension DocumentItem {
    /// Copies an item; nil where it is none of this version's.
    fileprivate init?(_ item: UnsafePointer<sheaf_item>) {
        // A provider that was built before items had some fields does not have them.
        let bytes = unsafe UnsafeRawPointer(item)
        let size = unsafe Int(bytes.load(as: UInt32.self))
        guard let required = unsafe MemoryLayout<sheaf_item>.offset(of: \.boxes), size >= required else { return nil }
        var item = unsafe sheaf_item()
        unsafe withUnsafeMutableBytes(of: &item) { copy in
            let known = min(size, copy.count) / MemoryLayout<Int>.size * MemoryLayout<Int>.size
            unsafe copy.baseAddress?.copyMemory(from: bytes, byteCount: known)
        }
        guard let kind = unsafe Kind(rawValue: item.kind) else { return nil }
        let limit = HostLimits.itemBytes
        unsafe self.init(
            kind: kind, level: item.level, page: item.page == noPage ? nil : item.page,
            x0: item.x0.orZero, y0: item.y0.orZero, x1: item.x1.orZero, y1: item.y1.orZero,
            targetX: item.target_x.orZero, targetY: item.target_y.orZero,
            key: BoundedText.copy(item.key, limit: limit), text: BoundedText.copy(item.text, limit: limit),
            uri: BoundedText.copy(item.uri, limit: limit))
        if kind == .annotation {
            author = unsafe BoundedText.copy(item.author, limit: limit)
            modified = unsafe item.modified
        }
        guard kind == .text, let boxes = unsafe item.boxes, unsafe item.box_count <= UInt64(limit) else { return }
        self.boxes = unsafe UnsafeBufferPointer(start: boxes, count: Int(item.box_count)).map { box in
            PointBox(
                x0: Double(box.x0).orZero, y0: Double(box.y0).orZero, x1: Double(box.x1).orZero,
                y1: Double(box.y1).orZero)
        }
    }
}

extension Double {
    /// JSON has no words for infinity and NaN.
    fileprivate var orZero: Double { isFinite ? self : 0 }
}

/// The request that is being served, as the provider's functions see it.
///
/// Only ``isCancelled`` may be asked on other threads.
@safe class RequestContext {
    /// The request's number, as the cancel word has it.
    let serial: UInt32
    private let cancelWord: CancelWord
    /// Why it fails, in the provider's last words.
    var errorText = ""
    /// Which items are wanted.
    var part = ItemPart()
    var items: [DocumentItem] = []
    /// Whether there are more behind those that are wanted.
    private var isTruncated = false
    /// Whether no more items are taken, and the provider was told to stop.
    private(set) var hasEnough = false
    private var emitted = 0
    private var itemBytes = 0
    /// How deep the last entry of the outline lies.
    private var level: Int64 = -1
    /// For what is around the items in a reply, in bytes.
    private static let replyRest = 4_096

    /// What a locked document is to be opened with; nil where there is none, and for a request that opens nothing.
    private let password: PasswordMemory?
    /// Whether the provider has asked for a password: the document is locked.
    private(set) var isLocked = false
    /// How the text of a document that is opened is to be laid out; nil as ``password``.
    private let flow: FlowMemory?
    /// The same as it was given.
    let givenFlow: DocumentLooks.Flow?
    /// Whether the provider has asked for that: the document flows.
    private(set) var flows = false

    init(serial: UInt32, cancelWord: CancelWord, password: String? = nil, flow: DocumentLooks.Flow? = nil) {
        self.serial = serial
        self.cancelWord = cancelWord
        self.password = password.map { PasswordMemory($0) }
        self.flow = flow.map { FlowMemory($0) }
        givenFlow = flow
    }

    /// The context for something else that has to be asked for the same request.
    func another(part: ItemPart = ItemPart()) -> RequestContext {
        let other = RequestContext(serial: serial, cancelWord: cancelWord)
        other.part = part
        return other
    }

    /// How to lay out its text, for a provider that finds that the document flows. It is valid for as long as this object lives.
    func askForFlow() -> UnsafePointer<sheaf_flow>? {
        flows = true
        return unsafe flow?.pointer
    }

    /// The password, for a provider that finds the document locked. It is valid for as long as this object lives.
    func askForPassword() -> UnsafePointer<CChar>? {
        isLocked = true
        return unsafe password?.pointer
    }

    /// The password, where nothing is said of the document by asking for it.
    var givenPassword: String? { unsafe password?.pointer.map { unsafe String(cString: $0) } }

    /// Measures a page, which is to blame where that ends the host.
    func measuring<Value>(_ page: Int64, _ body: () throws(HostError) -> Value) throws(HostError) -> Value {
        cancelWord.beginMeasuring(page, for: serial)
        defer { cancelWord.endMeasuring() }
        return try body()
    }

    /// Whether anybody still waits for it.
    var isCancelled: Bool { cancelWord.isStopped(serial) }

    /// What the provider's functions get. It is good for as long as this object lives.
    var pointer: OpaquePointer { unsafe OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// The context behind a pointer that ``pointer`` made.
    static func from(_ pointer: OpaquePointer) -> RequestContext {
        unsafe Unmanaged<RequestContext>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// Copies what the provider hands over, and takes it in. The result is what `emit` answers.
    func emit(_ item: UnsafePointer<sheaf_item>) -> Int32 {
        guard let item = unsafe DocumentItem(item) else { return -EINVAL }
        return add(item)
    }

    /// Takes in an item, if it is one of those that are wanted.
    func add(_ item: DocumentItem) -> Int32 {
        guard !isCancelled else { return SHEAF_CANCELLED }
        var item = item
        if item.kind == .outline {
            // An entry is one below another: it can't be two levels deeper than what comes before it.
            item.level = UInt32(min(Int64(item.level), level + 1))
            level = Int64(item.level)
        }
        guard emitted < HostLimits.listedItems, itemBytes < HostLimits.listedBytes else { return stop() }
        emitted += 1
        guard emitted > part.first else { return 0 }
        guard items.count < part.count else {
            isTruncated = true
            return stop()
        }
        itemBytes += item.textBytes
        items.append(item)
        return 0
    }

    private func stop() -> Int32 {
        hasEnough = true
        return SHEAF_END
    }

    /// The reply with the items: as many of them as it holds.
    func reply<Reply: ItemReply>() -> Reply {
        Self.reply(items, isTruncated: isTruncated)
    }

    /// The reply with a part of some items.
    static func reply<Reply: ItemReply>(_ items: [DocumentItem], part: ItemPart) -> Reply {
        let rest = items.dropFirst(part.first)
        return reply(Array(rest.prefix(part.count)), isTruncated: rest.count > part.count)
    }

    private static func reply<Reply: ItemReply>(_ items: [DocumentItem], isTruncated: Bool) -> Reply {
        var wire: [HostInterface.Item] = []
        var writer = JSONWriter()
        var (textBytes, replyBytes) = (0, 0)
        for item in items {
            func fits(_ item: DocumentItem) -> Bool {
                writer.removeAll()
                item.wire.encode(into: &writer)
                return textBytes + item.textBytes <= HostLimits.itemBytes
                    && replyBytes + writer.count + 1 <= HostLimits.replyBytes - replyRest
            }
            var item = item
            if !fits(item) {
                // Of one that would never fit there is the beginning: whoever asks for all comes to what is behind it.
                guard wire.isEmpty else { return Reply(items: wire, truncated: true) }
                item.cut(to: HostLimits.cutItemBytes)
                _ = fits(item)
            }
            textBytes += item.textBytes
            replyBytes += writer.count + 1
            wire.append(item.wire)
        }
        return Reply(items: wire, truncated: isTruncated)
    }

    /// The reply with a part of some matches: as many of them as it holds.
    static func reply(_ matches: [TextMatch], part: ItemPart) -> HostInterface.FindReply {
        let rest = matches.dropFirst(part.first)
        var (boxes, bytes) = (0, 0)
        // Texts are short beside boxes, of which one takes some hundred bytes.
        let fitting = rest.prefix(part.count).prefix { match in
            boxes += match.boxes.count
            bytes += match.before.utf8.count + match.text.utf8.count + match.after.utf8.count
            return boxes <= HostLimits.items / 2 && bytes <= HostLimits.itemBytes / 4
        }
        return HostInterface.FindReply(matches: fitting.map(\.wire), truncated: rest.count > fitting.count)
    }

    /// What a function's result means: nothing where it succeeded.
    ///
    /// - Parameter isAboutPages: whether "there is none" means a page.
    func check(
        _ result: Int32, _ what: @autoclosure () -> String, isAboutPages: Bool = true
    ) throws(HostError) {
        switch result {
        case 0: return
        case SHEAF_PASSWORD_NEEDED where isLocked: throw HostError.passwordNeeded(isWrong: password != nil)
        case SHEAF_END where isAboutPages, -ENOENT where isAboutPages:
            throw HostError(.noSuchPage, errorText.isEmpty ? "there is no such page" : errorText)
        case _ where result == SHEAF_CANCELLED || isCancelled:
            throw HostError.cancelled
        case SHEAF_NOT_COUNTED: throw HostError.notCounted
        case ..<0:
            // The errno of a careless provider may be anything; one that no system has says no more than EIO.
            let code = result > -4_096 ? -result : EIO
            throw HostError(.documentError(errno: code), errorText.isEmpty ? "the provider can't \(what())" : errorText)
        default:
            throw HostError(.documentError(errno: EPROTO), "the provider answered \(result) when asked to \(what())")
        }
    }
}

/// A password as a C string, which is overwritten when it is let go of.
@safe private final class PasswordMemory {
    private let bytes: UnsafeMutableBufferPointer<CChar>

    init(_ password: String) {
        let text = password.utf8CString
        unsafe bytes = .allocate(capacity: text.count)
        _ = unsafe bytes.initialize(from: text)
    }

    deinit {
        if let start = unsafe bytes.baseAddress { unsafe explicit_bzero(start, bytes.count) }
        unsafe bytes.deallocate()
    }

    var pointer: UnsafePointer<CChar>? { unsafe UnsafePointer(bytes.baseAddress) }
}

/// How a text is laid out, as a provider gets it.
@safe private final class FlowMemory {
    private let memory: UnsafeMutablePointer<sheaf_flow>
    private let family: UnsafeMutableBufferPointer<CChar>?

    init(_ flow: DocumentLooks.Flow) {
        var family: UnsafeMutableBufferPointer<CChar>?
        if let text = flow.fontFamily?.utf8CString {
            let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.count)
            _ = unsafe bytes.initialize(from: text)
            unsafe family = bytes
        }
        unsafe self.family = family
        unsafe memory = .allocate(capacity: 1)
        unsafe memory.initialize(
            to: sheaf_flow(
                size: UInt32(MemoryLayout<sheaf_flow>.size), columns: UInt32(clamping: flow.columns ?? 0),
                width: flow.width ?? 0, height: flow.height ?? 0, font_size: flow.fontSize ?? 0,
                line_height: flow.lineHeight ?? 0, margin: flow.margin ?? -1,
                font_family: family.flatMap { unsafe UnsafePointer($0.baseAddress) },
                justify: flow.justify.map { $0 ? SHEAF_JUSTIFY_YES : SHEAF_JUSTIFY_NO } ?? 0))
    }

    deinit {
        unsafe memory.deallocate()
        unsafe family?.deallocate()
    }

    var pointer: UnsafePointer<sheaf_flow> { unsafe UnsafePointer(memory) }
}

/// The bytes of a document, as a provider reads them.
@safe class DocumentSource {
    private let file: SharedDescriptor
    /// Where it is a folder or an album.
    private let archive: FileArchive?

    init(_ files: DocumentFiles) throws(HostError) {
        file = files.descriptors[0]
        archive = try files.names == nil ? FileArchive(of: file.number) : FileArchive(of: files)
    }

    /// What the provider gets. It is good for as long as this object lives.
    var pointer: OpaquePointer { unsafe OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// The source behind a pointer that ``pointer`` made.
    static func from(_ pointer: OpaquePointer) -> DocumentSource {
        unsafe Unmanaged<DocumentSource>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// Reads at an offset; how many bytes, or a negative errno.
    func read(into buffer: UnsafeMutableRawPointer?, length: UInt64, offset: UInt64) -> Int64 {
        guard let position = Int(exactly: offset) else { return -Int64(EINVAL) }
        if let archive {
            let space = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(clamping: length))
            return unsafe archive.read(into: space, at: Int64(position))
        }
        // The kernel reads no more than this at once; a larger number would be an error for it.
        let count = Int(min(length, 0x7fff_f000))
        while true {
            let result = unsafe pread(file.number, buffer, count, position)
            if result >= 0 { return Int64(result) }
            if errno != EINTR { return -Int64(errno) }
        }
    }

    /// Another descriptor of it, to pass on; nil of a folder or an album, which no descriptor is of.
    func copy() -> SharedDescriptor? {
        guard archive == nil else { return nil }
        let number = fcntl(file.number, F_DUPFD_CLOEXEC, 0)
        return number < 0 ? nil : SharedDescriptor(FileDescriptor(owning: number))
    }

    /// The size in bytes, or a negative errno.
    var size: Int64 {
        if let archive { return archive.size }
        var status = stat()
        return unsafe fstat(file.number, &status) < 0 ? -Int64(errno) : Int64(status.st_size)
    }
}

/// Text from a provider: never longer than a limit, and always valid UTF-8.
enum BoundedText {
    /// Copies a C string; nil for NULL. What is too long is cut at a character, what is no UTF-8 becomes U+FFFD.
    static func copy(_ text: UnsafePointer<CChar>?, limit: Int) -> String? {
        guard let text = unsafe text else { return nil }
        var length = unsafe strnlen(text, limit + 1)
        let bytes = unsafe UnsafeRawBufferPointer(start: text, count: length)
        if length > limit {
            length = limit
            while length > 0, unsafe bytes[length] & 0xc0 == 0x80 { length -= 1 }
        }
        return unsafe String(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<length]), as: UTF8.self)
    }

    /// As ``line(_:limit:)-(UnsafePointer<CChar>?,_)``, of a text that is in UTF-8 already.
    static func line(_ text: String, limit: Int) -> String {
        unsafe text.withCString { unsafe line(UnsafePointer<CChar>?.some($0), limit: limit) }
    }

    /// As ``copy(_:limit:)``, on one line: control characters become spaces.
    static func line(_ text: UnsafePointer<CChar>?, limit: Int) -> String {
        var line = ""
        for scalar in unsafe (copy(text, limit: limit) ?? "").unicodeScalars {
            line.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7f ? " " : scalar)
        }
        return line
    }
}
