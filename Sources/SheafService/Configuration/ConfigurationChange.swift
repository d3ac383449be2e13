import ProviderHost

/// What two configurations differ in.
struct ConfigurationChange: Equatable, Sendable {
    /// The keys whose values are others than before, in alphabetical order, and "Provider NAME" for a provider that has
    /// other settings.
    let keys: [String]
    /// Those of them that take effect when the service is started again.
    let afterRestart: [String]
    /// The lines of the new one that count for nothing.
    var warnings: [ConfigurationReader.Warning] = []
    /// What has become of files of providers since it was read last.
    var providers: [ProviderChange] = []

    init(from old: Configuration, to new: Configuration) {
        let changed = ConfigurationKeys.all.values.joined().filter { !$0.value.isSame(old, new) }
        let providers = Set(old.providerSettings.keys).union(new.providerSettings.keys)
            .union(old.providerPriorities.keys).union(new.providerPriorities.keys)
            .filter {
                old.providerSettings[$0] != new.providerSettings[$0]
                    || old.providerPriorities[$0] != new.providerPriorities[$0]
            }
            .map { "Provider \($0)" }
        keys = (changed.map(\.key) + providers).sorted()
        afterRestart = changed.filter(\.value.waitsForRestart).map(\.key).sorted()
    }
}
