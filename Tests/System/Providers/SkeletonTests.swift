import Foundation
import Testing

/// Providers that `sheafctl new-provider` writes, built with the files that libsheaf-dev installs, and run.
@Suite struct SkeletonTests {
    /// A folder with libsheaf-dev's files below it, as `tools/install-kit` puts them.
    private final class Kit {
        let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-kit-\(UUID().uuidString)")
            let installed = try Command.run(
                Build.project.appendingPathComponent("tools/install-kit").path, ["", folder.path])
            #expect(installed.status == 0, "\(installed.errors)")
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// The options by which sheafctl finds the skeletons, and writes one.
        func options(_ name: String) -> [String] {
            ["--templates", folder.path + "/share/sheaf/templates", "--folder", provider(name)]
        }

        func provider(_ name: String) -> String { "\(folder.path)/\(name)" }

        /// Runs make in the folder of a provider, with the sheafctl that was built.
        func make(_ name: String, _ arguments: String...) throws -> Command {
            try Command.run(
                "/usr/bin/make", ["--no-print-directory", "-C", provider(name)] + arguments,
                environment: [
                    "PKG_CONFIG_PATH": folder.path + "/share/pkgconfig",
                    "PATH": Build.folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"),
                ], seconds: 900)
        }
    }

    private static func sheafctl(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Command {
        try Command.run(Build.folder.appendingPathComponent("sheafctl").path, arguments, environment: environment)
    }

    @Test(arguments: ["c", "swift", "python"])
    func whatIsWrittenIsBuiltKeepsTheRulesAndServes(language: String) throws {
        let kit = try Kit()
        let name = "two-tone"
        let written = try Self.sheafctl(["new-provider", name, "--language", language] + kit.options(name))
        #expect(written.status == 0 && written.text.contains("example.\(name)"), "\(written.errors)")
        let built = try kit.make(name, "BUILD=debug")
        #expect(built.status == 0 && !built.errors.contains("warning"), "\(built.text)\(built.errors)")
        let file = language == "python" ? name : "libsheaf-\(name).so"
        if language != "python" {
            let library = kit.provider(name) + (language == "swift" ? "/.build/debug/" : "/") + file
            let symbols = try Command.run("/usr/bin/nm", ["-D", "--defined-only", "--extern-only", library])
            #expect(
                symbols.text.split(separator: "\n").count == 1 && symbols.text.hasSuffix(" T sheaf_provider_v1\n"))
        }
        let checked = try kit.make(name, "test", "BUILD=debug")
        #expect(checked.status == 0 && checked.text.contains(" 0 failed"), "\(checked.text)\(checked.errors)")
        let run = try kit.make(name, "run", "BUILD=debug")
        #expect(
            run.status == 0 && FileManager.default.fileExists(atPath: kit.provider(name) + "/page.png"), "\(run.errors)"
        )
        let installed = try kit.make(name, "install", "BUILD=debug")
        #expect(installed.status == 0, "\(installed.errors)")
        let manifest = language == "python" ? "\(name).provider" : "libsheaf-\(name).provider"

        let service = try RunningService(providers: [])
        for file in [manifest, file] {
            try FileManager.default.copyItem(
                atPath: kit.folder.path + "/lib/sheaf/providers/" + file,
                toPath: service.folder.appendingPathComponent("providers/" + file).path)
        }
        let page = service.folder.appendingPathComponent("page.bgrx8888").path
        let served = try Self.sheafctl(
            [
                "page", kit.provider(name) + "/example.\(name)", "2", "--size", "20x20", "--format", "bgrx8888", "-o",
                page,
            ],
            ["SHEAF_SOCKET": service.socket])
        #expect(served.status == 0, "\(served.errors)\(service.log)")
        // With what it declares: a service refuses a provider where that is not as it should be.
        let declared = try String(
            contentsOf: service.folder.appendingPathComponent("providers/" + manifest), encoding: .utf8)
        #expect(declared.contains("\nSignatures=\(name)\nSuffixes=.\(name)\n"), "\(declared)")
        // The second colour of the example.
        #expect(try Data(contentsOf: URL(fileURLWithPath: page)).prefix(4) == Data([0x70, 0x30, 0xc0, 0xff]))
    }

    @Test func whatIsThereIsNotWrittenOver() throws {
        let kit = try Kit()
        #expect(try Self.sheafctl(["new-provider", "once", "--language", "c"] + kit.options("once")).status == 0)
        let again = try Self.sheafctl(["new-provider", "once", "--language", "swift"] + kit.options("once"))
        #expect(again.status == 1 && again.errors.contains("File exists: give another --folder"), "\(again.errors)")
        #expect(!FileManager.default.fileExists(atPath: kit.provider("once") + "/Package.swift"))
        let nowhere = try Self.sheafctl(
            ["new-provider", "a", "--language", "c", "--folder", "/nonexistent/a"] + kit.options("a").prefix(2))
        #expect(
            nowhere.status == 1 && nowhere.errors.contains("cannot make the folder /nonexistent/a"), "\(nowhere.errors)"
        )
        let without = try Self.sheafctl(["new-provider", "a", "--language", "c", "--templates", "/nonexistent"])
        #expect(without.status == 1 && without.errors.contains("install the package libsheaf-dev"), "\(without.errors)")
    }
}
