import CSheafProvider
import Glibc
import Testing

/// Pages, regions and settings that a request to the MuPDF provider may name, and how requests are cancelled.
@Suite struct RequestTests {
    private let provider: TestProvider
    private let policy: TestDocument

    init() throws {
        provider = try TestProvider("sheaf-mupdf")
        policy = try provider.open(Documents.policy)
    }

    @Test(arguments: [Int64(-1), Documents.pages, .max, .min])
    func pageThatIsNotThereIsRefused(page: Int64) throws {
        let failure = #expect(throws: TestProvider.Failure.self) { _ = try policy.metrics(page) }
        #expect(failure?.code == SHEAF_END)
        #expect(throws: TestProvider.Failure.self) { _ = try policy.text(page) }
        #expect(throws: TestProvider.Failure.self) { try policy.render(page, into: Canvas(width: 1, height: 1)) }
    }

    @Test(arguments: [
        (0.0, 0, 0), (-1, 0, 0), (.nan, 0, 0), (.infinity, 0, 0), (1e9, 0, 0), (1e-3, 0, 0), (1, -1, 0), (1, 609, 0),
        (1, 0, 789), (1, .max - 5, 0), (1, .min + 5, 0),
    ])
    func regionOutsideThePageIsRefused(scale: Double, x: Int32, y: Int32) throws {
        let canvas = Canvas(width: 4, height: 4)
        let failure = #expect(throws: TestProvider.Failure.self) {
            try policy.render(0, scale: scale, into: canvas, x: Int(x), y: Int(y))
        }
        #expect(failure?.code == -EINVAL && failure?.text?.isEmpty == false)
        #expect(canvas.equals(Canvas(width: 4, height: 4)))
    }

    @Test func oddRotationIsRefused() throws {
        let failure = #expect(throws: TestProvider.Failure.self) {
            try policy.render(0, rotation: 45, into: Canvas(width: 4, height: 4))
        }
        #expect(failure == .init(code: -EINVAL, text: "a page can't be turned by 45 degrees"))
    }

    @Test func tinyPageHasOnePixel() throws {
        #expect(try policy.render(0, scale: 1e-4, into: Canvas(width: 1, height: 1)) == 0)
    }

    @Test func runningRenderIsCancelledFromAnotherThread() throws {
        let document = try provider.open(Documents.endless)
        let canvas = Canvas(width: 200, height: 100)
        for looks in [0, 1, 10] {
            let request = TestRequest()
            let canceller = Canceller(request, afterLooks: looks)
            #expect(try document.render(0, into: canvas, request) == SHEAF_CANCELLED)
            canceller.join()
        }
        let request = TestRequest()
        let canceller = Canceller(request, afterLooks: 5)
        #expect(try document.text(0, request).isEmpty)
        canceller.join()
        #expect(try policy.rendered(3).equals(try provider.open(Documents.policy).rendered(3)))
    }

    @Test func cancelledRequestDoesNotBegin() throws {
        let request = TestRequest()
        request.cancel()
        let canvas = Canvas(width: 4, height: 4)
        #expect(try policy.render(0, into: canvas, request) == SHEAF_CANCELLED)
        #expect(canvas.equals(Canvas(width: 4, height: 4)))
        let failure = #expect(throws: TestProvider.Failure.self) { _ = try provider.open(Documents.policy, request) }
        #expect(failure?.code == SHEAF_CANCELLED)
    }

    @Test func emittingStopsWhereTheHostHasEnough() throws {
        let request = TestRequest()
        request.itemLimit = 5
        _ = try policy.text(20, request)
        #expect(request.items.count == 5)
    }

    @Test(arguments: [
        ("store-size", "12"), ("store-size", "-1"), ("store-size", "64M"), ("store-size", ""),
        ("store-size", "99999999999999999999999"), ("layout-width", "0"), ("layout-width", "nan"),
        ("layout-height", "1e9"), ("layout-em", "12pt"), ("document-css", "maybe"), ("colour", "red"),
    ])
    func badSettingIsRefused(key: String, value: String) throws {
        let failure = #expect(throws: TestProvider.Failure.self) { try provider.configure(key, value) }
        #expect(failure?.code == -EINVAL)
        #expect(failure?.text?.contains("\"\(key == "colour" ? key : value)\"") == true, "\(failure?.text ?? "")")
    }

    @Test(arguments: [("store-size", "8388608"), ("layout-em", "12.5"), ("document-css", "no")])
    func goodSettingIsTaken(key: String, value: String) throws {
        try provider.configure(key, value)
        #expect(try provider.open(Documents.page).rendered(4).width == 420)
    }
}

/// A thread that cancels a request when the provider has asked some times whether it is.
private final class Canceller {
    private final class Work: @unchecked Sendable {
        let request: TestRequest
        let looks: Int

        init(_ request: TestRequest, _ looks: Int) {
            self.request = request
            self.looks = looks
        }
    }

    private var thread = pthread_t()

    init(_ request: TestRequest, afterLooks looks: Int) {
        let work = Unmanaged.passRetained(Work(request, looks))
        pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                work.request.waitForLooks(work.looks)
                work.request.cancel()
                return nil
            }, work.toOpaque())
    }

    func join() {
        pthread_join(thread, nil)
    }
}
