import Glibc
import SheafOS

/// Bytes that outlive whoever writes them, even where that is killed while it writes: those that were written whole last are
/// found again.
///
/// Two memories are written in turn. Each begins with a header: a magic number, the format, a checksum (CRC-32, of zlib) of
/// all that follows it, a number that counts the writes, and the length. It is written last.
final class DoubledMemory {
    private struct Header {
        static let length = 32
        static let magic: UInt64 = 0x5368_6561_6649_6478
        static let format: UInt32 = 1

        var checksum: UInt32
        var turn: UInt64
        var size: UInt64

        func encode() -> [UInt8] {
            [Self.magic, UInt64(Self.format) << 32 | UInt64(checksum), turn, size].flatMap { word in
                (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * (7 - $0))) }
            }
        }

        init(checksum: UInt32, turn: UInt64, size: UInt64) {
            (self.checksum, self.turn, self.size) = (checksum, turn, size)
        }

        /// Reads a header; nil where the bytes are none, or of another format.
        init?(_ bytes: [UInt8]) {
            guard bytes.count == Self.length else { return nil }
            let words = stride(from: 0, to: Self.length, by: 8).map { start in
                bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            }
            // No run counts so far that the next write would pass the greatest number.
            guard words[0] == Self.magic, words[1] >> 32 == UInt64(Self.format), words[2] < .max / 2 else { return nil }
            self.init(checksum: UInt32(truncatingIfNeeded: words[1]), turn: words[2], size: words[3])
        }
    }

    /// More than that is not written, and not read.
    static let maxSize = 16 << 20

    /// Both memories.
    let halves: [SharedDescriptor]
    private var turn: UInt64

    /// Makes both memories, empty.
    init(name: String) throws(OSError) {
        var halves: [SharedDescriptor] = []
        for _ in 0..<2 { halves.append(SharedDescriptor(try Memfd.create(name: name, size: 0))) }
        self.halves = halves
        turn = 0
    }

    /// Goes on with those of an earlier run, which are both written.
    ///
    /// - Returns: nil where they are not two memories that can be written.
    init?(adopting halves: [SharedDescriptor]) {
        guard halves.count == 2, halves.allSatisfy({ Self.canBeWritten($0.number) }) else { return nil }
        self.halves = halves
        turn = halves.compactMap { Self.header(of: $0)?.turn }.max() ?? 0
    }

    private static func canBeWritten(_ number: Int32) -> Bool {
        (try? Memfd.seals(of: number)).map { $0 & Memfd.finalSeals == 0 } ?? false
    }

    /// Writes all of it, over what was written the time before last.
    func write(_ bytes: [UInt8]) throws(OSError) {
        guard bytes.count <= Self.maxSize else {
            throw OSError(code: EFBIG, operation: "keep more than \(Self.maxSize) bytes:", subject: "\(bytes.count)")
        }
        turn += 1
        let half = halves[Int(turn % 2)].number
        let header = Header(
            checksum: Self.checksum(of: bytes, turn: turn), turn: turn, size: UInt64(bytes.count))
        // Nothing is valid until the header is there again.
        try Memfd.resize(half, to: 0)
        try Memfd.resize(half, to: Header.length + bytes.count)
        try Memfd.write(bytes, to: half, at: Header.length)
        try Memfd.write(header.encode(), to: half, at: 0)
    }

    /// The contents of those halves that were written whole, the latest first. Each is read and checked when it is its
    /// turn. Whatever the descriptors are, nothing of them is trusted.
    static func contents(of halves: [SharedDescriptor]) -> some Sequence<[UInt8]> {
        halves.compactMap { half in header(of: half).map { (half: half, header: $0) } }
            .sorted { $0.header.turn > $1.header.turn }.lazy
            .compactMap { bytes(of: $0.half, $0.header) }
    }

    private static func header(of half: SharedDescriptor) -> Header? {
        let number = half.number
        guard (try? Memfd.seals(of: number)) != nil, let size = try? Memfd.size(of: number),
            size >= Header.length, size <= Header.length + maxSize,
            let start = try? Memfd.read(number, Header.length, at: 0), let header = Header(start),
            header.size <= UInt64(size - Header.length)
        else { return nil }
        return header
    }

    private static func bytes(of half: SharedDescriptor, _ header: Header) -> [UInt8]? {
        guard let bytes = try? Memfd.read(half.number, Int(header.size), at: Header.length),
            bytes.count == Int(header.size), checksum(of: bytes, turn: header.turn) == header.checksum
        else { return nil }
        return bytes
    }

    private static func checksum(of bytes: [UInt8], turn: UInt64) -> UInt32 {
        Checksum.crc32(of: bytes, seed: UInt32(truncatingIfNeeded: turn ^ turn >> 32))
    }
}
