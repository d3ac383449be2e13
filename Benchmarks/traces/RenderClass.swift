/// A class of documents, by what their pages cost to render.
package enum RenderClass: String, CaseIterable, Sendable {
    /// Type and little else.
    case text
    /// Images of pages.
    case scan
    /// Drawings with very many paths: seldom, and very slow.
    case map
    /// Text with scans and maps among it.
    case compound

    /// The shares of text, scans and maps in a compound document.
    private static let shares = [0.85, 0.10, 0.05]

    /// The render time of one page, in milliseconds.
    func draw(_ random: inout TraceRandom) -> Double {
        switch self {
        case .text: return random.uniform(2, 6)
        case .scan: return random.uniform(40, 120)
        case .map: return random.pareto(shape: 1.1, from: 200, to: 2000)
        case .compound:
            let parts: [RenderClass] = [.text, .scan, .map]
            return parts[random.choice(Self.shares)].draw(&random)
        }
    }
}
