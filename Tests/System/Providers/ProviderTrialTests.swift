import Foundation
import TestSupport
import Testing

/// sheafctl run-provider and test-provider, as an author uses them.
@Suite struct ProviderTrialTests {
    private static func sheafctl(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Command {
        try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, arguments, environment: environment, seconds: 300)
    }

    /// A library of the build folder, with what it declares beside it, or a program of the project.
    ///
    /// - Parameter rule: what the library is to break, which its name tells it; empty: nothing.
    private static func library(_ name: String, breaking rule: String = "") throws -> String {
        if name.hasPrefix("/") { return name }
        if name.contains("/") { return Build.project.appendingPathComponent(name).path }
        let folder = Build.folder.appendingPathComponent("trial")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let named = folder.appendingPathComponent("lib\(name)\(rule.isEmpty ? "" : "." + rule).so").path
        // Another test may be at it as well.
        try? FileManager.default.createSymbolicLink(
            atPath: named, withDestinationPath: Build.folder.appendingPathComponent("lib\(name).so").path)
        for plugin in try FileManager.default.contentsOfDirectory(atPath: Build.project.path + "/Plugins") {
            let manifest = Build.project.path + "/Plugins/\(plugin)/lib\(name).provider"
            guard FileManager.default.fileExists(atPath: manifest) else { continue }
            try? FileManager.default.createSymbolicLink(
                atPath: folder.path + "/lib\(name).provider", withDestinationPath: manifest)
        }
        return named
    }

    /// The report of a check: its result, and the faults that it found.
    private struct Report: Decodable {
        struct Fault: Decodable {
            let asked, came, rule, section: String
        }

        let check, result: String
        let faults: [Fault]
    }

    /// Checks a provider, and reads the report.
    private static func check(
        _ library: String, _ document: String, _ options: [String], breaking rule: String = ""
    ) throws -> (status: Int32, reports: [Report], errors: String) {
        let command = try sheafctl(
            ["test-provider", "--json", Self.library(library, breaking: rule), document] + options)
        let reports = try command.text.split(separator: "\n").map {
            try JSONDecoder().decode(Report.self, from: Data($0.utf8))
        }
        return (command.status, reports, command.errors)
    }

    /// A document of the provider that breaks rules.
    private static func brokenDocument() throws -> String {
        try write("broken 1\n" + String(repeating: "line after line\n", count: 200), "broken.txt")
    }

    private static func write(_ text: String, _ name: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-trial-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        try text.write(to: file, atomically: false, encoding: .utf8)
        return file.path
    }

