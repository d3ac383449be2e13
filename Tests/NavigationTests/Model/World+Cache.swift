import Navigation
import PageModel

/// The part of a world that its readers' shared cache needs: rendering, protection and checks.
extension World {
    /// Checks that no page was evicted before its DD.
    mutating func checkEvicted() throws(Difference) {
        guard let evicted = cache?.takeEvicted(), !evicted.isEmpty else { return }
        let onScreen = readers.flatMap { $0.reference.entries.map { SharedCache.rendition($0.page) } }
        for rendition in evicted where onScreen.contains(rendition) {
            throw Difference(description: "page \(rendition.page.number) is evicted before its DD")
        }
    }

    /// Renders the pages that a reader wants. Where there is no room, the page goes whose WD is oldest.
    mutating func render(for number: Int) throws(Difference) {
        guard cache != nil else { return }
        let current = current(number)
        for page in current.isOpen ? current.wanted : PageList() {
            while try render(page) {
                let departing = readers.indices.compactMap { index in
                    readers[index].machine.oldestDeparture.map { (index, $0) }
                }
                guard let oldest = departing.min(by: { $0.1 < $1.1 })?.0 else { break }
                _ = try apply(.dropOldest(oldest), to: oldest)
                let sent = try compareEvents(oldest)
                try protect(oldest, sent: sent)
            }
        }
    }

    /// Checks the rules of the shared cache that hold after every step.
    func checkCache() throws(Difference) {
        try cache?.check(isAtRest: readers.allSatisfy { $0.machine.isAtRest })
    }

    /// Protects the pages that a reader needs.
    mutating func protect(_ number: Int, sent: [ReaderEvent]) throws(Difference) {
        guard cache != nil else { return }
        let pages = current(number).protected
        let now = now
        try cache?.protect(pages, sent: sent, of: number, at: now)
        try checkEvicted()
    }

    private mutating func render(_ page: Location) throws(Difference) -> Bool {
        let now = now
        let isCrowded = try cache?.render(page, at: now) ?? false
        try checkEvicted()
        return isCrowded
    }
}
