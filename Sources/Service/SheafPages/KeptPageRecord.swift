import Navigation
package import PageModel
package import SheafOS

/// A page whose memory systemd keeps.
package struct KeptPage {
    /// The memory of the page.
    package let descriptor: SharedDescriptor
    package let record: KeptPageRecord

    package init(descriptor: SharedDescriptor, record: KeptPageRecord) {
        self.descriptor = descriptor
        self.record = record
    }
}

/// The record of a rendered page for the next run. It has a fixed size: there are thousands of records, and the next
/// run says that it is ready only when it has read them.
package struct KeptPageRecord {
    /// The number that names the page's memory to viewers.
    package var number: Int
    /// The inode of the page's memory, which tells it from every other.
    var inode: UInt64
    /// The size of the page's memory, in bytes.
    var bytes: Int
    package var rendition: Rendition
    /// The index of the page in its document; nil where that is not known.
    var index: Int?
    /// The time that rendering the page took, in microseconds.
    var renderTime: UInt64
    /// Whether a region that is cut from it is what rendering that region gives.
    var isCuttable: Bool
    /// The page at ``index`` as its document knows it, in the form of the note; nil where the document does not know
    /// it.
    private var noted: NotedPage?

    /// - Parameters:
    ///   - inode: that of its memory.
    ///   - found: left out where its label is too long for a record.
    package init(
        _ memory: SealedPage, inode: UInt64, index: Int?, renderTime: UInt64, found: PlacedPage?
    ) {
        number = memory.number
        self.inode = inode
        bytes = memory.bytes
        rendition = memory.rendition
        self.index = index
        self.renderTime = renderTime
        isCuttable = memory.isCuttable
        self.found = found
    }

    /// Whether there is something in ``found``.
    package var hasFound: Bool { noted != nil }

    /// The page at ``index`` as its document knows it; nil where the document does not know it, or its label is too
    /// long.
    ///
    /// Made anew each time: a start reads thousands of records, and needs this of none.
    package var found: PlacedPage? {
        get {
            guard let noted, let index, let size = PageSize(width: noted.width, height: noted.height) else {
                return nil
            }
            return PlacedPage(
                location: .init(page: rendition.page, index: index), size: size, label: noted.label,
                isMeasured: noted.isMeasured)
        }
        set {
            noted = newValue.flatMap { $0.location.index == index ? NotedPage($0) : nil }
        }
    }
}

/// A page's size and label, in the words of a note.
private struct NotedPage {
    /// A label is at most so long, in bytes.
    static let labelLength = 24

    /// The size of the page, in points.
    let width, height: Double
    let isMeasured: Bool
    /// The length of the label, in bytes; 0 where there is none.
    let length: Int
    /// The bytes of the label, the first in the lowest ones.
    let label0, label1, label2: UInt64

    init(width: Double, height: Double, isMeasured: Bool, length: Int, words: (UInt64, UInt64, UInt64)) {
        (self.width, self.height, self.isMeasured, self.length) = (width, height, isMeasured, length)
        (label0, label1, label2) = words
    }

    /// Takes a page as it is noted; nil where the label has no room.
    init?(_ page: PlacedPage) {
        let bytes = (page.label ?? "").utf8
        guard bytes.count <= Self.labelLength else { return nil }
        var words = [UInt64](repeating: 0, count: Self.labelLength / 8)
        for (place, byte) in bytes.enumerated() { words[place / 8] |= UInt64(byte) << (place % 8 * 8) }
        self.init(
            width: page.size.width, height: page.size.height, isMeasured: page.isMeasured, length: bytes.count,
            words: (words[0], words[1], words[2]))
    }

    /// The label of the page; nil where it has none. Bytes that are no UTF-8 are repaired.
    var label: String? {
        guard length > 0 else { return nil }
        let words = [label0, label1, label2]
        return String(
            decoding: (0..<length).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> ($0 % 8 * 8)) }, as: UTF8.self)
    }
}

// MARK: - The form of the note

extension KeptPageRecord {
    /// A label of a page is at most so long, in bytes; what is known of a page with a longer one is noted with its document.
    static let labelLength = NotedPage.labelLength
    /// The length of a record, in 64-bit words.
    private static let words = 18
    /// The first word of the note, which says what it is, and in which form. Another form has another number.
    private static let form: UInt64 = 0x5368_6561_6650_6703
    /// The forms of versions that knew first frames alone, and before that no paper but that of day: nothing else is different in them.
    private static let earlierForms: [UInt64] = [0x5368_6561_6650_6702, 0x5368_6561_6650_6701]

    /// Bits of the word that holds all that is small, from the lowest: two of the rotation, two of the format, seven of a
    /// JPEG's or WebP's quality, three flags, two of the paper, from 16 on the length of the label, and from 24 on 24 of the frame.
    fileprivate enum Style {
        static let rotation: UInt64 = 3
        static let formatShift = 2
        static let format: UInt64 = 3
        static let qualityShift = 4
        static let quality: UInt64 = 127
        static let isCuttable: UInt64 = 1 << 11
        static let isFound: UInt64 = 1 << 12
        static let isMeasured: UInt64 = 1 << 13
        static let paperShift = 14
        static let paper: UInt64 = 3
        static let labelShift = 16
        static let label: UInt64 = 255
        static let frameShift = 24
        static let frame: UInt64 = 1 << 24 - 1
    }

    /// The note of all of them, in the order in which the next run is to take them over.
    package static func note(of records: some Sequence<KeptPageRecord>) -> [UInt8] {
        var note = [form]
        for record in records { record.encode(into: &note) }
        return MemoryWords.bytes(of: note)
    }