    private static func remove(_ path: String) {
        try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())
    }

    // MARK: test-provider

    @Test func whatKeepsAllRulesPassesAllChecks() throws {
        let document = try Self.brokenDocument()
        defer { Self.remove(document) }
        let (status, reports, errors) = try Self.check("test-broken", document, ["--pages", "100"])
        #expect(status == 0 && errors.isEmpty, "\(errors)")
        #expect(reports.count > 30)
        for report in reports { #expect(report.result == "passed", "\(report)") }
    }

    /// The rules by name, each with a check that has to find that the rule is broken.
    @Test(arguments: [
        ("load", "library"), ("sameTable", "library"), ("together", "library"), ("signals", "library"),
        ("crash", "links"), ("files", "confined"),
        ("reason", "damaged"), ("results", "text"), ("end", "no-such-page"), ("config", "settings"),
        ("certainty", "probe"),
        ("probeReads", "probe"), ("open", "open"), ("unreadable", "damaged"), ("shortReads", "short-reads"),
        ("count", "count"), ("counting", "count"), ("pageIDs", "page-ids"), ("ids", "page-ids"), ("ownIDs", "page-ids"),
        ("step", "steps"), ("metrics", "metrics"), ("label", "metrics"), ("utf8", "metrics"), ("render", "pixels"),
        ("fillEvery", "pixels"), ("nothingElse", "pixels"), ("opaque", "pixels"), ("samePixels", "same-pixels"),
        ("region", "regions"), ("cuttable", "regions"), ("format", "unknown"), ("oldSize", "unknown"),
        ("unknown", "unknown"),
        ("cancel", "cancelled"), ("emitStops", "emit"), ("itemKind", "links"), ("itemNumbers", "links"),
        ("boxes", "text"),
        ("targets", "outline"), ("search", "search"), ("prefetch", "prefetch"), ("appearance", "appearance"),
        ("refresh", "refresh"), ("move", "move"), ("hit", "hit"), ("ink", "ink"), ("position", "positions"),
        ("pageAt", "positions"), ("passage", "passages"), ("cfi", "cfis"), ("findCFI", "cfis"),
        ("trim", "trim"), ("hang", "outline"),
        ("itemKind", "metadata"), ("itemKind", "annotations"), ("itemKind", "pictures"), ("itemKind", "blocks"),
        ("render", "cost"),
    ])
    func eachRuleThatIsBrokenIsFound(rule: String, check: String) throws { try Self.find(rule, by: check) }

    @Test(
        .enabled(if: !isSanitized, "a sanitizer's allocator keeps what was freed"),
        arguments: ["leaks", "reopening"])
    func memoryThatStaysIsFound(check: String) throws { try Self.find("close", by: check) }

    private static func find(_ rule: String, by check: String) throws {
        let document = try brokenDocument()
        defer { remove(document) }
        // A call that takes longer than ten seconds hangs: on a busy machine others take one or two.
        let options = ["--only", check, "--pages", "400", "--timeout", "10"]
        let (status, reports, errors) = try Self.check("test-broken", document, options, breaking: rule)
        #expect(status == 1 && reports.count == 1 && reports.first?.result == "failed", "\(errors)")
        let source = try String(
            contentsOf: Build.project.appendingPathComponent("Sources/Host/ProviderChecks/ABIRule.swift"),
            encoding: .utf8)
        let words = try #require(source.split(separator: "\n").first { $0.contains("case \(rule) = ") })
        let fault = reports.first?.faults.first { words.contains("\"\($0.rule)\"") }
        #expect(fault != nil, "\(reports)")
        #expect(fault?.asked.isEmpty == false && fault?.came.isEmpty == false && fault?.section.isEmpty == false)
    }

    @Test func theReportSaysWhatWasAskedWhatCameAndWhereTheRuleIs() throws {
        let document = try Self.brokenDocument()
        defer { Self.remove(document) }
        let command = try Self.sheafctl(
            [
                "test-provider", Self.library("test-broken", breaking: "crash"), document, "--only", "links", "--only",
                "hit",
            ])
        #expect(command.status == 1)
        let lines = command.text.split(separator: "\n")
        #expect(lines.count == 7, "\(command.text)")
        #expect(lines.contains { $0.hasPrefix("failed  links") } && lines.contains { $0.hasPrefix("passed  hit") })
        #expect(lines.contains { $0.hasSuffix("asked  links of page 100") }, "\(command.text)")
        #expect(lines.contains { $0.hasSuffix("came   the process was killed by SIGSEGV") }, "\(command.text)")
        #expect(lines.contains { $0.hasSuffix("(provider-abi.md, The process around it)") })
        #expect(lines.last == "2 checks: 1 passed, 1 failed, 0 had nothing to check")
        #expect(command.errors.split(separator: "\n").count == 1 && command.errors.contains("breaks rules in 1 check"))
    }

    @Test(arguments: [("load", 1), ("render", 39)])
    func aProviderThatDoesNotLoadIsCheckedNoFurther(rule: String, checks: Int) throws {
        let document = try Self.brokenDocument()
        defer { Self.remove(document) }
        let (status, reports, _) = try Self.check("test-broken", document, ["--pages", "8"], breaking: rule)
        #expect(status == 1 && reports.count == checks)
    }

    /// Sheaf's own providers, and documents that use all that they have.
    @Test(
        arguments: [
            ("sheaf-mupdf", "policy.pdf"), ("sheaf-epub", "made.epub"), ("sheaf-images", "photo.jpg"),
            ("sheaf-images", "comic.cbz"),
            (
                "sheaf-pattern",
                "sheaf-pattern 1\npages = 20\nmovable = on\nlinks = on\nannotations = 3\noutline-every = 2\ntext = some words\n"
            ),
            ("sheaf-pattern", "sheaf-pattern 1\npages = 3000\nflows = on\ncounted-by = 500\n"),
            ("sheaf-text", "# A book\n\nIt has *words*, and a [link](#more).\n\n## More\n\n- of them\n- and *more*\n"),
            ("docs/examples/netpbm-provider", "P5 4 3 255\nabcdefghijkl"),
            ("sheaf-pattern", "sheaf-pattern 1\npages = unknown\nvary = 20\npicture = 10 10 50 50\n"),
        ] as [(String, OneLine)])
    func ownProvidersKeepTheRules(library: String, document: OneLine) throws {
        let document = document.value
        let path: String
        switch document {
        case "policy.pdf": path = try Documents.policy.get()
        case "made.epub":
            // Each check opens it anew, and counts all of its pages.
            let folder = URL(fileURLWithPath: try Self.write("", document)).deletingLastPathComponent().path
            let program = Build.project.appendingPathComponent("Tests/System/clients/made_books.py").path
            #expect(try Command.run(Build.python, [program, folder, "trial", "1"]).status == 0)
            path = folder + "/trial-0.epub"
        case "photo.jpg", "comic.cbz":
            path = try Self.write("", document)
            let photo = try document == "photo.jpg" ? path : Self.write("", "1.jpg")
            #expect(try Command.run("/usr/bin/vips", ["gaussnoise", photo, "600", "400"]).status == 0)
            if photo != path {
                try FileManager.default.removeItem(atPath: path)
                #expect(try Command.run("/usr/bin/zip", ["-q", "-j", path, photo]).status == 0)
                Self.remove(photo)
            }
        default: path = try Self.write(document, "a.pattern")
        }
        defer { if path.contains("sheaf-trial-") { Self.remove(path) } }
        let (status, reports, errors) = try Self.check(library, path, ["--pages", "200"])
        for report in reports { #expect(report.result != "failed", "\(report)") }
        #expect(status == 0, "\(errors)")
    }

    // MARK: run-provider

    @Test func aPageIsThatOfTheService() throws {
        let service = try RunningService()
        let document = try Documents.policy.get()
        let folder = service.folder
        for (options, name) in [(["--size", "400x500"], "fit"), (["--scale", "1.5", "--rotation", "90"], "turned")] {
            let (one, other) = ("\(folder.path)/\(name).bgrx8888", "\(folder.path)/\(name)-service.bgrx8888")
            let format = ["--format", "bgrx8888", "-o"]
            let alone = try Self.sheafctl(
                ["run-provider", Self.library("sheaf-mupdf"), document, "--page", "12"] + options + format + [one])
            #expect(
                alone.status == 0 && alone.text.hasPrefix("page 12   612.0 x 792.0 points"),
                "\(alone.text)\(alone.errors)")
            let served = try Self.sheafctl(
                ["page", document, "12"] + options + format + [other], ["SHEAF_SOCKET": service.socket])
            #expect(served.status == 0, "\(served.errors)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: one)) == Data(contentsOf: URL(fileURLWithPath: other)))
        }
        let picture = "\(folder.path)/part.png"
        let part = try Self.sheafctl(
            ["run-provider", Self.library("sheaf-mupdf"), document, "--region", "10,20,30,40", "-o", picture])
        #expect(part.status == 0 && part.text.contains("30 x 40 png"), "\(part.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: picture)).starts(with: [0x89, 0x50, 0x4e, 0x47]))
    }

    @Test func aPageThatIsToBeCountedIsCounted() throws {
        let far = try Self.sheafctl([
            "run-provider", Self.library("sheaf-epub"), Documents.policyEPUB, "--page", "100", "-o", "/dev/null",
            "--format", "png",
        ])
        #expect(far.status == 0 && far.text.hasPrefix("page 100 "), "\(far.text)\(far.errors)")
        let beyond = try Self.sheafctl([
            "run-provider", Self.library("sheaf-epub"), Documents.policyEPUB, "--page", "100000", "-o", "/dev/null",
            "--format", "png",
        ])
        #expect(beyond.errors.contains("the document has no page 100000: the provider counts "), "\(beyond.errors)")
    }

    /// A provider runs in the process itself with --unconfined, as debuggers want it.
    @Test func aProviderIsRunInTheProcessItself() throws {
        let document = try Self.write("plain 1\ncrash=segv page=0\n", "a.plain")
        defer { Self.remove(document) }
        let command = try Self.sheafctl(
            [
                "run-provider", Self.library("test-plain"), document, "-o", "-", "--format", "png", "--unconfined",
            ], ["SWIFT_BACKTRACE": "enable=no"])
        // Its process has ended by the signal: timeout(1) ends itself as its child has ended.
        #expect(command.status == 128 + SIGSEGV || command.status == SIGSEGV, "\(command.status) \(command.errors)")
    }

    // MARK: As hosts do

    @Test(arguments: [
        ("crash=segv page=2", "was killed by SIGSEGV, asked to render page 3; "),
        ("crash=abort", "was killed by SIGABRT, asked to open the document; "),
        ("hang=60 deaf=1 page=2", "gave no answer within 1 s, and its process was ended, asked to render page 3; "),
    ])
    func anEndIsNamedOnceWithTheLineForGDB(fault: String, told: String) throws {
        let document = try Self.write("plain 1\npages=3\n\(fault)\n", "a.plain")
        defer { Self.remove(document) }
        let command = try Self.sheafctl([
            "run-provider", Self.library("test-plain"), document, "-o", "/dev/null", "--format", "png", "--page", "3",
            "--timeout", "1",
        ])
        #expect(command.status == 1 && command.text.isEmpty, "\(command.text)")
        // What the provider logs comes before it.
        let own = command.errors.split(separator: "\n").filter { $0.hasPrefix("sheafctl: ") }
        #expect(own.count == 1 && command.errors.contains(told), "\(command.errors)")
        #expect(
            command.errors.hasSuffix(
                "gdb -ex run --args sheafctl run-provider --unconfined \(try Self.library("test-plain")) \(document) "
                    + "--page 3 --format png --output /dev/null\n"), "\(command.errors)")
    }

    @Test func aCrashThatComesAgainIsNotToldAgain() throws {
        let document = try Self.write("plain 1\ncrash=segv page=0\n", "a.plain")
        defer { Self.remove(document) }
        let command = try Self.sheafctl([
            "test-provider", Self.library("test-plain"), document, "--only", "pixels", "--only", "same-pixels",
        ])
        let lines = command.text.split(separator: "\n")
        #expect(lines.filter { $0.contains("gdb -ex") }.count == 1, "\(command.text)")
        #expect(
            lines.contains { $0.hasSuffix("came   the process was killed by SIGSEGV, as in pixels") }, "\(command.text)"
        )
    }

    /// A file that no host reads, in a folder of its own.
    private static func fileOfItsOwn() throws -> String {
        let folder = "/var/tmp/sheaf-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "here".write(toFile: folder + "/f", atomically: false, encoding: .utf8)
        return folder + "/f"
    }

    @Test func otherPixelsWhereNothingIsConfinedAreToldWithWhatToDeclare() throws {
        let file = try Self.fileOfItsOwn()
        let document = try Self.write("plain 1\nreads=\(file) page=0\n", "a.plain")
        defer { for path in [file, document] { Self.remove(path) } }
        let folder = URL(fileURLWithPath: document).deletingLastPathComponent().path
        let library = folder + "/libtest-plain.so"
        try FileManager.default.copyItem(atPath: Self.library("test-plain"), toPath: library)
        let arguments = ["run-provider", library, document, "-o", "/dev/null", "--format", "png"]
        let advice = "put \"ReadablePaths=\(file)\" below [Provider] into \(folder)/libtest-plain.provider"

        let run = try Self.sheafctl(arguments)
        #expect(run.status == 1 && run.text.hasPrefix("page 1 "), "\(run.text)")
        #expect(run.errors.contains("other pixels where nothing is confined: it opens \(file)"), "\(run.errors)")
        #expect(run.errors.contains(advice), "\(run.errors)")
        let (status, reports, _) = try Self.check(library, document, ["--only", "confined"])
        #expect(status == 1 && reports.first?.faults.first?.came.contains(advice) == true, "\(reports)")
        #expect(try Self.sheafctl(arguments + ["--unconfined"]).errors.isEmpty)

        try "[Provider]\nReadablePath=\(file)\n".write(
            toFile: folder + "/libtest-plain.provider", atomically: false, encoding: .utf8)
        let mistaken = try Self.sheafctl(arguments)
        #expect(mistaken.status == 1 && mistaken.errors.contains("libtest-plain.provider:2: unknown key"))
        #expect(!mistaken.errors.contains("nothing is confined"), "\(mistaken.errors)")
        try "[Provider]\nReadablePaths=\(file)\n".write(
            toFile: folder + "/libtest-plain.provider", atomically: false, encoding: .utf8)
        let declared = try Self.sheafctl(arguments)
        #expect(declared.status == 0 && declared.errors.isEmpty, "\(declared.errors)")
        #expect(try Self.check(library, document, ["--only", "confined"]).status == 0)
    }

    @Test func whatIsRefusedConfinedIsToldToWorkWithout() throws {
        let document = try Self.write("# A book\n\nIt has *words*.\n", "a.md")
        defer { Self.remove(document) }
        let folder = URL(fileURLWithPath: document).deletingLastPathComponent().path
        let library = folder + "/libsheaf-text.so"
        try FileManager.default.copyItem(atPath: Self.library("sheaf-text"), toPath: library)
        let run = try Self.sheafctl(["run-provider", library, document, "-o", "/dev/null", "--format", "png"])
        #expect(
            run.status == 1 && run.errors.contains("it works where nothing is confined: it opens /"), "\(run.errors)")
        #expect(run.errors.contains("put \"Fonts=yes\""), "\(run.errors)")
        let (status, reports, _) = try Self.check(library, document, [])
        #expect(status == 1 && reports.count == 1, "\(reports)")
        #expect(reports.first?.faults.first?.came.contains("Fonts=yes") == true, "\(reports)")
    }

    /// A program runs beside the process, which ends as it does.
    @Test func aProgramIsRunAndChecked() throws {
        let program = "Tests/Providers/Program/program"
        let document = try Self.write("program 1\n", "a.program")
        defer { Self.remove(document) }
        let run = try Self.sheafctl(
            ["run-provider", Self.library(program), document, "-o", "/dev/null", "--format", "png"])
        #expect(run.status == 0, "\(run.errors)")
        let crashing = try Self.write("program 1\ncrash\n", "b.program")
        defer { Self.remove(crashing) }
        let (status, reports, errors) = try Self.check(program, crashing, ["--only", "pixels"])
        #expect(status == 1 && reports.first?.result == "failed", "\(errors)")
        #expect(reports.first?.faults.first?.came.hasPrefix("the process ") == true, "\(reports)")
    }

    @Test func settingsAndLogsAreThoseOfTheProvider() throws {
        let document = try Self.write("odd 1\n", "a.odd")
        defer { Self.remove(document) }
        let arguments = [
            "run-provider", try Self.library("test-odd"), document, "--page", "6", "--format", "png", "-o", "/dev/null",
        ]
        let logged = try Self.sheafctl(arguments + ["--set", "Setting=some=value"])
        #expect(logged.status == 0 && logged.errors.contains("warning: from a thread\n"), "\(logged.errors)")
        let refused = try Self.sheafctl(arguments + ["--set", "NoSuch=1"])
        #expect(refused.status == 1 && refused.errors.contains("there is no such setting"), "\(refused.errors)")
    }

    @Test(arguments: [
        ("test-newer", "plain 1\n", [], "it needs a newer"),
        ("no-such-library", "plain 1\n", [], "cannot open shared object file"),
        ("test-plain", "plain 2\n", [], "does not begin with"),
        ("test-plain", "plain 1\n", ["--page", "2"], "no page 2"),
        ("test-plain", "plain 1\n", ["--region", "0,0,9000,1"], "region"),
    ])
    func failuresAreOneLineThatSaysWhy(library: String, text: String, options: [String], reason: String) throws {
        let document = try Self.write(text, "a.plain")
        defer { Self.remove(document) }
        let command = try Self.sheafctl(
            ["run-provider", Self.library(library), document, "-o", "/dev/null", "--format", "png"] + options)
        #expect(command.status == 1 && command.errors.contains(reason), "\(command.errors)")
        #expect(command.errors.split(separator: "\n").count == 1, "\(command.errors)")
    }

    @Test func aPasswordOpensALockedDocument() throws {
        let document = try Self.write("sheaf-pattern 1\npassword = open sesame\n", "a.pattern")
        let password = try Self.write("open sesame\n", "password")
        defer { for path in [document, password] { Self.remove(path) } }
        let arguments = [
            "run-provider", try Self.library("sheaf-pattern"), document, "-o", "/dev/null", "--format", "png",
        ]
        #expect(try Self.sheafctl(arguments).errors.contains("locked"))
        #expect(try Self.sheafctl(arguments + ["--password-file", password]).status == 0)
    }
}
