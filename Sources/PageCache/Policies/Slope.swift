/// The sum over places of a weight that is 1 at a place, falls by a factor with each page above it, and is 0 below. Asked for at
/// any index, it takes the time of a search among the places.
struct Slope {
    private let places: [Int]
    /// The sum at each place.
    private let sums: [Double]
    private let fall: FallTable
    private let isDownwards: Bool
    private let isOpen: Bool

    /// - Parameters:
    ///   - places: in order.
    ///   - isDownwards: whether it falls below each place instead, and is 0 above.
    ///   - isOpen: whether a page at the place itself has nothing of it.
    init(_ places: [Int], _ fall: FallTable, isDownwards: Bool = false, isOpen: Bool = false) {
        let places = isDownwards ? places.reversed().map { -$0 } : places
        var sums: [Double] = []
        sums.reserveCapacity(places.count)
        for (number, place) in places.enumerated() {
            sums.append(number == 0 ? 1 : 1 + sums[number - 1] * fall[place - places[number - 1]])
        }
        self.places = places
        self.sums = sums
        self.fall = fall
        self.isDownwards = isDownwards
        self.isOpen = isOpen
    }

    /// Whether it is 0 everywhere.
    var isEmpty: Bool { places.isEmpty }

    func height(at index: Int) -> Double {
        guard !places.isEmpty else { return 0 }
        let index = isDownwards ? -index : index
        let above = places.firstPlace { isOpen ? $0 >= index : $0 > index }
        guard above > 0 else { return 0 }
        return sums[above - 1] * fall[index - places[above - 1]]
    }
}
