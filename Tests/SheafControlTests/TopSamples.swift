import SheafInterface

@testable import SheafControl

/// Samples as a service may answer a poll.
enum TopSamples {
    /// - Parameters:
    ///   - marks: documents and the letters of their pages.
    ///   - missing: how many pages the list lacks.
    static func sample(
        time: UInt64 = 1_000_000, pid: Int = 7, uptime: Int = 62, hits: Int = 0, marks: [(String, String)] = [],
        missing: Int = 0, readers: Int = 2, hosts: Int = 1, name: String? = nil, level: Bool = false
    ) -> TopSample {
        let pages = marks.flatMap { document, letters in
            letters.enumerated().map { page($0, $1, of: document) }
        }
        var listing = cache(hits: hits, pages: pages.count + missing)
        listing.pages = pages
        return TopSample(
            time: time, status: status(pid: pid, uptime: uptime, level: level),
            cache: cache(hits: hits, pages: pages.count + missing), listing: listing,
            readers: (0..<readers).map { index in
                .init(
                    reader: "\(index)aaaaaaaaaaaa", uid: 1_000, document: "d1", title: name, provider: "p",
                    index: index, pages: 99,
                    connections: 1, pagesHeld: index, bytesHeld: 4_096)
            },
            hosts: (0..<hosts).map { index in
                .init(
                    pid: 500 + index, provider: "mupdf", uid: index == 0 ? nil : 1_000, documents: 1, state: .busy,
                    isolated: index > 0, memory: index == 0 ? 3 << 20 : nil,
                    confinement: [.privileges, .limits], readablePaths: [], executableMemory: false)
            })
    }

    static func page(_ index: Int, _ letter: Character, of document: String = "d1") -> ManagerInterface.CachePage {
        let need: ManagerInterface.CachePageNeed = letter == "s" ? .shown : "md".contains(letter) ? .moving : .none
        return .init(
            document: document, provider: "p", page: index, index: index, width: 1, height: 1, whole: true, scale: 1,
            rotation: 0, format: "bgrx8888", bytes: 4_096,
            state: letter == "d" ? .deferred : letter == "r" ? .rendering : .cached, need: need,
            leases: letter == "h" ? 2 : 0, readAhead: "ar".contains(letter), paper: .day)
    }

    private static let none = ManagerInterface.Amount(pages: 0, bytes: 0)

    private static func cache(hits: Int, pages: Int) -> ManagerInterface.GetCacheReply {
        let limits = ManagerInterface.CacheLimits(soft: 64 << 20, hard: 80 << 20, pages: 100, hardPages: 125)
        return .init(
            policy: "reading", configured: limits, limits: limits,
            states: .init(
                cached: .init(pages: pages, bytes: pages << 12), deferred: none, rendering: none, shown: none,
                moving: none, leased: none, leasedOutside: none, thumbnails: none), thumbnailLimit: 0,
            counters: .init(
                hits: hits, misses: 3, joined: 1, evicted: 4, notKept: 0, deferred: 0, readmitted: 0, readAhead: 6,
                readAheadUsed: 5, readAheadWasted: 1),
            renders: .init(underWay: 0, rendered: 9, failed: 0, cancelled: 0, cancelledAhead: 0, seconds: 1),
            waits: .init(waits: 2, seconds: 0.1, droppedFrames: 6), pressure: pressure(false))
    }

    private static func pressure(_ isLow: Bool) -> ManagerInterface.Pressure {
        .init(
            watched: .machine, level: isLow ? .medium : nil, source: isLow ? .call : nil, since: isLow ? 1.25 : nil,
            next: isLow ? 1 : nil, until: isLow ? 3.75 : nil, recovering: false, sustained: false,
            configuredLimit: 64 << 20, warnings: [.init(source: .call, level: .medium, warnings: 2)])
    }

    private static func status(pid: Int, uptime: Int, level: Bool) -> ManagerInterface.StatusReply {
        .init(
            version: "1.0", pid: pid, uptime: uptime, readers: 2, documents: 1, hosts: 1, connections: 3,
            cache: .init(
                softLimit: 64 << 20, hardLimit: 80 << 20, bytes: 32 << 20, reserved: 8 << 20, pages: 4, hits: 0,
                misses: 0,
                joined: 0, evicted: 0, notKept: 0, leasedPages: 2, leasedBytes: 8_192, leasedOutside: 0, thumbnails: 1,
                thumbnailBytes: 512), pressure: pressure(level), users: [])
    }
}
