import Glibc
import PageModel

/// What it weighs that readers are near a page.
struct Nearness {
    private let places: ReadingPlaces
    private let parameters: ReadingParameters
    /// The document asked for last: pages of one are mostly looked at together.
    private var last: (document: DocumentID, places: [ReadingPlace])?

    init(_ places: ReadingPlaces, _ parameters: ReadingParameters) {
        self.places = places
        self.parameters = parameters
    }

    mutating func of(_ index: Int?, in document: DocumentID) -> Double {
        guard let index else { return 0 }
        if last?.document != document { last = (document, places.places(in: document)) }
        return last?.places.reduce(0) { $0 + weight(of: index, for: $1) } ?? 0
    }

    private func weight(of index: Int, for place: ReadingPlace) -> Double {
        let ahead = place.ahead(index)
        let distance = Double(ahead.magnitude)
        var weight =
            ahead >= 0
            ? parameters.ahead * power(parameters.aheadFall, distance)
            : parameters.behind * power(parameters.behindFall, distance)
        if let number = place.anticipated.firstIndex(of: index) {
            weight += parameters.anticipated * power(parameters.anticipatedFall, Double(number))
        }
        return weight
    }

    private func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}
