package import PageModel

/// Why the cache has less than is configured.
package struct PressureReason: Equatable, Sendable {
    /// The level whose limit is in force. While the limit rises again it is ``PressureLevel/low``, whatever it was before.
    package let level: PressureLevel
    /// Whose warning it was.
    package let source: PressureSource
    /// When the warning came that set the level.
    package let since: Instant
    /// When the limit rises next: to that of ``PressureLevel/low``, or to the configured one.
    package let next: Instant
    /// When the configured limit is in force again, unless another warning comes.
    package let until: Instant
    /// Whether the limit rises already.
    package let isRecovering: Bool
    /// Whether warnings came so often that the limit stays down until there has been none for a while.
    package let isSustained: Bool
}
