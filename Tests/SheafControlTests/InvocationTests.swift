import HostProtocol
import ProviderChecks
import ServiceDiscovery
import SheafInterface
import SheafOS
import TestSupport
import Testing

@testable import SheafControl

@Suite struct InvocationTests {
    private func settings(_ line: String, socket: String? = nil) throws -> Settings {
        let words = line.split(separator: " ").map(String.init)
        return try Invocation(words, verbs: .sheafctl, socket: socket).settings
    }

    @Test(
        arguments: cases([
            ("goto 1", TurnTarget.index(0)), ("goto 50", .index(49)), ("goto iv", .label("iv")),
            ("goto =12", .label("12")),
            ("goto ==", .label("=")), ("goto A-3", .label("A-3")), ("goto 1e3", .label("1e3")),
            ("goto +2", .label("+2")),
            ("goto -- -x", .label("-x")),
        ]))
    func numbersAndLabelsAreToldApart(line: Case<TurnTarget>) throws {
        #expect(try parsed(line.testDescription) == TurnCommand(line.value))
    }

    @Test(
        arguments: cases([
            ("log-level", LogCommand.level(nil)), ("log-level debug", .level(.debug)), ("log-target", .target(nil)),
            ("log-target null", .target(.null)),
        ]))
    func logSettingsAreUnderstood(line: Case<LogCommand>) throws {
        #expect(try parsed(line.testDescription) == line.value)
    }

    @Test(
        arguments: cases([
            ("watch", WatchCommand.self as any Command.Type), ("state", StateCommand.self),
            ("history", HistoryCommand.self),
            ("refresh", RefreshCommand.self), ("reload", ReloadCommand.self), ("close", CloseCommand.self),
            ("readers", ReadersCommand.self), ("documents", DocumentsCommand.self),
            ("providers", ProvidersCommand.self),
            ("hosts", HostsCommand.self), ("status", StatusCommand.self),
        ]))
    func verbsWithoutArgumentsAreUnderstood(line: Case<any Command.Type>) throws {
        #expect(type(of: try command(line.testDescription)) == line.value)
    }

    @Test func everyVerbIsInTheTableOnce() {
        let verbs = VerbList.sheafctl
        #expect(Set(verbs.all.map(\.name)).count == verbs.all.count)
        for verb in verbs.all { #expect(verbs.named(verb.name) == verb) }
        #expect(verbs.all.contains(verbs.ofFiles))
    }

    /// Lines are split before their verb is known, and options may be given before it.
    @Test func anOptionOfSeveralVerbsTakesAValueInAllOrInNone() {
        for (name, options) in Dictionary(grouping: VerbList.sheafctl.options, by: \.name) {
            #expect(Set(options.map { $0.syntax.value == nil }).count == 1, "--\(name)")
            #expect(Set(options.map(\.syntax.letter)).count == 1, "--\(name)")
        }
    }

    @Test(
        arguments: cases([
            ("nxt", "next"), ("nxet", "next"), ("pervious", "previous"), ("Goto", "goto"), ("bookmark", "bookmarks"),
            ("prev", "previous"),
            ("log-levle", "log-level"), ("help serch", "search"), ("nxt --json", "next"),
        ]))
    func aMisspeltVerbSuggestsOne(line: Case<String>) throws {
        let error = try #require(throws: ControlError.self) { try command(line.testDescription) }
        #expect(error.description.hasSuffix(": did you mean \"\(line.value)\"? \"sheafctl --help\" lists them"))
    }

    @Test(arguments: ["frobnicate", "xyz", "quit", "--", String(repeating: "next", count: 9_000)])
    func aWordThatIsLikeNoVerbSuggestsNone(word: String) throws {
        let error = try #require(throws: ControlError.self) { try Invocation(["--", word], verbs: .sheafctl) }
        #expect(!error.description.contains("did you mean"))
    }

    /// The reference, which is the man page too, has each verb in its table as the help writes it, and each option.
    @Test func theReferenceNamesEveryVerbAndOption() throws {
        let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let reference = try TextFile.read(folder.joined(separator: "/") + "/docs/sheafctl.md")
        // A row may name several: | [`back`, `link N`](#turning) | turn to … |
        let cells = reference.replacing("\\|", with: "\u{1}").split(separator: "\n").filter { $0.hasPrefix("| ") }
            .map { $0.split(separator: "|")[0] }
        let usages = Set(
            cells.flatMap { $0.split(separator: "`") }.map { String($0).replacing("\u{1}", with: "|") })
        let verbs = VerbList.sheafctl
        #expect(verbs.all.map(\.usage).filter { !usages.contains($0) } == [])
        #expect(verbs.options.map { "--\($0.name)" }.filter { !reference.contains($0) } == [])
    }

    @Test(
        arguments: cases([
            ("open a.pdf", ReaderInterface.Viewport(width: 1200, height: 1600)),
            ("open a.pdf --size 800x600", .init(width: 800, height: 600)),
            ("open a.pdf --size=0x100000", .init(width: 0, height: 100_000)),
            ("--fit width open a.pdf", .init(width: 1200, height: 1600, fit: .width)),
            ("open --scale 1.5 a.pdf", .init(width: 1200, height: 1600, fit: .scale, scale: 1.5)),
            ("open a.pdf --rotation 90", .init(width: 1200, height: 1600, rotation: 90)),
            ("open a.pdf --rotation -90", .init(width: 1200, height: 1600, rotation: -90)),
        ]))
    func openKnowsItsViewport(line: Case<ReaderInterface.Viewport>) throws {
        #expect(try parsed(line.testDescription) == OpenCommand(source: .file("a.pdf"), viewport: line.value))
    }

    @Test func openTakesAFileOrAPathOfTheLibrary() throws {
        let viewport = ReaderInterface.Viewport(width: 1200, height: 1600)
        #expect(
            try parsed("open --library novels/a.epub --provider mupdf")
                == OpenCommand(source: .library("novels/a.epub"), viewport: viewport, provider: "mupdf"))
        #expect(throws: ControlError.self) { try command("open a.pdf --library b.pdf") }
    }

