/// One image of a made TIFF: a grey, in tiles of 16 x 16 or in one strip.
struct MadeImage {
    var width: Int
    var height: Int
    var grey: UInt8 = 100
    var isTiled = true
    /// NewSubfileType: 1 a smaller version, 2 a page, 4 a mask. Nil where the tag is not there.
    var marks: Int?
    /// SubfileType: 1 all of an image, 2 a smaller version, 3 a page. Nil where the tag is not there.
    var oldMark: Int?
    var compression = 1
    /// All of its tiles, where these are compressed, and how many bytes they are said to have.
    var tile: [UInt8]?
    var tileSize: Int?
    var samples = 1
    var orientation = 1
    var description: String?
    /// A tag of somebody's own, with one number.
    var ownTag: Int?
    /// Directories below this one.
    var below: [MadeImage] = []
    /// How many tiles are said to be past the end of the file: the last ones.
    var lostTiles = 0
}

/// A TIFF of little-endian numbers, with any directories that a test needs.
struct MadeTIFF {
    private(set) var bytes = Array("II*\0".utf8) + [0, 0, 0, 0]

    init(_ images: [MadeImage]) {
        var place = 4
        for image in images {
            let (start, next) = add(image)
            set(start, at: place)
            place = next
        }
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private mutating func set(_ value: Int, at place: Int) {
        bytes.replaceSubrange(place..<place + 4, with: Self.number(value, 4))
    }

    private mutating func append(_ content: [UInt8]) -> Int {
        defer { bytes += content + [UInt8](repeating: 0, count: content.count % 2) }
        return bytes.count
    }

    /// Adds a directory. Returns where it is, and where the place of the next one is written.
    private mutating func add(_ image: MadeImage) -> (start: Int, next: Int) {
        let below = image.below.map { add($0).start }
        let tiles = (image.width + 15) / 16 * ((image.height + 15) / 16)
        let count = image.isTiled ? 256 : image.width * image.height
        let content = image.tile ?? [UInt8](repeating: image.grey, count: count * image.samples)
        let data = append(content)
        let kept = max(0, tiles - image.lostTiles)
        var entries: [(tag: Int, type: Int, values: [Int])] = [
            (256, 4, [image.width]), (257, 4, [image.height]), (258, 3, Array(repeating: 8, count: image.samples)),
            (259, 3, [image.compression]), (262, 3, [image.samples == 3 ? 2 : 1]), (274, 3, [image.orientation]),
            (277, 3, [image.samples]),
        ]
        if image.isTiled {
            entries += [
                (322, 3, [16]), (323, 3, [16]),
                (324, 4, (0..<tiles).map { $0 < kept ? data : 0x7fff_0000 }),
                (325, 4, Array(repeating: image.tileSize ?? content.count, count: tiles)),
            ]
        } else {
            entries += [(273, 4, [data]), (278, 4, [image.height]), (279, 4, [count * image.samples])]
        }
        if let marks = image.marks { entries.append((254, 4, [marks])) }
        if let mark = image.oldMark { entries.append((255, 3, [mark])) }
        if let text = image.description { entries.append((270, 2, text.utf8.map { Int($0) } + [0])) }
        if let tag = image.ownTag { entries.append((tag, 4, [1])) }
        if !below.isEmpty { entries.append((330, 4, below)) }
        var directory = Self.number(entries.count, 2)
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            let size = [2: 1, 3: 2, 4: 4][entry.type] ?? 4
            let values = entry.values.flatMap { Self.number($0, size) }
            directory += Self.number(entry.tag, 2) + Self.number(entry.type, 2) + Self.number(entry.values.count, 4)
            directory +=
                values.count <= 4 ? values + [0, 0, 0, 0].dropFirst(values.count) : Self.number(append(values), 4)
        }
        let start = append(directory + [0, 0, 0, 0])
        return (start, start + directory.count)
    }
}
