package import SheafOS

/// How the supervisor and its hosts are configured.
package struct HostSettings: Sendable {
    /// One setting of a provider.
    package struct Entry: Equatable, Sendable {
        package let key: String
        package let value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The folders with providers: `*.so`, and programs. Of two files with the same name, the one in the earlier folder counts.
    package var providerFolders: [String]
    /// The settings of each provider, by its name.
    package var configuration: [String: [Entry]]
    /// `Priority=` of each provider that has one, by its name.
    package var priorities: [String: Int] = [:]
    package var limits: HostLimits
    /// How much hosts must be confined.
    package var sandbox = HostSandbox.auto
    /// The folders whose documents hosts of ``HostOwner/library`` open.
    package var libraryFolders: [SharedDescriptor] = []
    /// The environment of a host, as NAME=value.
    ///
    /// A crash is reported by the supervisor; Swift's own backtraces would only delay it.
    package var environment = HostSettings.usualEnvironment
    package static let usualEnvironment = ["LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no"]

    package init(
        providerFolders: [String], configuration: [String: [Entry]] = [:], limits: HostLimits = HostLimits()
    ) {
        self.providerFolders = providerFolders
        self.configuration = configuration
        self.limits = limits
    }
}

/// How much confinement hosts must have (`HostSandbox=`).
package enum HostSandbox: String, CaseIterable, Equatable, Sendable {
    /// All confinement that the kernel can do. The journal says once what it can't do.
    case auto
    /// Privileges, limits, files and system calls: a host that lacks one loads no provider.
    case required
}

/// The limits that hosts live under. Times are in microseconds, sizes in bytes.
package struct HostLimits: Equatable, Sendable {
    /// The most host processes at once.
    package var hosts = 16
    /// The most hosts of one user, or of the library.
    package var hostsPerUser = 8
    /// The most hosts that the documents of one user are spread over which one provider opens.
    package var hostsPerProvider = 1
    /// How long one request may take before it is cancelled.
    package var requestTime: UInt64 = 30_000_000
    /// How often a request is asked again that ends its host over another page each time.
    package static let endingsPerRequest = 8
    /// How often a request is asked again whose host was ended from outside.
    package static let killsPerRequest = 16
    /// The pages that a host is told of not to measure them on the way to others, since that has ended hosts.
    package static let unmeasuredPages = 1_024
    /// How long a cancelled request may go on before its host is killed.
    package var cancelGrace: UInt64 = 2_000_000
    /// A host without documents ends after this time.
    package var idleTime: UInt64 = 60_000_000
    /// How long a host has had nothing else to do before it is asked what nobody waits for, as to count pages on, in microseconds: longer
    /// than it takes a viewer to ask for the first page of what it has opened.
    package static let quietTime: UInt64 = 100_000
    /// How long such a request waits for that, in microseconds.
    package static let idleWait: UInt64 = 1_000_000
    /// How often a provider that fails to start is tried within a minute.
    package var startsPerMinute = 3
    /// The requests that one host answers before another takes its place; 0: any number.
    package var requestsPerHost = 20_000
    /// How much memory of its own a host may have gained since its first request when another takes its place; 0: any amount.
    package var growth = 1 << 30
    /// After so many answers it is looked at.
    package static let requestsPerLook = 64
    /// The memory for pages that a host may have when it has answered them, in bytes, beside twice the largest that it was handed
    /// since it was looked at last. It is looked at when it was handed so much. What a host or a program renders into is as
    /// much, where it is kept (``PixelBuffer``), and the page that was answered last may still be open.
    package var keptPageBytes = 32 << 20
    /// The descriptors that a host may have when it is looked at, beside those of its documents. Looking at so many takes some
    /// milliseconds, in which nobody is served.
    package var descriptors = 1_024
    /// The pages of which a host may have a part mapped when it is looked at, with the cancel word and what it renders into by itself:
    /// of each the memory stays whole.
    package var mappedPages = 64
    /// The mappings that a host may have when it is looked at: a library has some five, a large block of memory one.
    package static let mappings = 8_192
    /// How the names of all memory begin that a host or a program is handed.
    package static let memoryName = "sheaf-"
    /// How often it is looked at what hosts use of processors while nothing is asked of them, as long as any host serves requests.
    package var idleLook: UInt64 = 10_000_000
    /// One that has used more than this part of a processor since the last look is killed,
    package static let idleShare: UInt64 = 4
    /// and so much beside that, in microseconds, for each of its answers since then: it makes thumbnails behind them, and its
    /// provider prepares what it is advised of.
    package var workBehindAnswer: UInt64 = 5_000_000
    /// The requests that wait for one host.
    package var queueLength = 4_096
    /// The requests of one user that wait, for all hosts.
    package var requestsPerUser = 1_024
    /// RLIMIT_AS of a host; 0 sets none.
    package var addressSpace: UInt64 = 4 << 30
    /// The pixels of one rendering.
    package var renderBytes = 256 << 20
    /// Whether documents on FUSE and network file systems are opened.
    package var remoteFileSystems = false

    package init() {}

    /// The pages of a document: as many as every JSON reader can count. Sums with them never overflow.
    package static let pages: Int64 = 1 << 53
    /// The certainty of a provider that a document is its own which no other can pass: SHEAF_PROBE_CERTAIN.
    package static let certainty = 100
    /// The metrics that one call answers.
    package static let metricsAtOnce = 256
    /// The page ids that one call answers.
    package static let pageIDsAtOnce = 4_096
    /// The places in a text that one call answers.
    package static let positionsAtOnce = 256
    /// The longest EPUB CFI, in bytes.
    package static let cfi = 4_096
    /// The pictures on a page that are left as they are at night; a page with more has none.
    package static let pictures = 1_024
    /// The sides of a page, in points: from what no screen shows to 350 kilometres, twenty times what PDF allows. What is computed with
    /// them stays finite.
    package static let pageSide: ClosedRange<Double> = 0.001...1e9
    /// Whether both sides are those of a page.
    package static func isPage(_ width: Double, _ height: Double) -> Bool {
        pageSide.contains(width) && pageSide.contains(height)
    }
    /// How long a rendering may say that it took, in microseconds: a day.
    package static let renderTime = 86_400_000_000
    /// The bytes that a provider may keep of a document that it has laid out: SHEAF_KEPT_MAX.
    package static let keptBytes = 1 << 20
    /// The longest side of a rendering, in pixels.
    package static let renderSide: Int32 = 65_500
    /// The longest side of a WebP, in pixels: the format has 14 bits for it.
    package static let webpSide: Int32 = 16_383
    /// The items of one answer (text, outline, links, matches, metadata).
    package static let items = 16_384
    /// The items of a list that can be asked for, in as many answers as that takes; those behind them are left out.
    package static let listedItems = 131_072
    /// The bytes of text that a host keeps of such a list.
    package static let listedBytes = 4 << 20
    /// The bytes of text in one answer's items.
    package static let itemBytes = 1 << 20
    /// The bytes to which each text of an item is cut that would not fit in an answer by itself.
    package static let cutItemBytes = 65_536
    /// The bytes of an answer: more items than that are left out. In the service as many are read in about 20 ms.
    package static let replyBytes = 4 << 20
    /// The bytes of an answer of a provider that is a program.
    package static let programReplyBytes = 16 << 20
    /// The bytes of a provider's error text, or of a line of its log.
    package static let textBytes = 2_048
    /// The bytes of a text that a host sends beside items: one of a provider, what is no UTF-8 in it replaced by three
    /// bytes, and what the host says about it. A host that sends more is none of ours.
    package static let hostTextBytes = 16_384
    /// The bytes of a page's label that a host sends: SHEAF_LABEL_SIZE in sheaf_provider.h, without its NUL, what is no
    /// UTF-8 in it replaced by three bytes. The service keeps thousands of them.
    package static let labelBytes = 3 * 63
    /// The bytes of a label, a needle, a setting or a path in a call.
    package static let parameterBytes = 4_096
}

/// The use that one user makes of provider hosts.
package struct HostUsage: Equatable, Sendable {
    /// The number of requests that wait for a host.
    package var requests = 0
    /// The number of hosts that run for the user alone.
    package var hosts = 0

    package init(requests: Int = 0, hosts: Int = 0) {
        self.requests = requests
        self.hosts = hosts
    }
}

/// The owner that a host works for. A host never serves two owners, so an exploited one can forge pages only for the
/// one who brought the document.
package enum HostOwner: Hashable, Sendable, CustomStringConvertible {
    case uid(UInt32)
    /// Documents of the configured library folders, which all readers share.
    case library

    /// The user whose it is; nil where it is the library's.
    package var uid: UInt32? {
        switch self {
        case .uid(let uid): uid
        case .library: nil
        }
    }

    /// The owner's name in the list of processes.
    var title: String {
        switch self {
        case .uid(let uid): "uid \(uid)"
        case .library: "library"
        }
    }

    /// Whether a user may know what there is.
    package func serves(_ user: UInt32) -> Bool { uid == nil || uid == user }

    package var description: String {
        switch self {
        case .uid(let uid): "uid \(uid)"
        case .library: "the library"
        }
    }
}
