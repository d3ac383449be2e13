import Foundation
import Glibc
import Testing

/// The service as other processes of its user see it.
@Suite struct InspectionTests {
    /// "nobody", whom nothing belongs to.
    private static let user: UInt32 = getuid() == 0 ? 65_534 : getuid()

    /// Reads a file of the service in /proc, as a process of the service's own user.
    private func read(_ file: String, of service: RunningService) throws -> Command {
        let path = "/proc/\(service.process.processIdentifier)/\(file)"
        let reading = file.hasSuffix("/") ? ["/bin/ls", path] : ["/usr/bin/head", "--bytes=1", path]
        let command = getuid() == 0 ? ["/usr/bin/setpriv"] + Command.asUser(Self.user) + reading : reading
        // Its errors are looked at.
        return try Command.run(command[0], Array(command.dropFirst()), environment: ["LC_ALL": "C"])
    }

    @Test(arguments: ["environ", "maps", "fd/", "fd/3", "auxv"])
    func processesOfItsUserCannotLookIntoTheService(file: String) throws {
        let service = try RunningService(user: Self.user)
        let seen = try read(file, of: service)
        #expect(seen.status != 0 && seen.errors.contains("Permission denied"), "\(seen.text)\(seen.errors)")
    }

    @Test func whoWantsCoreDumpsLetsThemLook() throws {
        let service = try RunningService(configuration: "[Service]\nCoreDumps=yes\n", user: Self.user)
        let seen = try read("maps", of: service)
        #expect(seen.status == 0, "\(seen.errors)")
    }

    /// A person who runs the service as their own user is its operator, also where that is not root.
    @Test func thePersonWhoRunsItIsAnOperator() throws {
        let service = try RunningService(user: Self.user)
        let program = Build.folder.appendingPathComponent("sheafctl").path
        let command = [program, "--socket", service.socket, "warn", "low"]
        let warned =
            getuid() == 0
            ? try Command.run("/usr/bin/setpriv", Command.asUser(Self.user) + command)
            : try Command.run(program, Array(command.dropFirst()))
        #expect(warned.status == 0, "\(warned.text)\(warned.errors)")
    }
}
