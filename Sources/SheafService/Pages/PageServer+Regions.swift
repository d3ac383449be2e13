import PageCache
import PageModel

extension PageServer {
    /// A region that is in the cache, or the part of a larger rendition that shows the same pixels. Counts as a use of
    /// what it is taken from.
    func cachedOrCut(_ rendition: Rendition) -> ServedPage? {
        guard !isAlive(rendition),
            let larger = byPage.larger(than: rendition, where: { memories[$0]?.isCuttable ?? false }),
            let served = cached(larger)
        else { return cached(rendition) }
        return ServedPage(memory: served.memory, origin: .cut, region: rendition.region)
    }
}
