import PageModel

/// Where each reader is now. Told at every turn, and so no more than that: ``ReadingPlaces`` are made of it when room is needed.
struct FollowedReaders: Sendable {
    /// By axis: a reader may read in more than one document.
    private var places: [ReaderKey: [ReadingPlace?]] = [:]

    /// Notes where a reader is on an axis; nil: nowhere.
    ///
    /// - Returns: whether it was elsewhere before.
    mutating func follow(_ place: ReadingPlace?, axis: Int, of reader: ReaderKey) -> Bool {
        guard axis >= 0 else { return false }
        return Self.follow(place, axis: axis, among: &places[reader, default: []])
    }

    /// Notes that a reader has gone.
    ///
    /// - Returns: whether it was anywhere before.
    mutating func leave(_ reader: ReaderKey) -> Bool { places.removeValue(forKey: reader) != nil }

    /// Where they all are.
    var readingPlaces: ReadingPlaces { ReadingPlaces(places.values.lazy.joined().compactMap { $0 }) }

    private static func follow(_ place: ReadingPlace?, axis: Int, among places: inout [ReadingPlace?]) -> Bool {
        while places.count <= axis { places.append(nil) }
        guard places[axis] != place else { return false }
        places[axis] = place
        return true
    }
}
