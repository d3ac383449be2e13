import IniFile

/// The keys of sheafd.conf.
enum ConfigurationKeys {
    /// By section and key.
    static let all: [String: [String: ConfigurationKey]] = [
        "Service": [
            "Socket": ConfigurationKey(\.socket, "an absolute path", waitsForRestart: true) { text, _, _ in
                text.first == "/" ? text : nil
            },
            "LogLevel": choice(\.logLevel),
            "LogTarget": choice(\.logTarget),
            "CoreDumps": ConfigurationKey(\.coreDumps, "yes or no", waitsForRestart: true) { text, _, _ in
                IniFile.boolean(text)
            },
            "OperatorGroup": ConfigurationKey(\.operatorGroup, "a name", waitsForRestart: true) { text, _, _ in text },
            "KeepMax": count(\.keepMax, in: 0...8_192),
            "IdleExitSec": ConfigurationKey(
                \.idleExit, "0, or a time span of at least \(Configuration.leastIdleExit / 1_000_000)s"
            ) { text, _, _ in
                ConfigurationValue.timeSpan(text).flatMap { $0 == 0 || $0 >= Configuration.leastIdleExit ? $0 : nil }
            },
        ],
        "Documents": [
            "LibraryFolders": folders(\.libraryFolders),
            "RemoteFileSystems": ConfigurationKey(\.remoteFileSystems, "yes or no") { text, _, _ in
                IniFile.boolean(text)
            },
        ],
        "Cache": [
            "CacheMax": optionalSize(\.cacheMax),
            "CacheHardMax": optionalSize(\.cacheHardMax),
            "LeaseMaxPerUser": optionalSize(\.leaseMaxPerUser),
            "ThumbnailMax": size(\.thumbnailMax, atLeast: 0, atMost: 1 << 40),
            "CacheMaxPages": optionalCount(\.cacheMaxPages, in: 1...1_000_000),
            "CachePolicy": choice(\.cachePolicy),
            "PageMax": size(\.pageMax, atLeast: 4_096, atMost: 1 << 30),
            "MaxRenditionPixels": count(\.maxRenditionPixels, in: 1_024...268_435_456),
            "RegionDelayMSec": milliseconds(\.regionDelay, in: 0...10_000),
            "Prefetch": choice(\.prefetch),
            "ReadAhead": count(\.readAhead, in: 0...64),
        ],
        "Readers": [
            "ReaderKeepSec": span(\.readerKeep),
            "Places": ConfigurationKey(\.places, "yes or no") { text, _, _ in IniFile.boolean(text) },
            "MarksPerUser": count(\.marksPerUser, in: 0...1_000_000),
            "ReadersPerUser": count(\.readersPerUser, in: 1...1_000_000),
            "DocumentsPerUser": count(\.documentsPerUser, in: 1...1_000_000),
            "DocumentFilesPerUser": count(\.documentFilesPerUser, in: 64...1_000_000),
            "WatchesPerReader": count(\.watchesPerReader, in: 1...4_096),
            "WatchesPerUser": count(\.watchesPerUser, in: 1...1_000_000),
            "Connections": count(\.connections, in: 1...100_000),
            "ConnectionsPerUser": count(\.connectionsPerUser, in: 1...100_000),
        ],
        "Hosts": [
            "ProviderFolders": folders(\.providerFolders),
            "HostsMax": count(\.hosts, in: 1...1_024),
            "HostsPerUser": count(\.hostsPerUser, in: 1...1_024),
            "HostsPerProvider": count(\.hostsPerProvider, in: 0...64),
            "RequestsPerUser": count(\.requestsPerUser, in: 1...1_000_000),
            "HostSandbox": choice(\.hostSandbox),
            "HostMemoryMax": size(\.hostMemoryMax, atLeast: 0, atMost: .max),
            "HostRequestsMax": count(\.hostRequestsMax, in: 0...1_000_000_000),
            "HostGrowthMax": size(\.hostGrowthMax, atLeast: 0, atMost: .max),
            "RequestTimeSec": span(\.requestTime),
        ],
    ]

    private typealias Path<Value> = any WritableKeyPath<Configuration, Value> & Sendable

