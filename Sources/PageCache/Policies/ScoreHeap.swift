/// A binary heap with the lowest score at the top.
struct ScoreHeap {
    struct Element {
        let score: Double
        let order: UInt64
        let place: Int

        func isLower(than other: Element) -> Bool {
            score == other.score ? order < other.order : score < other.score
        }
    }

    private var elements: [Element]

    init(_ elements: [Element]) {
        self.elements = elements
        for place in stride(from: elements.count / 2 - 1, through: 0, by: -1) { sink(place) }
    }

    mutating func popLowest() -> Element? {
        guard let lowest = elements.first, let last = elements.popLast() else { return nil }
        if !elements.isEmpty {
            elements[0] = last
            sink(0)
        }
        return lowest
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            var lowest = place
            let (left, right) = (2 * place + 1, 2 * place + 2)
            if left < elements.count, elements[left].isLower(than: elements[lowest]) { lowest = left }
            if right < elements.count, elements[right].isLower(than: elements[lowest]) { lowest = right }
            guard lowest != place else { return }
            elements.swapAt(place, lowest)
            place = lowest
        }
    }
}
