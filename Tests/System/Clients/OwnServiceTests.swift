import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Whether an end has left a service, a host or a socket: a service of one's own is there as long as somebody uses it.
@Suite struct OwnServiceTests {
    /// Programs and folders of a user of their own.
    private final class Scene: TestedService {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "sheaf-\(UUID().uuidString.prefix(8))")
        let providers: URL
        var environment: [String: String] = [:]

        init(_ providers: [String] = ["sheaf-mupdf", "sheaf-images", "sheaf-text"]) throws {
            for name in ["run", "state", "conf/sheaf", "books", "providers"] {
                try FileManager.default.createDirectory(
                    at: folder.appendingPathComponent(name), withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            }
            self.providers = folder.appendingPathComponent("providers")
            try RunningService.link(providers, in: self.providers)
            // None are installed.
            try Data("[Hosts]\nProviderFolders=\nProviderFolders=\(self.providers.path)\n\(Build.limits)".utf8)
                .write(to: folder.appendingPathComponent("conf/sheaf/sheafd.conf"))
            environment = [
                "XDG_CACHE_HOME": path("cache"),
                "XDG_RUNTIME_DIR": path("run"), "XDG_STATE_HOME": path("state"), "XDG_CONFIG_HOME": path("conf"),
                "SHEAF_SOCKET": "",
            ]
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

        func copy(_ file: String, to name: String) throws {
            try FileManager.default.copyItem(atPath: file, toPath: path(name))
        }

        var socket: String { path("run/sheaf/org.sheaf") }

        var log: String { (try? String(contentsOfFile: path("run/sheaf/sheafd.log"), encoding: .utf8)) ?? "" }

        func connect() throws -> VarlinkBlockingClient { try VarlinkBlockingClient(path: socket) }

        func control(_ arguments: String...) throws -> Command {
            try Command.run(
                Build.folder.appendingPathComponent("sheafctl").path, arguments, environment: environment)
        }

        /// Waits until the service has gone.
        func waitForEnd() throws { try eventually(log: log) { access(socket, F_OK) != 0 } }
    }

    /// A sheaf-web that serves a person.
    private final class Web {
        let process = Process()
        let output = Pipe()
        let errors: URL
        /// The line that sheaf-web has written to standard output.
        let line: String

        init(_ scene: Scene, _ arguments: [String]) throws {
            errors = scene.folder.appendingPathComponent("errors-\(UUID().uuidString)")
            try Data().write(to: errors)
            process.executableURL = Build.folder.appendingPathComponent("sheaf-web")
            process.arguments = ["--user", "--assets", Build.project.appendingPathComponent("web").path] + arguments
            process.environment = ProcessInfo.processInfo.environment.merging(scene.environment) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.start()
            var text = ""
            while !text.hasSuffix("\n") {
                let piece = output.fileHandleForReading.availableData
                guard !piece.isEmpty else { break }
                text += String(decoding: piece, as: UTF8.self)
            }
            line = text
        }

        deinit {
            guard process.isRunning else { return }
            process.terminate()
            process.waitUntilExit()
        }

        var said: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

        /// The address that sheaf-web has written.
        var address: String { line.split(separator: " ").first { $0.hasPrefix("http://") }.map(String.init) ?? "" }

        /// - Parameter user: who asks; nil: who runs the tests.
        func get(_ path: String, as user: UInt32? = nil) throws -> (status: Int, body: String) {
            let script = """
                import sys, urllib.error, urllib.request
                try:
                    reply = urllib.request.urlopen(sys.argv[1], timeout=60)
                except urllib.error.HTTPError as error:
                    reply = error
                sys.stdout.buffer.write(b"%d" % reply.status + reply.read())
                """
            let program = ["/usr/bin/python3", "-c", script, "http://127.0.0.1:\(port)/\(path)"]
            let reply =
                try user.map { try Command.run("/usr/bin/setpriv", Command.asUser($0) + program) }
                ?? Command.run(program[0], Array(program.dropFirst()))
            return (Int(reply.text.prefix(3)) ?? 0, String(reply.text.dropFirst(3)))
        }

        var port: String {
            address.split(separator: "/").dropFirst().first.map(String.init)?.split(separator: ":").last.map(
                String.init)
                ?? ""
        }
    }

    @Test func itStartsWithTheFirstThatOpensAndEndsWithTheLast() throws {
        let scene = try Scene()
        try scene.copy(try Documents.policy.get(), to: "books/book.pdf")
        // Nobody starts it who only asks.
        for verb in ["status", "readers", "next"] {
            #expect(try scene.control("--user", verb).status == 1)
        }
        #expect(access(scene.path("run/sheaf"), F_OK) != 0)
        let opened = try scene.control("open", scene.path("books/book.pdf"))
        #expect(opened.status == 0 && opened.errors.isEmpty, "\(opened.errors)")
        let status = try scene.control("status")
        #expect(
            status.text.contains("\(scene.socket), your own") && status.text.contains("provider hosts, in privileges"))
        #expect(try scene.control("next").text.contains("page   2 of"))
        try remains(for: .seconds(1), because: "a service without readers would have ended") {
            access(scene.socket, F_OK) == 0
        }
        #expect(try scene.control("close").status == 0)
        try scene.waitForEnd()
        // It is known where that was read.
        #expect(try scene.control("open", scene.path("books/book.pdf")).text.contains("page   2 of"))
        #expect(try scene.control("close").status == 0)
        try scene.waitForEnd()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scene.path("run/sheaf")).sorted() == [
                "lock", "readers", "sheafd.log",
            ])
    }

    @Test func aFolderIsServedWithNothingConfigured() throws {
        let scene = try Scene()
        try scene.copy(try Documents.policy.get(), to: "books/book.pdf")
        try FileManager.default.createDirectory(
            atPath: scene.path("books/more"), withIntermediateDirectories: true)
        try Data("Words.\n".utf8).write(to: URL(fileURLWithPath: scene.path("books/more/notes.txt")))
        symlink("/etc/passwd", scene.path("books/link.txt"))
        let web = try Web(scene, ["--library", scene.path("books"), "--listen", "127.0.0.1:0"])
        #expect(web.line.hasPrefix("serving \(scene.path("books")) at http://127.0.0.1:"), "\(web.line)\(web.said)")
        #expect(web.said.contains("not served: books/link.txt: it is a link"))
        let list = try web.get("documents.json")
        #expect(
            list.status == 200 && list.body.contains(#""title":"book""#) && list.body.contains(#""title":"notes""#))
        #expect(list.body.contains(#""unreadable":[{"path":"books/link.txt","reason":"it is a link"#), "\(list.body)")
        // Nobody else is served: where it is is no secret.
        #expect(list.body.contains(#""folders":["\#(scene.path("books"))"]"#), "\(list.body)")
        for name in list.body.split(separator: #""name":""#).dropFirst().map({ $0.prefix(16) }) {
            let cover = try web.get("iiif/3/\(name)-1/full/!360,480/0/default.jpg")
            #expect(cover.status == 200, "\(cover)")
            #expect(try web.get("looks/\(name)").status == 200)
        }
        try eventually {
            try FileManager.default.contentsOfDirectory(atPath: scene.path("cache/sheaf-web/covers")).count == 3
        }
        // A command joins its service, which outlives neither.
        #expect(try scene.control("status").text.contains("your own"))
        kill(web.process.processIdentifier, SIGINT)
        web.process.waitUntilExit()
        #expect(web.process.terminationStatus == 0)
        try scene.waitForEnd()
    }

    @Test func namedFilesAreServedAndItEndsWhenNobodyLooks() throws {
        let scene = try Scene()
        try scene.copy(try Documents.policy.get(), to: "books/book.pdf")
        let web = try Web(
            scene, ["--listen", "127.0.0.1:0", "--idle-exit", "1", "--", scene.path("books/book.pdf")])
        let path = web.address.split(separator: "/").dropFirst(2).joined(separator: "/")
        #expect(path.hasPrefix("read/"), "\(web.line)\(web.said)")
        web.process.waitUntilExit()
        #expect(web.process.terminationStatus == 0)
        try scene.waitForEnd()
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to be another user"))
    func anotherUserOfTheMachineIsNotServed() throws {
        let scene = try Scene()
        try Data("Words.\n".utf8).write(to: URL(fileURLWithPath: scene.path("books/notes.txt")))
        let web = try Web(
            scene, ["--library", scene.path("books"), "--upload", scene.path("books"), "--listen", "127.0.0.1:0"])
        #expect(try web.get("documents.json").status == 200)
        // One that has closed already is nobody's, and not root's.
        let script = """
            import socket, sys
            for number in range(200):
                with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as client:
                    client.sendall(b"PUT /documents/n%d.txt HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 1\\r\\n\\r\\nx" % number)
            """
        let hasty = try Command.run(
            "/usr/bin/setpriv", Command.asUser(65_534) + ["/usr/bin/python3", "-c", script, web.port])
        #expect(hasty.status == 0, "\(hasty.errors)")
        let stranger = try web.get("documents.json", as: 65_534)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.path("books")) == ["notes.txt"])
        #expect(stranger.status == 403 && stranger.body.contains("for the user who runs it"), "\(stranger)")
    }

    /// As ``HostSandboxTests/aHostThatADocumentHasTakenOverReachesNothing(user:)``, of a service that a command has started.
    @Test func aHostOfAServiceOfOnesOwnReachesNothing() throws {
        let scene = try Scene(["test-hostile", "sheaf-text"])
        try Data("Words.\n".utf8).write(to: URL(fileURLWithPath: scene.path("books/notes.txt")))
        #expect(try scene.control("open", scene.path("books/notes.txt")).status == 0)
        let hosts = try scene.connect().call(ManagerInterface.ListHosts.self, .init()).parameters.hosts
        let other = try #require(hosts.first)
        #expect(other.confinement.count == 6)
        let path = scene.path("books/hostile")
        try Data("hostile 1 socket=\(scene.socket) other=\(other.pid)\n".utf8).write(to: URL(fileURLWithPath: path))
        try HostSandboxTests.tryAll(path, on: scene)
        #expect(try scene.control("state").status == 0 && scene.control("close").status == 0)
        try scene.waitForEnd()
    }

    @Test(arguments: [
        (["--library", "/nowhere/at/all"], "there is no folder /nowhere/at/all"),
        (["--library", "/usr/bin/env"], "/usr/bin/env is no folder"), (["/usr"], "/usr is no file"),
        (["/nowhere.pdf"], "there is no file /nowhere.pdf"),
        (["--library", "/usr", "/usr/bin/env"], "not both"),
    ])
    func whatCannotBeServedIsSaid(arguments: [String], reason: String) throws {
        let scene = try Scene()
        let result = try Command.run(
            Build.folder.appendingPathComponent("sheaf-web").path, ["--user"] + arguments,
            environment: scene.environment)
        #expect(result.status == 2 && result.errors.contains(reason), "\(result.errors)")
        #expect(access(scene.path("run/sheaf"), F_OK) != 0)
    }

    @Test func whyAServiceDoesNotStartIsSaid() throws {
        let scene = try Scene()
        try Data("[Cache]\nReadAhead=many\n".utf8).write(
            to: scene.folder.appendingPathComponent("conf/sheaf/sheafd.conf"))
        let result = try scene.control("open", "/usr/bin/env")
        #expect(result.status == 1 && result.errors.contains("cannot start a sheafd of your own"))
        #expect(result.errors.contains("sheafd.conf:2") && access(scene.socket, F_OK) != 0, "\(result.errors)")
    }

    /// 1,000 rounds: `ROUNDS=1000 make test ONLY=frontEndsThatComeAndGoLeaveNothing`.
    @Test func frontEndsThatComeAndGoLeaveNothing() throws {
        let scene = try Scene()
        let rounds = ProcessInfo.processInfo.environment["ROUNDS"].flatMap { Int($0) } ?? 15
        var arguments = [
            Build.python, Build.project.appendingPathComponent("Tests/System/clients/own_service.py").path,
            "--programs", Build.folder.path, "--providers", scene.providers.path, "--document",
            try Documents.policy.get(), "--configuration", Build.limits, "--rounds", "\(rounds)",
        ]
        // What it mounts is its own.
        if geteuid() == 0 { arguments = ["/usr/bin/unshare", "--mount", "--propagation", "private"] + arguments }
        let result = try Command.run(arguments[0], Array(arguments.dropFirst()), seconds: 60 + 10 * rounds)
        #expect(result.status == 0, "\(result.errors)\(result.text)")
        print(result.text, terminator: "")
    }
}