    /// One of the names of an enumeration's cases.
    private static func choice<Value: CaseIterable & Equatable & SendableMetatype>(
        _ path: Path<Value>
    ) -> ConfigurationKey {
        ConfigurationKey(path, "one of \(Value.allCases.map { "\($0)" }.joined(separator: ", "))") { text, _, _ in
            Value.allCases.first { "\($0)" == text }
        }
    }

    /// Absolute paths, separated by blanks; each line adds some, an empty one forgets those before it.
    private static func folders(_ path: Path<[String]>) -> ConfigurationKey {
        ConfigurationKey(path, "absolute paths, separated by blanks") { text, before, _ in
            guard !text.isEmpty else { return [] }
            let folders = text.split(separator: " ").map(String.init)
            return folders.allSatisfy { $0.first == "/" } ? before + folders : nil
        }
    }

    private static func count(_ path: Path<Int>, in range: ClosedRange<Int>) -> ConfigurationKey {
        ConfigurationKey(path, wholeNumber(range)) { text, _, _ in ConfigurationValue.integer(text, in: range) }
    }

    /// An empty value brings the default back.
    private static func optionalCount(_ path: Path<Int?>, in range: ClosedRange<Int>) -> ConfigurationKey {
        ConfigurationKey(path, wholeNumber(range)) { text, _, _ in
            text.isEmpty ? .some(nil) : ConfigurationValue.integer(text, in: range).map(Optional.some)
        }
    }

    private static func wholeNumber(_ range: ClosedRange<Int>, of unit: String = "") -> String {
        "a whole number\(unit) from \(range.lowerBound) to \(range.upperBound)"
    }

    /// A number of milliseconds, kept in microseconds.
    private static func milliseconds(_ path: Path<UInt64>, in range: ClosedRange<Int>) -> ConfigurationKey {
        ConfigurationKey(path, wholeNumber(range, of: " of milliseconds")) { text, _, _ in
            ConfigurationValue.integer(text, in: range).map { UInt64($0) * 1_000 }
        }
    }

    private static func size(_ path: Path<Int>, atLeast least: Int, atMost most: Int) -> ConfigurationKey {
        ConfigurationKey(path, "a size in bytes, at least \(least): \"64M\", \"10%\"") { text, _, memory in
            ConfigurationValue.byteSize(text, memory: memory).flatMap { $0 >= least && $0 <= most ? $0 : nil }
        }
    }

    /// An empty value brings the default back.
    private static func optionalSize(_ path: Path<Int?>) -> ConfigurationKey {
        ConfigurationKey(path, "a size in bytes: \"64M\", \"10%\"") { text, _, memory in
            text.isEmpty ? .some(nil) : ConfigurationValue.byteSize(text, memory: memory).map(Optional.some)
        }
    }

    private static func span(_ path: Path<UInt64>) -> ConfigurationKey {
        ConfigurationKey(path, "a time span above 0 and up to 100 years: \"30s\", \"10min\"") { text, _, _ in
            ConfigurationValue.timeSpan(text).flatMap { $0 > 0 ? $0 : nil }
        }
    }
}

/// A key of sheafd.conf: what it sets, what it takes, and when a change of it takes effect.
struct ConfigurationKey: Sendable {
    /// Takes a value; returns nil, or what the value must be.
    let set: @Sendable (inout Configuration, _ value: String, _ memory: Int) -> String?
    /// Whether two configurations have the same value for it.
    let isSame: @Sendable (Configuration, Configuration) -> Bool
    /// Whether a change of it takes effect when the service is started again; others do at once.
    let waitsForRestart: Bool

    /// - Parameters:
    ///   - path: what it sets.
    ///   - wanted: what its value must be, for people: "an absolute path". Made where it is said, since every start makes all keys.
    ///   - parse: makes the value of a text, of what was set before and of the bytes of memory that there are; nil where
    ///     the text is none.
    init<Value: Equatable & SendableMetatype>(
        _ path: any WritableKeyPath<Configuration, Value> & Sendable,
        _ wanted: @escaping @autoclosure @Sendable () -> String, waitsForRestart: Bool = false,
        parse: @escaping @Sendable (_ text: String, _ before: Value, _ memory: Int) -> Value?
    ) {
        self.waitsForRestart = waitsForRestart
        set = { configuration, text, memory in
            guard let value = parse(text, configuration[keyPath: path], memory) else { return wanted() }
            configuration[keyPath: path] = value
            return nil
        }
        isSame = { $0[keyPath: path] == $1[keyPath: path] }
    }
}
