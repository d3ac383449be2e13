import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Providers that are programs: what they answer, how they end, and what they can't do (Tests/Providers/Program).
@Suite struct ProgramTests {
    static let project = TestSupervisor.buildFolder.split(separator: "/").prefix { $0 != ".build" }.map { "/\($0)" }
        .joined()
    private static let example = "\(project)/docs/examples/netpbm-provider"
    private static let program = "\(project)/Tests/Providers/Program/program"

    /// A supervisor whose only provider is a program.
    private func supervisor(
        _ path: String = program, manifest: String? = nil, sandbox: HostSandbox = .auto,
        change: (inout HostLimits) -> Void = { _ in }
    ) throws -> TestSupervisor {
        let test = try TestSupervisor(providers: [], sandbox: sandbox, change: change)
        if let manifest { try TestSupervisor.write(manifest, to: "\(test.folder)/program.provider") }
        #expect(symlink(path, "\(test.folder)/program") == 0)
        return test
    }

    private func open(_ test: TestSupervisor, _ what: String = "") throws -> HostDocument {
        let examined = try test.examine(try test.file("program 1\n\(what)\n"))
        return try test.result { test.supervisor.open(examined, completion: $0) }.get()
    }

    /// Renders a page of the test's program; why that fails, nil where its pixels are right.
    private func failure(_ test: TestSupervisor, _ document: HostDocument, page: Int64 = 1) throws -> HostError? {
        let job = try test.job(page: page)
        switch try test.result({ document.render(job, completion: $0) }) {
        case .failure(let error): return error
        case .success(let rendered):
            #expect(rendered.isCuttable)
            let pixel = [UInt8(truncatingIfNeeded: page), 128, 255, 255]
            #expect(test.bytes(of: job, count: rendered.bytes) == Array(repeating: pixel, count: 10_000).flatMap { $0 })
            return nil
        }
    }

    private func isRunning(_ pid: Int32) -> Bool {
        // One that has ended and was not collected yet is a zombie.
        guard let text = try? TextFile.read("/proc/\(pid)/stat") else { return false }
        return !text.split(separator: ")").dropFirst().joined().hasPrefix(" Z")
    }

    // MARK: The example

    @Test(arguments: [
        (1.0, UInt32(0), [1, 2, 3, 4, 5, 6]), (1, 90, [4, 1, 5, 2, 6, 3]), (1, 180, [6, 5, 4, 3, 2, 1]),
        (1, 270, [3, 6, 2, 5, 1, 4]), (2, 0, [1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 4, 4, 5, 5, 6, 6]),
        (0.3, 0, [1]),
    ])
    func theExampleDrawsItsPixels(scale: Double, rotation: UInt32, greys: [UInt8]) throws {
        let test = try supervisor(Self.example, sandbox: .required)
        let file = try test.file("P5\n# two images\n3 2 255\n\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}P5 1 1 15\n\u{f}")
        let examined = try test.examine(file)
        let document = try test.result { test.supervisor.open(examined, completion: $0) }.get()
        #expect(document.provider == "netpbm" && document.count == .exact(2))
        #expect(document.capabilities == [.probe, .count])
        func side(_ points: Int) -> Int32 { Int32(max((Double(points) * scale - 0.001).rounded(.up), 1)) }
        let isTurned = rotation % 180 != 0
        let (width, height) = (side(isTurned ? 2 : 3), side(isTurned ? 3 : 2))
        let job = RenderJob(
            page: 0, scale: scale, rotation: rotation, width: width, height: height, format: .bgrx8888,
            target: try TestSupervisor.memory(4 * Int(width * height)))
        let rendered = try test.result { document.render(job, completion: $0) }.get()
        #expect(test.bytes(of: job, count: rendered.bytes) == greys.flatMap { [$0, $0, $0, 255] })
        let last = RenderJob(
            page: 1, scale: 1, width: 1, height: 1, format: .bgrx8888, target: try TestSupervisor.memory(4))
        _ = try test.result { document.render(last, completion: $0) }.get()
        #expect(test.bytes(of: last, count: 4) == [255, 255, 255, 255])
    }

