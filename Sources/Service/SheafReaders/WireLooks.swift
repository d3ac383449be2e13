import HostProtocol
import PageModel
package import SheafInterface

// Looks, to and from the wire.

extension ReaderLooks {
    /// Takes what a client sent, if all of it is within its limits.
    init(checking wire: ReaderInterface.Looks?) throws(ReaderInterface.Failure) {
        let paper: Paper =
            switch wire?.paper {
            case nil, .day?: .day
            case .sepia?: .sepia
            case .night?: .night
            case .inverted?: .inverted
            }
        let trim: DocumentLooks.Trim =
            switch wire?.trim {
            case nil, .no?: .no
            case .page?: .page
            case .document?: .document
            }
        guard let order = PageOrder(wire?.order ?? []) else {
            throw .invalidLooks(
                field: "order", reason: "it names up to \(PageOrder.limit) pages by their indexes, each once")
        }
        self.init(
            paper: paper,
            document: DocumentLooks(trim: trim, flow: try DocumentLooks.Flow(checking: wire?.flow), order: order),
            pixelsPerPoint: try Self.pixelsPerPoint(of: wire?.flow))
    }

    /// The pixels in a point of text that is laid out for the viewport; nil of other text.
    private static func pixelsPerPoint(
        of wire: ReaderInterface.TextFlow?
    ) throws(ReaderInterface.Failure) -> Double? {
        guard wire?.layout == .viewport else {
            guard wire?.pixelsPerPoint == nil else {
                throw .invalidLooks(field: "pixelsPerPoint", reason: "it goes with the layout \"viewport\" only")
            }
            return nil
        }
        for (field, side) in [("width", wire?.width), ("height", wire?.height)] where side != nil {
            throw .invalidLooks(field: field, reason: "with the layout \"viewport\" it is the viewport's")
        }
        let wanted = wire?.pixelsPerPoint ?? usualPixelsPerPoint
        guard wanted > 0, wanted <= Viewport.maxScale else {
            throw .invalidLooks(
                field: "pixelsPerPoint", reason: "\(wanted) is not above 0 and at most \(Viewport.maxScale)")
        }
        return wanted
    }

    package var wire: ReaderInterface.Looks {
        let paper: ReaderInterface.Paper =
            switch paper {
            case .day: .day
            case .sepia: .sepia
            case .night: .night
            case .inverted: .inverted
            }
        let trim: ReaderInterface.Trim =
            switch document.trim {
            case .no: .no
            case .page: .page
            case .document: .document
            }
        var flow = document.flow?.wire
        if let pixelsPerPoint {
            flow?.width = nil
            flow?.height = nil
            flow?.layout = .viewport
            flow?.pixelsPerPoint = pixelsPerPoint
        }
        return .init(
            paper: paper, trim: trim, flow: flow,
            order: document.order.named.isEmpty ? nil : document.order.named)
    }
}

extension DocumentLooks.Flow {
    /// Takes what a client sent, if all of it is within its limits; nil where it says nothing.
    fileprivate init?(checking wire: ReaderInterface.TextFlow?) throws(ReaderInterface.Failure) {
        guard let wire else { return nil }
        func check(_ value: Double?, _ field: String, _ range: ClosedRange<Double>) throws(ReaderInterface.Failure) {
            guard value.map({ range.contains($0) }) ?? true else {
                throw .invalidLooks(
                    field: field, reason: "\(value ?? 0) is not within \(range.lowerBound) and \(range.upperBound)")
            }
        }
        try check(wire.width, "width", Self.side)
        try check(wire.height, "height", Self.side)
        try check(wire.fontSize, "fontSize", Self.fontSizes)
        try check(wire.lineHeight, "lineHeight", Self.lineHeights)
        try check(wire.margin, "margin", Self.margins)
        if let columns = wire.columns, !Self.columnCounts.contains(columns) {
            throw .invalidLooks(
                field: "columns",
                reason: "\(columns) is not within \(Self.columnCounts.lowerBound) and \(Self.columnCounts.upperBound)")
        }
        if let family = wire.fontFamily {
            guard (1...Self.fontFamilyBytes).contains(family.utf8.count),
                family.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" || $0 == "." })
            else {
                throw .invalidLooks(
                    field: "fontFamily",
                    reason: "a font's name has 1 to \(Self.fontFamilyBytes) bytes: letters, digits, blanks, hyphens")
            }
        }
        if let encoding = wire.encoding {
            guard (1...Self.encodingBytes).contains(encoding.utf8.count),
                encoding.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") })
            else {
                throw .invalidLooks(
                    field: "encoding",
                    reason: "an encoding's name has 1 to \(Self.encodingBytes) bytes of ASCII, no blanks and no slashes"
                )
            }
        }
        self.init(
            width: wire.width, height: wire.height, fontSize: wire.fontSize, fontFamily: wire.fontFamily,
            lineHeight: wire.lineHeight, margin: wire.margin, columns: wire.columns, justify: wire.justify,
            unwrap: wire.unwrap, encoding: wire.encoding, plain: wire.styles.map { $0 == .plain })
        if self == Self() { return nil }
    }

    fileprivate var wire: ReaderInterface.TextFlow {
        .init(
            width: width, height: height, fontSize: fontSize, fontFamily: fontFamily, lineHeight: lineHeight,
            margin: margin, columns: columns, justify: justify, unwrap: unwrap, encoding: encoding,
            styles: plain.map { $0 ? .plain : .book })
    }
}