    @Test(
        arguments: cases([
            ("page -o a.png", PageCommand(output: .file("a.png"), format: .png)),
            ("page -o a.JPG", .init(output: .file("a.JPG"), format: .jpeg)),
            ("page -o a.jpeg --quality 10", .init(output: .file("a.jpeg"), format: .jpeg, quality: 10)),
            ("page -o a.WebP --quality 1", .init(output: .file("a.WebP"), format: .webp, quality: 1)),
            ("page -o - --format webp", .init(output: .standardOutput, format: .webp)),
            ("page --output=a.png --format bgrx8888", .init(output: .file("a.png"), format: .bgrx8888)),
            ("page -o - --format png", .init(output: .standardOutput, format: .png)),
            ("page -o -", .init(output: .standardOutput, format: .png)),
            ("page -o ./a", .init(output: .file("./a"), format: .png)),
            ("page -o a.png --page 3", .init(output: .file("a.png"), index: 2, format: .png)),
            ("page -o a.png --frame 5", .init(output: .file("a.png"), frame: 4, format: .png)),
            ("page -o a.png --axis vertical", .init(output: .file("a.png"), axis: .vertical, format: .png)),
            (
                "page -o a.png --region -1,0,30,40",
                .init(output: .file("a.png"), region: .init(x: -1, y: 0, width: 30, height: 40), format: .png)
            ),
        ]))
    func pageKnowsItsFormat(line: Case<PageCommand>) throws {
        #expect(try parsed(line.testDescription) == line.value)
    }

