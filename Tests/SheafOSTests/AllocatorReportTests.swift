import SheafOS
import Testing

@Suite struct AllocatorReportTests {
    @Test func theAllocatorSaysAllOfIt() throws {
        let text = try AllocatorReport.text()
        #expect(text.hasPrefix("<malloc version=\"1\">\n") && text.hasSuffix("</malloc>\n"))
    }
}
