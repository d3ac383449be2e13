import SheafInterface

/// How the pages of a document are to look, as a part of what it is called in URLs: "night", "sepia.trim", "f16", "night.trim.f16". So
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
        [paper?.rawValue, isTrimmed ? "trim" : nil, fontSize.map { "f\($0)" }].compactMap { $0 }
            .joined(separator: ".")
    }

    /// The looks that the service is asked for; nil where all is as the document has it.
    var wire: ReaderInterface.Looks? {
        guard self != ViewLooks() else { return nil }
        return .init(
            paper: paper, trim: isTrimmed ? .document : nil, flow: fontSize.map { .init(fontSize: Double($0)) })
    }
}
