/// The looks that a document is opened with. With other looks it is another document to all readers, with pages of its
/// own.
package struct DocumentLooks: Hashable, Sendable {
    /// Whether the margins of pages are cut off.
    package enum Trim: String, Hashable, Sendable {
        case no
        /// Margins are cut off each page, around its own ink.
        case page
        /// Margins are cut off alike on all pages.
        case document
    }

    package var trim: Trim
    /// How its text is laid out, of a document that flows; nil: as its provider would have it.
    package var flow: Flow?
    /// In which order its pages come, of a document whose pages are numbered and do not flow.
    package var order = PageOrder()
    /// How the name of its file ends, from the last dot on, in small letters (".md"); nil where that is not known. A provider may
    /// read a text by it.
    package var suffix: String?

    package init(trim: Trim = .no, flow: Flow? = nil, order: PageOrder = PageOrder(), suffix: String? = nil) {
        self.trim = trim
        self.flow = flow
        self.order = order
        self.suffix = suffix
    }

    /// The longest suffix that is told, in bytes.
    package static let suffixBytes = 32

    /// How a file's name, or its path, ends; nil where that has no ending, or none that is told.
    package static func suffix(of name: String?) -> String? {
        guard let file = name?.split(separator: "/").last, let dot = file.lastIndex(of: "."), dot > file.startIndex
        else { return nil }
        let suffix = file[dot...].lowercased()
        return (2...suffixBytes).contains(suffix.utf8.count) ? suffix : nil
    }

    /// How the text of a document that flows is laid out. What is nil is as its provider would have it.
    package struct Flow: Hashable, Sendable {
        package static let side = 72.0...7_200
        package static let fontSizes = 4.0...144
        package static let lineHeights = 0.8...4
        package static let margins = 0.0...720
        package static let columnCounts = 1...4
        /// The longest name of a font, in bytes.
        package static let fontFamilyBytes = 128
        /// The longest name of an encoding, in bytes.
        package static let encodingBytes = 31

        /// The size of a page, in points.
        package var width, height: Double?
        /// The font size of plain text, in points.
        package var fontSize: Double?
        /// "serif", "sans-serif", "monospace", or the name of a font.
        package var fontFamily: String?
        /// From one line to the next, as a multiple of the font's size.
        package var lineHeight: Double?
        /// Around what is on a page, in points.
        package var margin: Double?
        /// The number of columns of text on a page, side by side.
        package var columns: Int?
        /// Whether lines are made as wide as their column.
        package var justify: Bool?
        /// Whether lines that were broken to a width are joined; nil: where they are prose.
        package var unwrap: Bool?
        /// The encoding of a text, as IANA names it; nil: as the provider finds it.
        package var encoding: String?
        /// Whether a book's own style sheets and fonts are left out.
        package var plain: Bool?

        package init(
            width: Double? = nil, height: Double? = nil, fontSize: Double? = nil, fontFamily: String? = nil,
            lineHeight: Double? = nil, margin: Double? = nil, columns: Int? = nil, justify: Bool? = nil,
            unwrap: Bool? = nil, encoding: String? = nil, plain: Bool? = nil
        ) {
            self.width = width
            self.height = height
            self.fontSize = fontSize
            self.fontFamily = fontFamily
            self.lineHeight = lineHeight
            self.margin = margin
            self.columns = columns
            self.justify = justify
            self.unwrap = unwrap
            self.encoding = encoding
            self.plain = plain
        }
    }
}

// To and from org.sheaf.Host.

extension DocumentLooks {
    /// Nil where nothing is other than it would be.
    package var wire: HostInterface.Looks? {
        guard self != DocumentLooks() else { return nil }
        let trim: HostInterface.Looks.Trim =
            switch trim {
            case .no: .no
            case .page: .page
            case .document: .document
            }
        return HostInterface.Looks(
            trim: trim,
            flow: flow.map {
                .init(
                    width: $0.width, height: $0.height, fontSize: $0.fontSize, fontFamily: $0.fontFamily,
                    lineHeight: $0.lineHeight, margin: $0.margin, columns: $0.columns,
                    justify: $0.justify, unwrap: $0.unwrap, encoding: $0.encoding, plain: $0.plain)
            }, order: order.named.isEmpty ? nil : order.named, suffix: suffix)
    }

    package init(_ wire: HostInterface.Looks?) {
        let trim: Trim =
            switch wire?.trim {
            case nil, .no: .no
            case .page: .page
            case .document: .document
            }
        self.init(
            trim: trim,
            flow: wire?.flow.map {
                Flow(
                    width: $0.width, height: $0.height, fontSize: $0.fontSize, fontFamily: $0.fontFamily,
                    lineHeight: $0.lineHeight, margin: $0.margin, columns: $0.columns,
                    justify: $0.justify, unwrap: $0.unwrap, encoding: $0.encoding, plain: $0.plain)
            }, order: wire?.order.flatMap(PageOrder.init) ?? PageOrder(), suffix: wire?.suffix)
    }
}
