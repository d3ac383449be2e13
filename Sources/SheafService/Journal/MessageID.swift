/// What an operator acts on, by the id that its lines have in the journal (MESSAGE_ID=).
///
/// systemd/sheaf.catalog says for each what happened and what to do; `journalctl -x` prints that. An id never changes
/// its meaning; new ones are made by `systemd-id128 new`.
enum MessageID: String, CaseIterable, Sendable {
    /// A provider host ended that should not have.
    case providerCrashed = "39300e2350424152bc740d6e0398662c"
    /// A document is not opened any more, because it ended two hosts.
    case documentRefused = "f5cacf4ec99a4c92a79b0d5653eaecc7"
    /// A memory warning came.
    case pressure = "d6e3166d6c754185bc5fa775e74599aa"
    /// A user asked for more than a limit allows.
    case limitReached = "3b9b8b86de47467c89569fc7941173bb"
    /// A configuration was not taken, as a whole.
    case configurationRefused = "ad95a1e133f741b2b2a3df608b897d00"
    /// What a service had left behind for the next one was not taken, or not all of it.
    case storeDropped = "455bd6f684584b7a8f685f2b755ab711"
}
