import SheafOS
import Testing

@Suite struct CommandLineOptionsTests {
    private static let options = [
        CommandLineOptions.Option("size", value: "WxH", help: "the size"),
        .init("output", letter: "o", value: "FILE", help: "where to"),
        .init("json", help: "as JSON"),
    ]

    @Test func optionsAndArgumentsMixInAnyOrder() throws {
        let line = try CommandLineOptions(
            ["open", "--size=1x2", "a.pdf", "-o", "x", "--json", "-3", "--", "--size"], options: Self.options)
        #expect(line.arguments == ["open", "a.pdf", "-3", "--size"])
        #expect(line.value("size") == "1x2")
        #expect(line.value("output") == "x")
        #expect(line.has("json"))
        #expect(line.value("missing") == nil)
    }

    @Test(arguments: [
        (["--colour"], "there is no option --colour"), (["--size"], "--size needs a value: --size WxH"),
        (["--json=1"], "--json takes no value"), (["-x"], "there is no option -x"),
    ])
    func mistakesAreNamed(words: [String], text: String) {
        #expect(throws: CommandLineOptions.Failure(text)) {
            _ = try CommandLineOptions(words, options: Self.options)
        }
    }

    @Test func helpIsAligned() {
        #expect(
            CommandLineOptions.help(Self.options)
                == "  --size WxH          the size\n  -o, --output FILE   where to\n  --json              as JSON\n")
    }
}
