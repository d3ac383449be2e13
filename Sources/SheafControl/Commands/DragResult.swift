package import SheafInterface
package import Varlink

/// A drag whose finger was lifted, as it is told.
package struct DragResult: JSONEncodable {
    let reader: String
    let transition: Int
    /// The spread that its offsets counted from, from 0.
    let origin: Int
    /// The spread that it is bound for, from 0.
    let spread: Int
    let location: ReaderInterface.Location?
    let count: ReaderInterface.PageCount
    let isRefreshing: Bool
    let isSettled: Bool
    let events: [ReaderInterface.Appearance]

    package init(
        reader: String, transition: Int, origin: Int, spread: Int, location: ReaderInterface.Location?,
        count: ReaderInterface.PageCount, isRefreshing: Bool, isSettled: Bool, events: [ReaderInterface.Appearance]
    ) {
        self.reader = reader
        self.transition = transition
        self.origin = origin
        self.spread = spread
        self.location = location
        self.count = count
        self.isRefreshing = isRefreshing
        self.isSettled = isSettled
        self.events = events
    }

    /// "page   2 of 193   drag 3   WA 2  WD 1 | DA 2  DD 1"
    package func line(_ style: Style) -> String {
        let position = PageText.position(location.map { [$0] } ?? [], count: count)
        let happened =
            if !isSettled {
                "on its way: it is there after a second, or with \"sheafctl settle \(transition)\""
            } else if events.isEmpty {
                "no page has come or gone"
            } else {
                EventNotation.text(events, isDrag: true)
            }
        return "\(style(.strong, position))   drag \(transition)   \(happened)" + (isRefreshing ? "   refreshing" : "")
    }

    package func encode(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key(#","reader":"#)
        reader.encode(into: &writer)
        writer.key(#","transition":"#)
        transition.encode(into: &writer)
        writer.key(#","origin":"#)
        origin.encode(into: &writer)
        writer.key(#","spread":"#)
        spread.encode(into: &writer)
        if let location {
            writer.key(#","location":"#)
            location.encode(into: &writer)
        }
        writer.key(#","refreshing":"#)
        isRefreshing.encode(into: &writer)
        writer.key(#","settled":"#)
        isSettled.encode(into: &writer)
        writer.key(#","events":"#)
        events.encode(into: &writer)
        writer.endObject()
    }
}