    /// Reads a note.
    ///
    /// - Returns: nil where it is none, or of another form; nil for each record that says what cannot be.
    package static func records(in note: [UInt8]) -> LazyMapSequence<Range<Int>, KeptPageRecord?>? {
        guard let note = MemoryWords.words(of: note), let first = note.first,
            first == form || earlierForms.contains(first), (note.count - 1).isMultiple(of: words)
        else { return nil }
        return (0..<(note.count - 1) / words).lazy.map { KeptPageRecord(decoding: note, at: 1 + $0 * words) }
    }

    private func encode(into note: inout [UInt64]) {
        let region = rendition.region
        note.append(UInt64(bitPattern: Int64(number)))
        note.append(inode)
        note.append(UInt64(bitPattern: Int64(bytes)))
        note.append(rendition.document.number)
        note.append(UInt64(bitPattern: rendition.page.number))
        note.append(UInt64(bitPattern: Int64(rendition.edition)))
        note.append(rendition.scale.bitPattern)
        note.append(Self.pair(region.x, region.y))
        note.append(Self.pair(region.width, region.height))
        note.append(Self.pair(rendition.pageSize.width, rendition.pageSize.height))
        note.append(UInt64(bitPattern: Int64(index ?? -1)))
        note.append(renderTime)
        note.append(style)
        note.append(noted?.width.bitPattern ?? 0)
        note.append(noted?.height.bitPattern ?? 0)
        note.append(noted?.label0 ?? 0)
        note.append(noted?.label1 ?? 0)
        note.append(noted?.label2 ?? 0)
    }

    private init?(decoding note: [UInt64], at start: Int) {
        let style = note[start + 12]
        let region = (origin: Self.pair(note[start + 7]), size: Self.pair(note[start + 8]))
        let size = Self.pair(note[start + 9])
        let pageSize = PixelSize(width: size.0, height: size.1)
        let pixels = PixelRegion(
            x: region.origin.0, y: region.origin.1, width: region.size.0, height: region.size.1)
        let scale = Double(bitPattern: note[start + 6])
        guard let rotation = Rotation(rawValue: Int(style & Style.rotation) * 90),
            let format = PixelFormat(style: style),
            let paper = Paper(rawValue: UInt8(style >> Style.paperShift & Style.paper)), scale > 0, scale.isFinite,
            pixels.isWithin(pageSize)
        else { return nil }
        number = Int(truncatingIfNeeded: note[start])
        inode = note[start + 1]
        bytes = Int(truncatingIfNeeded: note[start + 2])
        rendition = Rendition(
            document: DocumentID(note[start + 3]), page: PageID(Int64(bitPattern: note[start + 4])),
            edition: Int(truncatingIfNeeded: note[start + 5]), frame: Int(style >> Style.frameShift & Style.frame),
            scale: scale,
            rotation: rotation, region: pixels, format: format, paper: paper, pageSize: pageSize)
        let index = Int(truncatingIfNeeded: note[start + 10])
        self.index = index >= 0 ? index : nil
        renderTime = note[start + 11]
        isCuttable = style & Style.isCuttable != 0
        let (stride, isTooWide) = pixels.width.multipliedReportingOverflow(by: 4)
        let (whole, isTooHigh) = stride.multipliedReportingOverflow(by: pixels.height)
        guard number > 0, bytes > 0, !isTooWide, !isTooHigh, format != .bgrx8888 || bytes == whole else { return nil }
        if style & Style.isFound != 0, self.index != nil {
            let (width, height) = (Double(bitPattern: note[start + 13]), Double(bitPattern: note[start + 14]))
            let length = Int(style >> Style.labelShift & Style.label)
            guard PageSize(width: width, height: height) != nil, length <= Self.labelLength else { return nil }
            noted = NotedPage(
                width: width, height: height, isMeasured: style & Style.isMeasured != 0, length: length,
                words: (note[start + 15], note[start + 16], note[start + 17]))
        }
    }

    private var style: UInt64 {
        var style = UInt64(rendition.rotation.rawValue / 90) | rendition.format.style
        style |= UInt64(rendition.paper.rawValue) << Style.paperShift | UInt64(rendition.frame) << Style.frameShift
        if isCuttable { style |= Style.isCuttable }
        guard let noted else { return style }
        style |= Style.isFound
        if noted.isMeasured { style |= Style.isMeasured }
        return style | UInt64(noted.length) << Style.labelShift
    }

    /// Sides and places in pixels have 31 bits.
    private static func pair(_ low: Int, _ high: Int) -> UInt64 {
        UInt64(UInt32(clamping: low)) | UInt64(UInt32(clamping: high)) << 32
    }

    private static func pair(_ word: UInt64) -> (Int, Int) { (Int(word & 0xffff_ffff), Int(word >> 32)) }
}

extension PixelFormat {
    fileprivate var style: UInt64 {
        switch self {
        case .bgrx8888: 0
        case .png: 1 << KeptPageRecord.Style.formatShift
        case .jpeg(let quality):
            2 << KeptPageRecord.Style.formatShift | UInt64(clamping: quality) << KeptPageRecord.Style.qualityShift
        case .webp(let quality):
            3 << KeptPageRecord.Style.formatShift | UInt64(clamping: quality) << KeptPageRecord.Style.qualityShift
        }
    }

    /// Reads the format out of a record's word of small fields; nil where there is no such format.
    fileprivate init?(style: UInt64) {
        let quality = Int(style >> KeptPageRecord.Style.qualityShift & KeptPageRecord.Style.quality)
        switch style >> KeptPageRecord.Style.formatShift & KeptPageRecord.Style.format {
        case 0: self = .bgrx8888
        case 1: self = .png
        case 2 where (1...100).contains(quality): self = .jpeg(quality: quality)
        case 3 where (1...100).contains(quality): self = .webp(quality: quality)
        default: return nil
        }
    }
}
