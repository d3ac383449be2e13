import SheafOS
import Testing

@testable import ProviderChecks

/// The rules that providers are checked against, and the page that they are from.
@Suite struct ABIRuleTests {
    private static func text(_ relative: String, of file: String = #filePath) throws -> String {
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        return try TextFile.read("\(folder)/\(relative)")
    }

    private static func words(_ text: some StringProtocol) -> String {
        text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }

    @Test(arguments: ABIRule.allCases)
    func eachRuleIsInItsSectionInTheseWords(rule: ABIRule) throws {
        let page = try Self.text("docs/provider-abi.md")
        let sections = page.split(separator: "\n## ").flatMap { $0.split(separator: "\n### ") }
        let section = try #require(sections.first { $0.hasPrefix("\(rule.section)\n") }, "no section \(rule.section)")
        #expect(Self.words(section).contains(Self.words(rule.rawValue)))
    }

    @Test(arguments: ABIRule.allCases)
    func eachRuleIsOneThatAProviderBreaksInTheTests(rule: ABIRule) throws {
        #expect(try Self.text("Tests/System/Providers/ProviderTrialTests.swift").contains("(\"\(rule)\", "))
    }
}
