import HostProtocol
import HostSupervision
import PageCache
import Prefetch
import ServiceDiscovery
import SheafOS

/// The settings of an operator, with their defaults.
struct Configuration: Equatable, Sendable {
    /// Where the service listens, unless it was passed a socket.
    var socket = ServiceFinder.systemSocket
    /// Lines below this level are not logged.
    var logLevel = LogLevel.info
    /// Where lines go.
    var logTarget = LogTarget.auto

    /// Whether the service may leave core dumps. Then processes of its own user can look into it, too.
    var coreDumps = false

    /// The group whose members are operators, beside root; empty: none.
    var operatorGroup = "sheaf"

    /// How many pages and documents systemd is to keep for the next run at most; 0: a restart begins anew.
    var keepMax = 2_048
    /// After how long without anything to do the service ends, in microseconds; 0: never.
    var idleExit: UInt64 = 0
    /// The least ``idleExit`` beside 0. systemd gives a unit up that is started more than five times in ten seconds
    /// (DefaultStartLimitBurst=): however often somebody comes by, this makes it four at most.
    static let leastIdleExit: UInt64 = 3_000_000

    /// The least and the greatest `Priority=` of a provider.
    static let priorities = -1_000...1_000

    /// Folders with providers (`*.so`); of two with one name the first is taken.
    var providerFolders = ["/usr/lib/sheaf/providers"]
    /// Settings for providers, by provider, in the order in which they stand.
    var providerSettings: [String: [ProviderSetting]] = [:]
    /// `Priority=` of the providers that have one.
    var providerPriorities: [String: Int] = [:]
    /// Folders whose documents may be opened by path, by everybody.
    var libraryFolders: [String] = []
    /// Whether documents on FUSE and network file systems are opened.
    var remoteFileSystems = false

    /// The cache's soft limit in bytes; nil: the smaller of 256 MB and an eighth of the memory.
    var cacheMax: Int?
    /// The cache's hard limit in bytes; nil: the soft limit and a quarter of it.
    var cacheHardMax: Int?
    /// How many pages the cache may keep; nil: as many as the other limits let it.
    var cacheMaxPages: Int?
    /// Which pages go first where room is needed.
    var cachePolicy = CachePolicy.reading
    /// The bytes that one rendition may have.
    var pageMax = 256 << 20
    /// The pixels that one rendition may have: those of a screen of 7680 by 4320.
    var maxRenditionPixels = 33_177_600
    /// How long no other region of a reader must have been asked for until one is rendered, in microseconds.
    var regionDelay: UInt64 = 150_000
    /// The bytes of pages that viewers of one user may hold; nil: the larger of 128 MB and half of the hard limit.
    var leaseMaxPerUser: Int?
    /// The bytes that thumbnails may take, beside the cache.
    var thumbnailMax = 4 << 20
    /// How much is rendered ahead of readers.
    var prefetch = PrefetchMode.full
    /// The most spreads that are rendered ahead of a reader.
    var readAhead = 8

    /// How long a reader lives on without a connection, in microseconds.
    var readerKeep: UInt64 = 600_000_000
    /// Whether it is kept on disk where users have stopped reading, and what they mark.
    var places = false
    /// How many marks one user may have.
    var marksPerUser = 10_000
    /// How many readers one user may have.
    var readersPerUser = 1_024
    /// How many documents readers of one user may be on.
    var documentsPerUser = 256
    var documentFilesPerUser = 2_048
    /// How many watches one reader may have.
    var watchesPerReader = 64
    /// How many watches readers of one user may have.
    var watchesPerUser = 2_048
    /// How many connections there may be.
    var connections = 4_096
    /// How many connections one user may have.
    var connectionsPerUser = 1_024

    /// How many provider hosts run at most.
    var hosts = 16
    /// How many provider hosts run at most for one user, or for the library.
    var hostsPerUser = 8
    /// How many hosts the documents of one user are spread over that the same provider opens; 0: as many as there are processors, and
    /// at least 2.
    var hostsPerProvider = 0
    /// How many requests of one user may wait for provider hosts.
    var requestsPerUser = 1_024
    /// How much provider hosts must be confined.
    var hostSandbox = HostSandbox.auto
    /// The address space of a provider host in bytes (RLIMIT_AS); 0: no limit.
    var hostMemoryMax = 4 << 30
    /// The requests that a provider host answers before another takes its place; 0: any number.
    var hostRequestsMax = 20_000
    /// The memory that a provider host may gain before another takes its place, in bytes; 0: any amount.
    var hostGrowthMax = 1 << 30
    /// How long one request to a provider may take, in microseconds.
    var requestTime: UInt64 = 30_000_000

    init() {}

    /// Makes the defaults for the program at this path: as installed below a prefix, it has its providers there.
    init(program: String) {
        let installed = "/bin/sheafd"
        if program.hasSuffix(installed) {
            providerFolders = ["\(program.dropLast(installed.count))/lib/sheaf/providers"]
        }
    }

    /// Sets the other defaults of a service of one user's own: it keeps places, and opens whatever that user may open, also from a
    /// file system that may hang, since nobody else waits for it.
    mutating func setDefaultsOfUser() {
        places = true
        remoteFileSystems = true
    }

    /// A line of the configuration for a provider.
    struct ProviderSetting: Equatable, Sendable {
        let key: String
        let value: String
    }

    /// Four pages of a screen of 3840 by 2160 pixels: one that is shown and one that comes, on two screens.
    static let leastLeaseMax = 128 << 20

    /// The part of what a cgroup allows that pages may take: provider hosts and the service itself have the rest.
    static let cgroupShare = 2

    /// The bytes of pages that viewers of one user may hold where there is so much memory.
    func leaseMax(_ memory: MemoryRoom) -> Int {
        if let leaseMaxPerUser { return leaseMaxPerUser }
        let wanted = max(Self.leastLeaseMax, cacheLimits(memory).hard / 2)
        return memory.cgroup.map { min(wanted, $0 / Self.cgroupShare / 2) } ?? wanted
    }

    /// The cache's limits in bytes where there is so much memory: those that are set, and no more than a part of what a cgroup
    /// allows.
    func cacheLimits(_ memory: MemoryRoom) -> (soft: Int, hard: Int) {
        let wanted = wantedLimits(memory)
        guard let cgroup = memory.cgroup else { return wanted }
        let most = cgroup / Self.cgroupShare
        return (min(wanted.soft, wanted.hard > most ? most / 5 * 4 : most), min(wanted.hard, most))
    }

    /// Whether a cgroup allows less than what is set.
    func isLimited(by memory: MemoryRoom) -> Bool { cacheLimits(memory) != wantedLimits(memory) }

    private func wantedLimits(_ memory: MemoryRoom) -> (soft: Int, hard: Int) {
        let soft = cacheMax ?? min(256 << 20, memory.total / 8)
        return (soft, max(soft, cacheHardMax ?? soft + soft / 4))
    }
}

/// The differences between two configurations.
struct ConfigurationChange: Equatable, Sendable {
    /// The keys whose values are others than before, in alphabetical order, and "Provider NAME" for a provider that has
    /// other settings.
    let keys: [String]
    /// The changed keys that take effect when the service is started again.
    let afterRestart: [String]
    /// The lines of the new configuration that count for nothing.
    var warnings: [ConfigurationReader.Warning] = []
    /// The changes of providers' files since the configuration was read last.
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

/// Called once with what has changed, or why nothing has.
typealias ReloadCompletion = (Result<ConfigurationChange, ConfigurationReader.Refusal>) -> Void
