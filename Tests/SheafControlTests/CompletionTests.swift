import Glibc
import SheafOS
import Testing

@testable import SheafControl

/// The words that the completion offers, in a real bash.
@Suite struct CompletionTests {
    /// The words that are offered for the last one of a line.
    private static func offered(_ words: String...) throws -> Set<String> {
        let executable = realpath("/proc/self/exe", nil)
        defer { free(executable) }
        let build = executable.map { String(cString: $0) }?.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        let file = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let script = """
            PATH='\(build ?? "")':$PATH
            . '\(file)/packaging/completion/sheafctl'
            COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
            COMP_CWORD=\(words.count - 1)
            _\(words[0])
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let path = "/tmp/sheaf-completion-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let stream = try #require(fopen(path, "w"))
        defer { unlink(path) }
        fputs(script, stream)
        fclose(stream)
        let output = try #require(popen("timeout -s KILL 60 bash \(path)", "r"))
        defer { pclose(output) }
        var text: [UInt8] = []
        while case let byte = fgetc(output), byte != EOF { text.append(UInt8(byte)) }
        return Set(String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    @Test func everyVerbIsOffered() throws {
        #expect(try Self.offered("sheafctl", "") == Set(Verb.all.map(\.name)))
        #expect(try Self.offered("sheafctl", "--reader", "ab", "hi") == ["history", "hit"])
    }

    @Test(arguments: Verb.all)
    func everyOptionOfAVerbIsOffered(verb: Verb) throws {
        let options = (verb.options + Invocation.commonOptions).map { "--\($0.name)" }
        #expect(try Self.offered("sheafctl", verb.name, "--") == Set(options))
    }

    @Test func theOptionsOfTheServiceAreOffered() throws {
        #expect(try Self.offered("sheafd", "--") == ["--socket", "--config", "--provider-path", "--version", "--help"])
    }

    @Test func valuesAreOfferedWhereThereAreOnlySoMany() throws {
        #expect(try Self.offered("sheafctl", "open", "x", "--fit", "") == ["page", "width", "height"])
        #expect(try Self.offered("sheafctl", "spread", "l") == ["leaf"])
        #expect(try Self.offered("sheafctl", "log-level", "") == ["error", "warning", "notice", "info", "debug"])
        #expect(try Self.offered("sheafctl", "log-target", "") == ["auto", "journal", "console", "null"])
    }
}
