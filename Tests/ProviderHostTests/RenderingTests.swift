import CImageDecode
import Glibc
import SheafOS
import Testing

@testable import HostProtocol
@testable import HostSupervision

@Suite struct RenderingTests {
    @Test func pixelsAreThoseOfThePage() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=3")
        for page in 0..<3 as Range<Int64> { #expect(try test.renderFailure(document, page: page) == nil) }
    }

    @Test func replySaysHowManyBytesAndWhichStride() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let job = try test.job(page: 1, width: 7, height: 5)
        let rendered = try test.result { document.render(job, completion: $0) }.get()
        #expect(rendered.bytes == 140 && rendered.stride == 28)
        #expect(test.bytes(of: job, count: 140) == TestSupervisor.pixels(page: 1, count: 35))
    }

    @Test(arguments: [RenderFormat.bgrx8888, .png, .jpeg(quality: 90), .webp(quality: 90)])
    func renderedMemoryIsSealedAndHoldsThePageAlone(format: RenderFormat) throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let job = try test.job(page: 0, format: format)
        let rendered = try test.result { document.render(job, completion: $0) }.get()
        #expect(try Memfd.seals(of: job.target.descriptor.number) == Memfd.finalSeals)
        #expect(try Memfd.size(of: job.target.descriptor.number) == rendered.bytes)
    }

    @Test(arguments: [RenderFormat.png, .jpeg(quality: 90), .webp(quality: 90)])
    func encodedPageDecodesToThePage(format: RenderFormat) throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let job = try test.job(page: 2, format: format, width: 300, height: 1_001)
        let rendered = try test.result { document.render(job, completion: $0) }.get()
        #expect(rendered.stride == 0)
        let encoded = test.bytes(of: job, count: rendered.bytes)
        var decoded = [UInt8](repeating: 0, count: 300 * 1_001 * 3)
        var (width, height): (UInt32, UInt32) = (0, 0)
        let decode =
            switch format {
            case .bgrx8888, .png: image_decode_png
            case .jpeg: image_decode_jpeg
            case .webp: image_decode_webp
            }
        #expect(decode(encoded, encoded.count, &decoded, decoded.count, &width, &height) == 0)
        #expect(width == 300 && height == 1_001)
        let expected = TestSupervisor.colour(of: 2).reversed().map { Int($0) }
        // JPEG and WebP lose a little of the colour.
        let tolerance = format == .png ? 0 : 3
        let worst = decoded.indices.map { abs(Int(decoded[$0]) - expected[$0 % 3]) }.max()
        #expect(try #require(worst) <= tolerance)
    }

    /// Pixels that are there are encoded as they are, or as means of squares of them. Of the squares in the last column and the last row
    /// one column and one row are there.
    @Test(arguments: [1, 2, 4]) func pixelsThatAreThereAreEncoded(shrink: Int) throws {
        let (width, height, left) = (23, 9, 5)
        let (columns, rows) = ((width - 1) * shrink + 1, (height - 1) * shrink + 1)
        let stride = 4 * (columns + left)
        let source = (0..<stride * rows).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7 &+ $0 / 11) }
        let memory = try TestSupervisor.memory(source.count)
        #expect(pwrite(memory.descriptor.number, source, source.count, 0) == source.count)
        let test = try TestSupervisor()
        let document = try test.open()
        var job = try test.job(page: 2, format: .png, width: Int32(width), height: Int32(height))
        job.pixels = RenderedPixels(memory: memory.descriptor, offset: 4 * left, stride: stride, shrink: shrink)
        let rendered = try test.result { document.render(job, completion: $0) }.get()
        let encoded = test.bytes(of: job, count: rendered.bytes)
        var decoded = [UInt8](repeating: 0, count: width * height * 3)
        var size: (UInt32, UInt32) = (0, 0)
        #expect(image_decode_png(encoded, encoded.count, &decoded, decoded.count, &size.0, &size.1) == 0)
        let count = shrink * shrink
        let expected = (0..<height).flatMap { y in
            (0..<width).flatMap { x in
                [2, 1, 0].map { channel in
                    let sum = (0..<count).reduce(0) { sum, place in
                        let row = min(y * shrink + place / shrink, rows - 1)
                        let column = min(x * shrink + place % shrink, columns - 1)
                        return sum + Int(source[row * stride + 4 * (left + column) + channel])
                    }
                    return UInt8((sum + count / 2) / count)
                }
            }
        }
        #expect(decoded == expected)
    }

    /// Memory that ends before the first row of a square, and squares that nothing is made of.
    @Test(arguments: [(2, 4 * 19 * 16, 10), (4, 4 * 19 * 16, 5), (2, 4 * 19 * 16, 9), (5, 1 << 20, 1), (0, 1 << 20, 1)])
    func pixelsThatAreNotThereAreRefused(shrink: Int, bytes: Int, width: Int32) throws {
        let test = try TestSupervisor()
        let document = try test.open()
        var job = try test.job(page: 2, format: .png, width: width + 1, height: 9)
        job.pixels = RenderedPixels(
            memory: try TestSupervisor.memory(bytes).descriptor, offset: 0, stride: 4 * 19, shrink: shrink)
        #expect(try test.failure { document.render(job, completion: $0) }?.code == .invalid(parameter: "pixels"))
        #expect(try test.renderFailure(document, page: 0) == nil)
    }

    @Test(arguments: [RenderFormat.png, .jpeg(quality: 90), .webp(quality: 90)])
    func encodedPageThatDoesNotFitIsAnErrorAndTheHostLives(format: RenderFormat) throws {
        let test = try TestSupervisor()
        let document = try test.open()
        var job = try test.job(page: 0, format: format)
        job.target = try TestSupervisor.memory(20)
        #expect(try test.failure { document.render(job, completion: $0) }?.code == .tooLarge)
        #expect(try test.renderFailure(document, page: 0) == nil)
        #expect(test.supervisor.hosts.count == 1)
    }

    @Test func hostDoesNotWriteBeyondTheMemory() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        var job = try test.job(page: 0)
        job.target = try TestSupervisor.memory(39_999)
        #expect(try test.failure { document.render(job, completion: $0) }?.code == .tooLarge)
        #expect(try Memfd.size(of: job.target.descriptor.number) == 39_999)
    }

    /// A change of a job that makes no sense.
    struct Nonsense: CustomTestStringConvertible {
        let testDescription: String
        let code: HostError.Code
        let change: @Sendable (inout RenderJob) -> Void

        init(_ name: String, _ code: HostError.Code, _ change: @escaping @Sendable (inout RenderJob) -> Void) {
            testDescription = name
            self.code = code
            self.change = change
        }
    }

    @Test(arguments: [
        Nonsense("no pixel across", .invalid(parameter: "region")) { $0.width = 0 },
        Nonsense("less than none down", .invalid(parameter: "region")) { $0.height = -5 },
        Nonsense("left of the page", .invalid(parameter: "region")) { $0.x = -1 },
        Nonsense("an edge that overflows", .invalid(parameter: "region")) { ($0.x, $0.width) = (.max, 2) },
        Nonsense("scale 0", .invalid(parameter: "scale")) { $0.scale = 0 },
        Nonsense("scale -1", .invalid(parameter: "scale")) { $0.scale = -1 },
        Nonsense("scale NaN", .invalid(parameter: "scale")) { $0.scale = .nan },
        Nonsense("scale infinity", .invalid(parameter: "scale")) { $0.scale = .infinity },
        Nonsense("45 degrees", .invalid(parameter: "rotation")) { $0.rotation = 45 },
        Nonsense("100,000 by 100,000", .tooLarge) { ($0.width, $0.height) = (100_000, 100_000) },
        Nonsense("as large as can be said", .tooLarge) { ($0.width, $0.height) = (.max, .max) },
        Nonsense("60,000 by 60,000", .tooLarge) { ($0.width, $0.height) = (60_000, 60_000) },
        Nonsense("a WebP of 16,384 pixels across", .tooLarge) {
            ($0.format, $0.width, $0.height) = (.webp(quality: 85), HostLimits.webpSide + 1, 1)
        },
        Nonsense("a WebP of quality 0", .invalid(parameter: "quality")) { $0.format = .webp(quality: 0) },
        Nonsense("a WebP of quality 101", .invalid(parameter: "quality")) { $0.format = .webp(quality: 101) },
    ])
    func jobsThatMakeNoSenseAreRefused(nonsense: Nonsense) throws {
        let test = try TestSupervisor()
        let document = try test.open()
        var job = try test.job(page: 0)
        nonsense.change(&job)
        #expect(try test.failure { document.render(job, completion: $0) }?.code == nonsense.code)
        #expect(try test.renderFailure(document, page: 0) == nil)
    }

    @Test func pageThatIsNotThereIsAnError() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=3")
        #expect(try test.renderFailure(document, page: 3)?.code == .noSuchPage)
        #expect(try test.failure { document.metrics(of: 9, completion: $0) }?.code == .noSuchPage)
    }

    @Test func providersErrorComesWithItsWords() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=2\npage=1 fail=1")
        let error = try test.renderFailure(document, page: 1)
        #expect(error == HostError(.documentError(errno: EIO), "it fails, as asked for"))
        #expect(try test.renderFailure(document, page: 0) == nil)
    }

    @Test func pagesAreNamedMeasuredAndFound() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=5 width=200 height=300")
        #expect(try test.result { document.pageIDs(from: 3, length: 10, completion: $0) } == .success([3, 4]))
        #expect(try test.result { document.page(1, after: 3, completion: $0) } == .success(4))
        #expect(try test.result { document.page(0, after: nil, completion: $0) } == .success(0))
        #expect(try test.failure { document.page(1, after: 4, completion: $0) }?.code == .endOfDocument)
        #expect(try test.failure { document.page(-1, after: 0, completion: $0) }?.code == .endOfDocument)
        let metrics = try test.result { document.metrics(of: 4, completion: $0) }.get()
        #expect(metrics == PageMetrics(width: 200, height: 300, label: "", isExact: true))
        #expect(try test.result { document.findIndex(label: "4", completion: $0) } == .success(3))
        #expect(try test.failure { document.findIndex(label: "iv", completion: $0) }?.code == .noSuchPage)
        #expect(try test.result { document.pageCount(completion: $0) } == .success(.exact(5)))
    }

    @Test func pagesAreNamedAndMeasuredInOneRequest() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=5 width=200 height=300")
        let one = PageMetrics(width: 200, height: 300, label: "", isExact: true)
        #expect(
            try test.result { document.lookUp(from: 3, length: 10, completion: $0) }
                == .success(PageLookUp(pages: [3, 4], metrics: [one, one])))
        #expect(
            try test.result { document.lookUp(from: 5, length: 1, completion: $0) }
                == .success(PageLookUp(pages: [], metrics: [])))
        let tooMany = HostLimits.metricsAtOnce + 1
        for (index, length, parameter) in [(-1, 1, "index"), (0, 0, "length"), (0, tooMany, "length")] {
            let error = try test.failure { document.lookUp(from: Int64(index), length: length, completion: $0) }
            #expect(error?.code == .invalid(parameter: parameter))
        }
    }

    @Test func functionThatAProviderLacksIsUnsupported() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        #expect(
            try test.failure { document.contents(.outline, completion: $0) }?.code == .unsupported(function: "outline"))
        #expect(try test.failure { document.hit(0, x: 1, y: 1, completion: $0) }?.code == .unsupported(function: "hit"))
        #expect(try test.failure { document.refresh(completion: $0) }?.code == .unsupported(function: "refresh"))
    }
}
