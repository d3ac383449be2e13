import SheafInterface
import Varlink

/// A page that was moved by hand, or put back, as it is told.
struct MoveResult: JSONEncodable {
    let reader: String
    /// Where it was.
    let location: ReaderInterface.Location
    /// From 0.
    let place: Int
    let hasMoved: Bool

    /// "moved page 3 to 7"
    var line: String {
        hasMoved ? "moved page \(location.index + 1) to \(place + 1)" : "page \(location.index + 1) is where it was"
    }

    func encode(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key(#","reader":"#)
        reader.encode(into: &writer)
        writer.key(#","location":"#)
        location.encode(into: &writer)
        writer.key(#","index":"#)
        (hasMoved ? place : location.index).encode(into: &writer)
        writer.key(#","moved":"#)
        hasMoved.encode(into: &writer)
        writer.endObject()
    }
}
