import Testing

@testable import SheafReaders
@testable import SheafService

/// The part of a document that lies along an axis.
@Suite struct AxisPartTests {
    /// Also where nobody knows how many pages the document has.
    @Test(arguments: ["20", "about 20", "unknown"]) func aPagePastItIsNone(pages: String) throws {
        let service = try TestService(startingAt: 1_000_000)
        let path = try service.write("sheaf-pattern 1\npages = \(pages)\nwidth = 20\nheight = 30\n")
        let viewer = try service.connect()
        let open = { (index: Int) in
            """
            {"path":"\(path)","viewport":{"width":20,"height":30},"target":{"index":\(index)},\
            "axes":[{"axis":"horizontal","first":4,"pages":3}]}
            """
        }
        #expect(try viewer.call("Open", open(9)).contains("NoSuchPage"))
        #expect(try viewer.call("Open", open(3)).contains("NoSuchPage"))
        let opened = try viewer.call("Open", open(2))
        #expect(opened.contains(#""page":6,"index":2"#), "\(opened)")
        let reader = try #require(service.core.readers.all.first)
        let turn = #"{"reader":"\#(reader.name)","target":{"index":3},"handover":"none"}"#
        #expect(try viewer.call("Navigate", turn).contains("NoSuchPage"))
    }
}
