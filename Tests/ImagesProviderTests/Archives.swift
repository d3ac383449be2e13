import ProviderTestHost

/// Archives of files, written byte by byte: with names, orders and mistakes that no program makes.
enum Archives {
    typealias File = (name: String, content: [UInt8])

    /// A drawing that is told apart by its width.
    static func page(_ width: Int) -> [UInt8] {
        Array("<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='8'/>".utf8)
    }

    private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(value >> ($0 * 8) & 0xff) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
    }

    static func checksum(_ bytes: some Sequence<UInt8>) -> Int {
        var value = UInt32.max
        for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xff)] ^ value >> 8 }
        return Int(~value)
    }

    /// Nothing in it is compressed.
    static func zip(_ files: [File]) -> [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for (name, content) in files {
            // Names are in UTF-8.
            let common =
                number(10, 2) + number(0x800, 2) + number(0, 6) + number(checksum(content), 4)
                + number(content.count, 4)
                + number(content.count, 4) + number(name.utf8.count, 2) + number(0, 2)
            directory +=
                Array("PK\u{1}\u{2}".utf8) + number(0x314, 2) + common + number(0, 6) + number(0x81a4_0000, 4)
                + number(archive.count, 4) + Array(name.utf8)
            archive += Array("PK\u{3}\u{4}".utf8) + common + Array(name.utf8) + content
        }
        return archive + directory + Array("PK\u{5}\u{6}".utf8) + number(0, 4) + number(files.count, 2)
            + number(files.count, 2) + number(directory.count, 4) + number(archive.count, 4) + number(0, 2)
    }

    /// RAR 4, stored.
    ///
    /// - Parameter flags: of the archive: 1 one of several volumes, 8 solid, 0x80 its names are encrypted.
    static func rar(_ files: [File], flags: Int = 0) -> [UInt8] {
        func block(_ body: [UInt8]) -> [UInt8] { number(checksum(body) & 0xffff, 2) + body }
        var archive = Array("Rar!\u{1a}\u{7}\0".utf8) + block([0x73] + number(flags, 2) + [13, 0] + number(0, 6))
        for (name, content) in files {
            archive += block(
                [0x74, 0, 0x80] + number(32 + name.utf8.count, 2) + number(content.count, 4) + number(content.count, 4)
                    + [3] + number(checksum(content), 4) + number(0, 4) + [20, 0x30] + number(name.utf8.count, 2)
                    + number(0x81a4, 4) + Array(name.utf8))
            archive += content
        }
        return archive + block([0x7b, 0, 0x40, 7, 0])
    }

    /// RAR 5, stored.
    ///
    /// - Parameters:
    ///   - flags: of the archive: 1 one of several volumes, 4 solid.
    ///   - isEncrypted: whether a header says that all others are encrypted.
    static func rar5(_ files: [File], flags: Int = 0, isEncrypted: Bool = false) -> [UInt8] {
        func variable(_ value: Int) -> [UInt8] {
            value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7f | 0x80)] + variable(value >> 7)
        }
        func block(_ body: [UInt8]) -> [UInt8] {
            let sized = variable(body.count) + body
            return number(checksum(sized), 4) + sized
        }
        var archive = Array("Rar!\u{1a}\u{7}\u{1}\0".utf8)
        if isEncrypted { archive += block([4, 0, 0, 0, 15] + [UInt8](repeating: 7, count: 16)) }
        archive += block([1, 0] + variable(flags))
        for (name, content) in files {
            archive += block(
                [2, 2] + variable(content.count) + [4] + variable(content.count) + variable(0x81a4)
                    + number(checksum(content), 4) + [0, 1] + variable(name.utf8.count) + Array(name.utf8))
            archive += content
        }
        return archive + block([5, 0, 0])
    }
}
