import PageModel
import SheafOS
import Testing

@testable import ProviderHost
@testable import SheafService

/// What the service takes of what a host says that it has done.
@Suite struct HostAnswersTests {
    private static let capacity = 400

    private func result(bytes: Int, of memory: SharedDescriptor, format: PixelFormat) -> Result<
        RenderedMemory, HostError
    > {
        let rendition = Rendition(
            document: DocumentID(1), page: PageID(0), scale: 1, rotation: .upright,
            region: PixelRegion(all: PixelSize(width: 10, height: 10)), format: format)
        let page = RenderedPage(bytes: bytes, stride: format == .bgrx8888 ? 40 : 0, isCuttable: false, microseconds: 1)
        return RenderedMemory.sealed(memory, capacity: Self.capacity, as: page, of: rendition, number: 1)
    }

    private func memory(_ size: Int, isSealed: Bool) throws -> SharedDescriptor {
        let memory = SharedDescriptor(try Memfd.create(name: "page", size: size))
        if isSealed { try Memfd.seal(memory.number) }
        return memory
    }

    /// Viewers map it: nobody may change it under their hands.
    @Test func aPageThatCanBeChangedIsNone() throws {
        #expect(throws: HostError.self) {
            try result(bytes: 400, of: try memory(400, isSealed: false), format: .bgrx8888).get()
        }
        let sealed = try result(bytes: 400, of: try memory(400, isSealed: true), format: .bgrx8888).get()
        #expect(sealed.bytes == 400 && sealed.stride == 40)
    }

    @Test(arguments: [(100, 100, true), (100, 400, false), (400, 100, false), (401, 401, false), (0, 0, false)])
    func anEncodedPageFillsItsMemory(bytes: Int, size: Int, isTaken: Bool) throws {
        let result = result(bytes: bytes, of: try memory(size, isSealed: true), format: .png)
        #expect((try? result.get().bytes) == (isTaken ? bytes : nil))
    }

    /// Hosts and the service mean the same by a page's size.
    @Test func sidesOfPagesHaveTheSameLimitsEverywhere() {
        #expect(PageSize.sides == HostLimits.pageSide)
    }
}
