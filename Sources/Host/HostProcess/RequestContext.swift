package import CSheafProvider
import Glibc
package import HostProtocol
import Varlink

/// Takes what a provider hands over, where that is not the host: a check, which looks at each item as it came.
package protocol ItemReceiver: AnyObject {
    /// Takes an item of a library, in the library's memory. The result is what `emit` answers.
    func receive(_ item: UnsafePointer<sheaf_item>) -> Int32
    /// Takes an item of a program. The result other than 0 ends the list.
    func receive(_ item: DocumentItem) -> Int32
}

/// The request that is being served, as the provider's functions see it.
///
/// Only ``isCancelled`` may be asked on other threads.
@safe package final class RequestContext: LentObject {
    /// The request's number, as the cancel word has it.
    package let serial: UInt32
    private let cancelWord: CancelWord
    /// Why it fails, in the provider's last words.
    package var errorText = ""
    /// Takes what the provider hands over in the place of this request; nil in a host.
    private let receiver: (any ItemReceiver)?
    /// The kind of contents that is asked for, if any.
    var kind: ContentKind?
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

    /// The password for a locked document; nil where none was given, and for a request that opens nothing.
    private let password: TextMemory?
    /// Whether the provider has asked for a password: the document is locked.
    private(set) var isLocked = false
    /// The layout of the text of a document that is opened; nil where none was given, and for a request that opens
    /// nothing.
    private let flow: FlowMemory?
    /// The layout of the text as the service gave it.
    let givenFlow: DocumentLooks.Flow?
    /// How the name of the document's file ends, for a request that probes or opens one; nil where that is not known.
    let givenSuffix: String?
    private let suffixMemory: TextMemory?
    /// Whether the provider has asked for the layout: the document flows.
    private(set) var flows = false
    /// The document as the provider describes it: SHEAF_DOCUMENT_* bits.
    var traits: UInt32 = 0
    /// Whether it says that a region of a page takes about as long as the page.
    var isSequential: Bool { traits & SHEAF_DOCUMENT_SEQUENTIAL != 0 }

    /// The count that the provider wants to have when the document is opened again so; nil where it hands none over.
    var keeping: [UInt8]?
    private let keptMemory: KeptMemory?
    /// The count that it has kept of the document that is opened. It is valid for as long as this object lives.
    @unsafe var kept: UnsafeRawBufferPointer? { unsafe keptMemory?.bytes }

    package init(
        serial: UInt32, cancelWord: CancelWord, password: String? = nil, flow: DocumentLooks.Flow? = nil,
        suffix: String? = nil, kept: [UInt8]? = nil, receiver: (any ItemReceiver)? = nil
    ) {
        keptMemory = kept.map { KeptMemory($0) }
        self.receiver = receiver
        givenSuffix = suffix
        suffixMemory = suffix.map { TextMemory($0) }
        self.serial = serial
        self.cancelWord = cancelWord
        self.password = password.map { TextMemory($0) }
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

    /// How the name of the document's file ends. It is valid for as long as this object lives.
    var suffix: UnsafePointer<CChar>? { unsafe suffixMemory?.pointer }

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

    /// Copies what the provider hands over, and takes it in. The result is what `emit` answers.
    func emit(_ item: UnsafePointer<sheaf_item>) -> Int32 {
        if let receiver { return unsafe receiver.receive(item) }
        guard let item = unsafe DocumentItem(item) else { return -EINVAL }
        return add(item)
    }

    /// Takes in an item, if it is one of those that are wanted.
    func add(_ item: DocumentItem) -> Int32 {
        if let receiver { return receiver.receive(item) }
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

    /// Says of each run of text where the positions between its characters are.
    func addCarets() {
        for index in items.indices { items[index].carets = PageText.Run(items[index]).carets }
    }

    /// The reply with the items: as many of them as it holds.
    func reply() -> HostInterface.ContentsReply {
        Self.reply(items, isTruncated: isTruncated)
    }

    /// The reply with a part of some items.
    static func reply(_ items: [DocumentItem], part: ItemPart) -> HostInterface.ContentsReply {
        let rest = items.dropFirst(part.first)
        return reply(Array(rest.prefix(part.count)), isTruncated: rest.count > part.count)
    }

    private static func reply(_ items: [DocumentItem], isTruncated: Bool) -> HostInterface.ContentsReply {
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
                guard wire.isEmpty else { return .init(items: wire, truncated: true) }
                item.cut(to: HostLimits.cutItemBytes)
                _ = fits(item)
            }
            textBytes += item.textBytes
            replyBytes += writer.count + 1
            wire.append(item.wire)
        }
        return .init(items: wire, truncated: isTruncated)
    }

    /// The reply with a part of some matches: as many of them as it holds.
    static func reply(_ matches: [TextMatch], part: ItemPart) -> HostInterface.FindReply {
        let rest = matches.dropFirst(part.first)
        var (boxes, bytes) = (0, 0)
        // Texts are short beside boxes, of which one takes some hundred bytes.
        let fitting = rest.prefix(part.count).prefix { match in
            boxes += match.boxes.count + match.rest.count
            bytes += match.before.utf8.count + match.text.utf8.count + match.after.utf8.count
            return boxes <= HostLimits.items / 2 && bytes <= HostLimits.itemBytes / 4
        }
        return HostInterface.FindReply(matches: fitting.map(\.wire), truncated: rest.count > fitting.count)
    }

    /// Checks the result of a provider's function: returns where it succeeded, and throws the error that it means
    /// otherwise.
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

/// A text as a C string, which is overwritten when it is freed: it may be a password.
@safe private final class TextMemory {
    private let bytes: UnsafeMutableBufferPointer<CChar>

    init(_ text: String) {
        let text = text.utf8CString
        unsafe bytes = .allocate(capacity: text.count)
        _ = unsafe bytes.initialize(from: text)
    }

    deinit {
        if let start = unsafe bytes.baseAddress { unsafe explicit_bzero(start, bytes.count) }
        unsafe bytes.deallocate()
    }

    var pointer: UnsafePointer<CChar>? { unsafe UnsafePointer(bytes.baseAddress) }
}

/// The bytes that a provider has kept, aligned as it wants them.
@safe private final class KeptMemory {
    let bytes: UnsafeRawBufferPointer

    init(_ kept: [UInt8]) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: kept.count, alignment: 8)
        unsafe memory.copyBytes(from: kept)
        unsafe bytes = UnsafeRawBufferPointer(memory)
    }

    deinit {
        unsafe bytes.deallocate()
    }
}

