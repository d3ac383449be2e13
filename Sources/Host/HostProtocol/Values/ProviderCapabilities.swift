/// A capability of a provider beyond opening, measuring and rendering, by its name as operators see it.
package struct ProviderCapability: Hashable, Sendable {
    package let name: String

    private init(_ name: String) { self.name = name }

    package static let config = ProviderCapability("config")
    package static let probe = ProviderCapability("probe")
    package static let count = ProviderCapability("count")
    package static let pageIDs = ProviderCapability("pageIds")
    package static let pageStep = ProviderCapability("pageStep")
    package static let prefetch = ProviderCapability("prefetch")
    package static let appearance = ProviderCapability("appearance")
    package static let refresh = ProviderCapability("refresh")
    package static let move = ProviderCapability("move")
    package static let hit = ProviderCapability("hit")
    package static let trim = ProviderCapability("trim")
    package static let passage = ProviderCapability("passage")

    /// Saying what documents say of a kind.
    package static func contents(_ kind: ContentKind) -> ProviderCapability { ProviderCapability(kind.name) }

    /// All capabilities.
    package static let all =
        [config, probe, count, pageIDs, pageStep, prefetch, appearance, refresh, move, hit, trim, passage]
        + ContentKind.allCases.map(contents)
}

package typealias ProviderCapabilities = Set<ProviderCapability>

extension ProviderCapabilities {
    /// From the names that ``names`` gives; unknown ones are passed over.
    package init(names: [String]) { self.init(ProviderCapability.all.filter { names.contains($0.name) }) }

    /// The names of the capabilities, always in the same order.
    package var names: [String] { ProviderCapability.all.filter(contains).map(\.name) }
}
