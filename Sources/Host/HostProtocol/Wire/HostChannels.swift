import Glibc
package import SheafOS

/// The command line of a host.
package struct HostArguments: Equatable {
    /// The first of them, which makes sheafd a provider host.
    package static let mark = "--provider-host"
    /// Tells hosts from the service, whose executable they share, where a process has 15 bytes for its name.
    package static let processName = "sheaf-host"

    /// The title of a host in the list of processes: "sheaf-host mupdf uid 1000". It is the first argument; the others
    /// are erased once they are read.
    package static func title(provider: String, owner: HostOwner) -> String {
        "\(processName) \(provider) \(owner.title)"
    }

    /// The pid of the service, with which the host ends.
    package var parent: Int32
    /// RLIMIT_AS in bytes; 0 sets none.
    package var addressSpace: UInt64
    /// The largest rendering, in bytes.
    package var renderBytes: Int

    package init(parent: Int32, limits: HostLimits) {
        self.parent = parent
        addressSpace = limits.addressSpace
        renderBytes = limits.renderBytes
    }

    /// Reads what ``words`` made, program name and all; nil where it is anything else.
    package init?(_ words: [String]) {
        guard words.count == 5, words[1] == Self.mark, let parent = Int32(words[2]),
            let addressSpace = UInt64(words[3]), let renderBytes = Int(words[4]), renderBytes > 0
        else { return nil }
        self.parent = parent
        self.addressSpace = addressSpace
        self.renderBytes = renderBytes
    }

    /// The words behind the program's name.
    package var words: [String] { [Self.mark, "\(parent)", "\(addressSpace)", "\(renderBytes)"] }
}

/// The descriptors that a host is started with.
package enum HostDescriptors {
    /// Requests and answers.
    package static let requests: Int32 = 3
    /// Log lines and changes, which can come at any time.
    package static let notices: Int32 = 4
    /// The memory of the ``CancelWord``.
    package static let cancelWord: Int32 = 5

    /// Writes a line to standard error, which the journal has as the provider's.
    package static func say(_ message: String) {
        var line = "sheafd provider host: \(message)\n"
        line.withUTF8 { bytes in
            _ = unsafe write(2, bytes.baseAddress, bytes.count)
        }
    }
}

/// The word in shared memory by which the service asks a host to end its request: it holds that request's serial. Behind it the host says
/// which page it measures, so that a crash there is that page's fault and not that of all that are measured for one request.
///
/// Serials differ from request to request, so a word that comes too late stops nothing that follows.
package final class CancelWord {
    /// In bytes: one page of memory.
    static let size = 4_096
    /// Ends whatever is running.
    static let everything = UInt32.max

    private let memory: SharedMemory

    /// The words with the page that is measured: the serial of the request, 0 where none is; the lower and the upper half of its id.
    private static let measured = (serial: 1, low: 2, high: 3)

    /// Maps the word; the service writes it, and a host the page that it measures.
    package init(mapping descriptor: Int32, writable: Bool) throws(OSError) {
        memory = try SharedMemory(mapping: descriptor, size: Self.size, writable: writable)
    }

    /// Makes the memory for one.
    package static func makeMemory() throws(OSError) -> FileDescriptor {
        let memory = try Memfd.create(name: "sheaf-cancel", size: size)
        try Memfd.sealSize(memory.number)
        return memory
    }

    /// Asks the request with this serial to end.
    package func stop(_ serial: UInt32) {
        memory.store(serial, word: 0)
    }

    /// Notes that a page is being measured for the request with this serial.
    package func beginMeasuring(_ page: Int64, for serial: UInt32) {
        memory.store(UInt32(truncatingIfNeeded: page), word: Self.measured.low)
        memory.store(UInt32(truncatingIfNeeded: page >> 32), word: Self.measured.high)
        memory.store(serial, word: Self.measured.serial)
    }

    /// Notes that it is measured.
    package func endMeasuring() { memory.store(0, word: Self.measured.serial) }

    /// The page that is being measured for the request with this serial; nil where none is.
    package func measuredPage(for serial: UInt32) -> Int64? {
        guard memory.load(word: Self.measured.serial) == serial else { return nil }
        let low = memory.load(word: Self.measured.low)
        return Int64(memory.load(word: Self.measured.high)) << 32 | Int64(low)
    }

    /// Whether the request with this serial was asked to end.
    package func isStopped(_ serial: UInt32) -> Bool {
        let word = memory.load(word: 0)
        return word == serial || word == Self.everything
    }
}

/// A notice that a host sends without being asked: one packet each.
///
/// A packet is four numbers, the lowest byte first (kind: 4 bytes; level, kind of change or whether it is made: 4; document
/// or serial: 8; page: 8),
/// and then the text in UTF-8.
package enum HostNotice: Equatable {
    /// A line for the journal, at a level as syslog(3) counts them.
    case log(level: UInt32, text: String)
    /// The thumbnail of a rendering is made, or can't be; of the request with this serial, which was answered before.
    case thumbnail(serial: UInt32, isMade: Bool)
    /// A document changed.
    case changed(document: Int64, DocumentChange)

    /// The largest packet in bytes.
    package static let packetSize = headerSize + HostLimits.textBytes
    private static let headerSize = 24
    private static let logKind: UInt32 = 1
    private static let changeKind: UInt32 = 2
    private static let thumbnailKind: UInt32 = 3

    /// Reads a packet; nil where it is none that a host sends.
    package init?(_ packet: RawSpan) {
        guard packet.byteCount >= Self.headerSize else { return nil }
        let kind = unsafe packet.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt32.self).littleEndian
        let detail = unsafe packet.unsafeLoadUnaligned(fromByteOffset: 4, as: UInt32.self)
        let document = unsafe packet.unsafeLoadUnaligned(fromByteOffset: 8, as: Int64.self)
        let page = unsafe packet.unsafeLoadUnaligned(fromByteOffset: 16, as: Int64.self)
        switch (kind, detail) {
        case (Self.logKind, _):
            let text = unsafe packet.withUnsafeBytes { bytes in
                unsafe String(decoding: UnsafeRawBufferPointer(rebasing: bytes[Self.headerSize...]), as: UTF8.self)
            }
            self = .log(level: detail, text: text)
        case (Self.changeKind, 1): self = .changed(document: document, .pages)
        case (Self.changeKind, 2): self = .changed(document: document, .page(page))
        case (Self.changeKind, 3): self = .changed(document: document, .all)
        case (Self.thumbnailKind, 0...1):
            guard let serial = UInt32(exactly: document) else { return nil }
            self = .thumbnail(serial: serial, isMade: detail == 1)
        default: return nil
        }
    }

    /// The packet, at most ``packetSize`` bytes.
    package var packet: [UInt8] {
        switch self {
        case .log(let level, let text):
            Self.header(Self.logKind, level, 0, 0) + text.utf8.prefix(HostLimits.textBytes)
        case .thumbnail(let serial, let isMade): Self.header(Self.thumbnailKind, isMade ? 1 : 0, Int64(serial), 0)
        case .changed(let document, .pages): Self.header(Self.changeKind, 1, document, 0)
        case .changed(let document, .page(let page)): Self.header(Self.changeKind, 2, document, page)
        case .changed(let document, .all): Self.header(Self.changeKind, 3, document, 0)
        }
    }

    private static func header(_ kind: UInt32, _ detail: UInt32, _ document: Int64, _ page: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerSize)
        for number in [UInt64(kind) | UInt64(detail) << 32, UInt64(bitPattern: document), UInt64(bitPattern: page)] {
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        return bytes
    }
}
