import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// A terminal of tmux's, in which a shell runs.
private final class TmuxTerminal {
    private let server = "sheaf-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    private let service: RunningService

    init(_ service: RunningService, columns: Int = 100, rows: Int = 30) throws {
        self.service = service
        try tmux("-f", "/dev/null", "-u", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "PS1='$ ' sh")
    }

    deinit { _ = try? tmux("kill-server") }

    @discardableResult
    func tmux(_ arguments: String...) throws -> String {
        // Its server lives on, and is not to keep the descriptor open by which Foundation notices that the client has ended.
        let alone = #"for n in /proc/self/fd/*; do n=${n##*/}; ((n < 3)) || eval "exec $n>&-"; done; exec tmux "$@""#
        let result = try Command.run(
            "/bin/bash", ["-c", alone, "tmux", "-L", server] + arguments,
            environment: [
                "SHEAF_SOCKET": service.socket, "LANG": "C.UTF-8", "TMUX": "", "XDG_RUNTIME_DIR": service.folder.path,
            ], seconds: 60)
        guard result.status == 0 else { throw TestFailure("tmux \(arguments): \(result.errors)") }
        return result.text
    }

    /// The lines on the screen.
    var lines: [String] {
        get throws {
            try tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// The last line that has something.
    var status: String { get throws { try lines.last { !$0.isEmpty } ?? "" } }

    func type(_ keys: String...) throws {
        for key in keys { try tmux("send-keys", key) }
    }

    func write(_ text: String) throws { try tmux("send-keys", "-l", text) }

    /// Waits until the last line has a text.
    func expect(_ text: String, at location: SourceLocation = #_sourceLocation) throws {
        try eventually(log: service.log, at: location, { try lines.joined(separator: "\n") }) {
            $0.split(separator: "\n").last?.contains(text) ?? false
        }
    }

    /// Waits until some line has a text.
    func expectAnywhere(_ text: String, at location: SourceLocation = #_sourceLocation) throws {
        try eventually(log: service.log, at: location, { try lines.joined(separator: "\n") }) { $0.contains(text) }
    }

    /// Begins to read a document.
    func view(_ path: String, _ options: String = "") throws {
        try write("\(Build.folder.path)/sheafctl view '\(path)' \(options)\n")
    }
}

/// The viewer on the terminal, in terminals.
@Suite struct ViewTests {
    private static let sheafctl = Build.folder.appendingPathComponent("sheafctl").path

    /// How many characters of the lines are parts of pictures.
    private static func drawn(_ lines: [String]) -> Int {
        lines.dropLast().reduce(0) { $0 + $1.unicodeScalars.count { (0x2500...0x259f).contains($0.value) } }
    }

    // MARK: In tmux

    @Test func aDocumentThatIsReadFromTheRightIsTurnedByTheLeftArrow() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-epub"])
        let terminal = try TmuxTerminal(service)
        let path = try service.file(
            "a.pdf",
            Documents.pdf(
                catalog: "/ViewerPreferences<</Direction/R2L>>/PageLayout/TwoPageRight/OpenAction[11 0 R/Fit]"))
        // On the page that it asks for, one page at a time, though it asks for pairs.
        try terminal.view(path)
        try terminal.expect("page 2 of 5")
        try terminal.type("Left")
        try terminal.expect("page 3 of 5")
        try terminal.type("h", "Space")
        try terminal.expect("page 5 of 5")
        try terminal.type("Right", "l")
        try terminal.expect("page 3 of 5")
        try terminal.type("q")
        try terminal.expect("$")
        // Who chooses keeps the choice.
        try terminal.view(path, "--order ltr --page 1")
        try terminal.expect("page 1 of 5")
        try terminal.type("Right")
        try terminal.expect("page 2 of 5")
        try terminal.type("q")
        try terminal.expect("$")
        let book = "\(service.folder.path)/book.epub"
        try Documents.writeVerticalBook(to: book)
        try terminal.view(book)
        try terminal.expect("page 1 of 3")
        try terminal.type("Left")
        try terminal.expect("page 2 of 3")
    }

    @Test func aBookIsReadInTmux() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-epub"])
        let terminal = try TmuxTerminal(service)
        try terminal.write("stty -g >\(service.folder.path)/before; echo begun\n")
        try terminal.expectAnywhere("begun")
        try terminal.view(try Documents.policy.get())
        try terminal.expect("page   1 of \(Documents.pages)   Debian Policy Manual")
        try eventually { Self.drawn(try terminal.lines) > 20 }
        let cover = try terminal.lines.dropLast()
        // Turning.
        try terminal.type("Space")
        try terminal.expect("page   2 of \(Documents.pages)")
        try terminal.type("Right", "j", "NPage")
        try terminal.expect("page   5 of \(Documents.pages) (iii)")
        try terminal.type("b", "PPage", "Left", "k")
        try terminal.expect("page   1 of \(Documents.pages)")
        try eventually { try terminal.lines.dropLast() == cover }
        try terminal.type("2", "0")
        try terminal.expect("to page 20")
        try terminal.type("g")
        try terminal.expect("page  20 of \(Documents.pages) (10)")
        try terminal.type("G")
        try terminal.expect("page \(Documents.pages) of \(Documents.pages)")
        try terminal.type("Space")
        try terminal.expect("cannot turn to the next page: there is no such page")
        try terminal.type("Home")
        try terminal.expect("page   1 of \(Documents.pages)")
        // Contents: the entry is the third, on the page that is labelled 4.
        try terminal.type("o")
        try terminal.expectAnywhere("New versions of this document")
        try terminal.type("Down", "Down", "Enter")
        try terminal.expect("page  14 of \(Documents.pages) (4)")
        // Search.
        let reader = try TestReader(service, Documents.policy.get())
        let found = try #require(reader.search("must not").last?.found)
        try reader.close()
        try terminal.type("/")
        try terminal.write("must not")
        try terminal.expect("/must not")
        try terminal.type("Enter")
        // The first is on the page before.
        try terminal.expect("page  18 of \(Documents.pages) (8)   \u{201c}must not\u{201d} 2 of \(found)")
        try terminal.type("n", "n")
        try terminal.expect("\u{201c}must not\u{201d} 4 of \(found)")
        try terminal.type("N")
        try terminal.expect("\u{201c}must not\u{201d} 3 of \(found)")
        // Zoom: the page is moved over, and not turned.
        let before = try terminal.status
        let fitted = try terminal.lines.dropLast()
        try terminal.type("+", "+")
        try terminal.expect("156 %")
        try eventually { try terminal.lines.dropLast() != fitted }
        try terminal.type("j")
        try terminal.expect("156 %")
        try terminal.type("0")
        try eventually { try terminal.status == before }
        try eventually { try terminal.lines.dropLast() == fitted }
        // In small: there is a number below each.
        try terminal.type("Home", "t")
        try terminal.expectAnywhere("  2   ")
        try eventually { Self.drawn(try terminal.lines) > 40 }
        try terminal.type("Right", "Right", "Enter")
        try terminal.expect("page   3 of \(Documents.pages)")
        // Another size.
        try terminal.tmux("resize-window", "-x", "60", "-y", "16")
        try eventually {
            try terminal.lines
        } until: { lines in
            lines.count { !$0.isEmpty } <= 16 && lines[15].hasSuffix("? help") && lines[15].count == 59
        }
        // The end: everything is as before.
        try terminal.type("q")
        try terminal.expect("$")
        #expect(try terminal.lines.contains { $0.contains("begun") } && Self.drawn(terminal.lines) == 0)
        try terminal.write("stty -g | cmp - \(service.folder.path)/before && echo same\n")
        try eventually { try terminal.lines.contains("same") }
        try eventually { try service.connect().status().readers == 0 }
    }

