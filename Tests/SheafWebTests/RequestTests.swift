import Testing

@testable import SheafWeb

/// Targets of request lines, which are read before anything else is.
@Suite struct RequestTargetTests {
    @Test func aPathIsItsPartsAndAQueryItsPairs() throws {
        #expect(try RequestTarget("/").parts == [])
        #expect(try RequestTarget("/iiif/3/a%2Fb/full").parts == ["iiif", "3", "a/b", "full"])
        #expect(try RequestTarget("/a/").parts == ["a", ""])
        let target = try RequestTarget("/search?q=caf%C3%A9+au+lait&q=2&page=7&x")
        #expect(target.parts == ["search"] && target.query == ["q": "café au lait", "page": "7", "x": ""])
    }

    @Test(arguments: [
        "", "iiif", "http://host/", "*", "//", "/a//b", "/.", "/..", "/../etc/passwd", "/a/../b", "/a/%2e%2E/b", "/%2e",
        "/%", "/%4", "/%zz", "/%00", "/a%0d%0aX:b", "/%7f", "/%ff", "/%c3", "/%c0%ae%c0%ae", "/%ed%a0%80", "/é", "/a b",
        "/\u{1}",
        "/?q=%", "/?q=%00", "/?%zz",
    ])
    func whatLeadsNowhereIsRefused(_ text: String) {
        #expect(throws: RequestTarget.Refusal.self) { try RequestTarget(text) }
    }

    @Test func aTargetHasALongestLength() throws {
        let longest = "/" + String(repeating: "a", count: RequestTarget.lengthLimit - 1)
        #expect(try RequestTarget(longest).parts.count == 1)
        #expect(throws: RequestTarget.Refusal.tooLong) { try RequestTarget(longest + "a") }
    }

    @Test(
        arguments: [
            (nil, ByteRange.all), ("bytes=0-9", .part(0..<10)), ("bytes=90-", .part(90..<100)),
            ("bytes=-30", .part(70..<100)),
            ("bytes=-300", .part(0..<100)), ("bytes=99-99", .part(99..<100)), ("bytes=50-1000", .part(50..<100)),
            ("bytes=100-", .unsatisfiable), ("bytes=100-200", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=9-3", .all),
            ("bytes=0-9,20-29", .all), ("bytes=", .all), ("bytes=-", .all), ("items=0-9", .all), ("bytes=a-b", .all),
            ("bytes=+1-2", .all), ("bytes=0-99999999999999999999", .all),
            ("bytes=5-999999999999999999", .part(5..<100)),
        ] as [(String?, ByteRange)])
    func aRangeIsAPartOfTheFileOrNone(_ header: String?, _ range: ByteRange) {
        #expect(ByteRange(header, of: 100) == range)
    }

    @Test func ofNothingThereIsNoPart() {
        #expect(ByteRange("bytes=0-", of: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-5", of: 0) == .unsatisfiable)
    }

    @Test func aTagMatchesWhereItIsNamed() {
        let tag = EntityTag.of("a")
        #expect(tag != EntityTag.of("b") && tag.hasPrefix("\"") && tag.hasSuffix("\""))
        #expect(
            EntityTag.matches(tag, tag) && EntityTag.matches("\"x\", \(tag)", tag) && EntityTag.matches("W/\(tag)", tag)
        )
        #expect(EntityTag.matches("*", tag))
        #expect(!EntityTag.matches(nil, tag) && !EntityTag.matches("\"x\"", tag) && !EntityTag.matches("", tag))
    }

    @Test(arguments: [
        "", "a-V-1", "0123456789abcdef", "0123456789abcdef-V-0", "0123456789abcdef-V-01", "0123456789abcdef-V--1",
        "0123456789abcdef-V-1-2", "0123456789abcdef-V-1234567890", "0123456789abcdef-V-", "0123456789abcdef-V0-1",
        "0123456789abcdef-0123456789abcdef-1", "0123456789abcdef-G0123456789abcdef0123456789abcdef-1",
        "0123456789abcdef-0", "0123456789abcdef--1", "0123456789abcdef-1234567890", "../../../../../../etc/passwd",
    ])
    func whatNamesNoImageIsNone(_ text: String) {
        #expect(ImageName(text.replacing("V", with: "0123456789abcdef0123456789abcdef")) == nil)
    }

    @Test func anImageIsNamedByDocumentVersionAndPage() throws {
        let version = "fedcba9876543210fedcba9876543210"
        let name = try #require(ImageName("0123456789abcdef-\(version)-17"))
        #expect(name.document == "0123456789abcdef" && name.version == version && name.index == 16)
        #expect(name.text == "0123456789abcdef-\(version)-17")
        let any = try #require(ImageName("0123456789abcdef-17"))
        #expect(any.version == nil && any.index == 16 && any.text == "0123456789abcdef-17")
    }
}
