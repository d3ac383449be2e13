import TestSupport
import Testing

@testable import ProviderHost

/// What a manifest declares.
@Suite struct ProviderManifestTests {
    @Test func fontsAreWhatFontconfigReads() throws {
        let fonts = try ProviderManifest("[Provider]\nFonts=yes\n", file: "x").readablePaths
        #expect(fonts.contains("/usr/share/fontconfig") && fonts.contains("/usr/share/fonts"))
        let both = "[Provider]\nFonts=yes\nReadablePaths=/srv/a /usr/share/fonts\n"
        let paths = try ProviderManifest(both, file: "x").readablePaths
        #expect(Set(paths) == Set(fonts + ["/srv/a"]) && paths.count == fonts.count + 1)
        #expect(try ProviderManifest(both + "ReadablePaths=\n", file: "x").readablePaths == fonts)
        #expect(try ProviderManifest(both + "Fonts=no\n", file: "x").readablePaths == ["/srv/a", "/usr/share/fonts"])
        #expect(throws: HostError.self) { try ProviderManifest("[Provider]\nFonts=some\n", file: "x") }
    }

    @Test(arguments: [
        (#"%PDF deck\n"#, #"\n"#), (#"\t"#, #"\t"#), (#"a\\"#, #"\"#), (#"PK\x4"#, #"\x4"#), (#"\xzz"#, #"\xzz"#),
        (#"257:\0"#, #"\0"#),
    ])
    func anUnknownEscapeIsNamedWithThoseThatThereAre(value: String, escape: String) throws {
        let error = #expect(throws: HostError.self) {
            try ProviderManifest("[Provider]\nSignatures=\(value)\n", file: "x")
        }
        let said =
            "x:2: Signatures=\(value) has \(escape), which is no escape; there is only \\x with two hexadecimal digits"
        #expect(error?.message.hasPrefix(said) == true, "\(error as Any)")
    }
}
