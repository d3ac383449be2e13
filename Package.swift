// swift-tools-version: 6.3
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
/// What ships: every unsafe expression is marked. Tests call C too often for the marks to tell anything.
let strict = checked + [.strictMemorySafety()]

/// Hides a provider's symbols but for its one entry point.
let versionScript: [LinkerSetting] = [
    .unsafeFlags(["-Xlinker", "--version-script=Sources/CSheafProvider/provider.map"])
]

let package = Package(
    name: "sheaf",
    targets: [
        // Programs
        .executableTarget(name: "varlink-generate", swiftSettings: strict),

        // The parts, from the top down
        .target(name: "SheafService", dependencies: ["SheafOS", "CInih"], swiftSettings: strict),
        .target(
            name: "SheafInterface", dependencies: ["Varlink"],
            exclude: ["org.sheaf.Reader.varlink", "org.sheaf.Manager.varlink"], swiftSettings: strict),
        .target(name: "Navigation", dependencies: ["PageModel"], swiftSettings: strict),
        .target(name: "PageCache", dependencies: ["PageModel"], swiftSettings: strict),
        .target(name: "Prefetch", dependencies: ["PageModel"], swiftSettings: strict),
        .target(name: "PageModel", swiftSettings: strict),
        .target(
            name: "Varlink", dependencies: ["SheafOS", "CSheafJSON"], exclude: ["org.varlink.service.varlink"],
            swiftSettings: strict),
        .target(name: "SheafOS", dependencies: ["CSystemd", "CSheafShims"], swiftSettings: strict),

        // C
        .target(name: "CSheafProvider", exclude: ["provider.map"]),
        .target(name: "CSheafShims"),
        .target(name: "CSheafJSON", linkerSettings: [.linkedLibrary("simdjson")]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CInih", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),

        // Benchmarks, which are not shipped
        .executableTarget(
            name: "sheaf-bench", dependencies: ["SheafInterface", "Varlink", "SheafOS", "CBenchmark"],
            path: "Benchmarks/sheaf-bench", swiftSettings: strict),
        .executableTarget(name: "bench-floor", dependencies: ["CBenchmark"], path: "Benchmarks/floor"),
        .executableTarget(
            name: "bench-mupdf", dependencies: ["CBenchmark"], path: "Benchmarks/mupdf",
            linkerSettings: [
                "mupdf", "mupdf-third", "freetype", "harfbuzz", "jbig2dec", "openjp2", "jpeg", "z", "gumbo", "mujs",
                "m",
            ].map { .linkedLibrary($0) }),
        .target(name: "CBenchmark", path: "Benchmarks/common"),

        // Tests
        .testTarget(name: "SheafServiceTests", dependencies: ["SheafService", "SheafOS"], swiftSettings: checked),
        .testTarget(name: "NavigationTests", dependencies: ["Navigation", "PageModel"], swiftSettings: checked),
        .testTarget(name: "PageCacheTests", dependencies: ["PageCache", "PageModel"], swiftSettings: checked),
        .testTarget(name: "PrefetchTests", dependencies: ["Prefetch"], swiftSettings: checked),
        .testTarget(name: "PageModelTests", dependencies: ["PageModel"], swiftSettings: checked),
        .testTarget(
            name: "VarlinkTests", dependencies: ["Varlink", "SheafOS", "varlink-generate"],
            exclude: ["org.example.Library.varlink"], swiftSettings: checked),
        .testTarget(name: "SheafOSTests", dependencies: ["SheafOS"], swiftSettings: checked),
    ],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)

// Nobody needs the rivals' client libraries but `make bench`.
if Context.environment["SHEAF_BENCH"] != nil {
    package.targets.append(
        .executableTarget(
            name: "bench-rivals", dependencies: ["CBenchmark"], path: "Benchmarks/rivals",
            linkerSettings: [.linkedLibrary("memcached"), .linkedLibrary("hiredis")]))
}
