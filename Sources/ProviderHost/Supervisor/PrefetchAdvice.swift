import SheafOS

/// What a provider is to be told of the pages that its document's readers may want soon.
///
/// Each reader has a plan; a page is advised while one of them holds it. A reader that turns fast has many plans a
/// second: they are gathered, and only what is different from what the provider was told last is sent.
final class PrefetchAdvice {
    /// How long to gather, in microseconds: a plan that another one follows sooner is never told.
    static let pause: UInt64 = 50_000

    private var plans: [UInt64: [Int64]] = [:]
    private var told: Set<Int64> = []
    private var timer: TimerSource?

    /// Notes what a reader may want soon, the likeliest first.
    func plan(_ pages: [Int64], for reader: UInt64, of document: OpenedDocument) {
        guard plans[reader] ?? [] != pages else { return }
        plans[reader] = pages.isEmpty ? nil : pages
        guard timer == nil else { return }
        do throws(OSError) {
            timer = try document.supervisor.loop.schedule(after: Self.pause) { [weak document] in
                document?.advice.send(of: document)
            }
        } catch {
            send(of: document)
        }
    }

    /// Forgets what was told: the document was opened anew, and its provider knows nothing of it.
    func reset() {
        told = []
        plans = [:]
    }

    private func send(of document: OpenedDocument?) {
        timer = nil
        guard let document else { return }
        var wanted: Set<Int64> = []
        // The readers one after the other, in the order in which they were opened.
        let fresh = plans.sorted { $0.key < $1.key }.flatMap(\.value).filter {
            wanted.insert($0).inserted && !told.contains($0)
        }
        let dropped = told.subtracting(wanted).sorted()
        told = wanted
        document.cancelPrefetch(dropped)
        document.prefetch(fresh)
    }
}