/// How a text is laid out, as a provider gets it.
@safe private final class FlowMemory {
    private let memory: UnsafeMutablePointer<sheaf_flow>
    private let family, encoding: TextMemory?

    init(_ flow: DocumentLooks.Flow) {
        family = flow.fontFamily.map { TextMemory($0) }
        encoding = flow.encoding.map { TextMemory($0) }
        unsafe memory = .allocate(capacity: 1)
        unsafe memory.initialize(
            to: sheaf_flow(
                size: UInt32(MemoryLayout<sheaf_flow>.size), columns: UInt32(clamping: flow.columns ?? 0),
                width: flow.width ?? 0, height: flow.height ?? 0, font_size: flow.fontSize ?? 0,
                line_height: flow.lineHeight ?? 0, margin: flow.margin ?? -1,
                font_family: family?.pointer,
                justify: flow.justify.map { $0 ? SHEAF_JUSTIFY_YES : SHEAF_JUSTIFY_NO } ?? 0,
                unwrap: flow.unwrap.map { $0 ? SHEAF_UNWRAP_YES : SHEAF_UNWRAP_NO } ?? 0,
                encoding: encoding?.pointer,
                styles: flow.plain.map { $0 ? SHEAF_STYLES_PLAIN : SHEAF_STYLES_BOOK } ?? 0, reserved: 0))
    }

    deinit {
        unsafe memory.deallocate()
    }

    var pointer: UnsafePointer<sheaf_flow> { unsafe UnsafePointer(memory) }
}