    @Test func itStopsAndGoesOnAsTheShellSays() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let terminal = try TmuxTerminal(service)
        // A shell that has jobs.
        try terminal.write("PS1='jobs: ' bash --norc\n")
        try terminal.expect("jobs:")
        try terminal.view(try service.pattern("pages = 9"))
        try terminal.expect("page 1 of 9")
        try terminal.type("C-z")
        try terminal.expectAnywhere("Stopped")
        #expect(try Self.drawn(terminal.lines) == 0)
        try terminal.write("fg\n")
        try terminal.expect("page 1 of 9")
        try terminal.type("Space")
        try terminal.expect("page 2 of 9")
        try terminal.type("C-c")
        try terminal.expectAnywhere("fg")
        try eventually { try service.connect().status().readers == 0 }
    }

    @Test func theLeftIsOnInARightToLeftBook() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let terminal = try TmuxTerminal(service)
        try terminal.view(try service.pattern("pages = 9"), "--order rtl --page 4")
        try terminal.expect("page 4 of 9")
        try terminal.type("Left")
        try terminal.expect("page 5 of 9")
        try terminal.type("Right", "Right")
        try terminal.expect("page 3 of 9")
        try terminal.type("Space")
        try terminal.expect("page 4 of 9")
    }

    @Test func aPageThatCannotBeRenderedDoesNotEndIt() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let terminal = try TmuxTerminal(service)
        try terminal.view(try service.pattern("pages = 9\nbroken = 1"))
        try terminal.expect("page 1 of 9")
        try terminal.type("Space")
        try terminal.expectAnywhere("this page can't be rendered")
        try terminal.expect("page 2 of 9")
        try terminal.type("Space")
        try terminal.expect("page 3 of 9")
        try eventually { Self.drawn(try terminal.lines) > 20 }
        #expect(try !terminal.lines.contains { $0.contains("can't be rendered") })
    }

    @Test func itGoesOnWhereTheServiceWasKilled() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let terminal = try TmuxTerminal(service)
        try terminal.view(try service.pattern("pages = 9"))
        try terminal.expect("page 1 of 9")
        try terminal.type("Space", "Space")
        try terminal.expect("page 3 of 9")
        kill(service.process.processIdentifier, SIGKILL)
        try terminal.expect("sheafd ended the connection: waiting for it")
        // The page is still there.
        #expect(try Self.drawn(terminal.lines) > 20)
        let again = Process()
        again.executableURL = service.process.executableURL
        again.arguments = service.process.arguments
        again.environment = service.process.environment
        again.standardError = FileHandle.nullDevice
        try again.start()
        defer {
            again.terminate()
            again.waitUntilExit()
        }
        try eventually { try !terminal.status.contains("waiting for it") }
        try terminal.type("Space")
        try terminal.expect("page 4 of 9")
        // It does not come back again: that is said, and the terminal given back.
        kill(again.processIdentifier, SIGKILL)
        try terminal.expect("sheafd ended the connection: waiting for it")
        try terminal.expectAnywhere("sheafctl: cannot reach sheafd at")
        #expect(try Self.drawn(terminal.lines) == 0)
    }

    @Test func changedDocumentsAreShownAsTheyAre() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let terminal = try TmuxTerminal(service)
        let path = try service.pattern("pages = 9")
        try terminal.view(path)
        try terminal.expect("page 1 of 9")
        _ = try service.pattern("pages = 5")
        try terminal.expect("page 1 of 5")
    }

    /// A page at the largest zoom would have several times as many bytes as a user may hold.
    @Test func aLargeTerminalIsZoomedIntoAsFarAsItGoes() throws {
        let service = try RunningService(
            configuration: "[Cache]\nLeaseMaxPerUser=128M\n", providers: ["sheaf-mupdf", "sheaf-epub"])
        let terminal = try TmuxTerminal(service, columns: 200, rows: 60)
        try terminal.view(try Documents.policy.get(), "--page 20")
        try terminal.expect("page  20 of \(Documents.pages)")
        let client = try service.connect()
        func isHoldingOnePage() throws {
            try eventually(log: service.log) {
                try client.cache(list: false).states.leased
            } until: {
                $0.pages == 1 && $0.bytes < 64 << 20
            }
        }
        let reader = try client.call(ManagerInterface.ListReaders.self, .init()).parameters.readers[0].reader
        let viewport = try client.state(of: reader).viewport
        for zoom in ["125 %", "156 %", "195 %", "244 %", "305 %", "381 %", "477 %", "596 %", "745 %"] {
            try terminal.type("+")
            try terminal.expect(zoom)
        }
        try isHoldingOnePage()
        // Moving, turning and searching go on.
        let before = try terminal.lines.dropLast()
        try terminal.type("j", "l", "l")
        try eventually { try terminal.lines.dropLast() != before }
        try terminal.type("NPage")
        try terminal.expect("page  21 of \(Documents.pages)")
        try terminal.expect("745 %")
        try isHoldingOnePage()
        // The reader itself has the terminal's size.
        #expect(try client.state(of: reader).viewport == viewport)
        try terminal.type("0")
        try terminal.expect("page  21 of \(Documents.pages)")
        try isHoldingOnePage()
        #expect(try !terminal.lines.joined().contains("LeaseMaxPerUser"))
        try terminal.type("q")
        try terminal.expect("$")
    }

    // MARK: Pictures

    /// The pictures that the terminal got, the questions that it was asked, and the program's exit status.
    private struct Told: Decodable {
        struct Picture: Decodable {
            let kind: String
            let width: Int
            let height: Int
            let row: Int
            let column: Int
        }

        let status: Int
        let pictures: [Picture]
        let asked: [String]
    }

    /// Reads a document in a terminal of 84 by 43 characters of 10 by 20 pixels.
    private static func view(
        _ service: RunningService, _ path: String, answers: String, size: String = "840x860", keys: [String],
        options: [String] = []
    ) throws -> Told {
        let script = Build.project.appendingPathComponent("Tests/System/clients/terminal_pictures.py").path
        let run = try Command.run(
            "/usr/bin/python3",
            [script, answers, "84", "43", size, service.folder.appendingPathComponent("picture").path] + keys
                + ["--", sheafctl, "--socket", service.socket, "view", path] + options,
            environment: ["TERM": "xterm-256color"])
        guard run.status == 0 else { throw TestFailure("\(run.errors)\n\(service.log)") }
        return try JSONDecoder().decode(Told.self, from: run.output)
    }

    /// How far the pixels of a picture are from those of a page at the most.
    ///
    /// - Parameter part: of it, with 840 by 840 pixels.
    private static func difference(
        _ service: RunningService, _ picture: Int, _ path: String, page: Int, part: [String] = ["--size", "840x840"]
    ) throws -> Int {
        let file = service.folder.appendingPathComponent("page").path
        let written = try Command.run(
            sheafctl,
            ["--socket", service.socket, "page", path, "\(page)", "--format", "bgrx8888", "-o", file] + part)
        #expect(written.status == 0, "\(written.errors)")
        let pixels = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
        let shown = try [UInt8](Data(contentsOf: service.folder.appendingPathComponent("picture.\(picture)")))
        try #require(pixels.count == 840 * 840 * 4 && shown.count == 840 * 840 * 3)
        return (0..<840 * 840).reduce(0) { most, pixel in
            (0..<3).reduce(most) {
                max($0, abs(Int(shown[pixel * 3 + $1]) - Int(pixels[pixel * 4 + 2 - $1])))
            }
        }
    }

    @Test(arguments: [
        // By what the terminal says that it can, or by what is forced.
        // Chafa rounds colours from 1.14 on.
        ("kitty", "840x860", [], 1), ("sixel", "840x860", [], 12), ("kitty", "0x0", [], 1),
        ("silent", "840x860", ["--format", "sixel"], 12), ("nothing", "840x860", ["--format", "kitty"], 1),
    ])
    func thePixelsAreThoseOfThePage(answers: String, size: String, options: [String], tolerance: Int) throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        // A page that fills the terminal: none of its pixels is another's mixture.
        let path = try service.pattern("pages = 9\nwidth = 400\nheight = 400")
        let told = try Self.view(service, path, answers: answers, size: size, keys: [" ", "q"], options: options)
        #expect(told.status == 0)
        let kind = options.last ?? answers
        // In the terminal whose characters were not known at first, the first picture may be of a guess.
        try #require(told.pictures.count >= 2)
        for (index, picture) in told.pictures.prefix(2).enumerated() {
            #expect(picture.kind == kind && picture.width == 840 && picture.height == 840)
            #expect(picture.row == 0 && picture.column == 0)
            let difference = try Self.difference(service, index, path, page: index + 1)
            #expect(difference <= tolerance)
            // It is no other page.
            #expect(try Self.difference(service, index, path, page: index + 2) > 60)
        }
        #expect(told.asked.contains("16t") == (size == "0x0"))
        #expect(told.asked.contains("kitty") == options.isEmpty)
    }

    /// A part of a zoomed page is rendered in the size in which it is seen, and is no enlargement.
    @Test func thePixelsOfAZoomedPageAreThoseOfItsPart() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 9\nwidth = 400\nheight = 400")
        // After the page comes an enlargement of its corner, and after that the part.
        let corner =
            String(repeating: "+", count: 9) + String(repeating: "k", count: 20) + String(repeating: "h", count: 20)
        let told = try Self.view(service, path, answers: "kitty", keys: [corner, "x", "q"])
        try #require(told.status == 0 && told.pictures.count == 3)
        for picture in told.pictures {
            #expect(picture.width == 840 && picture.height == 840 && picture.row == 0 && picture.column == 0)
        }
        // 1.25 to the ninth times 840 pixels.
        let part = ["--size", "6258x6258", "--region", "0,0,840,840"]
        let difference = try Self.difference(service, 2, path, page: 1, part: part)
        #expect(difference <= 1)
        #expect(try Self.difference(service, 1, path, page: 1, part: part) > 1)
    }

    @Test func aPageStandsInTheMiddle() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let told = try Self.view(
            service, try service.pattern("pages = 3\nwidth = 200\nheight = 400"), answers: "kitty", keys: ["r", "q"])
        #expect(told.pictures[0].width == 420 && told.pictures[0].height == 840 && told.pictures[0].column == 21)
        try #require(told.pictures.count == 2)
        let turned = told.pictures[1]
        #expect(turned.width == 840 && turned.height == 420 && turned.row == 10 && turned.column == 0)
    }

    @Test func whatIsFoundIsMarked() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-epub"])
        let told = try Self.view(
            service, try Documents.policy.get(), answers: "kitty", keys: ["/early history\r", "q"],
            options: ["--page", "20"])
        try #require(told.pictures.count == 2)
        let marked = try told.pictures.indices.map { index in
            let pixels = try [UInt8](Data(contentsOf: service.folder.appendingPathComponent("picture.\(index)")))
            // Paper under an orange mark; nothing else on these pages is of this colour.
            return (0..<pixels.count / 3).count { pixels[$0 * 3] > 200 && pixels[$0 * 3 + 2] < 160 }
        }
        #expect(marked[0] == 0 && (200...20_000).contains(marked[1]), "\(marked)")
    }

    // MARK: Files that are saved

    @Test func itGoesOnWithTheFileThatTookThePlace() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 9\nwidth = 400\nheight = 400")
        let terminal = try TmuxTerminal(service, columns: 200)
        try terminal.view(path, "--page 5")
        try terminal.expect("page 5 of 9")
        #expect(unlink(path) == 0)
        try terminal.expect("waiting for what comes in its place")
        _ = try service.pattern("pages = 7\nwidth = 400\nheight = 400")
        try terminal.expect("was opened as it is now")
        try terminal.type("Space")
        try terminal.expect("page 6 of 7")
        // Another sheafctl knows the file as well.
        let new = try service.pattern("pages = 8\nwidth = 400\nheight = 400", name: "new")
        #expect(rename(new, path) == 0)
        let reloaded = try Command.run(
            Self.sheafctl, ["--socket", service.socket, "reload"],
            environment: ["XDG_RUNTIME_DIR": service.folder.path])
        #expect(reloaded.text.contains("page 6 of 8"), "\(reloaded.text)\(reloaded.errors)")
    }

    // MARK: What is wrong

    @Test func withoutLibchafaItSaysWhatToInstall() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let made = try Command.run(
            "/usr/bin/gcc", ["-shared", "-x", "c", "/dev/null", "-o", service.folder.path + "/libchafa.so.0"])
        try #require(made.status == 0, "\(made.errors)")
        let terminal = try TmuxTerminal(service, columns: 250)
        try terminal.write("export LD_LIBRARY_PATH='\(service.folder.path)'\n")
        try terminal.view(try service.pattern("pages = 9"))
        try terminal.expectAnywhere("without libchafa: install it (Debian: \"apt install libchafa0\")")
    }

    @Test func whatIsWrongIsSaid() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 9")
        let nowhere = try Command.run(Self.sheafctl, ["--socket", service.socket, "view", path])
        #expect(nowhere.status == 1 && nowhere.errors.contains("sheafctl page FILE N -o page.png"), "\(nowhere.errors)")
        let terminal = try TmuxTerminal(service, columns: 250)
        for (file, text) in [(path + ".no", "No such file"), ("/etc/passwd", "can't be read as a document")] {
            try terminal.view(file)
            try terminal.expectAnywhere(text)
        }
        try terminal.write("clear\n")
        try terminal.view(path, "--page 10")
        try terminal.expectAnywhere("the document has 9 pages")
        try terminal.write("clear; TERM=dumb\n")
        try terminal.view(path)
        try terminal.expectAnywhere("this is none")
        #expect(try service.connect().status().readers == 0)
    }
}
