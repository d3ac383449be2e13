import Glibc
import HostProtocol
import IniFile
import Prefetch
import SheafOS
import Testing

@testable import PageCache
@testable import SheafService

@Suite struct ConfigurationTests {
    private static func parse(_ text: String) throws -> ConfigurationReader {
        var reader = ConfigurationReader(memory: MemoryRoom(machine: 1_000_000))
        try reader.parse(text, file: "sheafd.conf")
        return reader
    }

    @Test func everyKeySetsWhatItSays() throws {
        let configuration = try Self.parse(
            """
            # A comment
            [Service]
            Socket=/tmp/s
            LogLevel=debug
            OperatorGroup=staff
            CoreDumps=yes
            LogTarget=console
            IdleExitSec=1min
            [Documents]
            LibraryFolders=/a /b
            LibraryFolders=/c
            RemoteFileSystems=yes
            [Cache]
            CacheMax=64M
            CacheHardMax=10%
            LeaseMaxPerUser=32M
            ThumbnailMax=1M
            CacheMaxPages=40
            CachePolicy=gdsf
            PageMax=1G
            MaxRenditionPixels=2000
            RegionDelayMSec=20
            Prefetch=eco
            ReadAhead=0
            [Readers]
            ReaderKeepSec=1min 30s
            Places=yes
            MarksPerUser=17
            ReadersPerUser=7
            DocumentsPerUser=12
            DocumentFilesPerUser=120
            WatchesPerReader=6
            WatchesPerUser=13
            Connections=8
            ConnectionsPerUser=9
            [Hosts]
            ProviderFolders=
            ProviderFolders=/p
            HostsMax=3
            HostsPerUser=14
            HostsPerProvider=16
            RequestsPerUser=15
            HostSandbox=required
            HostMemoryMax=1G
            HostRequestsMax=7
            HostGrowthMax=8M
            RequestTimeSec=250ms
            [Provider mupdf]
            store-size = 8388608
            """
        ).configuration
        #expect(configuration.socket == "/tmp/s")
        #expect(configuration.logLevel == .debug && configuration.logTarget == .console)
        #expect(configuration.idleExit == 60_000_000 && configuration.coreDumps)
        #expect(configuration.hostSandbox == .required)
        #expect(configuration.libraryFolders == ["/a", "/b", "/c"])
        #expect(configuration.remoteFileSystems)
        #expect(configuration.cacheMax == 64 << 20)
        #expect(configuration.cacheHardMax == 100_000)
        #expect(configuration.cacheLimits(MemoryRoom(machine: 1)) == (64 << 20, 64 << 20))
        #expect(configuration.leaseMaxPerUser == 32 << 20 && configuration.leaseMax(MemoryRoom(machine: 1)) == 32 << 20)
        #expect(configuration.thumbnailMax == 1 << 20)
        #expect(configuration.cacheMaxPages == 40)
        #expect(configuration.cachePolicy == .gdsf)
        #expect(configuration.pageMax == 1 << 30)
        #expect(configuration.maxRenditionPixels == 2_000)
        #expect(configuration.regionDelay == 20_000)
        #expect(configuration.prefetch == .eco && configuration.readAhead == 0)
        #expect(configuration.readerKeep == 90_000_000)
        #expect(configuration.places && configuration.marksPerUser == 17)
        #expect(configuration.readersPerUser == 7)
        #expect(
            configuration.documentsPerUser == 12 && configuration.documentFilesPerUser == 120
                && configuration.watchesPerUser == 13)
        #expect(configuration.hostsPerUser == 14 && configuration.requestsPerUser == 15)
        #expect(configuration.hostsPerProvider == 16)
        #expect(configuration.watchesPerReader == 6)
        #expect(configuration.connections == 8)
        #expect(configuration.connectionsPerUser == 9)
        #expect(configuration.operatorGroup == "staff")
        #expect(configuration.providerFolders == ["/p"])
        #expect(configuration.hosts == 3)
        #expect(configuration.hostMemoryMax == 1 << 30)
        #expect(configuration.hostRequestsMax == 7 && configuration.hostGrowthMax == 8 << 20)
        #expect(configuration.requestTime == 250_000)
        #expect(configuration.providerSettings["mupdf"]?.map(\.value) == ["8388608"])
    }

    /// Of so many megabytes that are set and that a cgroup allows; the limits then, and what a user may hold.
    @Test(
        arguments: [
            ("CacheMax=400M", 160, (64, 80), 40), ("CacheMax=400M", 2_000, (400, 500), 250),
            ("CacheMax=60M", 160, (60, 75), 40), ("CacheMax=70M", 160, (64, 80), 40),
            ("CacheMax=10M\nCacheHardMax=200M", 160, (10, 80), 40), ("", 160, (20, 25), 40),
            ("CacheMax=50%", 160, (64, 80), 40), ("CacheMax=400M\nLeaseMaxPerUser=300M", 160, (64, 80), 300),
        ] as [(String, Int, (Int, Int), Int)])
    func aCgroupLimitsWhatPagesTake(text: String, cgroup: Int, limits: (Int, Int), leases: Int) throws {
        let memory = MemoryRoom(machine: 8 << 30, cgroup: cgroup << 20)
        var reader = ConfigurationReader(memory: memory)
        try reader.parse("[Cache]\n\(text)\n", file: "f")
        let configuration = reader.configuration
        #expect(configuration.cacheLimits(memory) == (limits.0 << 20, limits.1 << 20))
        #expect(configuration.leaseMax(memory) == leases << 20)
        #expect(configuration.isLimited(by: memory) == (limits.1 == 80))
        #expect(!configuration.isLimited(by: MemoryRoom(machine: 8 << 30)))
    }

    @Test(arguments: [("8G", 5 << 30), ("320M", 200 << 20), ("200M", 128 << 20), ("1M", 128 << 20)])
    func whatAUserMayHoldFollowsTheHardLimit(soft: String, leases: Int) throws {
        let configuration = try Self.parse("[Cache]\nCacheMax=\(soft)\nLeaseMaxPerUser=\n").configuration
        #expect(configuration.leaseMax(MemoryRoom(machine: 1)) == leases)
    }

    @Test func unknownKeysAndSectionsAreWarnedAboutWithTheirLine() throws {
        let reader = try Self.parse("CacheMax=3M\n[Cache]\nCacheMax=1M\nCacheMin=1\n\n[Kache]\nCacheMax=2M\n")
        #expect(
            reader.warnings.map(\.description) == [
                "sheafd.conf:1: CacheMax is in no section, ignored",
                "sheafd.conf:4: unknown key CacheMin in [Cache], ignored",
                "sheafd.conf:7: unknown section [Kache], ignored",
            ])
        #expect(reader.configuration.cacheMax == 1 << 20)
    }

    @Test(arguments: [
        ("[Cache]\nCacheMax=lots", 2), ("[Cache]\nPageMax=12", 2), ("[Service]\n\nLogLevel=loud", 3),
        ("[Readers]\nReaderKeepSec=0", 2), ("[Hosts]\nHostsMax=0", 2), ("[Hosts]\nHostsMax=1025", 2),
        ("[Documents]\nLibraryFolders=books", 2), ("[Documents]\nRemoteFileSystems=maybe", 2),
        ("[Cache]\nMaxRenditionPixels=1023", 2), ("[Cache]\nMaxRenditionPixels=268435457", 2),
        ("[Cache]\nRegionDelayMSec=10001", 2), ("[Cache]\nRegionDelayMSec=-1", 2),
        ("[Cache]\nReadAhead=65", 2), ("[Cache]\nPrefetch=yes", 2), ("[Cache]\nCacheMaxPages=0", 2),
        ("[Cache]\nCacheMaxPages=1000001", 2),
        ("[Cache]\nCachePolicy=mru", 2), ("[Cache]\nCacheMax=9999999999T", 2), ("[Cache]\nwhat is this", 2),
        ("[Readers]\nReaderKeepSec=5 parsecs", 2), ("[Service]\nSocket=relative", 2),
        ("[Cache]\nCacheMax=9223372036854775807", 2), ("[Cache]\nCacheMax=1048577T", 2),
        ("[Readers]\nReaderKeepSec=18446744073709", 2), ("[Hosts]\nRequestTimeSec=36526d", 2),
        ("[Service]\nLogTarget=kmsg", 2), ("[Service]\nIdleExitSec=2999ms", 2), ("[Service]\nIdleExitSec=never", 2),
        ("[Cache]\r\nCacheMax=1M\r\nReadAhead=65\r\n", 3),
    ])
    func badValuesAreRefusedWithTheirLine(text: String, line: Int) {
        #expect {
            _ = try Self.parse(text)
        } throws: { error in
            (error as? ConfigurationReader.Refusal)?.line == line
        }
    }

    @Test(arguments: [
        ("/usr/bin/sheafd", "/usr/lib/sheaf/providers"), ("/usr/local/bin/sheafd", "/usr/local/lib/sheaf/providers"),
        ("/home/me/sheaf/.build/debug/sheafd", "/usr/lib/sheaf/providers"),
    ])
    func providersAreWhereTheProgramWasInstalled(program: String, folder: String) throws {
        #expect(Configuration(program: program).providerFolders == [folder])
        var reader = ConfigurationReader(memory: MemoryRoom(machine: 0), defaults: Configuration(program: program))
        try reader.parse("[Hosts]\nProviderFolders=/more\n", file: "sheafd.conf")
        #expect(reader.configuration.providerFolders == [folder, "/more"])
    }

    @Test(arguments: [(1_024, 0), (268_435_456, 10_000)])
    func valuesUpToTheLimitsAreTaken(pixels: Int, delay: UInt64) throws {
        let configuration = try Self.parse("[Cache]\nMaxRenditionPixels=\(pixels)\nRegionDelayMSec=\(delay)")
            .configuration
        #expect(configuration.maxRenditionPixels == pixels && configuration.regionDelay == delay * 1_000)
    }

    @Test(arguments: [("0", 0), ("3s", 3_000_000), ("36525d", 3_155_760_000_000_000)])
    func aServiceStaysIdleForAWhileOrForEver(value: String, span: UInt64) throws {
        #expect(try Self.parse("[Service]\nIdleExitSec=\(value)\n").configuration.idleExit == span)
    }

    @Test func thePagesOfTheCacheAreUnlimitedUntilTheyAreNamed() throws {
        #expect(try Self.parse("").configuration.cacheMaxPages == nil)
        #expect(try Self.parse("").configuration.cachePolicy == .reading)
        for pages in [1, 1_000_000] {
            #expect(try Self.parse("[Cache]\nCacheMaxPages=\(pages)\n").configuration.cacheMaxPages == pages)
        }
        #expect(try Self.parse("[Cache]\nCacheMaxPages=3\nCacheMaxPages=\n").configuration.cacheMaxPages == nil)
    }

    @Test func linesMayEndAsOnOtherSystems() throws {
        let configuration = try Self.parse("[Cache]\r\nCacheMax=1M\r\nReadAhead=3\r\n").configuration
        #expect(configuration.cacheMax == 1 << 20 && configuration.readAhead == 3)
    }

    @Test func theLargestValuesDoNotOverflow() throws {
        let configuration = try Self.parse(
            "[Cache]\nCacheMax=1048576T\n[Readers]\nReaderKeepSec=36525d\n[Hosts]\nRequestTimeSec=36525d\n"
        ).configuration
        #expect(configuration.cacheLimits(MemoryRoom(machine: 1)) == (1 << 60, (1 << 60) + (1 << 58)))
        #expect(configuration.readerKeep == 3_155_760_000_000_000)
    }

    @Test func linesUpToTheLimitAreRead() throws {
        let key = "[Cache]\nCacheMax=1M"
        let full = key + String(repeating: " ", count: IniFile.maxLineLength - "CacheMax=1M".utf8.count)
        #expect(try Self.parse(full).configuration.cacheMax == 1 << 20)
        #expect(throws: ConfigurationReader.Refusal.self) { _ = try Self.parse(full + " ") }
    }

    /// A line that ends at its NUL for some, and for others does not, names another path or sets nothing.
    @Test(arguments: [
        "[Documents]\nLibraryFolders=/srv/books\0/secret\n", "[Cache]\nCache\0Max=1M\n", "[Cache\0]\nCacheMax=1M\n",
        "[Cache]\n# a remark\0\nCacheMax=1M\n",
    ])
    func aLineWithANULIsRefused(text: String) throws {
        let line = try #require(text.split(separator: "\n").firstIndex { $0.contains("\0") }) + 1
        #expect {
            _ = try Self.parse(text)
        } throws: { error in
            let refusal = error as? ConfigurationReader.Refusal
            return refusal?.line == line && refusal?.text.contains("NUL") == true
        }
    }

    @Test func dropInsWinInTheOrderOfTheirNames() throws {
        let folder = "/tmp/sheaf-configuration-\(getpid())"
        defer { system("rm -rf \(folder)") }
        system("mkdir -p \(folder)/sheafd.conf.d")
        system("printf '[Cache]\\nCacheMax=1M\\nReadAhead=1\\n' > \(folder)/sheafd.conf")
        system("printf '[Cache]\\nCacheMax=3M\\n' > \(folder)/sheafd.conf.d/20-b.conf")
        system("printf '[Cache]\\nCacheMax=2M\\n' > \(folder)/sheafd.conf.d/10-a.conf")
        system("printf '[Cache]\\nCacheMax=9M\\n' > \(folder)/sheafd.conf.d/ignored.txt")
        var reader = ConfigurationReader(memory: MemoryRoom(machine: 0))
        try reader.read(file: folder + "/sheafd.conf", isRequired: true)
        #expect(reader.configuration.cacheMax == 3 << 20)
        #expect(reader.configuration.readAhead == 1)
    }

    @Test func aChangeNamesTheKeysThatHaveOtherValues() throws {
        let before = try Self.parse(
            "[Cache]\nCacheMax=1M\nReadAhead=3\n[Provider a]\nx=1\n[Provider b]\nx=1\n[Provider c]\nx=1\n"
        ).configuration
        let after = try Self.parse(
            """
            [Service]
            Socket=/tmp/s
            LogLevel=info
            [Cache]
            CacheMax=1024K
            [Provider a]
            x=1
            [Provider b]
            x=2
            [Provider d]
            x=1
            """
        ).configuration
        let change = ConfigurationChange(from: before, to: after)
        #expect(change.keys == ["Provider b", "Provider c", "Provider d", "ReadAhead", "Socket"])
        #expect(change.afterRestart == ["Socket"])
        #expect(ConfigurationChange(from: after, to: after).keys == [])
    }

    @Test func aFolderThatCannotBeUsedIsRefusedWhereItWasNamedLast() throws {
        let reader = try Self.parse("[Documents]\nLibraryFolders=/a /b\n\nLibraryFolders=\nLibraryFolders=/b\n")
        func refusal(_ folder: String) -> ConfigurationReader.Refusal {
            reader.refusal(ofLibraryFolder: OSError(code: ENOENT, operation: "open the folder", subject: folder))
        }
        #expect(["/a", "/b", "/c"].map { refusal($0).line } == [2, 5, 0])
        let text = "sheafd.conf:5: cannot open the folder /b: \(String(cString: strerror(ENOENT)))"
        #expect(refusal("/b").description == text && refusal("/b").code == ENOENT)
    }

    @Test func aMissingFileIsAnErrorOnlyWhereItWasNamed() throws {
        var reader = ConfigurationReader(memory: MemoryRoom(machine: 0))
        try reader.read(file: "/nonexistent/sheafd.conf", isRequired: false)
        #expect(throws: ConfigurationReader.Refusal.self) {
            try reader.read(file: "/nonexistent/sheafd.conf", isRequired: true)
        }
        #expect(throws: ConfigurationReader.Refusal.self) { try reader.read(file: "/", isRequired: true) }
    }
}
