import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Documents that end or occupy MuPDF. It costs them their host, and the other documents in it a little time.
@Suite struct MuPDFAttackTests {
    /// A PDF of these objects, the first of which is its catalog.
    private static func pdf(_ objects: [[UInt8]]) -> [UInt8] {
        var file = Array("%PDF-1.7\n".utf8)
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(file.count)
            file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        let table = file.count
        file += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
        for offset in offsets {
            let digits = String(offset)
            file += Array((String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n").utf8)
        }
        return file
            + Array("trailer <</Size \(objects.count + 1) /Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n".utf8)
    }

    private static func stream(_ fields: String, _ content: [UInt8]) -> [UInt8] {
        Array("<<\(fields) /Length \(content.count)>>\nstream\n".utf8) + content + Array("\nendstream".utf8)
    }

    /// A PDF with one page, these resources and this content; `more` are its objects from 5 on.
    private static func page(
        _ content: [UInt8], resources: String = "", catalog: String = "", more: [[UInt8]] = []
    ) -> [UInt8] {
        pdf(
            [
                Array("<</Type /Catalog /Pages 2 0 R \(catalog)>>".utf8),
                Array("<</Type /Pages /Count 1 /Kids [3 0 R]>>".utf8),
                Array(
                    "<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources <<\(resources)>>>>"
                        .utf8),
                stream("", content),
            ] + more)
    }

    private static let good = page(Array("1 0 0 rg 10 10 60 170 re f 0 0 1 rg 90 90 60 60 re f".utf8))

    /// Outlines within each other, 100,000 deep.
    private static func outline() -> [UInt8] {
        let depth = 100_000
        let entries = (0..<depth).map { index in
            Array("<</Title (a) /Parent \(index + 5) 0 R\(index + 1 < depth ? " /First \(index + 7) 0 R" : "")>>".utf8)
        }
        return page(
            [], catalog: "/Outlines 5 0 R", more: [Array("<</Type /Outlines /First 6 0 R>>".utf8)] + entries)
    }

    /// FictionBook sections within each other.
    private static func sections() -> [UInt8] {
        let depth = 100_000
        return Array(
            "<?xml version=\"1.0\"?><FictionBook xmlns=\"http://www.gribuser.ru/xml/fictionbook/2.0\"><body>".utf8)
            + Array(String(repeating: "<section>", count: depth).utf8) + Array("<p>a</p>".utf8)
            + Array(String(repeating: "</section>", count: depth).utf8) + Array("</body></FictionBook>".utf8)
    }

    /// Blocks of a PostScript function within each other.
    private static func function() -> [UInt8] {
        let depth = 200_000
        let code = Array((String(repeating: "{", count: depth) + String(repeating: "}", count: depth)).utf8)
        return page(
            Array("/C cs 0.5 scn 0 0 100 100 re f".utf8),
            resources: "/ColorSpace <</C [/Separation /X /DeviceRGB 5 0 R]>>",
            more: [stream("/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]", code)])
    }

    private static func path() -> [UInt8] {
        var content = Array("0 0 m\n".utf8)
        let steps = (0..<200).map { Array("\($0 * 83 % 199) \($0 * 61 % 197) l\n".utf8) }
        for index in 0..<3_000_000 { content += steps[index % steps.count] }
        return page(content + Array("f*".utf8))
    }

    private static func pattern() -> [UInt8] {
        page(
            Array("/Pattern cs /P scn 0 0 200 200 re f".utf8), resources: "/Pattern <</P 5 0 R>>",
            more: [
                stream(
                    "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources <<>>",
                    Array("0 0 1 1 re f".utf8))
            ])
    }

    /// 300,000 patches, each over the whole page.
    private static func shading() -> [UInt8] {
        var patches: [UInt8] = []
        for index in 0..<300_000 {
            patches.append(0)
            for byte in 0..<36 { patches.append(UInt8(truncatingIfNeeded: index &* 37 &+ byte &* 101)) }
        }
        return page(
            Array("/S sh".utf8), resources: "/Shading <</S 5 0 R>>",
            more: [
                stream(
                    "/ShadingType 6 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 "
                        + "/Decode [0 200 0 200 0 1 0 1 0 1]", patches)
            ])
    }

    private let test: TestSupervisor

    init() throws {
        test = try TestSupervisor(providers: ["sheaf-mupdf"]) { $0.cancelGrace = 200_000 }
    }

    private func open(_ bytes: [UInt8]) throws -> Result<HostDocument, HostError> {
        let memory = try Memfd.create(name: "document", size: 0)
        try Memfd.write(bytes, to: memory.number, at: 0)
        let examined = try test.examine(SharedDescriptor(memory))
        return try test.result { self.test.supervisor.open(examined, provider: "mupdf", completion: $0) }
    }

    private func pixels(of document: HostDocument) throws -> [UInt8] {
        let job = try test.job(page: 0, width: 200, height: 200)
        let rendered = try test.result { document.render(job, completion: $0) }.get()
        return test.bytes(of: job, count: rendered.bytes)
    }

    @Test(arguments: [
        Case("an outline 100,000 deep", outline), Case("sections 100,000 deep", sections),
        Case("a function 200,000 deep", function),
    ])
    func oneThatIsTooDeepEndsItsHostAtMost(document: Case<@Sendable () -> [UInt8]>) throws {
        let good = try open(Self.good).get()
        let before = try pixels(of: good)
        if case .success(let bad) = try open(document.value()) {
            _ = try test.failure { bad.contents(.outline, completion: $0) }
            let job = try test.job(page: 0)
            _ = try test.failure { bad.render(job, completion: $0) }
        }
        #expect(try pixels(of: good) == before)
        #expect(good.failure == nil)
    }

    /// A cancelled render that does not end is ended with its host, and the host's other requests are made again.
    @Test(arguments: [
        Case("a path of 3,000,000 points", path), Case("a pattern in steps of 0.001", pattern),
        Case("a shading of 300,000 patches", shading),
    ])
    func oneThatGoesOnWhenItIsCancelledDoesNotHoldUpOthers(document: Case<@Sendable () -> [UInt8]>) throws {
        let good = try open(Self.good).get()
        let before = try pixels(of: good)
        let bad = try open(document.value()).get()
        let host = try #require(test.pids.first)
        let job = try test.job(page: 0, width: 200, height: 200)
        var ended: HostError.Code?
        let ticket = bad.render(job) { result in
            if case .failure(let error) = result { ended = error.code }
        }
        try test.eventually { ticket.isServed }
        ticket.cancel()
        #expect(try pixels(of: good) == before)
        try test.eventually { ended != nil }
        #expect(ended == .cancelled && bad.failure == nil && good.failure == nil)
        print(
            "MuPDFAttackTests: \(document.testDescription): its host was \(test.pids.contains(host) ? "kept" : "ended")"
        )
    }
}
