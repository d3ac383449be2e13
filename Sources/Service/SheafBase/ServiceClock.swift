package import PageModel

/// The time of the service: by default the monotonic clock's. It never goes back.
package typealias ServiceClock = () -> Instant
