import SheafInterface

/// How the pages of a document are to look, as a part of what it is called in URLs: "night", "sepia.trim", "f16", "night.trim.f16.w27x44". So
/// the same URL is the same pixels, for every cache.
struct ViewLooks: Hashable, Sendable {
    /// The sizes of text that may be asked for, in points.
    static let fontSizes = 6...40

    /// Nil: black on white.
    var paper: ReaderInterface.Paper?
    /// Whether margins are cut off, the same ones of all pages.
    var isTrimmed = false
    /// The size of plain text, in points, where the document flows; nil: as its provider is set.
    var fontSize: Int?
    /// The size of a page, where the document flows; nil: as its provider is set.
    var window: Window?

    /// The part of a browser's window that a page has, in steps of 16 pixels of CSS, 12 points: few changes of a window lay a text out anew.
    struct Window: Hashable, Sendable {
        static let steps = 6...600
        static let pointsInStep = 12.0

        var columns, rows: Int

        /// Reads "27x44"; nil where that is no size.
        init?(_ text: Substring) {
            let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard sides.count == 2, let columns = sides[0], let rows = sides[1],
                Self.steps.contains(columns), Self.steps.contains(rows)
            else { return nil }
            (self.columns, self.rows) = (columns, rows)
        }
    }

    init() {}

    /// Reads looks from a URL; nil where the text is no looks, or could be said otherwise.
    init?(_ text: String) {
        guard !text.isEmpty else { return }
        for word in text.split(separator: ".", omittingEmptySubsequences: false) {
            switch word {
            case "sepia": paper = .sepia
            case "night": paper = .night
            case "inverted": paper = .inverted
            case "trim": isTrimmed = true
            case _ where word.hasPrefix("w"):
                guard let size = Window(word.dropFirst()) else { return nil }
                window = size
            default:
                guard word.hasPrefix("f"), let size = Int(word.dropFirst()), Self.fontSizes.contains(size) else {
                    return nil
                }
                fontSize = size
            }
        }
        // One way to say it: in this order, and each once.
        guard self.text == text else { return nil }
    }

    /// The looks as they stand in a URL; empty where all is as the document has it.
    var text: String {
        [
            paper?.rawValue, isTrimmed ? "trim" : nil, fontSize.map { "f\($0)" },
            window.map { "w\($0.columns)x\($0.rows)" },
        ].compactMap { $0 }.joined(separator: ".")
    }

    /// The looks that the service is asked for; nil where all is as the document has it.
    var wire: ReaderInterface.Looks? {
        guard self != ViewLooks() else { return nil }
        let flow = ReaderInterface.TextFlow(
            width: window.map { Double($0.columns) * Window.pointsInStep },
            height: window.map { Double($0.rows) * Window.pointsInStep }, fontSize: fontSize.map { Double($0) })
        return .init(
            paper: paper, trim: isTrimmed ? .document : nil, flow: fontSize == nil && window == nil ? nil : flow)
    }
}
