// swift-tools-version: 6.3
import Glibc
import PackageDescription

let checked: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableExperimentalFeature("Lifetimes"),
]
/// Every unsafe expression is marked. Tests call C too often for the marks to tell anything.
let marked = checked + [.strictMemorySafety()]
/// Settings of what is only for tests and imports others with `@testable`. A release, which nobody tests, compiles it all the same.
let testable = SwiftSetting.unsafeFlags(
    ["-Xfrontend", "-disable-testable-attr-requires-testable-module"], .when(configuration: .release))
/// What ships, which uses neither concurrency nor regular expressions: with their modules a program would load five libraries
/// more when it starts.
let strict =
    marked + [
        .unsafeFlags([
            "-Xfrontend", "-disable-implicit-concurrency-module-import",
            "-Xfrontend", "-disable-implicit-string-processing-module-import",
        ])
    ]
/// What a turn of a page runs through. What is optimized does not check at run time that accesses do not overlap, which is
/// a fourth of a turn's instructions; debug builds, tests and sanitizers do.
let hot = strict + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// C is held to the same. The GNU names (memmem, asprintf) are used where the C library is glibc, which is everywhere here.
let checkedC: [CSetting] = [
    .define("_GNU_SOURCE"), .treatAllWarnings(as: .error), .enableWarning("all"), .enableWarning("extra"),
]

let checkedCXX: [CXXSetting] = [
    .define("_GNU_SOURCE"), .treatAllWarnings(as: .error), .enableWarning("all"), .enableWarning("extra"),
]

/// Hides a provider's symbols but for its one entry point.
let versionScript: [LinkerSetting] = [
    .unsafeFlags(["-Xlinker", "--version-script=Sources/Provider/CSheafProvider/provider.map"])
]

