import SheafInterface
import SheafOS
import Varlink

/// A page that the service has handed over. It is drawn out of the memory that it came in.
final class HeldPage {
    let page: ReaderInterface.Page
    private let memory: SharedDescriptor

    /// nil where no memory came with it, or less than is said.
    init?(_ page: ReaderInterface.Page, _ descriptors: VarlinkDescriptors) {
        guard let index = page.fileDescriptor, let memory = descriptors.take(at: index), page.format == .bgrx8888,
            page.size > 0, let size = try? Memfd.size(of: memory.number), size >= page.size
        else { return nil }
        self.page = page
        self.memory = SharedDescriptor(memory)
    }

    /// Whether another one is the same memory, seen in the same way.
    func isSame(as other: HeldPage) -> Bool {
        page.rendition == other.page.rendition && page.index == other.page.index && page.region == other.page.region
            && page.offset == other.page.offset
    }

    /// Returns the bytes that make the terminal show the page, with the matches of a search marked.
    func bytes(
        in frame: PictureFrame, cell: (width: Int, height: Int), format: TerminalPicture.Format,
        marks: [(PagePart, TerminalPicture.Tint)]
    ) throws(OSError) -> [UInt8]? {
        let memory = try SharedMemory(mappingPrivately: memory.number, size: page.size)
        let rectangles = marks.map { part, tint in
            var rectangle = frame
            rectangle.x = Int(part.x * Double(page.pageWidth)) - page.region.x
            rectangle.y = Int(part.y * Double(page.pageHeight)) - page.region.y
            rectangle.width = max(Int((part.width * Double(page.pageWidth)).rounded(.up)), 1)
            rectangle.height = max(Int((part.height * Double(page.pageHeight)).rounded(.up)), 1)
            return (rectangle, tint)
        }
        return TerminalPicture.bytes(
            of: memory, offset: page.offset ?? 0, stride: page.stride, width: page.width, height: page.height,
            frame: frame, cell: cell, format: format, marks: rectangles)
    }
}
