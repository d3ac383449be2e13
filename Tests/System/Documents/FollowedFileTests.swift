import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Clients that go on reading where programs save: they follow the path of the document that they have opened.
@Suite struct FollowedFileTests {
    private static let sheafctl = Build.folder.appendingPathComponent("sheafctl").path

    private static func control(_ service: RunningService, _ arguments: [String]) throws -> Command {
        try Command.run(
            sheafctl, arguments,
            environment: ["SHEAF_SOCKET": service.socket, "XDG_RUNTIME_DIR": service.folder.path], seconds: 60)
    }

    /// A "sheafctl watch" that runs until its reader is closed.
    private final class Watch {
        private let process = Process()
        private let file: URL

        init(_ service: RunningService) throws {
            file = service.folder.appendingPathComponent("watch-\(UInt64.random(in: 0 ... .max))")
            try Data().write(to: file)
            let output = try FileHandle(forWritingTo: file)
            process.executableURL = URL(fileURLWithPath: sheafctl)
            process.arguments = ["watch"]
            process.environment = ProcessInfo.processInfo.environment.merging([
                "SHEAF_SOCKET": service.socket, "XDG_RUNTIME_DIR": service.folder.path,
            ]) { $1 }
            process.standardOutput = output
            process.standardError = output
            process.standardInput = FileHandle.nullDevice
            try process.start()
            try eventually { text.contains("page") }
        }

        deinit {
            if process.isRunning { process.terminate() }
            process.waitUntilExit()
        }

        var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
    }

