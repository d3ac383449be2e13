/// A limit on how many requests of one client are worked on at once. Further ones wait in their order, so that a client that asks for much
/// delays only itself.
final class RequestTurns {
    /// The limit: as many as a browser has connections, and fewer than the eight calls that the page server takes at once.
    static let perClient = 6

    private var working: [ClientShares.Holder: Int] = [:]
    private var waiting: [ClientShares.Holder: [() -> Void]] = [:]

    /// Begins to work on a request, now or when others of its client are answered.
    func begin(_ request: HTTPRequest, of holder: ClientShares.Holder, _ work: @escaping () -> Void) {
        guard working[holder, default: 0] >= Self.perClient else { return start(request, of: holder, work) }
        waiting[holder, default: []].append { [unowned self] in start(request, of: holder, work) }
    }

    private func start(_ request: HTTPRequest, of holder: ClientShares.Holder, _ work: () -> Void) {
        working[holder, default: 0] += 1
        request.whenAnswered { [weak self] in self?.end(of: holder) }
        work()
    }

    private func end(of holder: ClientShares.Holder) {
        let count = working[holder, default: 0] - 1
        working[holder] = count > 0 ? count : nil
        guard var queue = waiting[holder] else { return }
        let next = queue.removeFirst()
        waiting[holder] = queue.isEmpty ? nil : queue
        next()
    }
}