    @Test func theExampleSaysWhatIsWrongWithAFile() throws {
        let test = try supervisor(Self.example)
        let examined = try test.examine(try test.file("P5 9 9 255\nshort"))
        let error = try test.failure { test.supervisor.open(examined, completion: $0) }
        #expect(error?.code == .documentError(errno: EBADMSG))
        #expect(error?.message == "cannot open the document: image 1 is cut off or has impossible sizes")
    }

    @Test func theExampleIsShort() throws {
        #expect(try TextFile.read(Self.example).split(separator: "\n", omittingEmptySubsequences: false).count <= 120)
    }

    // MARK: What it answers

    @Test func itIsAProviderAsAnyOther() throws {
        let test = try supervisor()
        let document = try open(test)
        #expect(document.provider == "program" && document.title == "A Program" && document.count == .exact(3))
        for page in Int64(0)..<3 { #expect(try failure(test, document, page: page) == nil) }
        #expect(try test.result { document.findIndex(label: "x", completion: $0) } == .success(2))
        let text = try test.result { document.contents(.text, of: 0, completion: $0) }.get().items
        #expect(text.map(\.text) == ["abc", "second\n"] && text[0].x1 == 31)
        let middle = TextExtent.inside(PointBox(x0: 12, y0: 0, x1: 20, y1: 20))
        #expect(
            try test.result { document.contents(.text, of: 0, middle, completion: $0) }.get().items.first?.text == "b")
        let outline = try test.result { document.contents(.outline, completion: $0) }.get().items
        #expect(outline.map(\.level) == [0, 1] && outline.map(\.page) == [0, 1] && outline[1].targetY == 7.5)
        let links = try test.result { document.contents(.links, of: 0, completion: $0) }.get().items
        #expect(links.first?.uri == "https://example.org/" && links.first?.page == nil)
        let notes = try test.result { document.contents(.annotations, of: 0, completion: $0) }.get().items
        #expect(notes.first?.author == "nobody" && notes.first?.modified == 7)
        #expect(try test.failure { document.metrics(of: 3, completion: $0) }?.code == .noSuchPage)
        var changes: [DocumentChange] = []
        document.observe { if case .changed(let change) = $0 { changes.append(change) } }
        _ = try test.result { document.refresh(completion: $0) }.get()
        try test.eventually { changes == [.page(2)] }
        test.supervisor.trim(.medium)
        try test.eventually { test.lines.contains { $0.text == "trims medium" && $0.isFromProvider } }
        let host = try #require(test.supervisor.hosts.first)
        #expect(host.program.map { $0 > 0 && $0 != host.pid } == true)
    }

    /// A program is asked by the name of the kind, in the form that its function has.
    @Test func eachKindOfContentsHasItsMethod() throws {
        let interface = try TextFile.read("\(Self.project)/Sources/Host/HostProcess/org.sheaf.Provider.varlink")
        for kind in ContentKind.allCases {
            let rest = (kind.isOfAPage ? ", page: int" : "") + (kind == .search ? ", needle: string" : "")
            let method = "method \(kind.methodName)(request: int, document: int\(rest)) -> (items: []Item)"
            #expect(interface.contains(method), "\(method)")
        }
    }

