import PageCache
import PageModel
import SheafOS

extension PageServer {
    /// Takes over a page of an earlier run, where there is room for it.
    func adopt(_ memory: RenderedMemory, at index: Int?, renderTime: UInt64) -> Bool {
        let rendition = memory.rendition
        guard memories[rendition] == nil,
            reserve(rendition, at: index, bytes: Memfd.cost(ofBytes: memory.bytes), purpose: .readAhead)
        else { return false }
        lastNumber = max(lastNumber, memory.number)
        keep(memory, of: rendition, renderTime: renderTime)
        return true
    }

    /// The memory of every page that is kept, with its index and the time that its render took in microseconds; those that
    /// would go last first.
    var kept: [(memory: RenderedMemory, index: Int?, renderTime: UInt64)] {
        cache.cachedInOrder.reversed().compactMap { rendition in
            memories[rendition].map { memory in
                let (index, renderTime) = cache.details(of: rendition)
                return (memory, index, renderTime)
            }
        }
    }
}
