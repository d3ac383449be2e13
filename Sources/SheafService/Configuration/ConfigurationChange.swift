/// What two configurations differ in.
package struct ConfigurationChange: Equatable, Sendable {
    /// The keys whose values are others than before, in alphabetical order, and "Provider NAME" for a provider that has other settings.
    package let keys: [String]
    /// Those of them that take effect when the service is started again.
    package let afterRestart: [String]
    /// The lines of the new one that count for nothing.
    package var warnings: [ConfigurationReader.Warning] = []

    /// Whether two configurations have the same value for a key.
    private typealias Comparison = @Sendable (Configuration, Configuration) -> Bool

    /// The keys that take effect when the service is started again.
    package static let restartKeys: Set<String> = ["Socket", "OperatorGroup"]

    /// Every key of sheafd.conf, but those of providers.
    package static var comparedKeys: Set<String> { Set(comparisons.keys) }

    private static let comparisons: [String: Comparison] = [
        "Socket": same(\.socket), "LogLevel": same(\.logLevel), "LogTarget": same(\.logTarget),
        "OperatorGroup": same(\.operatorGroup), "IdleExitSec": same(\.idleExit), "KeepMax": same(\.keepMax),
        "LibraryFolders": same(\.libraryFolders), "RemoteFileSystems": same(\.remoteFileSystems),
        "CacheMax": same(\.cacheMax), "CacheHardMax": same(\.cacheHardMax), "CacheMaxPages": same(\.cacheMaxPages),
        "CachePolicy": same(\.cachePolicy), "LeaseMaxPerUser": same(\.leaseMaxPerUser),
        "ThumbnailMax": same(\.thumbnailMax), "PageMax": same(\.pageMax),
        "MaxRenditionPixels": same(\.maxRenditionPixels), "RegionDelayMSec": same(\.regionDelay),
        "ReadAhead": same(\.readAhead), "ReaderKeepSec": same(\.readerKeep), "ReadersPerUser": same(\.readersPerUser),
        "WatchesPerReader": same(\.watchesPerReader), "Connections": same(\.connections),
        "ConnectionsPerUser": same(\.connectionsPerUser), "ProviderFolders": same(\.providerFolders),
        "HostsMax": same(\.hosts), "HostMemoryMax": same(\.hostMemoryMax), "RequestTimeSec": same(\.requestTime),
    ]

    package init(from old: Configuration, to new: Configuration) {
        let providers = Set(old.providerSettings.keys).union(new.providerSettings.keys)
            .filter { old.providerSettings[$0] != new.providerSettings[$0] }.map { "Provider \($0)" }
        keys = (Self.comparisons.filter { !$0.value(old, new) }.map(\.key) + providers).sorted()
        afterRestart = keys.filter { Self.restartKeys.contains($0) }
    }

    private static func same<Value: Equatable & SendableMetatype>(
        _ path: any KeyPath<Configuration, Value> & Sendable
    ) -> Comparison {
        { $0[keyPath: path] == $1[keyPath: path] }
    }
}
