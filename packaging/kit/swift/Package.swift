// swift-tools-version: 6.3
// The kit for page providers of Sheaf in Swift, in sources: a module is good for one version of the compiler only.
import PackageDescription

let package = Package(
    name: "SheafProvider",
    products: [.library(name: "SheafProvider", targets: ["SheafProvider", "CSheafProvider"])],
    targets: [
        .target(name: "CSheafProvider", exclude: ["provider.map"]),
        .target(
            name: "SheafProvider", dependencies: ["CSheafProvider"],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
                .enableExperimentalFeature("Lifetimes"),
                // A provider needs the libraries of neither module, which the package sheaf does not bring.
                .unsafeFlags([
                    "-Xfrontend", "-disable-implicit-concurrency-module-import",
                    "-Xfrontend", "-disable-implicit-string-processing-module-import",
                ]),
            ]),
    ],
    cLanguageStandard: .c11
)
