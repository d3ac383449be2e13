import PageModel

/// The time of the service: by default the monotonic clock's. It never goes back.
typealias ServiceClock = () -> Instant