/// Machines differ in these: where libraries have their headers, and what is linked for whom, in words like "djvu:-ldjvulibre". A
/// file that this one reads would not be noticed when it changes: SwiftPM evaluates it anew where its text or the environment is another.
let libraries = (Context.environment["SHEAF_LIBRARIES"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
if libraries.isEmpty {
    let sentence =
        "Sheaf is built by make (`make help`), or with SHEAF_LIBRARIES=\"$(tools/libraries)\" in the environment\n"
    write(STDERR_FILENO, sentence, sentence.utf8.count)
    exit(1)
}
/// The words for a format that begin with `prefix`.
func words(for name: String, _ prefix: String) -> [String] {
    libraries.filter { $0.hasPrefix("\(name):\(prefix)") }.map { String($0.dropFirst(name.count + 1)) }
}
func headers(for name: String) -> [CSetting] { [.unsafeFlags(words(for: name, "-I"))] }
func headersCXX(for name: String) -> [CXXSetting] { [.unsafeFlags(words(for: name, "-I"))] }
/// Of what libraries may need, what they do need.
func linked(for name: String) -> [LinkerSetting] {
    [.unsafeFlags(["-Xlinker", "--as-needed"])]
        + (words(for: name, "-l") + ["-lm"]).map { .linkedLibrary(String($0.dropFirst(2))) }
}

/// A format: a folder of Plugins with the provider, whose tests are in Tests/…ProviderTests.
struct Format {
    enum Language {
        case c, swift
    }

    let folder: String
    let language: Language
    let parts: [String]
    let besides: [String]

    /// - Parameters:
    ///   - parts: the targets of `Sources/Provider` that it shares with others, but for the kit.
    ///   - besides: the files of its folder that are no sources, but for README.md and format.ini.
    init(_ folder: String, in language: Language, parts: [String] = [], besides: [String] = []) {
        (self.folder, self.language, self.parts, self.besides) = (folder, language, parts, besides)
    }

    var name: String { folder.lowercased() }

    var library: Product { .library(name: "sheaf-\(name)", type: .dynamic, targets: ["\(folder)Provider"]) }

    var target: Target {
        .target(
            name: "\(folder)Provider",
            dependencies: [language == .c ? "CSheafKit" : "SheafProvider", "CSheafProvider"]
                + parts.map { .target(name: $0) },
            path: "Plugins/\(folder)", exclude: ["README.md", "format.ini"] + besides,
            publicHeadersPath: language == .c ? "." : nil,
            cSettings: language == .c ? checkedC + headers(for: name) : nil,
            cxxSettings: language == .c ? checkedCXX + headersCXX(for: name) : nil,
            swiftSettings: language == .swift ? strict : nil, linkerSettings: versionScript + linked(for: name))
    }

    var tests: Target {
        .testTarget(
            name: "\(folder)ProviderTests", dependencies: ["ProviderTestHost", "CSheafProvider"],
            swiftSettings: checked)
    }
}

// The formats, as `make generate` writes them from the folders with a format.ini.
let formats = [
    Format("BMP", in: .swift, besides: ["libsheaf-bmp.provider"]),
    Format("DjVu", in: .c, besides: ["libsheaf-djvu.provider"]),
    Format("EPUB", in: .c, parts: ["CSheafLayout", "CSheafBook"], besides: ["libsheaf-epub.provider"]),
    Format("FictionBook", in: .c, parts: ["CSheafLayout", "CSheafBook"], besides: ["libsheaf-fictionbook.provider"]),
    Format("Images", in: .c, parts: ["CSheafVips"], besides: ["libsheaf-images.provider"]),
    Format("MOBI", in: .c, parts: ["CSheafLayout", "CSheafBook"], besides: ["libsheaf-mobi.provider"]),
    Format("MuPDF", in: .c, besides: ["LICENSE", "copyright.in", "libsheaf-mupdf.provider"]),
    Format("Pattern", in: .swift, besides: ["libsheaf-pattern.provider"]),
    Format("Text", in: .c, parts: ["CSheafCanvas"], besides: ["libsheaf-text.provider"]),
]
// End of the formats.

/// `make fuzz`: libFuzzer's runtime is there only where the compiler is told so, with `-sanitize=fuzzer`.
let fuzzers: [Target] =
    Context.environment["SHEAF_FUZZ"] == nil
    ? []
    : [
        .executableTarget(
            name: "sheaf-fuzz",
            dependencies: [
                "ServiceModel", "VarlinkGenerator", "HostProcess", "HostSupervision", "HostProtocol", "SheafInterface",
                "SheafService", "SheafReaders", "SheafPages", "PageModel", "Places", "Varlink", "SheafOS", "CFuzzer",
            ],
            path: "Tests/Fuzz/Sheaf", swiftSettings: checked),
        .target(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    ]

/// The groups of `Sources`, from the bottom up, with the targets that lie in the folder of each; docs/tree.md says what they are.
let groups: KeyValuePairs = [
    "Core": ["PageModel", "Navigation", "PageCache", "Pressure", "Prefetch", "Leases"],
    "System": [
        "SheafOS", "Varlink", "IniFile", "Places", "CSystemd", "CInih", "CSQLite", "CGcrypt", "CSheafShims",
        "CSheafJSON", "CSheafSandbox",
        "CSheafText", "CSheafImage", "CSheafWeb", "CSheafTerminal",
    ],
    "Interface": ["SheafInterface", "SheafMetrics", "ServiceDiscovery", "VarlinkGenerator", "varlink-generate"],
    "Provider": [
        "CSheafProvider", "CSheafKit", "CSheafBook", "CSheafCanvas", "CSheafVips", "CSheafLayout", "SheafProvider",
    ],
    "Host": ["HostProtocol", "HostSupervision", "HostProcess", "ProviderChecks"],
    "Service": ["SheafBase", "SheafPages", "SheafDocuments", "SheafReaders", "SheafService", "sheafd"],
    "Control": ["SheafControl", "sheafctl"],
    "Web": ["SheafWeb", "sheaf-web"],
]

let package = Package(
    name: "sheaf",
    products: formats.map(\.library) + [
        // For tests
        .library(name: "test-plain", type: .dynamic, targets: ["PlainProvider"]),
        .library(name: "test-small", type: .dynamic, targets: ["SmallProvider"]),
        .library(name: "test-first", type: .dynamic, targets: ["FirstProvider"]),
        .library(name: "test-second", type: .dynamic, targets: ["SecondProvider"]),
        .library(name: "test-newer", type: .dynamic, targets: ["NewerProvider"]),
        .library(name: "test-bad", type: .dynamic, targets: ["BadProvider"]),
        .library(name: "SheafProvider", targets: ["SheafProvider", "CSheafProvider"]),
        .library(name: "test-hostile", type: .dynamic, targets: ["HostileProvider"]),
        .library(name: "test-odd", type: .dynamic, targets: ["OddProvider"]),
        .library(name: "test-broken", type: .dynamic, targets: ["BrokenProvider"]),
        // For benchmarks
        .library(name: "bench-guest", type: .dynamic, targets: ["BenchGuest"]),
    ],
    targets: [
        // Programs
        .executableTarget(name: "sheafd", dependencies: ["SheafService", "HostProcess"], swiftSettings: strict),
        .executableTarget(name: "sheafctl", dependencies: ["SheafControl"], swiftSettings: strict),
        .executableTarget(name: "sheaf-web", dependencies: ["SheafWeb"], swiftSettings: strict),
        .executableTarget(name: "varlink-generate", dependencies: ["VarlinkGenerator"], swiftSettings: marked),

        // The parts, from the top down
        .target(
            name: "SheafService",
            dependencies: [
                "SheafReaders", "SheafDocuments", "SheafPages", "SheafBase", "SheafInterface", "HostSupervision",
                "HostProtocol",
                "Navigation", "PageCache", "Pressure", "Leases", "Prefetch", "PageModel", "ServiceDiscovery", "Varlink",
                "SheafOS", "IniFile",
            ],
            exclude: ["Restart/org.sheaf.Store.varlink"], swiftSettings: hot),
        .target(
            name: "SheafReaders",
            dependencies: [
                "SheafDocuments", "SheafPages", "SheafBase", "SheafInterface", "HostSupervision", "HostProtocol",
                "Navigation",
                "PageCache", "Prefetch", "Leases", "PageModel", "Places", "Varlink", "SheafOS",
            ],
            swiftSettings: hot),
        .target(
            name: "SheafDocuments",
            dependencies: [
                "SheafPages", "SheafBase", "HostSupervision", "HostProtocol", "Navigation", "PageCache", "PageModel",
                "Places", "SheafOS",
            ],
            swiftSettings: hot),
        .target(
            name: "SheafPages",
            dependencies: [
                "SheafBase", "HostSupervision", "HostProtocol", "Navigation", "PageCache", "Prefetch", "Leases",
                "PageModel", "Varlink",
                "SheafOS",
            ],
            swiftSettings: hot),
        .target(
            name: "SheafBase", dependencies: ["HostProtocol", "PageModel", "Varlink", "SheafOS"], swiftSettings: hot),
        .target(
            name: "SheafControl",
            dependencies: [
                "SheafInterface", "SheafMetrics", "ServiceDiscovery", "ProviderChecks", "HostProtocol", "Varlink",
                "SheafOS", "CSheafTerminal",
            ],
            swiftSettings: strict),
        .target(
            name: "SheafWeb",
            dependencies: [
                "SheafInterface", "SheafMetrics", "ServiceDiscovery", "Varlink", "SheafOS", "IniFile", "CSheafWeb",
            ],
            swiftSettings: strict
        ),
        .target(name: "ServiceDiscovery", dependencies: ["SheafOS"], swiftSettings: strict),
        .target(name: "SheafMetrics", dependencies: ["SheafInterface", "Varlink"], swiftSettings: strict),
        .target(
            name: "SheafInterface", dependencies: ["Varlink", "SheafOS"],
            exclude: ["org.sheaf.Document.varlink", "org.sheaf.Reader.varlink", "org.sheaf.Manager.varlink"],
            swiftSettings: hot),
        .target(name: "Navigation", dependencies: ["PageModel"], swiftSettings: hot),
        .target(name: "PageCache", dependencies: ["PageModel"], swiftSettings: hot),
        .target(name: "Pressure", dependencies: ["PageCache", "PageModel"], swiftSettings: strict),
        .target(name: "Leases", dependencies: ["PageModel"], swiftSettings: hot),
        .target(name: "Prefetch", dependencies: ["PageModel"], swiftSettings: hot),
        .target(name: "PageModel", swiftSettings: hot),
        .target(name: "Places", dependencies: ["SheafOS", "CSQLite", "CGcrypt"], swiftSettings: strict),
        .target(
            name: "ProviderChecks",
            dependencies: ["HostProcess", "HostProtocol", "Varlink", "SheafOS", "CSheafProvider", "CSheafSandbox"],
            swiftSettings: strict),
        .target(
            name: "HostProcess",
            dependencies: [
                "HostProtocol", "Varlink", "SheafOS", "CSheafProvider", "CSheafImage", "CSheafSandbox", "CSheafText",
            ],
            exclude: ["org.sheaf.Provider.varlink"], swiftSettings: strict),
        .target(
            name: "HostSupervision", dependencies: ["HostProtocol", "Varlink", "SheafOS", "CSheafSandbox"],
            swiftSettings: strict),
        .target(
            name: "HostProtocol", dependencies: ["Varlink", "SheafOS", "IniFile", "CSheafProvider", "CSheafSandbox"],
            exclude: ["Interface/org.sheaf.Host.varlink"], swiftSettings: strict),
        .target(
            name: "Varlink", dependencies: ["SheafOS", "CSheafJSON"], exclude: ["Server/org.varlink.service.varlink"],
            swiftSettings: hot),
        .target(name: "VarlinkGenerator", swiftSettings: marked),
        .target(name: "SheafOS", dependencies: ["CSystemd", "CSheafShims"], swiftSettings: hot),
        .target(name: "IniFile", dependencies: ["CInih"], swiftSettings: strict),
        .target(name: "SheafProvider", dependencies: ["CSheafProvider"], swiftSettings: strict),

        // C
        .target(name: "CSheafProvider", exclude: ["provider.map"]),
        .target(name: "CSheafKit", dependencies: ["CSheafProvider"], cSettings: checkedC),
        .target(
            name: "CSheafBook", dependencies: ["CSheafKit", "CSheafProvider"], cSettings: checkedC,
            linkerSettings: [.linkedLibrary("expat")]),
        .target(
            name: "CSheafCanvas", dependencies: ["CSheafKit", "CSheafProvider"],
            cSettings: checkedC + headers(for: "text")),
        .target(
            name: "CSheafLayout",
            dependencies: ["CSheafBook", "CSheafCanvas", "CSheafVips", "CSheafKit", "CSheafProvider"],
            cxxSettings: checkedCXX + headersCXX(for: "epub")),
        .target(name: "CSheafVips", cSettings: checkedC + headers(for: "images")),
        .target(name: "CSheafShims", linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CSheafSandbox", cSettings: checkedC, linkerSettings: [.linkedLibrary("seccomp")]),
        .target(name: "CSheafText", cSettings: checkedC, linkerSettings: [.linkedLibrary("unistring")]),
        .target(
            name: "CSheafImage",
            linkerSettings: [.linkedLibrary("spng"), .linkedLibrary("jpeg"), .linkedLibrary("webp")]),
        .target(
            name: "CSheafWeb", dependencies: ["CSheafImage"], cSettings: checkedC,
            linkerSettings: ["microhttpd", "wslay", "gcrypt"].map { .linkedLibrary($0) }),
        .target(name: "CSheafTerminal", cSettings: checkedC + headers(for: "chafa")),
        .target(name: "CSheafJSON", linkerSettings: [.linkedLibrary("simdjson")]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CGcrypt", pkgConfig: "libgcrypt", providers: [.apt(["libgcrypt20-dev"])]),
        .systemLibrary(name: "CInih", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),

        // Benchmarks, which are not shipped
        .executableTarget(
            name: "sheaf-bench",
            dependencies: [
                "SheafInterface", "Navigation", "PageCache", "PageModel", "Varlink", "SheafOS", "CacheTraces",
                "CBenchmark",
            ],
            path: "Benchmarks/sheaf-bench", swiftSettings: marked),
        .executableTarget(
            name: "bench-floor", dependencies: ["CBenchmark"], path: "Benchmarks/floor",
            linkerSettings: [.linkedLibrary("seccomp")]),
        .executableTarget(
            name: "bench-mupdf", dependencies: ["CBenchmark"], path: "Benchmarks/mupdf",
            linkerSettings: linked(for: "mupdf")),
        .target(name: "CBenchmark", path: "Benchmarks/common"),
        .target(name: "BenchGuest", path: "Benchmarks/valgrind", cSettings: checkedC),
        .target(
            name: "CacheTraces", dependencies: ["PageCache", "PageModel", "Prefetch", "CMinCostFlow"],
            path: "Benchmarks/traces", swiftSettings: marked),
        .target(name: "CMinCostFlow", path: "Benchmarks/flow"),

        // Tests
        .target(
            name: "TestSupport", dependencies: ["SheafOS"], path: "Tests/TestSupport", swiftSettings: checked),
        .executableTarget(
            name: "varlink-certification", dependencies: ["Varlink", "SheafOS"], path: "Tests/Conformance",
            exclude: ["org.varlink.certification.varlink"], swiftSettings: checked),
        .testTarget(
            name: "SystemTests", dependencies: ["TestSupport", "SheafInterface", "Varlink", "SheafOS"],
            path: "Tests/System",
            // Optimized: it compares a gigabyte of pixels.
            exclude: ["clients", "package-install"], swiftSettings: checked + [.unsafeFlags(["-O"])]),
        .testTarget(
            name: "SheafControlTests",
            dependencies: [
                "TestSupport", "SheafControl", "SheafInterface", "ServiceDiscovery", "HostProtocol", "Varlink",
                "SheafOS",
            ],
            swiftSettings: checked),
        .testTarget(
            name: "ServiceDiscoveryTests", dependencies: ["TestSupport", "ServiceDiscovery", "SheafOS"],
            swiftSettings: checked),
        .testTarget(
            name: "SheafWebTests",
            dependencies: ["TestSupport", "SheafWeb", "SheafInterface", "SheafMetrics", "Varlink", "SheafOS"],
            swiftSettings: checked),
        .target(
            name: "ServiceModel",
            dependencies: [
                "SheafService", "SheafReaders", "SheafDocuments", "SheafPages", "SheafBase", "SheafInterface",
                "HostSupervision", "HostProtocol", "Navigation", "PageCache", "Pressure", "Prefetch", "PageModel",
                "Varlink", "SheafOS",
            ],
            path: "Tests/ServiceModel", swiftSettings: checked + [testable]),
        .testTarget(
            name: "SheafServiceTests",
            dependencies: [
                "TestSupport", "ServiceModel", "SheafService", "SheafReaders", "SheafDocuments", "SheafPages",
                "SheafBase",
                "SheafInterface", "HostSupervision", "HostProtocol", "PageCache", "Places", "Pressure", "Prefetch",
                "Leases", "PageModel",
                "Navigation", "Varlink", "SheafOS", "IniFile",
            ],
            swiftSettings: checked),
        .testTarget(
            name: "NavigationTests", dependencies: ["Navigation", "PageCache", "PageModel"],
            // Optimized: it takes a million steps.
            swiftSettings: checked + [.unsafeFlags(["-O"])]),
        .testTarget(name: "PageCacheTests", dependencies: ["PageCache", "PageModel"], swiftSettings: checked),
        .testTarget(
            name: "PressureTests", dependencies: ["Pressure", "PageCache", "PageModel"], swiftSettings: checked),
        .testTarget(name: "LeasesTests", dependencies: ["Leases", "PageCache", "PageModel"], swiftSettings: checked),
        .testTarget(
            name: "CacheTracesTests", dependencies: ["CacheTraces", "PageCache"], swiftSettings: checked),
        .testTarget(name: "PrefetchTests", dependencies: ["Prefetch", "PageModel"], swiftSettings: checked),
        .testTarget(name: "PlacesTests", dependencies: ["TestSupport", "Places", "SheafOS"], swiftSettings: checked),
        .testTarget(name: "PageModelTests", dependencies: ["PageModel"], swiftSettings: checked),
        .testTarget(
            name: "VarlinkTests",
            dependencies: ["TestSupport", "Varlink", "SheafOS", "VarlinkGenerator", "varlink-certification"],
            exclude: ["org.example.Library.varlink"], swiftSettings: checked),
        .target(
            name: "PlainProvider", dependencies: ["CSheafProvider"], path: "Tests/Providers/Plain",
            publicHeadersPath: ".", cSettings: checkedC, linkerSettings: versionScript),
        .target(
            name: "SmallProvider", dependencies: ["CSheafProvider"], path: "Tests/Providers/Small",
            publicHeadersPath: ".", cSettings: checkedC, linkerSettings: versionScript),
        .target(
            name: "FirstProvider", path: "Tests/Providers/First",
            publicHeadersPath: ".", cSettings: checkedC, linkerSettings: versionScript),
        .target(
            name: "SecondProvider", path: "Tests/Providers/Second",
            publicHeadersPath: ".", cSettings: checkedC, linkerSettings: versionScript),
        .target(
            name: "NewerProvider", dependencies: ["CSheafProvider"], path: "Tests/Providers/Newer",
            publicHeadersPath: ".", cSettings: checkedC, linkerSettings: versionScript),
        .target(
            name: "BadProvider", dependencies: ["CSheafProvider"], path: "Tests/Providers/Bad",
            publicHeadersPath: ".", cSettings: checkedC, linkerSettings: versionScript),
        .target(
            name: "OddProvider", dependencies: ["CSheafProvider"], path: "Tests/Providers/Odd",
            publicHeadersPath: ".", cSettings: checkedC, linkerSettings: versionScript),
        .target(
            name: "BrokenProvider", dependencies: ["CSheafProvider"], path: "Tests/Providers/Broken",
            publicHeadersPath: ".", cSettings: checkedC, linkerSettings: versionScript),
        .target(
            name: "HostileProvider", dependencies: ["CSheafProvider"], path: "Tests/Providers/Hostile",
            publicHeadersPath: ".", cSettings: checkedC, linkerSettings: versionScript),
        .target(
            name: "ProviderTestHost", dependencies: ["CSheafProvider"], path: "Tests/ProviderTestHost",
            swiftSettings: checked),
        .testTarget(
            name: "SheafOSTests", dependencies: ["TestSupport", "SheafOS", "CSheafShims"], swiftSettings: checked),
        .testTarget(
            name: "SheafProviderTests",
            dependencies: ["TestSupport", "SheafProvider", "ProviderTestHost", "CSheafKit", "CSheafProvider"],
            swiftSettings: checked),
        .testTarget(
            name: "ProviderHostTests",
            dependencies: [
                "TestSupport", "ProviderChecks", "HostProcess", "HostSupervision", "HostProtocol", "SheafOS",
                "CSheafProvider", "CImageDecode",
            ],
            swiftSettings: checked),
        .target(
            name: "CImageDecode", path: "Tests/CImageDecode",
            linkerSettings: [.linkedLibrary("spng"), .linkedLibrary("jpeg"), .linkedLibrary("webp")]),
    ] + formats.map(\.target) + formats.map(\.tests) + fuzzers,
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)

for (group, targets) in groups {
    for target in package.targets where targets.contains(target.name) {
        target.path = "Sources/\(group)/\(target.name)"
    }
}

// Nobody needs the rivals' client libraries but `make bench`.
if Context.environment["SHEAF_BENCH"] != nil {
    package.targets.append(
        .executableTarget(
            name: "bench-rivals", dependencies: ["CBenchmark"], path: "Benchmarks/rivals",
            linkerSettings: [.linkedLibrary("memcached"), .linkedLibrary("hiredis")]))
}
