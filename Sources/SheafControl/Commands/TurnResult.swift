package import SheafInterface
package import Varlink

/// A turn that is over, as it is told.
package struct TurnResult: JSONEncodable {
    /// " (viii)"
    private static let labelWidth = 7

    let reader: String
    let isNoop: Bool
    let isHit: Bool
    let transition: Int
    let location: ReaderInterface.Location
    /// The pages that are shown together there, the location's first.
    let spread: [ReaderInterface.Location]
    let count: ReaderInterface.PageCount
    /// From sending until the page was there.
    let microseconds: UInt64
    /// Whether nothing has taken it over.
    let isFinished: Bool
    let events: [ReaderInterface.Appearance]

    package init(
        reader: String, isNoop: Bool, isHit: Bool, transition: Int, location: ReaderInterface.Location,
        spread: [ReaderInterface.Location], count: ReaderInterface.PageCount, microseconds: UInt64,
        isFinished: Bool = true, events: [ReaderInterface.Appearance]
    ) {
        self.reader = reader
        self.isNoop = isNoop
        self.isHit = isHit
        self.transition = transition
        self.location = location
        self.spread = spread
        self.count = count
        self.microseconds = microseconds
        self.isFinished = isFinished
        self.events = events
    }

    /// "page   6 of 193 (iv)    hit    0.42 ms   WA 6  WD 5 | DA 6  DD 5"
    package func line(_ style: Style) -> String {
        let unlabelled = spread.map { ReaderInterface.Location(page: $0.page, index: $0.index, surface: $0.surface) }
        // Room for a label of four letters, so that the lines of most documents are aligned below each other.
        let columns = DisplayText.width(PageText.position(unlabelled, count: count)) + Self.labelWidth
        let position = DisplayText.padded(PageText.position(spread, count: count), to: columns)
        let (word, ink): (String, Style.Ink) =
            isNoop ? ("noop", .faint) : isHit ? ("hit ", .good) : ("miss", .slow)
        let time = DisplayText.padded(Units.milliseconds(microseconds), to: 8, alignment: .right)
        let happened = isNoop ? "on that page already" : EventNotation.text(events) + (isFinished ? "" : "   overtaken")
        return "\(style(.strong, position))   \(style(ink, word))  \(time)   \(happened)"
    }

    package func encode(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key(#","reader":"#)
        reader.encode(into: &writer)
        writer.key(#","noop":"#)
        isNoop.encode(into: &writer)
        writer.key(#","hit":"#)
        isHit.encode(into: &writer)
        writer.key(#","transition":"#)
        transition.encode(into: &writer)
        writer.key(#","location":"#)
        location.encode(into: &writer)
        writer.key(#","spread":"#)
        spread.encode(into: &writer)
        writer.key(#","count":"#)
        count.encode(into: &writer)
        writer.key(#","milliseconds":"#)
        (Double(microseconds) / 1_000).encode(into: &writer)
        writer.key(#","finished":"#)
        isFinished.encode(into: &writer)
        writer.key(#","events":"#)
        events.encode(into: &writer)
        writer.endObject()
    }
}
