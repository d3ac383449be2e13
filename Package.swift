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
        // The parts, from the top down
        .target(name: "SheafOS", dependencies: ["CSystemd", "CSheafShims"], swiftSettings: strict),

        // C
        .target(name: "CSheafProvider", exclude: ["provider.map"]),
        .target(name: "CSheafShims"),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),

        // Benchmarks, which are not shipped
        .executableTarget(name: "bench-floor", dependencies: ["CBenchmark"], path: "Benchmarks/floor"),
        .executableTarget(
            name: "bench-mupdf", dependencies: ["CBenchmark"], path: "Benchmarks/mupdf",
            linkerSettings: [
                "mupdf", "mupdf-third", "freetype", "harfbuzz", "jbig2dec", "openjp2", "jpeg", "z", "gumbo", "mujs",
                "m",
            ].map { .linkedLibrary($0) }),
        .target(name: "CBenchmark", path: "Benchmarks/common"),

        // Tests
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
