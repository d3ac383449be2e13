/// What a provider can do beyond opening, measuring and rendering.
package struct ProviderCapabilities: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let config = ProviderCapabilities(rawValue: 1 << 0)
    package static let probe = ProviderCapabilities(rawValue: 1 << 1)
    package static let count = ProviderCapabilities(rawValue: 1 << 2)
    package static let pageIDs = ProviderCapabilities(rawValue: 1 << 3)
    package static let pageStep = ProviderCapabilities(rawValue: 1 << 4)
    package static let prefetch = ProviderCapabilities(rawValue: 1 << 5)
    package static let appearance = ProviderCapabilities(rawValue: 1 << 6)
    package static let refresh = ProviderCapabilities(rawValue: 1 << 7)
    package static let move = ProviderCapabilities(rawValue: 1 << 8)
    package static let hit = ProviderCapabilities(rawValue: 1 << 9)
    package static let text = ProviderCapabilities(rawValue: 1 << 10)
    package static let outline = ProviderCapabilities(rawValue: 1 << 11)
    package static let links = ProviderCapabilities(rawValue: 1 << 12)
    package static let search = ProviderCapabilities(rawValue: 1 << 13)
    package static let metadata = ProviderCapabilities(rawValue: 1 << 14)
    package static let trim = ProviderCapabilities(rawValue: 1 << 15)
    package static let annotations = ProviderCapabilities(rawValue: 1 << 16)

    private static let table: [(ProviderCapabilities, String)] = [
        (.config, "config"), (.probe, "probe"), (.count, "count"), (.pageIDs, "pageIds"), (.pageStep, "pageStep"),
        (.prefetch, "prefetch"), (.appearance, "appearance"), (.refresh, "refresh"), (.move, "move"), (.hit, "hit"),
        (.text, "text"), (.outline, "outline"), (.links, "links"), (.search, "search"), (.metadata, "metadata"),
        (.trim, "trim"), (.annotations, "annotations"),
    ]

    /// From the names that ``names`` gives; unknown ones are passed over.
    package init(names: [String]) {
        self = Self.table.reduce(into: []) { all, entry in
            if names.contains(entry.1) { all.insert(entry.0) }
        }
    }

    /// Their names, as operators see them.
    package var names: [String] { Self.table.filter { contains($0.0) }.map(\.1) }
}
