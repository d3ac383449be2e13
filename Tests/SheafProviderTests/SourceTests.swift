import CSheafProvider
import Glibc
import ProviderTestHost
import SheafProvider
import Testing

@Suite struct SourceTests {
    @Test func shortReadsAreContinued() throws {
        let source = TestSource("fail 13 a long sentence")
        source.readLimit = 3
        let document = try TestHost(FullProvider.table).open(source)
        #expect(throws: Refusal(code: -13, text: "a long sentence")) { _ = try document.metrics(0) }
    }

    @Test func errorsOfTheHostComeWithTheirPlace() throws {
        let source = TestSource("x")
        let document = try TestHost(FullProvider.table).open(source)
        source.failure = Int64(-EIO)
        #expect(throws: Refusal(code: -EIO, text: "cannot read the document at byte 0: Input/output error")) {
            _ = try document.metrics(0)
        }
    }

    @Test func hostThatClaimsMoreThanItWasAskedForIsNotBelieved() throws {
        let source = TestSource("x")
        let document = try TestHost(FullProvider.table).open(source)
        source.failure = 1_000_000
        #expect(try document.metrics(0).label == "")
    }
}
