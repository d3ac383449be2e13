import CacheTraces
import PageCache

/// An eviction policy that is compared: one of the service's, or one that is here to compare them with.
enum PolicyCandidate: String, CaseIterable {
    case lru
    case farthest
    case gdsf
    case reading
    case min = "MIN"
    case greedy

    var name: String { rawValue }

    /// - Parameter capacity: bytes.
    func play(_ trace: Trace, _ sequence: RequestSequence, capacity: Int) -> Score {
        switch self {
        case .lru: TracePlayer.play(trace, capacity: capacity, policy: CachePolicy.lru.make())
        case .farthest: TracePlayer.play(trace, capacity: capacity, policy: FarthestFromReaders())
        case .gdsf: TracePlayer.play(trace, capacity: capacity, policy: CachePolicy.gdsf.make())
        case .reading: TracePlayer.play(trace, capacity: capacity, policy: CachePolicy.reading.make())
        case .min: Clairvoyant.min.play(sequence, capacity: capacity)
        case .greedy: Clairvoyant.greedy.play(sequence, capacity: capacity)
        }
    }
}
