/// What a provider can do beyond opening, measuring and rendering, by its name as operators see it.
package enum ProviderCapability: String, CaseIterable, Sendable {
    case config, probe, count
    case pageIDs = "pageIds"
    case pageStep, prefetch, appearance, refresh, move, hit, text, outline, links, search, metadata, trim, annotations
}

package typealias ProviderCapabilities = Set<ProviderCapability>

extension ProviderCapabilities {
    /// From the names that ``names`` gives; unknown ones are passed over.
    package init(names: [String]) { self.init(names.compactMap(ProviderCapability.init(rawValue:))) }

    /// Their names, always in the same order.
    package var names: [String] { ProviderCapability.allCases.filter(contains).map(\.rawValue) }
}
