import Foundation
import Testing

extension SystemdTests {
    /// The Debian packages that `make test` has made, on a machine of their own that knows nothing of Sheaf yet.
    @Suite struct PackageTests {
        private static let folder = Build.project.appendingPathComponent(".build/deb").path
        /// How long all of it may take, in seconds: dpkg writes a hundred files to memory, three times.
        private static let patience = 300

        @Test func theyInstallServeUpgradeAndLeaveNothing() throws {
            let packages = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder)) ?? []
            try #require(
                packages.contains { $0.hasSuffix(".deb") }, "there are no packages in \(Self.folder): call make deb")
            let tools = Build.project.appendingPathComponent("tools/with-systemd").path
            let script = Build.project.appendingPathComponent("Tests/System/package-install").path
            let result = try Command.run(tools, [script, Self.folder], seconds: Self.patience)
            // It stops at the first fact that does not hold, and says which.
            #expect(result.status == 0 && result.text.hasSuffix("all of it holds\n"), "\(result.text)\(result.errors)")
        }
    }
}
