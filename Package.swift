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
        .target(
            name: "Varlink", dependencies: ["SheafOS", "CSheafJSON"], exclude: ["org.varlink.service.varlink"],
            swiftSettings: strict),
        .target(name: "SheafOS", dependencies: ["CSystemd", "CSheafShims"], swiftSettings: strict),

        // C
        .target(name: "CSheafProvider", exclude: ["provider.map"]),
        .target(name: "CSheafShims"),
        .target(name: "CSheafJSON", linkerSettings: [.linkedLibrary("simdjson")]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),

        // Tests
        .executableTarget(
            name: "varlink-certification", dependencies: ["Varlink", "SheafOS"], path: "Tests/Conformance",
            exclude: ["org.varlink.certification.varlink"], swiftSettings: checked),
        .testTarget(
            name: "VarlinkTests", dependencies: ["Varlink", "SheafOS", "varlink-generate", "varlink-certification"],
            exclude: ["org.example.Library.varlink"], swiftSettings: checked),
        .testTarget(name: "SheafOSTests", dependencies: ["SheafOS"], swiftSettings: checked),
    ],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)
