/// Which document is read next for its digest: users take turns, and so do the documents that each of them waits for.
struct DigestTurns {
    /// The numbers of the readings that a user waits for, the next one first.
    private var readings: [UInt32: [UInt64]] = [:]
    /// The next one first.
    private var users: [UInt32] = []

    /// The reading whose turn it is, of which the next turn is the last one of its user; nil where there is none.
    mutating func next() -> UInt64? {
        guard let user = users.first, let number = readings[user]?.first else { return nil }
        users.removeFirst()
        users.append(user)
        readings[user]?.removeFirst()
        readings[user]?.append(number)
        return number
    }

    /// A user waits for a reading: it is read in that user's turns, and in those of others who wait for it.
    mutating func add(_ number: UInt64, for user: UInt32) {
        let known = readings[user] ?? []
        if known.isEmpty { users.append(user) }
        if !known.contains(number) { readings[user] = known + [number] }
    }

    /// Nobody waits for a reading any more.
    mutating func remove(_ number: UInt64) {
        for user in users {
            readings[user]?.removeAll { $0 == number }
            if readings[user]?.isEmpty ?? false { readings[user] = nil }
        }
        users.removeAll { readings[$0] == nil }
    }
}
