/// A limited number of seats, of which no client can take so many that none are left for others.
final class ClientShares {
    /// The client or connection that a seat is counted for.
    enum Holder: Hashable, Sendable {
        case client(Client)
        /// A connection by itself, where all clients have one address.
        case connection(Int32)
    }

    /// The number of seats.
    let limit: Int
    /// The most that one client may have.
    let perClient: Int
    /// The number of seats kept for clients that have none.
    let reserve: Int
    private var held: [Holder: Int] = [:]
    private(set) var total = 0

    /// - Parameter share: one client may have the limit divided by this, at least one.
    init(limit: Int, share: Int = 4) {
        self.limit = limit
        perClient = max(limit / share, 1)
        reserve = limit / 8
    }

    /// A seat. It is given back when the last reference to it goes.
    final class Seat {
        private let shares: ClientShares
        private let holder: Holder?

        fileprivate init(_ shares: ClientShares, _ holder: Holder?) { (self.shares, self.holder) = (shares, holder) }

        deinit { shares.give(holder) }
    }

    /// Takes a seat for a client.
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
