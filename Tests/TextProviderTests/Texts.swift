import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// The provider, and what is opened with it.
enum Texts {
    static let path = Result { try productsFolder() + "/libsheaf-text.so" }

    /// A host of its own, with the provider loaded.
    static func host() throws -> TestHost {
        try TestHost(table(ofLibrary: path.get()))
    }

    static func open(
        _ text: String, _ flow: sheaf_flow? = nil, suffix: String? = nil
    ) throws -> TestDocument {
        try host().open(text, flow: flow, suffix: suffix)
    }

    static func open(
        _ bytes: [UInt8], _ flow: sheaf_flow? = nil, suffix: String? = nil
    ) throws -> TestDocument {
        try host().open(TestSource(bytes: bytes), TestRequest(flow: flow, suffix: suffix))
    }

    /// Opens a text and counts all of its pages.
    static func openCounted(
        _ text: String, _ flow: sheaf_flow? = nil, suffix: String? = nil
    ) throws -> TestDocument {
        let document = try open(text, flow, suffix: suffix)
        _ = try document.countAll()
        return document
    }

    /// A wish for a layout. What is not named is the provider's to choose.
    static func flow(
        fontSize: Double = 0, width: Double = 0, height: Double = 0, lineHeight: Double = 0, margin: Double = -1,
        columns: UInt32 = 0, font: String? = nil, justify: UInt32 = 0, unwrap: UInt32 = 0, encoding: String? = nil
    ) -> sheaf_flow {
        // Names of fonts stay: a wish is handed on.
        sheaf_flow(
            size: UInt32(MemoryLayout<sheaf_flow>.size), columns: columns, width: width, height: height,
            font_size: fontSize, line_height: lineHeight,
            margin: margin, font_family: font.map { UnsafePointer(strdup($0)) }, justify: justify,
            unwrap: unwrap, encoding: encoding.map { UnsafePointer(strdup($0)) }, styles: 0,
            reserved: 0)
    }

    /// Paragraphs of words that are all different.
    static func book(paragraphs: Int) -> String {
        (0..<paragraphs).map { paragraph in
            (0..<40 + paragraph * 7 % 90).map { "w\(paragraph)x\($0)" }.joined(separator: " ") + "\n"
        }.joined(separator: "\n")
    }

    /// Article 1 of the Universal Declaration of Human Rights, or its beginning.
    static let scripts = [
        "Latin": "All human beings are born free and equal in dignity and rights.",
        "Chinese": "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
        "Arabic": "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميرًا.",
        "Hindi": "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।",
        "Mixed": "The word سلام (salām) means peace, 平和 in Japanese, शान्ति in Hindi, and мир in Russian.",
    ]
}

extension TestDocument {
    /// The text of a page as a person copies it.
    func string(_ page: Int64) throws -> String {
        try text(page).map { $0.text ?? "" }.joined()
    }

    /// Counts until a page is counted.
    func count(to page: Int64) throws {
        while try counted() <= page, try count().kind != SHEAF_EXACT {}
    }

    /// Counts all pages.
    func countAll() throws -> Int64 {
        while true {
            let (kind, pages) = try count()
            if kind == SHEAF_EXACT { return pages }
        }
    }

    /// A whole page.
    func whole(_ page: Int64 = 0, scale: Double = 1, rotation: UInt32 = 0) throws -> TestPixels {
        let metrics = try metrics(page)
        let size = [metrics.width, metrics.height].map { max(1, Int(($0 * scale - 0.001).rounded(.up))) }
        let isUpright = rotation % 180 == 0
        return try render(
            page: page, scale: scale, rotation: rotation, width: size[isUpright ? 0 : 1],
            height: size[isUpright ? 1 : 0])
    }
}

extension TestPixels {
    /// Whether anything but paper is in a box of points.
    func hasInk(in box: [Double], scale: Double) -> Bool {
        let columns = max(0, Int(box[0] * scale))..<min(width, Int((box[2] * scale).rounded(.up)))
        let rows = max(0, Int(box[1] * scale))..<min(height, Int((box[3] * scale).rounded(.up)))
        return rows.contains { y in columns.contains { x in self[x, y] != 0xffff_ffff } }
    }

    /// The box of what is on it, in pixels; nil where it is blank.
    var ink: (x0: Int, y0: Int, x1: Int, y1: Int)? {
        var ink: (x0: Int, y0: Int, x1: Int, y1: Int)?
        for y in 0..<height {
            for x in 0..<width where self[x, y] != 0xffff_ffff {
                let known = ink ?? (x, y, x, y)
                ink = (min(known.x0, x), min(known.y0, y), max(known.x1, x + 1), max(known.y1, y + 1))
            }
        }
        return ink
    }
}
