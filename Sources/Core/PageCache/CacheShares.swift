/// How the cache is shared where several users read: each who has a reader may hold an equal part of the soft limit. What a user
/// holds beyond that goes before what others hold, and takes no room from those who hold no more than theirs.
struct CacheShares: Sendable {
    private let bytes: Int
    private let pages: Int
    /// The amount that each user with readers holds.
    private var held: [UInt32: CacheAmount]

    /// - Parameters:
    ///   - held: what each user with readers holds; nothing for users who hold nothing.
    ///   - users: how many users have readers.
    init(of limits: CacheLimits, held: [UInt32: CacheAmount], users: Int) {
        bytes = limits.soft / max(users, 1)
        pages = limits.pages / max(users, 1)
        self.held = held
    }

    /// Whether somebody holds more than their share.
    var isAnyoneBeyond: Bool { held.values.contains { !$0.fits(bytes: bytes, pages: pages) } }

    /// Whether a user holds more than their share. Nobody does with pages that count for nobody.
    func isBeyond(_ user: UInt32?) -> Bool {
        guard let user, let held = held[user] else { return false }
        return !held.fits(bytes: bytes, pages: pages)
    }

    /// Whether a user has readers.
    func includes(_ user: UInt32?) -> Bool { user.map { held[$0] != nil } ?? false }

    /// A user lets something go.
    mutating func subtract(_ amount: CacheAmount, of user: UInt32?) {
        if let user { held[user]? -= amount }
    }
}
