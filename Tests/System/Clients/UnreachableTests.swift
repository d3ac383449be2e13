import Foundation
import Glibc
import TestSupport
import Testing

/// A sheafd that can't be reached, as each client tells it.
@Suite struct UnreachableTests {
    private static let start =
        "start it (\"systemctl start sheafd.socket\"), or one of your own (\"sheafctl open FILE\" does), or name its socket "
        + "(SHEAF_SOCKET=PATH)"

    /// A path, and what is said of it.
    private static let cases: [(path: String, says: String)] = [
        ("/nowhere/sheaf", "No such file or directory: \(start)"),
        // A file that is no socket.
        ("/etc/hostname", "Connection refused: \(start)"),
        (
            "/tmp/" + String(repeating: "a", count: 103),
            "File name too long: the path of a socket has at most 107 bytes: give a shorter one"
        ),
        ("/etc/hostname/s", "Not a directory: name the socket of sheafd (SHEAF_SOCKET=PATH)"),
    ]

    @Test func allClientsSayWhatWasTriedWhyAndWhatToDo() throws {
        let program = try ClientLibraryTests.Installed()
        let source = "/tmp/sheaf-unreachable-\(getpid()).c"
        defer { unlink(source) }
        try """
        #include <sheaf_client.h>
        #include <stdio.h>
        int main(void) {
            struct sheaf_client *client = sheaf_client_new(NULL);
            struct sheaf_reply reply;
            sheaf_client_call(client, "org.sheaf.Manager.Status", NULL, NULL, 0, 0, &reply);
            puts(sheaf_client_problem(client));
            sheaf_client_free(client);
        }
        """.write(toFile: source, atomically: true, encoding: .utf8)
        let built = try program.build(source)
        let script = """
            import asyncio, sheaf
            async def main():
                try:
                    await sheaf.Service().status()
                except sheaf.Unreachable as error:
                    print(error)
            asyncio.run(main())
            """
        for (path, says) in Self.cases {
            let told = "cannot reach sheafd at \(path): \(says)\n"
            let environment = ["SHEAF_SOCKET": path]
            let control = try Command.run(
                Build.folder.appendingPathComponent("sheafctl").path, ["status"], environment: environment)
            #expect(control.status == 1 && control.errors == "sheafctl: " + told)
            let python = try Command.run(
                "/usr/bin/python3", ["-c", script],
                environment: environment.merging(
                    ["PYTHONPATH": PythonPackageTests.folder, "PYTHONDONTWRITEBYTECODE": "1"]) { one, _ in one })
            #expect(python.text == told, "\(python.errors)")
            let c = try Command.run(
                built, [], environment: environment.merging(["LD_LIBRARY_PATH": program.library]) { one, _ in one })
            #expect(c.text == told, "\(c.errors)")
        }
    }

    /// Browsers are anybody's: they are told no path of this machine.
    @Test func sheafWebTellsItsOperatorOnce() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let image = try web.image("policy") + "/full/max/0/default.jpg"
        #expect(web.service.stop() == 0)
        for _ in 0..<2 {
            let refused = try web.get(image)
            #expect(refused.status == 503 && !refused.text.contains(web.service.socket), "\(refused.text)")
        }
        let told = "cannot reach sheafd at \(web.service.socket): No such file or directory: \(Self.start)"
        #expect(web.log.components(separatedBy: told).count == 2, "\(web.log)")
        try web.service.startAgain()
        try eventually(log: web.log) { try web.get(image).status == 200 }
        #expect(web.log.contains("sheafd is there again, at \(web.service.socket)"), "\(web.log)")
    }
}