    /// The policy with fewer pages, as bytes.
    private static func policy(_ service: RunningService, pages: Int) throws -> Data {
        let path = service.folder.appendingPathComponent("made.pdf").path
        let made = try Command.run(
            "/usr/bin/qpdf", [Documents.policy.get(), "--pages", ".", "1-\(pages)", "--", path])
        try #require(made.status == 0, "\(made.errors)")
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    // MARK: sheafctl

    /// Ways in which programs save: by the shell, with the document as `$1` and what it is to be as `$2`.
    @Test(arguments: [
        Case("mv", #"cp "$2" "$1.tmp" && mv "$1.tmp" "$1""#), Case("remove and write", #"rm "$1" && cp "$2" "$1""#),
        Case("backup", #"mv "$1" "$1~" && cp "$2" "$1""#),
        Case("later", #"rm "$1" && sleep 2 && cp "$2" "$1""#),
        Case(
            "two halves",
            #"rm "$1" && head -c 200000 "$2" >"$1" && sleep 2 && tail -c +200001 "$2" >>"$1""#),
        Case("sed -i", #"sed -i 's/^%%EOF/%%EOF\n%more/' "$1" && cp "$2" "$1.tmp" && mv "$1.tmp" "$1""#),
        Case("qpdf", #"qpdf --replace-input "$1" --pages . 1-100 --"#),
        Case(
            "git",
            #"""
            cd "$(dirname "$1")" && git init -q repository && cd repository && git config user.email a@example.org
            git config user.name a && cp "$2" book.pdf && git add . && git commit -qm new && git branch new
            cd .. && git --git-dir=repository/.git --work-tree=. checkout -q -f new -- book.pdf
            """#),
    ]) func aWatchGoesOverToWhatWasSaved(how: Case<String>) throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let path = try service.file("book.pdf", Data(contentsOf: URL(fileURLWithPath: Documents.policy.get())))
        let new = try service.file("next.pdf", Self.policy(service, pages: 100))
        #expect(try Self.control(service, ["open", path, "--page", "41"]).status == 0)
        let watch = try Watch(service)
        let saved = try Command.run("/bin/sh", ["-c", how.value, "sh", path, new])
        #expect(saved.status == 0, "\(saved.errors)")
        let entry = try #require(
            try service.connect().call(ManagerInterface.ListReaders.self, .init()).parameters.readers.first)
        let client = try service.connect()
        let state = try eventually(log: watch.text) {
            try client.state(of: entry.reader)
        } until: {
            $0.document.count.pages == 100 && $0.document.removed == nil
        }
        #expect(state.location?.index == 40 && state.document.title == entry.title)
        _ = try client.call(ReaderInterface.GetPage.self, .init(reader: entry.reader, handover: .some(.none)))
    }

    @Test func aReloadGoesOverToWhatLiesAtThePath() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let path = try service.pattern("order = 0-8")
        #expect(try Self.control(service, ["open", path, "--page", "5"]).status == 0)
        #expect(try Self.control(service, ["reload"]).text.contains("page 5 of 9"))
        #expect(try rename(service.pattern("order = 9, 0-8", name: "new"), path) == 0)
        #expect(try Self.control(service, ["reload"]).text.contains("page  6 of 10"))
        // Where nothing is there, nothing is done.
        #expect(unlink(path) == 0)
        let gone = try Self.control(service, ["reload"])
        #expect(gone.status == 1 && gone.text.isEmpty && gone.errors.contains(path), "\(gone.errors)")
        #expect(gone.errors.contains("sheafctl reload FILE"), "\(gone.errors)")
        let other = try service.pattern("order = 0-3", name: "other")
        #expect(try Self.control(service, ["reload", other]).text.contains("page 4 of 4"))
        // That is the file of this reader now, and what was page 6 was page 5 of the first one.
        #expect(try rename(service.pattern("order = 0-5", name: "new"), other) == 0)
        #expect(try Self.control(service, ["reload"]).text.contains("page 5 of 6"))
        let format = try Self.control(service, ["reload", Documents.policy.get()])
        #expect(format.status == 1 && format.errors.contains("sheafctl open FILE"), "\(format.errors)")
    }

    /// A reader of which sheafctl knows no path.
    @Test func aReloadOfAnothersReaderIsNotDoneWhereItsFileIsGone() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let path = try service.pattern("order = 0-8")
        let viewer = try Viewer(service, path, target: .init(index: 4))
        #expect(try Self.control(service, ["reload"]).text.contains("page 5 of 9"))
        #expect(try rename(service.pattern("order = 9, 0-8", name: "new"), path) == 0)
        try viewer.told { $0.removed != nil }
        let gone = try Self.control(service, ["reload"])
        #expect(gone.status == 1 && gone.text.isEmpty && gone.errors.contains("sheafctl reload FILE"), "\(gone.errors)")
        #expect(try Self.control(service, ["reload", path]).text.contains("page  6 of 10"))
    }

    @Test func anAlbumIsFollowedToo() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-images"])
        let pictures = try [20, 30, 40].map { width in
            let path = service.folder.appendingPathComponent("\(width).png").path
            let made = try Command.run(
                "/usr/bin/vips", ["black", path, "\(width)", "30"], environment: ["VIPS_NOVECTOR": "1"])
            try #require(made.status == 0, "\(made.errors)")
            return path
        }
        #expect(try Self.control(service, ["open", pictures[0], pictures[1]]).status == 0)
        let document = {
            try service.connect().call(ManagerInterface.ListReaders.self, .init()).parameters.readers[0].document
        }
        let before = try document()
        let watch = try Watch(service)
        #expect(rename(pictures[2], pictures[1]) == 0)
        try eventually(log: watch.text) { try document() != before }
        #expect(try Self.control(service, ["state"]).text.contains("2 pages"))
    }

    @Test func whatIsOfAnotherFormatIsSaidAndWaitedOut() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let path = try service.pattern("order = 0-8")
        #expect(try Self.control(service, ["open", path, "--page", "5"]).status == 0)
        let watch = try Watch(service)
        let text = try service.file("text", Data("<!doctype html><html><body><p>a text</p></body></html>".utf8))
        #expect(rename(text, path) == 0)
        try eventually(log: watch.text) { watch.text.contains("sheafctl open FILE") }
        #expect(try rename(service.pattern("order = 0-6", name: "new"), path) == 0)
        try eventually(log: watch.text) { watch.text.contains("was opened as it is now") }
        #expect(try Self.control(service, ["state"]).text.contains("7 pages"))
    }

    // MARK: Libraries

    @Test func aReaderInPythonGoesOverToWhatWasSaved() throws {
        let service = try RunningService()
        let result = try PythonPackageTests.run(
            PythonPackageTests.client("python_followed"), [service.socket, service.folder.path])
        #expect(
            result.status == 0 && result.text.hasSuffix("ok: no descriptor is left\n"), "\(result.text)\(result.errors)"
        )
    }

    @Test func aProgramInCGoesOverToWhatWasSaved() throws {
        let installed = try ClientLibraryTests.Installed()
        let program = try installed.build(
            Build.project.appendingPathComponent("Tests/System/clients/c_follower.c").path)
        let service = try RunningService()
        let result = try Command.run(
            program, [service.socket, service.folder.path], environment: ["LD_LIBRARY_PATH": installed.library])
        #expect(result.status == 0 && result.text.hasSuffix("ok: all of it\n"), "\(result.text)\(result.errors)")
    }
}
