import HostProtocol
import ProviderChecks
import SheafOS

// "sheafctl test-provider": whether a provider keeps the rules of the ABI.

extension Verb {
    /// `sheafctl test-provider LIBRARY FILE`.
    static let testProvider = Verb(
        "test-provider", "LIBRARY FILE", atMost: 2, offers: .files,
        summary: "check a provider against the rules of its ABI",
        details: """
            For authors of providers. Every function of the library is called, with a document that it opens and with what is
            no document, with right arguments and wrong ones, and what comes is compared with what sheaf_provider(3) says. Each
            check has a process of its own, confined as a provider host is, so that a crash costs that check. One check
            renders pages unconfined, too, and compares the pixels.

            A call that takes longer than --timeout hangs; by default that is how long a provider host is let live. Exit status 1
            where a rule is broken.
            """,
        usesReader: false,
        options: [
            .init(
                "only", value: "CHECK", help: "make this check only; may be given again (\"--json\" shows their names)"),
            .init(
                "pages", value: "N",
                help: "render so many to find leaks, 8 or more (default: \(ProviderTrial.defaultPages))"),
            ProviderFile.settingOption, PasswordSource.option, ProviderFile.unconfinedOption,
        ],
        parse: TestProviderCommand.init)
}

/// Which library to check, with which document.
struct TestProviderCommand: Command {
    var file: ProviderFile
    /// The checks to make.
    var checks: [String]
    var pages: Int
    /// Whether `--timeout` says how long a call may take.
    var isTimed: Bool

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        file = try ProviderFile(line)
        pages = try line.whole("pages", 8...1_000_000, "pages") ?? ProviderTrial.defaultPages
        let wanted = line.line.all("only")
        for name in wanted where !ProviderTrial.names.contains(name) {
            throw line.mistake("there is no check \(name): there are \(ProviderTrial.names.joined(separator: ", "))")
        }
        checks = wanted.isEmpty ? ProviderTrial.names : ProviderTrial.names.filter { wanted.contains($0) }
        isTimed = line.has("timeout")
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let document = SharedDescriptor(try file.open())
        let trial = ProviderTrial(
            library: file.library, document: document, path: file.path, settings: file.settings,
            password: try file.password.given(),
            pages: pages, callTime: file.callTime(session, isTimed: isTimed),
            conditions: file.isUnconfined ? .unconfined : .confined)
        var crashes = SeenCrashes()
        var counts: [ProviderTrial.Result.Verdict: Int] = [:]
        for name in checks {
            let result: ProviderTrial.Result?
            do throws(OSError) { result = try trial.check(name) } catch { throw ControlError(error) }
            guard let result else { continue }
            counts[result.verdict, default: 0] += 1
            let lines = result.lines(console.style) { fault in
                if let check = crashes.check(of: fault, in: name) {
                    return (true, ["          came   \(TerminalText.safe(fault.came)), as in \(check)"])
                }
                let settings = file.settings.flatMap { ["--set", "\($0.key)=\($0.value)"] }
                let words = ["--only", name] + settings + ["--timeout", "3600"]
                return (
                    false,
                    ["          gdb    \(file.debugging("test-provider", words, isConfined: !file.isUnconfined))"]
                )
            }
            try console.show(result.json, as: lines.joined(separator: "\n"))
            if result.endsTrial { break }
        }
        let (passed, failed, absent) = (counts[.passed] ?? 0, counts[.failed] ?? 0, counts[.absent] ?? 0)
        if !console.isJSON {
            try console.print(
                "\(Units.count(passed + failed + absent, "check")): \(passed) passed, \(failed) failed, \(absent) had nothing to check"
            )
        }
        guard failed == 0 else {
            throw ControlError(
                "\(file.library) breaks rules in \(Units.count(failed, "check")): what is above says which, and where sheaf_provider(3) "
                    + "has them; \"sheafctl test-provider --only CHECK\" makes one again")
        }
    }
}

/// The crashes of a trial that were told: each is told once, by its signal, what was asked and the page.
private struct SeenCrashes {
    private var checks: [String: String] = [:]

    /// The check that has come to the same end first, as it was asked the same of the same page; nil where there is none.
    mutating func check(of fault: ProviderTrial.Fault, in check: String) -> String? {
        // "render page 3 at scale 0.5, …": of any size it is the same crash.
        let asked = fault.asked.split(separator: " ").prefix { $0 != "at" }.joined(separator: " ")
        let key = "\(asked)\n\(fault.came)"
        if let first = checks[key] { return first }
        checks[key] = check
        return nil
    }
}

extension ProviderTrial.Result {
    enum Verdict: String {
        case passed, failed, absent
    }

    var verdict: Verdict { !faults.isEmpty ? .failed : absence != nil ? .absent : .passed }

    /// The check on a line, and below it what went wrong.
    ///
    /// - Parameter ended: the lines that follow a fault by which the process has ended.
    func lines(_ style: Style, ended: (ProviderTrial.Fault) -> (isKnown: Bool, lines: [String])) -> [String] {
        let emphasis: Style.Emphasis =
            switch verdict {
            case .passed: .good
            case .failed: .bad
            case .absent: .faint
            }
        let word = style(emphasis, DisplayText.padded(verdict.rawValue, to: 6))
        let detail = ([summary] + measured + [absence].compactMap { $0 }).joined(separator: "; ")
        let first = "\(word)  \(DisplayText.padded(name, to: 12))  \(TerminalText.safe(detail))"
        return [first]
            + faults.flatMap { fault in
                let asked = "          asked  \(TerminalText.safe(fault.asked))"
                let end = fault.isEnd ? ended(fault) : (isKnown: false, lines: [])
                if end.isKnown { return [asked] + end.lines }
                return [
                    asked, "          came   \(TerminalText.safe(fault.came))",
                    "          rule   \"\(fault.rule)\" (provider-abi.md, \(fault.section))",
                ] + end.lines
            }
    }

    /// The result of the check as JSON, for scripts.
    var json: JSONObject {
        [
            "check": name, "summary": summary, "result": verdict.rawValue, "measured": measured,
            "reason": absence,
            "faults": faults.map {
                ["asked": $0.asked, "came": $0.came, "rule": $0.rule, "section": $0.section] as JSONObject
            },
        ]
    }
}