    @Test func aProgramThatKnowsBlocksIsAskedForThem() throws {
        let test = try supervisor()
        let old = try open(test)
        let refusal = try test.failure { old.contents(.blocks, of: 0, completion: $0) }
        #expect(refusal?.code == .unsupported(function: "blocks"))
        let blocks = """
            def Blocks(request, document, page):
                return {"items": [{"key": "table", "text": f"a\\tb\\n{page}\\td", "box": {"x0": 1, "y0": 2, "x1": 3, "y1": 4}}]}


            def Refresh(
            """
        let text = try TextFile.read(Self.program).replacing("def Refresh(", with: blocks)
            .replacing(#"["Config", "#, with: #"["Blocks", "Config", "#)
        let path = test.folder + "/newer"
        try TestSupervisor.write(text, to: path)
        #expect(chmod(path, 0o755) == 0)
        let newer = try supervisor(path)
        let document = try open(newer)
        let items = try newer.result { document.contents(.blocks, of: 2, completion: $0) }.get().items
        #expect(items.map(\.text) == ["a\tb\n2\td"] && items.map(\.key) == ["table"] && items[0].kind == .blocks)
        #expect(items[0].box == PointBox(x0: 1, y0: 2, x1: 3, y1: 4))
    }

    /// A program's text is searched without its pages, part by part, over where one ends.
    @Test func aProgramThatHasPassagesIsSearchedByThem() throws {
        let passage = """
            def Passage(request, document, position):
                if position >= 100:
                    fail("NoSuchPage")
                text = f"part {position} of don\u{2019}t"
                return {"items": [{"text": text, "positions": [position + min(i, 9) for i in range(len(text))]}], "next": position + 10, "end": 100}


            def Refresh(
            """
        let text = try TextFile.read(Self.program).replacing("def Refresh(", with: passage)
            .replacing(#"["Config", "#, with: #"["Passage", "Config", "#)
        let old = try supervisor()
        let path = old.folder + "/newer"
        try TestSupervisor.write(text, to: path)
        #expect(chmod(path, 0o755) == 0)
        let test = try supervisor(path)
        let document = try open(test)
        #expect(document.capabilities.contains(.passage))
        let query = TextQuery("don'tpart 5")
        let found = try test.result { document.find(query, from: 0, completion: $0) }.get()
        #expect(found.matches.map(\.text) == ["don\u{2019}tpart 5"] && found.matches.first?.position == 49)
        #expect(found.next == nil && found.end == 100 && found.matches.first?.boxes.isEmpty == true)
        let behind = try test.result { document.find(query, from: 50, completion: $0) }.get()
        #expect(behind.matches.isEmpty && behind.next == nil)
        let none = try test.result { document.find(query, from: 100, completion: $0) }.get()
        #expect(none.matches.isEmpty && none.next == nil)
    }

    /// To search a page of a document that flows the one behind is read: where that ends the host, it costs itself alone.
    @Test func aPageThatCannotBeReadCostsTheOneBeforeNothing() throws {
        let old = try supervisor()
        let text = try TextFile.read(Self.program).replacing(#""flows": False"#, with: #""flows": True"#)
            .replacing(
                "def Text(request, document, page):",
                with: """
                    def Text(request, document, page):
                        if page == 1:
                            os.abort()
                    """)
        let path = old.folder + "/newer"
        try TestSupervisor.write(text, to: path)
        #expect(chmod(path, 0o755) == 0)
        let test = try supervisor(path)
        let document = try open(test)
        func found(_ page: Int64) throws -> [String]? {
            try? test.result { document.find(TextQuery("second"), on: page, completion: $0) }.get().matches.map(\.text)
        }
        #expect(try found(0) == ["second"] && found(1) == nil && found(2) == ["second"])
    }

    @Test func settingsReachItAndItsRefusalsTheJournal() throws {
        let test = try supervisor()
        var settings = test.settings
        settings.configuration = ["program": [.init(key: "Setting", value: "7"), .init(key: "Colour", value: "red")]]
        test.supervisor.configure(settings)
        withExtendedLifetime(try open(test)) {}
        try test.eventually { test.lines.contains { $0.text == "Setting is 7" } }
        #expect(test.lines.contains { $0.text == "the setting Colour=red was refused: there is no setting Colour" })
    }

    @Test func aLockedDocumentNeedsItsPassword() throws {
        let test = try supervisor()
        let examined = try test.examine(try test.file("program 1\nlocked\n"))
        #expect(
            try test.failure { test.supervisor.open(examined, completion: $0) }?.code
                == .passwordNeeded(isWrong: false))
        #expect(
            try test.failure { test.supervisor.open(examined, password: "x", completion: $0) }?.code
                == .passwordNeeded(isWrong: true))
        let document = try test.result {
            test.supervisor.open(examined, password: "open sesame", completion: $0)
        }.get()
        #expect(document.isLocked)
        #expect(try failure(test, document) == nil)
    }

    @Test func whatItSaysOfAFailureIsTold() throws {
        let test = try supervisor()
        let bad = try failure(test, try open(test, "fail"))
        #expect(bad?.code == .documentError(errno: EBADMSG))
        #expect(bad?.message == "cannot render page 2: its image is truncated")
        let odd = try failure(test, try open(test, "fail oddly"))
        #expect(odd?.code == .documentError(errno: EIO) && odd?.message == "line one line two ")
        let unknown = try failure(test, try open(test, "unknown error"))
        #expect(unknown?.code == .documentError(errno: EPROTO))
        #expect(unknown?.message.contains("org.sheaf.Provider.NoSuchError") == true)
        // Its memory can't be cut off, and it may have threads.
        #expect(try failure(test, try open(test, "cut off"))?.code == .workRefused(.exited(status: 1)))
        #expect(test.lines.contains { $0.text.contains("PermissionError") })
        #expect(try failure(test, try open(test, "threads")) == nil)
    }

    // MARK: How it ends

    @Test(arguments: [
        ("crash", HostDeath.signalled(SIGSEGV)), ("exit", .exited(status: 7)), ("raise", .exited(status: 1)),
        ("hang up", .exited(status: 1)), ("nonsense", .exited(status: 76)), ("too much", .exited(status: 76)),
        ("descriptor", .exited(status: 76)),
    ])
    func aProgramThatEndsOrLiesEndsItsHost(what: String, death: HostDeath) throws {
        let test = try supervisor()
        let good = try open(test)
        let bad = try open(test, what)
        let error = try failure(test, bad)
        #expect(error?.code == .workRefused(death), "\(String(describing: error))")
        // The others go on, in another process.
        #expect(try failure(test, good) == nil)
        #expect(test.lines.contains { $0.event == .crashed })
        if what == "raise" { #expect(test.lines.contains { $0.text.contains("ValueError: what nobody expects") }) }
    }

    @Test func aCrashCostsTimeOnlyWhereItDoesNotHappenAgain() throws {
        let test = try supervisor()
        let (good, bad) = (try open(test), try open(test, "crash beside others"))
        #expect(try failure(test, bad) == nil)
        #expect(test.lines.contains { $0.text.contains("ended with SIGABRT") })
        #expect(try failure(test, good) == nil)
    }

    /// A process that is killed from outside is nobody's fault, whichever of the two it is; the other ends too.
    @Test(arguments: [true, false])
    func eitherProcessThatIsKilledTakesTheOtherAlong(isProgram: Bool) throws {
        let test = try supervisor()
        let document = try open(test)
        let host = try #require(test.supervisor.hosts.first)
        let program = try #require(host.program)
        kill(isProgram ? program : host.pid, SIGKILL)
        try test.eventually { !isRunning(program) && !test.pids.contains(host.pid) }
        #expect(try failure(test, document) == nil)
        #expect(document.failure == nil)
        #expect(!isProgram || test.lines.contains { $0.text.contains("SIGKILL from outside") })
    }

    @Test func aProgramThatHangsIsKilledWithItsHost() throws {
        let test = try supervisor {
            // Its host starts, and its program, in that time too.
            $0.requestTime = 5_000_000
            $0.cancelGrace = 200_000
        }
        let document = try open(test, "hang")
        let host = try #require(test.supervisor.hosts.first)
        #expect(try failure(test, document)?.code == .timedOut)
        try test.eventually { !isRunning(host.pid) && !isRunning(host.program ?? 0) }
        #expect(try failure(test, document, page: 0) == nil)
    }

    @Test func whatIsCancelledEndsAndTheProgramLives() throws {
        let test = try supervisor()
        let document = try open(test, "wait")
        let program = test.supervisor.hosts.first?.program
        var result: Result<RenderedPage, HostError>?
        let ticket = document.render(try test.job(page: 1)) { result = $0 }
        try test.eventually { test.lines.contains { $0.text == "waits" } }
        ticket.cancel()
        try test.eventually { result != nil }
        #expect(throws: HostError.self) { try result?.get() }
        #expect(try failure(test, document, page: 2) == nil)
        #expect(test.supervisor.hosts.first?.program == program)
    }

    @Test func whatSpeaksUnaskedEnds() throws {
        let test = try supervisor()
        let document = try open(test, "unasked")
        #expect(try failure(test, document, page: 0) == nil)
        try test.eventually { test.lines.contains { $0.text.contains("said something that it was not asked") } }
        try test.eventually { test.lines.contains { $0.event == .crashed } }
    }

    // MARK: What it can't do

    private static let refusals: Set<String> = ["EPERM", "EACCES", "ENOSYS"]

    @Test func everythingElseIsRefused() throws {
        let test = try supervisor(sandbox: .required)
        let document = try open(test, "attempts")
        #expect(try failure(test, document) == nil)
        try test.eventually { test.lines.contains { $0.text.hasPrefix("rename_itself: ") } }
        let tried = test.lines.compactMap { $0.text.wholeMatch(of: /([a-z_]+): (done|E[A-Z]+)/)?.output }
        #expect(tried.count == 23, "\(tried)")
        #expect(tried.filter { !Self.refusals.contains(String($0.2)) }.map(\.0) == [], "not refused")
        #expect(test.supervisor.hosts.allSatisfy { $0.confinement.count == Confinement.allCases.count })
    }

    @Test func aManifestLetsItReadWhatItDeclares() throws {
        let test = try supervisor(manifest: "[Provider]\nReadablePaths=/etc/passwd\n", sandbox: .required)
        #expect(try failure(test, try open(test, "attempts")) == nil)
        try test.eventually { test.lines.contains { $0.text.hasPrefix("rename_itself: ") } }
        #expect(test.lines.contains { $0.text == "read_passwd: done" })
        #expect(test.lines.contains { $0.text == "list_root: EACCES" })
    }

    @Test(.enabled(if: !isSanitized, "sanitizers take terabytes of addresses"))
    func itsAddressesAreLimited() throws {
        // More than the host has mapped, of which the program's process is a copy at first.
        let test = try supervisor { $0.addressSpace = 512 << 20 }
        let program = try TextFile.read("/proc/self/limits")
        #expect(!program.isEmpty)
        let document = try open(test)
        let pid = try #require(test.supervisor.hosts.first?.program)
        let limits = try TextFile.read("/proc/\(pid)/limits")
        #expect(limits.contains("Max address space         536870912            536870912"), "\(limits)")
        #expect(limits.contains("Max core file size        0                    0"))
        withExtendedLifetime(document) {}
    }

    // MARK: Those that can't be started

    @Test(
        arguments: [
            ("#!/usr/bin/env python3\n", "its first line must name its interpreter by its path, as #!/usr/bin/python3"),
            ("#!/nowhere/python\n", "execute"), ("no program", "Exec format error"),
            ("#!/usr/bin/python3 -IS\nimport sys; sys.exit(3)\n", "ended with exit status 3"),
            (
                "#!/usr/bin/python3 -IS\nimport os; os.write(3, b'nonsense\\0'); os.read(3, 1)\n",
                "ended with exit status 76"
            ),
        ] as [(OneLine, String)])
    func whatIsNoProviderIsRefusedWithAReason(text: OneLine, reason: String) throws {
        let test = try TestSupervisor(providers: ["test-plain"])
        let path = "\(test.folder)/broken"
        try TestSupervisor.write(text.value, to: path)
        #expect(chmod(path, 0o755) == 0)
        #expect(try test.open().provider == "plain")
        var known: [ProviderDescription]?
        test.supervisor.learnProviders { known = $0 }
        try test.eventually { known != nil }
        let state = known?.first { $0.name == "broken" }?.state
        if case .refused(let said) = state {
            #expect(said.contains(reason), "\(said)")
        } else {
            Issue.record("it is \(String(describing: state))")
        }
        #expect(test.lines.contains { $0.text.contains(reason) && $0.provider == "broken" })
    }

    @Test func onlyProgramsAreTakenForPrograms() throws {
        let test = try TestSupervisor(providers: [])
        for (name, mode) in [
            ("notes", 0o644), ("libx.so.1", 0o755), ("old~", 0o755), (".hidden", 0o755), ("x.provider", 0o755),
            ("good", 0o755),
        ] {
            try TestSupervisor.write("#!/bin/false\n", to: "\(test.folder)/\(name)")
            #expect(chmod("\(test.folder)/\(name)", mode_t(mode)) == 0)
        }
        mkdir("\(test.folder)/folder", 0o755)
        defer { rmdir("\(test.folder)/folder") }
        test.supervisor.lookForChangedProviders()
        #expect(test.supervisor.providers.map(\.name) == ["good"])
    }
}
