import PageCache
import SheafOS

/// The keys of sheafd.conf: what each sets, and what it takes.
///
/// A key takes a value and changes the configuration, or answers with what it wants instead.
enum ConfigurationKeys {
    /// Takes a value; returns nil, or what the value must be.
    typealias Setter = @Sendable (inout Configuration, String, _ memory: Int) -> String?

    /// By section and key.
    static let all: [String: [String: Setter]] = [
        "Service": [
            "Socket": { configuration, value, _ in
                guard value.first == "/" else { return "an absolute path" }
                configuration.socket = value
                return nil
            },
            "LogLevel": { configuration, value, _ in
                guard let level = LogLevel.allCases.first(where: { "\($0)" == value }) else {
                    return "one of error, warning, notice, info, debug"
                }
                configuration.logLevel = level
                return nil
            },
            "OperatorGroup": { configuration, value, _ in
                configuration.operatorGroup = value
                return nil
            },
            "LogTarget": { configuration, value, _ in
                guard let target = LogTarget(rawValue: value) else {
                    return "one of \(LogTarget.allCases.map(\.rawValue).joined(separator: ", "))"
                }
                configuration.logTarget = target
                return nil
            },
            "KeepMax": count(\.keepMax, in: 0...8_192),
            "IdleExitSec": { configuration, value, _ in
                guard let span = ConfigurationValue.timeSpan(value), span == 0 || span >= IdleExit.leastSpan else {
                    return "0, or a time span of at least \(IdleExit.leastSpan / 1_000_000)s"
                }
                configuration.idleExit = span
                return nil
            },
        ],
        "Documents": [
            "LibraryFolders": folders(\.libraryFolders),
            "RemoteFileSystems": { configuration, value, _ in
                guard let allowed = ConfigurationValue.boolean(value) else { return "yes or no" }
                configuration.remoteFileSystems = allowed
                return nil
            },
        ],
        "Cache": [
            "CacheMax": optionalSize(\.cacheMax),
            "CacheHardMax": optionalSize(\.cacheHardMax),
            "LeaseMaxPerUser": optionalSize(\.leaseMaxPerUser),
            "ThumbnailMax": size(\.thumbnailMax, atLeast: 0, atMost: 1 << 40),
            "CacheMaxPages": { configuration, value, _ in
                let range = 1...1_000_000
                guard !value.isEmpty else {
                    configuration.cacheMaxPages = nil
                    return nil
                }
                guard let pages = ConfigurationValue.integer(value, in: range) else {
                    return "a whole number from \(range.lowerBound) to \(range.upperBound)"
                }
                configuration.cacheMaxPages = pages
                return nil
            },
            "CachePolicy": { configuration, value, _ in
                guard let policy = CachePolicy(rawValue: value) else {
                    return "one of \(CachePolicy.allCases.map(\.rawValue).joined(separator: ", "))"
                }
                configuration.cachePolicy = policy
                return nil
            },
            "PageMax": size(\.pageMax, atLeast: 4_096, atMost: 1 << 30),
            "MaxRenditionPixels": count(\.maxRenditionPixels, in: 1_024...268_435_456),
            "RegionDelayMSec": milliseconds(\.regionDelay, in: 0...10_000),
            "ReadAhead": count(\.readAhead, in: 0...64),
        ],
        "Readers": [
            "ReaderKeepSec": span(\.readerKeep),
            "ReadersPerUser": count(\.readersPerUser, in: 1...1_000_000),
            "WatchesPerReader": count(\.watchesPerReader, in: 1...4_096),
            "Connections": count(\.connections, in: 1...100_000),
            "ConnectionsPerUser": count(\.connectionsPerUser, in: 1...100_000),
        ],
        "Hosts": [
            "ProviderFolders": folders(\.providerFolders),
            "HostsMax": count(\.hosts, in: 1...1_024),
            "HostMemoryMax": size(\.hostMemoryMax, atLeast: 0, atMost: .max),
            "RequestTimeSec": span(\.requestTime),
        ],
    ]

    /// Absolute paths, separated by blanks; each line adds some, an empty one forgets those before it.
    private static func folders(_ path: any WritableKeyPath<Configuration, [String]> & Sendable) -> Setter {
        { configuration, value, _ in
            guard !value.isEmpty else {
                configuration[keyPath: path] = []
                return nil
            }
            let folders = value.split(separator: " ").map(String.init)
            guard folders.allSatisfy({ $0.first == "/" }) else { return "absolute paths, separated by blanks" }
            configuration[keyPath: path] += folders
            return nil
        }
    }

    private static func count(
        _ path: any WritableKeyPath<Configuration, Int> & Sendable, in range: ClosedRange<Int>
    ) -> Setter {
        { configuration, value, _ in
            guard let number = ConfigurationValue.integer(value, in: range) else {
                return "a whole number from \(range.lowerBound) to \(range.upperBound)"
            }
            configuration[keyPath: path] = number
            return nil
        }
    }

    private static func size(
        _ path: any WritableKeyPath<Configuration, Int> & Sendable, atLeast least: Int, atMost most: Int
    ) -> Setter {
        { configuration, value, memory in
            guard let bytes = ConfigurationValue.byteSize(value, memory: memory), bytes >= least, bytes <= most else {
                return "a size in bytes, at least \(least): \"64M\", \"10%\""
            }
            configuration[keyPath: path] = bytes
            return nil
        }
    }

    /// A number of milliseconds, kept in microseconds.
    private static func milliseconds(
        _ path: any WritableKeyPath<Configuration, UInt64> & Sendable, in range: ClosedRange<Int>
    ) -> Setter {
        { configuration, value, _ in
            guard let number = ConfigurationValue.integer(value, in: range) else {
                return "a whole number of milliseconds from \(range.lowerBound) to \(range.upperBound)"
            }
            configuration[keyPath: path] = UInt64(number) * 1_000
            return nil
        }
    }

    /// An empty value brings the default back.
    private static func optionalSize(_ path: any WritableKeyPath<Configuration, Int?> & Sendable) -> Setter {
        { configuration, value, memory in
            guard !value.isEmpty else {
                configuration[keyPath: path] = nil
                return nil
            }
            guard let bytes = ConfigurationValue.byteSize(value, memory: memory) else {
                return "a size in bytes: \"64M\", \"10%\""
            }
            configuration[keyPath: path] = bytes
            return nil
        }
    }

    private static func span(_ path: any WritableKeyPath<Configuration, UInt64> & Sendable) -> Setter {
        { configuration, value, _ in
            guard let span = ConfigurationValue.timeSpan(value), span > 0 else {
                return "a time span above 0 and up to 100 years: \"30s\", \"10min\""
            }
            configuration[keyPath: path] = span
            return nil
        }
    }
}
