import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Documents that are locked with a password.
@Suite struct PasswordTests {
    /// The password, which must be found nowhere but in memory.
    private static let secret = "grünspan-7f3a91"
    private static let locked = "pages = 9\nwidth = 60\nheight = 80\npassword = \(secret)"

    /// A copy of a part of policy.pdf that qpdf has locked.
    private static func lock(_ service: RunningService, _ encryption: [String]) throws -> String {
        let path = service.folder.appendingPathComponent("locked.pdf").path
        let made = try Command.run(
            "/usr/bin/qpdf",
            ["--allow-weak-crypto", try Documents.policy.get(), "--pages", ".", "1-3", "--"]
                + ["--encrypt", "for users", secret] + encryption + ["--", path])
        try #require(made.status == 0, "\(made.errors)")
        return path
    }

    @Test(arguments: [
        Case("AES-256", ["256"]), Case("AES-128", ["128", "--use-aes=y"]),
        Case("RC4, 128 bits", ["128", "--use-aes=n"]),
        Case("RC4, 40 bits", ["40"]),
    ])
    func aLockedDocumentOpensWithEitherPassword(encryption: Case<[String]>) throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-pattern"])
        let path = try Self.lock(service, encryption.value)
        #expect(try failure { _ = try TestReader(service, path) } == .passwordNeeded(wrong: false))
        for wrong in ["", "nonsense", Self.secret + " "] {
            #expect(
                try failure { _ = try TestReader(service, path, password: wrong) } == .passwordNeeded(wrong: true))
        }
        let plain = try TestReader(service, Documents.policy.get())
        for password in ["for users", Self.secret] {
            let reader = try TestReader(service, path, password: password)
            #expect(reader.opened.document.count.pages == 3)
            for index in 0..<3 { #expect(try reader.page(index).bytes == plain.page(index).bytes) }
            // Nothing of it is open then: the next password is tried on the file.
            try reader.close()
        }
    }

    @Test func onlyWhoKnowsAPasswordSharesADocument() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-pattern"])
        let path = try Self.lock(service, ["256"])
        let first = try TestReader(service, path, password: "for users")
        let name = first.opened.document.document
        #expect(try failure { _ = try TestReader(service, path) } == .passwordNeeded(wrong: false))
        #expect(try failure { _ = try TestReader(service, path, password: "x") } == .passwordNeeded(wrong: true))
        #expect(try TestReader(service, path, password: "for users").opened.document.document == name)
        #expect(try TestReader(service, path, password: Self.secret).opened.document.document == name)
        // What was tried in between is left open by nobody.
        #expect(try service.connect().status().documents == 1)
        #expect(try first.page(2).page.index == 2)
    }

    @Test func twoPasswordsAtOnceOpenOneDocument() throws {
        let service = try RunningService(providers: ["sheaf-mupdf"])
        let path = try Self.lock(service, ["256"])
        let clients = try ["for users", "wrong", Self.secret].map { password in
            let client = try service.connect()
            try client.send(
                ReaderInterface.Open.self,
                .init(fileDescriptor: 0, password: password, viewport: .init(width: 60, height: 80)),
                descriptors: [SharedDescriptor(try FileDescriptor.open(path))])
            return client
        }
        let names = try [clients[0], clients[2]].map {
            try $0.receive(ReaderInterface.Open.self).parameters.state.document.document
        }
        #expect(names[0] == names[1])
        #expect(
            try failure { _ = try clients[1].receive(ReaderInterface.Open.self) } == .passwordNeeded(wrong: true))
        #expect(try service.connect().status().documents == 1)
    }

    @Test func itIsOpenedAgainWithItsPassword() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let path = try service.pattern(Self.locked)
        let reader = try TestReader(service, path, width: 60, height: 80, password: Self.secret)
        #expect(try reader.page(1).page.index == 1)
        let hosts = service.hosts
        for host in hosts { kill(host, SIGKILL) }
        try eventually(log: service.log) { Set(service.hosts).isDisjoint(with: hosts) }
        #expect(try reader.page(2).page.index == 2)
        _ = try reader.client.call(ReaderInterface.Reload.self, .init(reader: reader.id))
        #expect(try reader.page(3).page.index == 3)
        // Another password: it goes on with what it was, until it is told the new one.
        _ = try service.pattern(Self.locked.replacing(Self.secret, with: "another"))
        let reload = { password in
            try failure {
                _ = try reader.client.call(
                    ReaderInterface.Reload.self, .init(reader: reader.id, password: password))
            }
        }
        #expect(try reload(nil) == .passwordNeeded(wrong: true))
        #expect(try reload("wrong") == .passwordNeeded(wrong: true))
        #expect(try reader.state().document.count.pages == 9)
        #expect(try reload("another") == nil)
        #expect(try reader.page(4).page.index == 4)
        #expect(try reload(nil) == nil)
    }

    /// Others read it too: it is opened again only for who brings another password that opens it.
    @Test func aDocumentOfTheLibraryIsReloadedWithItsPasswordOnly() throws {
        let library = "/tmp/sheaf-locked-" + (try RandomIdentifier.make().text.prefix(12))
        try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: library) }
        let service = try RunningService(
            configuration: "[Documents]\nLibraryFolders=\(library)\n[Cache]\nReadAhead=0\n")
        try FileManager.default.copyItem(atPath: try Self.lock(service, ["256"]), toPath: library + "/book.pdf")
        let client = try service.connect()
        let reader = try client.call(
            ReaderInterface.Open.self,
            .init(path: library + "/book.pdf", password: "for users", viewport: .init(width: 60, height: 80))
        ).parameters.state.reader
        let origin = {
            try client.call(ReaderInterface.GetPage.self, .init(reader: reader, index: 1)).parameters.page.origin
        }
        let reload = { password in
            try failure {
                _ = try client.call(ReaderInterface.Reload.self, .init(reader: reader, password: password))
            }
        }
        #expect(try origin() == .rendered)
        #expect(try reload("wrong") == .passwordNeeded(wrong: true))
        #expect(try reload(nil) == nil)
        #expect(try reload("for users") == nil)
        #expect(try origin() == .cached)
        #expect(try reload(Self.secret) == nil)
        #expect(try origin() == .rendered)
    }

    @Test func aDocumentThatIsNotLockedTakesNoNotice() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 9")
        let names = try [nil, "x", "y"].map { try TestReader(service, path, password: $0).opened.document.document }
        #expect(Set(names).count == 1)
    }

    @Test func passwordsHaveALimit() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let most = String(repeating: "p", count: 1_024)
        let path = try service.pattern("password = \(most)")
        _ = try TestReader(service, path, password: most)
        let refused = ReaderInterface.Failure.invalidCall(
            field: "password", reason: "it has at most 1024 bytes, and no NUL")
        for password in [most + "p", "a\0b"] {
            #expect(try failure { _ = try TestReader(service, path, password: password) } == refused)
        }
    }

    /// A password is never logged: not when it opens the document, when it is wrong, when the call makes no sense, or
    /// when the host ends.
    @Test func aPasswordIsNeverLogged() throws {
        let service = try RunningService(
            configuration: "[Service]\nLogTarget=console\nLogLevel=debug\n",
            providers: ["sheaf-pattern", "sheaf-mupdf"])
        let path = try service.pattern(Self.locked)
        let reader = try TestReader(service, path, password: Self.secret)
        let other = try service.pattern("password = x", name: "other")
        let calls = [
            { _ = try TestReader(service, other, password: Self.secret) },
            { _ = try TestReader(service, "/etc/hostname", password: Self.secret) },
            { _ = try TestReader(service, path, provider: Self.secret, password: Self.secret) },
            { _ = try TestReader(service, path, width: 0, password: Self.secret) },
            { _ = try TestReader(service, path, password: String(repeating: Self.secret, count: 999)) },
        ]
        for call in calls { #expect(try failure(of: call) != nil) }
        for host in service.hosts { kill(host, SIGSEGV) }
        _ = try reader.page(5)
        _ = try reader.client.call(ReaderInterface.Reload.self, .init(reader: reader.id, password: Self.secret))
        service.stop()
        #expect(service.log.contains("opened reader"), "nothing is logged at all")
        #expect(!service.log.contains(Self.secret) && !service.log.contains("7f3a91"))
    }

    // MARK: sheafctl

    private static func sheafctl(_ service: RunningService, _ arguments: String..., input: String = "") throws
        -> Command
    {
        try Command.run(
            "/bin/sh",
            ["-c", "printf '\(input)' | \"$0\" \"$@\"", Build.folder.appendingPathComponent("sheafctl").path]
                + arguments,
            environment: ["SHEAF_SOCKET": service.socket], seconds: 60)
    }

    @Test func sheafctlTakesItFromAFileOrAPipe() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern(Self.locked)
        let file = try service.file("password", Data("\(Self.secret)\r\nand more\n".utf8))
        let missing = try Self.sheafctl(service, "open", path)
        #expect(missing.status == 1 && missing.errors.contains("needs a password: give it with --password-file"))
        let wrong = try Self.sheafctl(service, "open", path, "--password-file", "-", input: "no")
        #expect(wrong.status == 1 && wrong.errors.contains("the password does not open it"))
        #expect(try Self.sheafctl(service, "open", path, "--password-file", file).status == 0)
        #expect(try Self.sheafctl(service, "open", path, "--password-file", "-", input: Self.secret).status == 0)
        #expect(try Self.sheafctl(service, "open", path, "--password-file", "/nonexistent").status == 1)
    }

    @Test func sheafctlAsksOnATerminalWithoutAnEcho() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern(Self.locked)
        let control = Build.folder.appendingPathComponent("sheafctl").path
        let asked = try Command.run(
            "/usr/bin/python3",
            [
                Build.project.appendingPathComponent("Tests/System/clients/type_password.py").path, control, "open",
                path,
            ],
            environment: ["SHEAF_SOCKET": service.socket, "TYPED": "wrong\n\(Self.secret)\n"], seconds: 60)
        #expect(asked.status == 0, "\(asked.text) \(asked.errors)")
        #expect(asked.text.contains("Password of") && asked.text.contains("That is not it"))
        #expect(!asked.text.contains(Self.secret) && !asked.text.contains("wrong"))
    }
}
