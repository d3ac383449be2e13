import Navigation
import PageModel
import SheafOS
import Testing

@testable import SheafPages
@testable import SheafService

/// The record of a page as one run notes it is the one that the next run reads, and nothing else is taken for a record.
@Suite struct KeptPageRecordTests {
    private static let formats: [PixelFormat] = [
        .bgrx8888, .png, .jpeg(quality: 1), .jpeg(quality: 100), .webp(quality: 1), .webp(quality: 100),
    ]

    @Test(arguments: formats, Rotation.allCases) func aRecordSaysWhatThePageIs(format: PixelFormat, rotation: Rotation)
        throws
    {
        let page = try Self.record(format, rotation, label: "xvii")
        let other = try Self.record(format, rotation, index: nil, label: nil, number: 9)
        let records = try #require(KeptPageRecord.records(in: KeptPageRecord.note(of: [page, other])))
        let read = try #require(records.first.flatMap { $0 })
        #expect(read.rendition == page.rendition && read.number == 8 && read.inode == .max && read.bytes == page.bytes)
        #expect(read.index == 41 && read.renderTime == 1_234 && read.isCuttable)
        #expect(read.found?.label == "xvii" && read.found?.size.width == 64.5 && read.found?.isMeasured == true)
        #expect(read.found?.location == Location(page: PageID(-3), index: 41))
        let second = try #require(records.last.flatMap { $0 })
        #expect(second.number == 9 && second.index == nil && second.found == nil && records.count == 2)
    }

    @Test(arguments: Paper.allCases) func aRecordSaysOnWhichPaper(paper: Paper) throws {
        let note = KeptPageRecord.note(of: [try Self.record(.png, .left, paper: paper, label: "x")])
        let read = try #require(KeptPageRecord.records(in: note)?.first.flatMap { $0 })
        #expect(read.rendition.paper == paper && read.rendition.rotation == .left && read.found?.label == "x")
        // As versions wrote it that knew first frames only, and before that one paper only.
        guard paper == .day else { return }
        for form: UInt8 in [2, 1] {
            let earlier = [note[0] ^ 3 ^ form] + note.dropFirst()
            let old = try #require(KeptPageRecord.records(in: earlier)?.first.flatMap { $0 })
            #expect(old.rendition == read.rendition)
        }
    }

    @Test(arguments: [0, 1, 1 << 24 - 1]) func aRecordSaysOfWhichFrame(frame: Int) throws {
        let note = KeptPageRecord.note(of: [try Self.record(.png, .left, frame: frame, label: "xvii")])
        let read = try #require(KeptPageRecord.records(in: note)?.first.flatMap { $0 })
        #expect(read.rendition.frame == frame && read.rendition.paper == .night && read.found?.label == "xvii")
    }

    /// A longer label is noted with the document.
    @Test(arguments: ["", "é", String(repeating: "ab", count: 12), String(repeating: "é", count: 12)])
    func aLabelOfSoManyBytesHasRoom(label: String) throws {
        let record = try Self.record(.bgrx8888, .upright, label: label.isEmpty ? nil : label)
        let read = try #require(KeptPageRecord.records(in: KeptPageRecord.note(of: [record]))?.first.flatMap { $0 })
        #expect(read.found?.label == (label.isEmpty ? nil : label) && read.found != nil)
        #expect(try Self.record(.bgrx8888, .upright, label: String(repeating: "x", count: 25)).found == nil)
    }

    /// Whatever is written into any word, a record says what can be or is none.
    @Test(arguments: 0..<18, [UInt64(0), .max, 1 << 63, 0x7ff0_0000_0000_0000, 0xffff_ffff])
    func noRecordIsTrusted(word: Int, value: UInt64) throws {
        var words = try #require(
            MemoryWords.words(of: KeptPageRecord.note(of: [Self.record(.bgrx8888, .left, label: "1")])))
        words[1 + word] = value
        let records = try #require(KeptPageRecord.records(in: MemoryWords.bytes(of: words)))
        guard let record = records.first.flatMap({ $0 }) else { return }
        #expect(record.number > 0 && record.bytes > 0 && record.rendition.scale.isFinite)
        #expect(record.rendition.region.isWithin(record.rendition.pageSize))
        #expect(record.rendition.format != .bgrx8888 || record.bytes == record.rendition.pixelBytes)
        #expect(record.index ?? 0 >= 0)
    }

    @Test func whatHasAnotherFormIsNone() throws {
        let note = KeptPageRecord.note(of: [try Self.record(.png, .upright, label: nil)])
        #expect(KeptPageRecord.records(in: Array(note.dropLast(8))) == nil)
        #expect(KeptPageRecord.records(in: Array(note.dropLast(3))) == nil)
        #expect(KeptPageRecord.records(in: []) == nil)
        for form: UInt8 in [0, 4, 7] {
            #expect(KeptPageRecord.records(in: [note[0] ^ 3 ^ form] + note.dropFirst()) == nil)
        }
        #expect(KeptPageRecord.records(in: KeptPageRecord.note(of: []))?.isEmpty == true)
    }

    @Test(arguments: [
        ("p1", KeptName.page(1)), ("pzz", .page(1_295)), ("d7", .document(7)), ("d7.63", .albumFile(7, 63)),
        ("note1", .note(1)),
        ("list0", .pageNote(0)),
        ("readers", .positions),
    ]) func aNameIsReadAsItIsWritten(text: String, name: KeptName) {
        #expect(KeptName(text) == name && name.text == text)
    }

    @Test(arguments: [
        "", "p", "p0", "p01", "pA", "p-1", "d", "d0", "da", "d7.", "d7.0", "d.1", "d7.1.2", "note2", "places",
        "sheafd.socket", "pzzzzzzzzzzzzzzz",
    ]) func whatIsNoNameIsNone(text: String) {
        #expect(KeptName(text) == nil)
    }

    private static func record(
        _ format: PixelFormat, _ rotation: Rotation, frame: Int = 0, paper: Paper = .night, index: Int? = 41,
        label: String?, number: Int = 8
    ) throws -> KeptPageRecord {
        let region = PixelRegion(x: 5, y: 1 << 30, width: 64, height: 32)
        let rendition = Rendition(
            document: DocumentID(7), page: PageID(-3), edition: 2, frame: frame, scale: 1.25, rotation: rotation,
            region: region, format: format, paper: paper, pageSize: PixelSize(width: 80, height: 1 << 30 | 99))
        let size = try #require(PageSize(width: 64.5, height: 99))
        return KeptPageRecord(
            SealedPage(
                descriptor: SharedDescriptor(try FileDescriptor.open("/dev/null")), rendition: rendition,
                number: number,
                bytes: format == .bgrx8888 ? rendition.pixelBytes : 77, stride: 0, isCuttable: true),
            inode: .max, index: index, renderTime: 1_234,
            found: .init(location: Location(page: PageID(-3), index: 41), size: size, label: label, isMeasured: true))
    }
}
