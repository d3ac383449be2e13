import Prefetch

/// A scheme of rendering ahead of a reader: of other programs, of the service, or the best that can be done.
package enum AheadScheme: CaseIterable, Sendable {
    case none
    /// The next page and the one before.
    case neighbours
    /// Three pages ahead and three behind, ahead first (evince, ±3).
    case evince
    /// 2.5 screenfuls ahead and 1.5 behind (Texture).
    case texture
    /// One page ahead, where a page takes no longer to render than until the next frame; the average is of three parts of
    /// what it was and one of the last page (RecyclerView).
    case recyclerView
    /// The next four pages, one after the other (SumatraPDF).
    case sumatra
    case eco
    case full
    /// Knows what will be asked for, and renders that in its order.
    case clairvoyant

    package var name: String {
        switch self {
        case .none: "none"
        case .neighbours: "±1"
        case .evince: "±3, evince"
        case .texture: "2.5/1.5, Texture"
        case .recyclerView: "gated, RecyclerView"
        case .sumatra: "chain of 4, SumatraPDF"
        case .eco: "Sheaf eco"
        case .full: "Sheaf full"
        case .clairvoyant: "clairvoyant"
        }
    }

    /// How the planner of the service does it.
    var mode: PrefetchMode? {
        switch self {
        case .eco: .eco
        case .full: .full
        default: nil
        }
    }

    /// Distances in the direction of the reader, the first one first.
    var distances: [Int] {
        switch self {
        case .neighbours: [1, -1]
        case .evince: [1, 2, 3, -1, -2, -3]
        case .texture: [1, 2, 3, -1, -2]
        case .recyclerView: [1]
        case .sumatra: [1, 2, 3, 4]
        case .none, .eco, .full, .clairvoyant: []
        }
    }
}
