import SheafOS

/// What a host says unasked: one packet each.
///
/// A packet is four numbers in the machine's own order (kind: 4 bytes, level or kind of change: 4, document: 8, page: 8)
/// and then the text in UTF-8.
enum HostNotice: Equatable {
    /// A line for the journal, at a level as syslog(3) counts them.
    case log(level: UInt32, text: String)
    /// A document changed.
    case changed(document: Int64, DocumentChange)

    /// The largest packet in bytes.
    static let packetSize = headerSize + HostLimits.textBytes
    private static let headerSize = 24
    private static let logKind: UInt32 = 1
    private static let changeKind: UInt32 = 2

    /// Reads a packet; nil where it is none that a host sends.
    init?(_ packet: RawSpan) {
        guard packet.byteCount >= Self.headerSize else { return nil }
        let kind = unsafe packet.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt32.self)
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
        default: return nil
        }
    }

    /// The packet, at most ``packetSize`` bytes.
    var packet: [UInt8] {
        switch self {
        case .log(let level, let text):
            Self.header(Self.logKind, level, 0, 0) + text.utf8.prefix(HostLimits.textBytes)
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
