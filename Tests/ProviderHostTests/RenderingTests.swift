import CImageDecode
import Glibc
import SheafOS
import Testing

@testable import ProviderHost

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

    @Test func renderedMemoryCanBeSealedAtOnce() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let job = try test.job(page: 0)
        _ = try test.result { document.render(job, completion: $0) }.get()
        try Memfd.seal(job.memory.number)
        #expect(try Memfd.seals(of: job.memory.number) == Memfd.finalSeals)
    }

    @Test(arguments: [RenderFormat.png, .jpeg(quality: 90)])
    func encodedPageDecodesToThePage(format: RenderFormat) throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let job = try test.job(page: 2, format: format, width: 300, height: 1_001)
        let rendered = try test.result { document.render(job, completion: $0) }.get()
        #expect(rendered.stride == 0)
        let encoded = test.bytes(of: job, count: rendered.bytes)
        var decoded = [UInt8](repeating: 0, count: 300 * 1_001 * 3)
        var (width, height): (UInt32, UInt32) = (0, 0)
        let decode = format == .png ? image_decode_png : image_decode_jpeg
        #expect(decode(encoded, encoded.count, &decoded, decoded.count, &width, &height) == 0)
        #expect(width == 300 && height == 1_001)
        let expected = TestSupervisor.colour(of: 2).reversed().map { Int($0) }
        // JPEG loses a little of the colour.
        let tolerance = format == .png ? 0 : 3
        let worst = decoded.indices.map { abs(Int(decoded[$0]) - expected[$0 % 3]) }.max()
        #expect(try #require(worst) <= tolerance)
    }

    @Test func encodedPageThatDoesNotFitIsAnErrorAndTheHostLives() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        var job = try test.job(page: 0, format: .png)
        job.memory = SharedDescriptor(try Memfd.create(name: "small", size: 20))
        job.capacity = 20
        #expect(try test.failure { document.render(job, completion: $0) }?.code == .tooLarge)
        #expect(try test.renderFailure(document, page: 0) == nil)
        #expect(test.supervisor.hosts.count == 1)
    }

    @Test func hostDoesNotWriteBeyondTheMemory() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        var job = try test.job(page: 0)
        job.memory = SharedDescriptor(try Memfd.create(name: "small", size: 39_999))
        #expect(try test.failure { document.render(job, completion: $0) }?.code == .tooLarge)
        #expect(try Memfd.size(of: job.memory.number) == 39_999)
    }

    @Test(
        arguments: [
            (1.0, 0, 0, 0, 0, 1, HostError.Code.invalid(parameter: "region")),
            (1.0, 0, 0, 0, 1, -5, .invalid(parameter: "region")),
            (1.0, 0, -1, 0, 1, 1, .invalid(parameter: "region")),
            (1.0, 0, Int32.max, 0, 2, 1, .invalid(parameter: "region")),
            (0.0, 0, 0, 0, 1, 1, .invalid(parameter: "scale")),
            (-1.0, 0, 0, 0, 1, 1, .invalid(parameter: "scale")),
            (Double.nan, 0, 0, 0, 1, 1, .invalid(parameter: "scale")),
            (Double.infinity, 0, 0, 0, 1, 1, .invalid(parameter: "scale")),
            (1.0, 45, 0, 0, 1, 1, .invalid(parameter: "rotation")),
            (1.0, 0, 0, 0, 100_000, 100_000, .tooLarge),
            (1.0, 0, 0, 0, Int32.max, Int32.max, .invalid(parameter: "region")),
            (1.0, 0, 0, 0, 60_000, 60_000, .tooLarge),
        ] as [(Double, UInt32, Int32, Int32, Int32, Int32, HostError.Code)])
    func jobsThatMakeNoSenseAreRefused(
        scale: Double, rotation: UInt32, x: Int32, y: Int32, width: Int32, height: Int32, code: HostError.Code
    ) throws {
        let test = try TestSupervisor()
        let document = try test.open()
        var job = try test.job(page: 0)
        (job.scale, job.rotation, job.x, job.y, job.width, job.height) = (scale, rotation, x, y, width, height)
        let expected = width == .max ? .tooLarge : code
        #expect(try test.failure { document.render(job, completion: $0) }?.code == expected)
        #expect(try test.renderFailure(document, page: 0) == nil)
    }

    @Test func pageThatIsNotThereIsAnError() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=3")
        #expect(try test.renderFailure(document, page: 3)?.code == .noSuchPage)
        #expect(try test.failure { document.metrics(of: [0, 9], completion: $0) }?.code == .noSuchPage)
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
        let metrics = try test.result { document.metrics(of: [4], completion: $0) }.get()
        #expect(metrics == [PageMetrics(width: 200, height: 300, label: "", isExact: true)])
        #expect(try test.result { document.findIndex(label: "4", completion: $0) } == .success(3))
        #expect(try test.failure { document.findIndex(label: "iv", completion: $0) }?.code == .noSuchPage)
        #expect(try test.result { document.pageCount(completion: $0) } == .success(.exact(5)))
    }

    @Test func functionThatAProviderLacksIsUnsupported() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        #expect(try test.failure { document.outline(completion: $0) }?.code == .unsupported(function: "outline"))
        #expect(try test.failure { document.hit(0, x: 1, y: 1, completion: $0) }?.code == .unsupported(function: "hit"))
        #expect(try test.failure { document.refresh(completion: $0) }?.code == .unsupported(function: "refresh"))
    }
}
