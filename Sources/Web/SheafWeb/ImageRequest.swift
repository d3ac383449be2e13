import SheafInterface

/// A version of the IIIF Image API.
enum ImageVersion: Int, CaseIterable, Sendable {
    case two = 2
    case three = 3

    /// The header that says what of this version is served.
    var profileLink: (String, String) {
        ("Link", "<http://iiif.io/api/image/\(rawValue)/level2.json>;rel=\"profile\"")
    }
}

/// A request that can't be answered, in words for who made it.
struct BadRequest: Error, Equatable, Sendable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// An image as the IIIF Image API asks for it (<https://iiif.io/api/image/3.0/#4-image-requests>): which part of a page, how large, turned,
/// and in which colours and format. It is read without knowing the page.
struct ImageRequest: Equatable, Sendable {
    enum Region: Equatable, Sendable {
        case full
        /// The largest square, in the middle.
        case square
        case pixels(x: Int, y: Int, width: Int, height: Int)
        /// In hundredths of the page's sides.
        case percent(x: Double, y: Double, width: Double, height: Double)
    }

    enum Size: Equatable, Sendable {
        /// As large as the region, or as is allowed.
        case max
        /// As large as the region, and nothing else: version 2 alone.
        case full
        case width(Int)
        case height(Int)
        case percent(Double)
        /// Exactly so, whatever becomes of its proportions.
        case exact(width: Int, height: Int)
        /// As large as fits.
        case within(width: Int, height: Int)
    }

    enum Quality: String, CaseIterable, Sendable {
        case `default`
        case color
        case gray
        case bitonal
    }

    enum Format: String, CaseIterable, Sendable {
        case jpg
        case png
        case webp

        /// The name that sheafd has for it.
        var wire: ReaderInterface.Format {
            switch self {
            case .jpg: .jpeg
            case .png: .png
            case .webp: .webp
            }
        }

        /// The media type of the format.
        var mediaType: String {
            switch self {
            case .jpg: "image/jpeg"
            case .png: "image/png"
            case .webp: "image/webp"
            }
        }
    }

    var region: Region
    var size: Size
    /// Whether the image may be larger than the region.
    var isUpscaled = false
    /// Clockwise in degrees: 0, 90, 180 or 270.
    var rotation = 0
    /// Left and right change places, before it is turned.
    var isMirrored = false
    var quality = Quality.default
    var format = Format.jpg

    /// - Parameter parts: those of the path behind the image's name: region, size, rotation, and quality with the format.
    init(_ parts: some Collection<String>, version: ImageVersion) throws(BadRequest) {
        let parts = Array(parts)
        guard parts.count == 4 else {
            throw BadRequest("an image is asked for as region/size/rotation/quality.format")
        }
        region = try Self.region(parts[0])
        (size, isUpscaled) = try Self.size(parts[1], version)
        (rotation, isMirrored) = try Self.rotation(parts[2])
        let ends = parts[3].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard ends.count == 2, let quality = Quality(rawValue: ends[0]) else {
            throw BadRequest("there is no quality \(parts[3]): default, color, gray and bitonal are there")
        }
        guard let format = Format(rawValue: ends[1]) else {
            throw BadRequest("there is no format \(ends[1]): jpg, png and webp are there")
        }
        (self.quality, self.format) = (quality, format)
    }

    // MARK: Parts

    private static func region(_ text: String) throws(BadRequest) -> Region {
        if text == "full" { return .full }
        if text == "square" { return .square }
        let refusal = BadRequest("no region is \(text): full, square, x,y,w,h and pct:x,y,w,h are")
        if text.hasPrefix("pct:") {
            let numbers = text.dropFirst(4).split(separator: ",", omittingEmptySubsequences: false).map(decimal)
            guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
                let height = numbers[3]
            else { throw refusal }
            return .percent(x: x, y: y, width: width, height: height)
        }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map(whole)
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3]
        else { throw refusal }
        return .pixels(x: x, y: y, width: width, height: height)
    }

    private static func size(_ text: String, _ version: ImageVersion) throws(BadRequest) -> (Size, isUpscaled: Bool) {
        let refusal = BadRequest("no size is \(text): max, w,  ,h  pct:n  w,h and !w,h are")
        let isUpscaled = version == .three && text.hasPrefix("^")
        var rest = isUpscaled ? text.dropFirst() : text[...]
        // In version 2 whoever asks for more gets more, as far as it is allowed.
        let mayGrow = isUpscaled || version == .two
        if rest == "max" { return (.max, isUpscaled) }
        if rest == "full", version == .two { return (.full, false) }
        if rest.hasPrefix("pct:") {
            guard let percent = decimal(rest.dropFirst(4)), percent > 0 else { throw refusal }
            return (.percent(percent), mayGrow)
        }
        let isWithin = rest.hasPrefix("!")
        if isWithin { rest = rest.dropFirst() }
        let sides = rest.split(separator: ",", omittingEmptySubsequences: false)
        guard sides.count == 2 else { throw refusal }
        let numbers = sides.map(whole)
        for (side, number) in zip(sides, numbers) where !(side.isEmpty || number ?? 0 > 0) { throw refusal }
        switch (numbers[0], numbers[1], isWithin) {
        case (let width?, let height?, true): return (.within(width: width, height: height), isUpscaled)
        case (let width?, let height?, false): return (.exact(width: width, height: height), mayGrow)
        case (let width?, nil, false): return (.width(width), mayGrow)
        case (nil, let height?, false): return (.height(height), mayGrow)
        default: throw refusal
        }
    }

    private static func rotation(_ text: String) throws(BadRequest) -> (Int, isMirrored: Bool) {
        let isMirrored = text.hasPrefix("!")
        guard let degrees = decimal(isMirrored ? text.dropFirst() : text[...]), degrees <= 360,
            degrees.truncatingRemainder(dividingBy: 90) == 0
        else {
            throw BadRequest("nothing is turned by \(text): 0, 90, 180 and 270 degrees are there, and ! before them")
        }
        return (Int(degrees) % 360, isMirrored)
    }

    /// Digits, as many as a number of pixels has.
    private static func whole(_ text: Substring) -> Int? {
        1...9 ~= text.utf8.count && text.utf8.allSatisfy { 48...57 ~= $0 } ? Int(text) : nil
    }

    /// Digits with a point among them or none; no sign and no exponent.
    private static func decimal(_ text: Substring) -> Double? {
        guard 1...20 ~= text.utf8.count, text.utf8.allSatisfy({ 48...57 ~= $0 || $0 == UInt8(ascii: ".") }),
            text != ".", !text.hasSuffix(".")
        else { return nil }
        return Double(text.hasPrefix(".") ? "0" + text : String(text))
    }
}
