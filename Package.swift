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
    products: [
        .library(name: "sheaf-pattern", type: .dynamic, targets: ["PatternProvider"]),
        .library(name: "SheafProvider", targets: ["SheafProvider", "CSheafProvider"]),
    ],
    targets: [
        // The parts, from the top down
        .target(name: "SheafOS", dependencies: ["CSystemd", "CSheafShims"], swiftSettings: strict),
        .target(name: "SheafProvider", dependencies: ["CSheafProvider"], swiftSettings: strict),

        // Providers
        .target(
            name: "PatternProvider", dependencies: ["SheafProvider", "CSheafProvider"], path: "Plugins/Pattern",
            exclude: ["README.md"], swiftSettings: strict, linkerSettings: versionScript),

        // C
        .target(name: "CSheafProvider", exclude: ["provider.map"]),
        .target(name: "CSheafShims"),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),

        // Tests
        .target(
            name: "ProviderTestHost", dependencies: ["CSheafProvider"], path: "Tests/ProviderTestHost",
            swiftSettings: checked),
        .testTarget(
            name: "PatternProviderTests", dependencies: ["ProviderTestHost", "CSheafProvider"], swiftSettings: checked),
        .testTarget(name: "SheafOSTests", dependencies: ["SheafOS"], swiftSettings: checked),
        .testTarget(
            name: "SheafProviderTests", dependencies: ["SheafProvider", "ProviderTestHost", "CSheafProvider"],
            swiftSettings: checked),
    ],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)
