// swift-tools-version: 6.3
import PackageDescription

// What libsheaf-dev has installed.
let kit = "@SHARE@"

let package = Package(
    name: "sheaf-@NAME@",
    products: [.library(name: "sheaf-@NAME@", type: .dynamic, targets: ["@TYPE@Provider"])],
    dependencies: [.package(name: "SheafProvider", path: "\(kit)/swift")],
    targets: [
        .target(
            name: "@TYPE@Provider", dependencies: [.product(name: "SheafProvider", package: "SheafProvider")],
            swiftSettings: [
                // sheafd brings Swift's runtime, but for the libraries of these two modules.
                .unsafeFlags([
                    "-Xfrontend", "-disable-implicit-concurrency-module-import",
                    "-Xfrontend", "-disable-implicit-string-processing-module-import",
                ])
            ],
            // Without it the library exports all of its symbols.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--version-script=\(kit)/provider.map"])])
    ]
)
