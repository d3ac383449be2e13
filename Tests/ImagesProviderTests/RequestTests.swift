import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

extension ImagesProviderTests {
    /// Pages, regions and formats that a request to the images provider may name, and how requests are cancelled.
    @Suite struct RequestTests {
        /// A region of one that can be read in any order does not take as long as the page.
        @Test(arguments: [
            ("jpeg", true), ("progressive", true), ("png", true), ("webp", true), ("tiff", true), ("gif", true),
            ("avif", true), ("tiled", false),
        ])
        func whatIsDecodedFromItsBeginningIsSequential(name: String, isSequential: Bool) throws {
            let request = TestRequest()
            _ = try Images.open(Images.sample(name), request)
            #expect(request.traits == (isSequential ? SHEAF_DOCUMENT_SEQUENTIAL : 0))
        }

        @Test func aDrawingIsNotSequential() throws {
            let request = TestRequest()
            _ = try Images.open(Images.svg, request)
            #expect(request.traits == 0)
        }

        @Test(arguments: [Int64(-1), 1, .max, .min])
        func pageThatIsNotThereIsRefused(page: Int64) throws {
            let document = try Images.open(Images.sample("png"))
            let refusal = #expect(throws: Refusal.self) { _ = try document.metrics(page) }
            #expect(refusal?.code == SHEAF_END)
            #expect(throws: Refusal.self) { try document.render(page: page, width: 1, height: 1) }
        }

        @Test(arguments: [
            (0.0, 0, 0), (-1, 0, 0), (.nan, 0, 0), (.infinity, 0, 0), (1e9, 0, 0), (1e-3, 0, 0), (1, -1, 0),
            (1, 302, 0),
            (1, 0, 202), (1, .max - 5, 0), (1, .min + 5, 0),
        ])
        func regionOutsideThePageIsRefused(scale: Double, x: Int32, y: Int32) throws {
            let refusal = #expect(throws: Refusal.self) {
                try Images.open(Images.sample("png")).render(scale: scale, x: Int(x), y: Int(y), width: 4, height: 4)
            }
            #expect(refusal?.code == -EINVAL && refusal?.text?.isEmpty == false)
        }

        @Test func oddRotationAndFormatAreRefused() throws {
            let document = try Images.open(Images.sample("png"))
            #expect(throws: Refusal(code: -EINVAL, text: "a page can't be turned by 45 degrees")) {
                try document.render(rotation: 45, width: 4, height: 4)
            }
            #expect(throws: Refusal(code: -ENOTSUP, text: "there is no pixel format 7")) {
                try document.render(width: 4, height: 4) { $0.format = 7 }
            }
        }

        @Test func tinyPageHasOnePixel() throws {
            _ = try Images.open(Images.sample("jpeg")).render(scale: 1e-4, width: 1, height: 1)
        }

        /// Wherever it is looked for.
        @Test(arguments: ["jpeg", "progressive", "png", "webp", "tiff", "heif", "avif", "jxl", "gif", "cmyk"])
        func renderIsCancelledAtAnyLook(sample: String) throws {
            let document = try Images.open(Images.sample(sample))
            let expected = try document.whole()
            let full = TestRequest()
            _ = try document.render(width: 305, height: 205, request: full)
            #expect(full.questions > 0)
            for look in Set([0, 1, full.questions / 2, full.questions - 1]) {
                let request = TestRequest()
                request.cancelledFrom = look
                let refusal = #expect(throws: Refusal.self) {
                    try document.render(width: 305, height: 205, request: request)
                }
                #expect(refusal?.code == SHEAF_CANCELLED, "look \(look) of \(full.questions): \(refusal?.text ?? "")")
            }
            #expect(try document.whole() == expected)
        }

        @Test func openingIsCancelled() throws {
            let request = TestRequest()
            request.cancelledFrom = 0
            let refusal = #expect(throws: Refusal.self) { _ = try Images.open(Images.sample("webp"), request) }
            #expect(refusal?.code == SHEAF_CANCELLED)
        }
    }
}
