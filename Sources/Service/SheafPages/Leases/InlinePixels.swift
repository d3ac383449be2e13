import PageModel
package import SheafOS
package import Varlink

/// The bytes of a page as base64, made as the socket takes them. Until then there is the page's memory only, which is leased
/// to its user meanwhile.
package final class InlinePixels: LaterBytes {
    /// How many bytes of the page are made into text at once: a multiple of three, which become four letters.
    private static let pieceBytes = 48 << 10

    /// The length of the text.
    package let count: Int
    private let served: ServedPage
    private let lease: SendingLease
    private let mapping: SharedMemory
    /// Of a region: the bytes of a row. nil: all bytes of the memory go, as they are.
    private let row: Int?
    private let bytes: Int

    /// - Parameters:
    ///   - bytes: what of the page goes.
    ///   - lease: lasts as long as this.
    package init(_ served: ServedPage, bytes: Int, lease: SendingLease) throws(OSError) {
        self.served = served
        self.bytes = bytes
        self.lease = lease
        let memory = served.memory
        mapping = try SharedMemory(mappingSealed: memory.descriptor.number, size: memory.bytes)
        row = served.region == memory.rendition.region ? nil : served.region.width * 4
        count = Base64.encodedLength(of: bytes)
    }

    /// Puts them where a reply says that the page has no data.
    package func fill(_ writer: inout JSONWriter) { writer.fill(#""data":"""#, with: self) }

    package func append(from offset: Int, to text: inout [UInt8]) {
        let first = offset / 4 * 3
        let range = first..<min(first + Self.pieceBytes, bytes)
        let letters = withBytes(range) { Base64.encode($0) }
        text.append(contentsOf: letters.utf8.dropFirst(offset % 4))
    }

    private func withBytes<Result>(_ range: Range<Int>, _ body: (RawSpan) -> Result) -> Result {
        guard let row else { return mapping.withBytes { body($0.extracting(range)) } }
        let rows = range.lowerBound / row..<(range.upperBound + row - 1) / row
        return mapping.withRows(
            from: served.offset + rows.lowerBound * served.memory.stride, length: row, stride: served.memory.stride,
            count: rows.count
        ) { copied in
            let start = range.lowerBound - rows.lowerBound * row
            return body(copied.extracting(start..<start + range.count))
        }
    }
}
