import Glibc
import SheafOS
import TestSupport
import Testing

@testable import SheafControl

/// The words that the completion offers, in real shells.
@Suite struct CompletionTests {
    /// A shell that completes, and how it is asked what it offers for the last word of a line.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish

        /// The options with which it reads no files of its user.
        var arguments: String {
            switch self {
            case .bash: "--norc"
            case .zsh: "-f"
            case .fish: "--no-config"
            }
        }

        /// - Parameters:
        ///   - folder: where the completions are.
        ///   - build: where the programs are.
        func script(_ words: [String], _ folder: String, _ build: String) -> String {
            switch self {
            case .bash:
                """
                PATH='\(build)':$PATH
                . '\(folder)/sheafctl'
                COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
                COMP_CWORD=\(words.count - 1)
                _\(words[0])
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            case .zsh:
                // What is built into its completion, which there is only where somebody types.
                """
                PATH='\(build)':$PATH
                compadd() { while [[ $1 == -* ]]; do [[ $1 == -- ]] && { shift; break }; shift; done; print -rl -- "$@" }
                _files() { print -r -- FILES }
                words=(\(words.map { "'\($0)'" }.joined(separator: " ")))
                CURRENT=$#words
                set --
                . '\(folder)/_sheafctl'
                """
            case .fish:
                """
                set -x PATH '\(build)' $PATH
                source '\(folder)/sheafctl.fish'
                complete -C '\(words.joined(separator: " "))'
                """
            }
        }
    }

    /// The words that are offered for the last one of a line.
    private static func offered(_ words: String..., in shell: Shell = .bash) throws -> Set<String> {
        try offered(words, in: shell)
    }

    private static func offered(_ words: [String], in shell: Shell) throws -> Set<String> {
        let executable = realpath("/proc/self/exe", nil)
        defer { free(executable) }
        let build = executable.map { String(cString: $0) }?.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        let file = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let path = "/tmp/sheaf-completion-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let stream = try #require(fopen(path, "w"))
        defer { unlink(path) }
        fputs(shell.script(words, file + "/packaging/completion", build ?? ""), stream)
        fclose(stream)
        let output = try #require(popen("timeout -s KILL 60 \(shell.rawValue) \(shell.arguments) \(path)", "r"))
        defer { pclose(output) }
        var text: [UInt8] = []
        while case let byte = fgetc(output), byte != EOF { text.append(UInt8(byte)) }
        let last = words.last ?? ""
        return Set(
            String(decoding: text, as: UTF8.self).split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
                .filter { shell != .zsh || $0.hasPrefix(last) || $0 == "FILES" })
    }

    @Test(arguments: [Shell.zsh, .fish]) func otherShellsOfferTheSame(shell: Shell) throws {
        #expect(try Self.offered("sheafctl", "", in: shell) == Set(VerbList.sheafctl.all.map(\.name)))
        #expect(try Self.offered("sheafctl", "--reader", "ab", "hi", in: shell) == ["history", "hit"])
        for verb in [Verb.open, .view, .page, .export] {
            let options = (verb.options + Settings.options).map { "--\($0.name)" }
            #expect(try Self.offered("sheafctl", verb.name, "--", in: shell) == Set(options))
        }
        for line in [
            ["open", "x", "--fit"], ["spread"], ["log-level"], ["axis"], ["page", "x", "--format"],
            ["view", "x", "--format"], ["metrics", "x", "--format"],
        ] {
            let words = ["sheafctl"] + line + [""]
            #expect(try Self.offered(words, in: shell) == Self.offered(words, in: .bash))
        }
        #expect(
            try Self.offered("sheafd", "--", in: shell) == [
                "--socket", "--config", "--user", "--on-demand", "--provider-path", "--check-config", "--version",
                "--help",
            ])
    }

    @Test(
        arguments: cases([
            ("open x", true), ("open x -o", false), ("page x -o", true), ("page x --output", true),
            ("export x --password-file", true), ("--socket", true), ("next --axis", false), ("next", false),
        ]))
    func filesAreOfferedWhereAFileIsNamed(line: Case<Bool>) throws {
        let words = ["sheafctl"] + line.testDescription.split(separator: " ").map(String.init)
        #expect(try Self.offered(words + [""], in: .zsh).contains("FILES") == line.value)
    }

    @Test(arguments: ["next --reader a", "--reader a"]) func readersThatTheServiceKnowsAreOffered(line: String) throws {
        let service = try RecordedService([.init(replies: [RecordedReply.readers])])
        try service.run("--complete \(line)")
        #expect(service.lines == ["ab12\n"])
    }

    @Test func everyVerbIsOffered() throws {
        #expect(try Self.offered("sheafctl", "") == Set(VerbList.sheafctl.all.map(\.name)))
        #expect(try Self.offered("sheafctl", "--reader", "ab", "hi") == ["history", "hit"])
    }

    @Test(arguments: VerbList.sheafctl.all)
    func everyOptionOfAVerbIsOffered(verb: Verb) throws {
        let options = (verb.options + Settings.options).map { "--\($0.name)" }
        #expect(try Self.offered("sheafctl", verb.name, "--") == Set(options))
    }

    @Test func theOptionsOfTheServiceAreOffered() throws {
        #expect(
            try Self.offered("sheafd", "--") == [
                "--socket", "--config", "--user", "--on-demand", "--provider-path", "--check-config", "--version",
                "--help",
            ])
    }

    @Test func valuesAreOfferedWhereThereAreOnlySoMany() throws {
        #expect(try Self.offered("sheafctl", "open", "x", "--fit", "") == ["page", "width", "height"])
        #expect(try Self.offered("sheafctl", "spread", "l") == ["leaf"])
        #expect(try Self.offered("sheafctl", "report", "") == ["WA", "DA", "WD", "DD"])
        #expect(try Self.offered("sheafctl", "looks", "--paper", "") == ["day", "sepia", "night", "inverted"])
        #expect(try Self.offered("sheafctl", "help", "sp") == ["spread"])
        #expect(try Self.offered("sheafctl", "status", "").isEmpty)
        #expect(try Self.offered("sheafctl", "neither-verb-nor-file", "").isEmpty)
        #expect(try Self.offered("sheafctl", "view", "x", "--format", "") == ["kitty", "sixel", "symbols"])
        #expect(try Self.offered("sheafctl", "page", "x", "--format", "") == ["png", "jpeg", "webp", "bgrx8888"])
        #expect(try Self.offered("sheafctl", "metrics", "x", "--format", "") == ["prometheus", "openmetrics"])
        #expect(
            try Self.offered("sheafctl", "new-provider", "x", "--language", "")
                == Set(SkeletonLanguage.allCases.map(\.rawValue)))
        #expect(try Self.offered("sheafctl", "log-level", "") == ["error", "warning", "notice", "info", "debug"])
        #expect(try Self.offered("sheafctl", "log-target", "") == ["auto", "journal", "console", "null"])
    }
}