    @Test func skeletonsAreFilledIn() throws {
        let command: NewProviderCommand = try parsed("new-provider two-words --language c")
        #expect(command == .init(name: "two-words", language: .c, folder: "two-words"))
        let skeleton = Skeleton(name: "two-words", share: "/usr/share/sheaf")
        #expect(
            skeleton.filled("@NAME@ @TYPE@Provider @c @implementation a@b@ @SHARE@/x@")
                == "two-words TwoWordsProvider @c @implementation a@b@ /usr/share/sheaf/x@")
    }

    @Test func providersAreTakenWithTheirSettings() throws {
        let run: RunProviderCommand = try parsed(
            "run-provider a.so b -o p.jpg --page 3 --set A=b=c --set D= --rotation 90")
        #expect(run.file.library == "a.so" && run.file.path == "b" && run.index == 2)
        #expect(run.file.settings == [.init(key: "A", value: "b=c"), .init(key: "D", value: "")])
        #expect(
            run.view
                == .init(size: .fit(width: 1200, height: 1600), rotation: 90, region: nil, format: .jpeg(quality: 85)))
        let test: TestProviderCommand = try parsed("test-provider a.so b --only pixels --only count --pages 20")
        #expect(test.checks == ["count", "pixels"] && test.pages == 20 && !test.isTimed)
        #expect(try parsed("test-provider a.so b", as: TestProviderCommand.self).checks == ProviderTrial.names)
    }

    @Test(arguments: [
        "", "nxt", "next x", "next --size 1x2", "open", "open a -", "open a b --library c", "open a http://b/c",
        "open" + String(repeating: " a", count: 65), "open a --size 1x2x3", "open a --size 12",
        "open a --size 1.5x2", "open a --fit scale", "open a --fit page --scale 2", "open a --scale nan",
        "open a --scale inf", "open a --scale x", "open a --rotation 1e2", "goto", "goto =", "goto 0", "goto -3",
        "goto 99999999999999999999", "goto 1 2", "page", "page -o a.ppm", "page a 1 2 -o a", "page a x -o a",
        "page a 0 -o a", "page a --page 2 -o a", "page --size 5x6 -o a", "page --reader ab a -o a", "export",
        "export a",
        "export a -o b", "export a -o b%s", "export a -o %d%d", "export a -o %5d", "export a --pages 0 -o %d",
        "export a --pages 3-2 -o %d", "export a --pages 1,,2 -o %d", "export a --pages 1-2-3 -o %d", "export a b -o %d",
        "export a -o %d.gif", "export - --password-file - -o %d",
        "page -o a.png --format tiff", "page -o a.png --page 0", "page -o a.png --page iv", "page -o a.png --frame 0",
        "page -o a.png --region 1,2,3",
        "page -o a.png --region 1,2,3,x", "page -o a.png --quality 5", "page -o a.webp --quality 101",
        "page -o a.jpg --quality 0",
        "page -o a.jpg --quality 101", "page -o - --format png --json", "status --timeout 0", "status --timeout nan",
        "status --timeout 1e300", "log-level loud", "log-level info 3", "log-target kmsg", "log-target --reader 1",
        "status --colour", "next --reader=", "help nxt", "run-provider", "run-provider a.so -o a.png",
        "run-provider a.so b",
        "run-provider a.so b c -o a.png", "run-provider a.so b -o a.png --page 0",
        "run-provider a.so b -o a.png --set x",
        "run-provider a.so b -o a.png --set =1", "run-provider a.so b -o a.png --scale 0",
        "run-provider a.so b -o a.png --rotation 45", "run-provider a.so b -o a.png --size 0x5",
        "run-provider a.so b -o - --json",
        "test-provider a.so", "test-provider a.so b --only nothing", "test-provider a.so b --pages 7", "new-provider",
        "new-provider a", "new-provider a --language cobol", "new-provider A --language c",
        "new-provider a_b --language c", "new-provider 1a --language c", "new-provider a- --language c",
        "new-provider sheaf --language swift", "new-provider a b --language c",
        "new-provider abcdefghijklmnopqrstuvwxyzabcdefg --language c",
    ])
    func mistakesAreOneLineThatSaysWhatToDo(line: String) throws {
        let error = try #require(throws: ControlError.self) { try command(line) }
        #expect(!error.description.contains("\n"))
        #expect(error.description.contains("sheafctl") || error.description.contains("give"))
    }

    @Test func theSocketComesFromTheOptionTheEnvironmentOrItsPlace() throws {
        #expect(try settings("status").service == .automatic)
        #expect(try settings("status", socket: "").service == .automatic)
        #expect(try settings("status", socket: "/a").service == .socket("/a"))
        #expect(try settings("--socket /b status", socket: "/a").service == .socket("/b"))
        #expect(try settings("--user status", socket: "/a").service == .user)
        #expect(try settings("status --system", socket: "/a").service == .system)
    }

    @Test func severalFilesAreAnAlbum() throws {
        let viewport = ReaderInterface.Viewport(width: 1200, height: 1600)
        #expect(
            try parsed("open b.jpg a.jpg b.jpg")
                == OpenCommand(source: .album(["b.jpg", "a.jpg", "b.jpg"]), viewport: viewport))
        let most = String(repeating: " a", count: 64)
        #expect(
            try parsed("open" + most)
                == OpenCommand(source: .album(Array(repeating: "a", count: 64)), viewport: viewport))
    }

    @Test func everyVerbTakesTheCommonOptions() throws {
        let settings = try settings("next --reader ab --json --timeout 2.5")
        #expect(settings.reader == "ab")
        #expect(settings.isJSON)
        #expect(settings.timeoutMilliseconds == 2_500)
    }

    @Test func helpAndVersionNeedNothingElse() throws {
        let verbs = VerbList.sheafctl
        #expect(try parsed("--help") == PrintCommand(text: verbs.help))
        #expect(try parsed("help goto --timeout x") == PrintCommand(text: Verb.goto.help))
        #expect(try parsed("open -h") == PrintCommand(text: Verb.open.help))
        #expect(try parsed("--version") == PrintCommand(text: "sheafctl \(SheafVersion.current)\n"))
    }

    @Test(arguments: [nil] + VerbList.sheafctl.all.map { $0 })
    func helpFitsATerminal(verb: Verb?) {
        for line in (verb?.help ?? VerbList.sheafctl.help).split(separator: "\n") { #expect(line.count <= 120) }
    }
}
