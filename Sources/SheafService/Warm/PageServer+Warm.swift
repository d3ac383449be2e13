import PageCache
import PageModel
import SheafOS

extension PageServer {
    /// What is rendered between the last note of a run that is killed and its end is numbered too, and viewers may hold it:
    /// the next run leaves out so many numbers. Pages take 0.1 ms at least, and a note is 2 s old at most.
    static let numbersLeftOut = 1 << 16

    /// Goes on counting where an earlier run ended; its numbers are not given again.
    ///
    /// - Parameter last: the greatest one that it noted.
    func goOn(after last: Int) {
        guard last >= 0 else { return }
        let (number, isTooHigh) = max(last, lastNumber).addingReportingOverflow(Self.numbersLeftOut)
        guard !isTooHigh else { return }
        lastNumber = number
        lastEarlierNumber = number
    }

    /// Whether the memory with this number is one of an earlier run.
    func isOfEarlierRun(_ number: Int) -> Bool { number > 0 && number <= lastEarlierNumber }

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
