package import PageModel

/// Which page goes when room is needed. The cache keeps the pages; a policy only ranks them.
package protocol EvictionPolicy: Sendable {
    /// A page came into the cache; it counts as used now.
    mutating func admit(_ rendition: Rendition, at time: Instant)
    /// A page was asked for.
    mutating func use(_ rendition: Rendition, at time: Instant)
    /// A page left the cache.
    mutating func remove(_ rendition: Rendition)
    /// The page to let go first among those that `isEligible`; nil where there is none.
    func victim(where isEligible: (Rendition) -> Bool) -> Rendition?
}
