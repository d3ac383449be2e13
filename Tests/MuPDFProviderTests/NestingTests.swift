import CSheafProvider
import Testing

/// Documents that nest so deeply that MuPDF would run out of stack.
@Suite struct NestingTests {
    private let provider: TestProvider

    init() throws { provider = try TestProvider("sheaf-mupdf") }

    @Test(arguments: [1, 63, 64, 65, 100_000])
    func anOutlineIsReadHoweverDeepItIs(depth: Int) throws {
        let entries = (0..<depth).map { number in
            let below = number + 1 < depth ? "/First \(101 + number) 0 R/Last \(101 + number) 0 R/Count 1" : ""
            return "\(100 + number) 0 obj <</Title(\(number + 1))/Dest[3 0 R/Fit]\(below)>> endobj"
        }
        let root = "99 0 obj <</Type/Outlines/First 100 0 R/Last 100 0 R/Count \(depth)>> endobj"
        let bytes = Documents.pdf(
            content: "", objects: ([root] + entries).joined(separator: "\n"), catalog: "/Outlines 99 0 R")
        let document = try provider.open(bytes)
        let outline = try document.outline()
        #expect(outline.map(\.text) == (1...min(depth, 64)).map { "\($0)" })
        #expect(outline.map(\.level) == (0..<min(depth, 64)).map { UInt32($0) })
        #expect(outline.allSatisfy { $0.page == 0 })
    }

    /// An outline ends whose entries follow each other in a circle, or that lies below itself.
    @Test(arguments: ["/Next 100 0 R", "/First 100 0 R", "/First 101 0 R/Next 99 0 R"])
    func anOutlineThatLeadsIntoItselfEnds(links: String) throws {
        let bytes = Documents.pdf(
            content: "",
            objects: """
                99 0 obj <</Type/Outlines/First 100 0 R>> endobj
                100 0 obj <</Title(A)\(links)>> endobj
                101 0 obj <</Title(B)/Next 100 0 R>> endobj
                """, catalog: "/Outlines 99 0 R")
        #expect(try provider.open(bytes).outline().map(\.text).first == "A")
    }

    /// A page whose right half is filled by a shading with a function of so many nested conditions, and whose left half is black.
    private func page(functionDepth: Int) throws -> (left: [UInt8], right: [UInt8]) {
        let code =
            "{ " + String(repeating: "true { ", count: functionDepth) + "pop 0.5 "
            + String(repeating: "} if ", count: functionDepth) + "}"
        let bytes = Documents.pdf(
            content: "0 0 100 100 re f q 100 0 100 100 re W n /S sh Q",
            resources: """
                <</Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 200 0]/Extend[true true]/Function 50 0 R>>>>>>
                """,
            objects: """
                50 0 obj <</FunctionType 4/Domain[0 1]/Range[0 1]/Length \(code.utf8.count)>> stream
                \(code)
                endstream endobj
                """)
        let canvas = try provider.open(bytes).rendered(0)
        func pixel(_ x: Int) -> [UInt8] { Array(canvas[x, 50].prefix(3)) }
        return (pixel(50), pixel(150))
    }

    @Test func aFunctionThatNestsTooDeeplyIsLeftOutAndTheRestIsDrawn() throws {
        let usual = try page(functionDepth: 100)
        #expect(usual.left == [0, 0, 0] && usual.right == [191, 191, 191])
        let deep = try page(functionDepth: 200_000)
        #expect(deep.left == [0, 0, 0] && deep.right == [255, 255, 255])
    }
}
