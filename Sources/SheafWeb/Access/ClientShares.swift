/// How much of something that there is only so much of each client holds: nobody has so much that none is left for others.
final class ClientShares {
    /// Who something is counted for.
    enum Holder: Hashable, Sendable {
        case client(Client)
        /// Where all clients have one address: each connection for itself.
        case connection(Int32)
    }

    /// How much there is.
    let limit: Int
    /// What one client may have.
    let perClient: Int
    /// The last ones go to clients that have none.
    let reserve: Int
    private var held: [Holder: Int] = [:]
    private(set) var total = 0

    /// - Parameter share: one client may have the limit divided by this, at least one.
    init(limit: Int, share: Int = 4) {
        self.limit = limit
        perClient = max(limit / share, 1)
        reserve = limit / 8
    }

    /// One of them: it is given back when nobody has this any more.
    final class Seat {
        private let shares: ClientShares
        private let holder: Holder?

        fileprivate init(_ shares: ClientShares, _ holder: Holder?) { (self.shares, self.holder) = (shares, holder) }

        deinit { shares.give(holder) }
    }

    /// Takes one more for a client.
    ///
    /// - Parameter holder: nil: a proxy, which comes for many.
    /// - Returns: nil where there is none for it.
    func take(for holder: Holder?) -> Seat? {
        guard total < limit else { return nil }
        if let holder {
            let own = held[holder, default: 0]
            guard own == 0 || own < perClient && limit - total > reserve else { return nil }
            held[holder] = own + 1
        }
        total += 1
        return Seat(self, holder)
    }

    /// Whether a client has as much as it may.
    func isAtItsShare(_ holder: Holder) -> Bool { held[holder, default: 0] >= perClient }

    private func give(_ holder: Holder?) {
        total -= 1
        guard let holder, let own = held[holder] else { return }
        held[holder] = own > 1 ? own - 1 : nil
    }
}
