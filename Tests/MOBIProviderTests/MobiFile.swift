/// A book of Mobipocket that is made for a test: one text without compression, as in version 6 of the format.
struct MobiFile {
    var title = "Made"
    var text = ""
    /// Pictures, which the text names by their numbers from 1 on (`recindex="00001"`).
    var pictures: [[UInt8]] = []
    /// 0: it is not encrypted.
    var encryption = 0

    private static let recordSize = 4096

    private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ((bytes - 1 - $0) * 8)) }
    }

    /// The first record: the headers of PalmDOC, MOBI and EXTH, and the title.
    private func header(textRecords: Int, length: Int) -> [UInt8] {
        let none = Self.number(0xffff_ffff, 4)
        let headerSize = 232
        let author = Array("Somebody".utf8)
        let entry = Self.number(100, 4) + Self.number(8 + author.count, 4) + author
        let padding = (4 - (12 + entry.count) % 4) % 4
        let exth =
            Array("EXTH".utf8) + Self.number(12 + entry.count, 4) + Self.number(1, 4) + entry
            + [UInt8](repeating: 0, count: padding)
        let name = Array(title.utf8)
        var mobi = Array("MOBI".utf8) + Self.number(headerSize, 4) + Self.number(2, 4) + Self.number(65001, 4)
        mobi += Self.number(1, 4) + Self.number(6, 4) + [UInt8](repeating: 0xff, count: 40)
        // The first record that is no text, the title, the language (English), the version, the first picture.
        mobi +=
            Self.number(textRecords + 1, 4) + Self.number(16 + headerSize + exth.count, 4) + Self.number(name.count, 4)
        mobi += Self.number(9, 4) + Self.number(0, 8) + Self.number(6, 4) + Self.number(textRecords + 1, 4)
        mobi += [UInt8](repeating: 0, count: 16) + Self.number(0x40, 4) + [UInt8](repeating: 0, count: 32)
        mobi += none + none + Self.number(0, 4) + Self.number(0, 4) + Self.number(0, 4)
        mobi += [UInt8](repeating: 0, count: 8) + Self.number(1, 2) + Self.number(textRecords + pictures.count, 2)
        mobi += Self.number(1, 4) + none + Self.number(0, 4) + none + Self.number(0, 4) + Self.number(0, 8)
        // No sources; no bytes behind the text of a record; no contents.
        mobi += none + Self.number(0, 4) + none + none + Self.number(0, 4) + none
        mobi += [UInt8](repeating: 0, count: max(0, headerSize - mobi.count))
        let palm =
            Self.number(1, 2) + Self.number(0, 2) + Self.number(length, 4) + Self.number(textRecords, 2)
            + Self.number(Self.recordSize, 2) + Self.number(encryption, 2) + Self.number(0, 2)
        return palm + mobi.prefix(headerSize) + exth + name + [0, 0]
    }

    var bytes: [UInt8] {
        let all = Array(text.utf8)
        let texts = stride(from: 0, to: all.count, by: Self.recordSize).map {
            Array(all[$0..<min($0 + Self.recordSize, all.count)])
        }
        let records =
            [header(textRecords: texts.count, length: all.count)] + texts + pictures + [[0xe9, 0x8e, 0x0d, 0x0a]]
        var offset = 78 + 8 * records.count + 2
        var list: [UInt8] = []
        for (index, record) in records.enumerated() {
            list += Self.number(offset, 4) + Self.number(2 * index, 4)
            offset += record.count
        }
        let name = Array("Made".utf8) + [UInt8](repeating: 0, count: 28)
        let start =
            name + Self.number(0, 28) + Array("BOOKMOBI".utf8) + Self.number(2 * records.count, 4) + Self.number(0, 4)
            + Self.number(records.count, 2)
        return start + list + [0, 0] + records.joined()
    }
}
