import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

/// libsheaf-client, as programs in C are built with it: installed, found by pkg-config, linked.
@Suite struct ClientLibraryTests {
    /// Where it is installed for one test; it goes with that.
    final class Installed {
        let root: String
        var library: String { root + "/usr/local/lib" }

        init() throws {
            root = "/tmp/sheaf-client-" + (try RandomIdentifier.make().text.prefix(12))
            let result = try Command.run(
                Build.project.appendingPathComponent("tools/install-client").path, [root, "/usr/local"])
            try #require(result.status == 0, "\(result.errors)")
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }

        /// Builds a program of one file, with every warning an error, and the sanitizers that go with any library.
        func build(_ source: String) throws -> String {
            let program = root + "/" + URL(fileURLWithPath: source).deletingPathExtension().lastPathComponent
            let result = try Command.run(
                "/bin/sh",
                [
                    "-c",
                    "cc -std=gnu11 -g -Wall -Wextra -Werror -fsanitize=undefined -fno-sanitize-recover=all -o '\(program)' "
                        + "'\(source)' $(pkg-config --cflags --libs sheaf-client)",
                ],
                environment: [
                    "PKG_CONFIG_PATH": library + "/pkgconfig", "PKG_CONFIG_SYSROOT_DIR": root,
                ])
            try #require(result.status == 0, "\(result.errors)")
            return program
        }
    }

    @Test func aProgramCallsWatchesMapsAndReadsOnWhereTheServiceIsKilled() throws {
        let installed = try Installed()
        let program = try installed.build(Build.project.appendingPathComponent("Tests/System/clients/c_client.c").path)
        let service = try RunningService()
        let pattern = try service.pattern("pages = 50\nwidth = 300\nheight = 400")
        let command = [try #require(service.process.executableURL).path] + (service.process.arguments ?? [])
        let result = try Command.run(
            program, [service.socket, pattern, "\(service.process.processIdentifier)"] + command,
            environment: ["LD_LIBRARY_PATH": installed.library])
        #expect(result.status == 0 && result.text.hasSuffix("ok: all of it\n"), "\(result.text)\(result.errors)")
    }

    /// A socket where a user's own service has its own, in a folder that is closed to others, and in one that is not.
    @Test func theUsersOwnServiceIsFound() throws {
        let installed = try Installed()
        let program = try installed.build(Build.project.appendingPathComponent("docs/examples/brightness.c").path)
        let service = try RunningService()
        let pattern = try service.pattern("pages = 1\nwidth = 300\nheight = 400")
        let folder = service.folder.appendingPathComponent("run")
        for name in ["", "sheaf"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent("sheaf/org.sheaf").path, withDestinationPath: service.socket)
        let environment = [
            "LD_LIBRARY_PATH": installed.library, "SHEAF_SOCKET": "", "XDG_RUNTIME_DIR": folder.path,
            "HOME": service.folder.path, "XDG_STATE_HOME": "", "PYTHONPATH": PythonPackageTests.folder,
            "PYTHONDONTWRITEBYTECODE": "1",
        ]
        let find = "from sheaf.discovery import find_service; print(find_service())"
        let found = try Command.run(Build.python, ["-c", find], environment: environment)
        #expect(found.text == folder.path + "/sheaf/org.sheaf\n", "\(found.errors)")
        #expect(try Command.run(program, [pattern], environment: environment).text.hasPrefix("0: "))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/sheaf")
        #expect(try Command.run(Build.python, ["-c", find], environment: environment).text == "/run/sheaf/org.sheaf\n")
        if access("/run/sheaf/org.sheaf", F_OK) != 0 {
            let lost = try Command.run(program, [pattern], environment: environment)
            #expect(lost.status != 0 && lost.errors.contains("/run/sheaf/org.sheaf"), "\(lost.errors)")
        }
    }

    @Test func theExampleSaysHowBrightPagesAre() throws {
        let installed = try Installed()
        let program = try installed.build(Build.project.appendingPathComponent("docs/examples/brightness.c").path)
        let service = try RunningService()
        let pattern = try service.pattern("pages = 3\nwidth = 300\nheight = 400\nfill = gradient\nbroken = 2")
        let result = try Command.run(
            program, [pattern],
            environment: ["LD_LIBRARY_PATH": installed.library, "SHEAF_SOCKET": service.socket])
        #expect(result.status == 0, "\(result.errors)")
        let reader = try TestReader(service, pattern, width: 300, height: 400)
        var lines = try (0..<2).map { index in
            let reply = try reader.client.call(ReaderInterface.GetPage.self, .init(reader: reader.id, index: index))
            let page = try HandedPage(reply.parameters.page, reply.descriptors)
            let pixels = stride(from: 0, to: page.bytes.count, by: 4).map { place -> Double in
                let blue = 29 * Double(page.bytes[place])
                return (blue + 150 * Double(page.bytes[place + 1]) + 77 * Double(page.bytes[place + 2])) / 256
            }
            return "\(index): " + String(format: "%.3f", pixels.reduce(0, +) / Double(pixels.count))
        }
        lines.append("2: org.sheaf.Reader.PageFailed")
        #expect(result.text == lines.joined(separator: "\n") + "\n")
        let missing = try Command.run(
            program, ["/nowhere/book.pdf"], environment: ["LD_LIBRARY_PATH": installed.library])
        #expect(missing.status == 2 && missing.errors.contains("/nowhere/book.pdf: No such file"), "\(missing.errors)")
    }

    @Test func itHasNoOtherNames() throws {
        let installed = try Installed()
        let names = try Command.run(
            "/usr/bin/nm", ["-D", "--defined-only", installed.library + "/libsheaf-client.so"])
        let functions = names.text.split(separator: "\n").filter { $0.contains(" T ") }
        #expect(functions.count == 15 && functions.allSatisfy { $0.contains(" T sheaf_") }, "\(names.text)")
    }
}
