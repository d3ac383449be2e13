package import SheafInterface
package import Varlink

/// A page that was written, as it is told.
package struct WrittenPage: JSONEncodable {
    let page: ReaderInterface.Page
    let output: PageRequest.Output
    /// From sending until the page was there.
    let microseconds: UInt64

    package init(page: ReaderInterface.Page, output: PageRequest.Output, microseconds: UInt64) {
        self.page = page
        self.output = output
        self.microseconds = microseconds
    }

    /// "page 3   850 x 1100 png, 71.5 KiB   rendered   12.4 ms   page.png"
    package func line(_ path: String) -> String {
        let region = page.region
        let isWhole = region.width == page.pageWidth && region.height == page.pageHeight
        let part =
            if let full = page.reducedFrom {
                " reduced from \(full.pageWidth) x \(full.pageHeight)"
            } else {
                isWhole ? "" : " at \(region.x),\(region.y) of \(page.pageWidth) x \(page.pageHeight)"
            }
        return
            "page \(page.index + 1)   \(page.width) x \(page.height)\(part)   \(page.format), \(Units.bytes(page.size))"
            + "   \(page.origin)   \(Units.milliseconds(microseconds))   \(DisplayText.safe(path))"
    }

    package func encode(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key(#","page":"#)
        var page = page
        page.fileDescriptor = nil
        page.encode(into: &writer)
        if case .file(let path) = output {
            writer.key(#","file":"#)
            path.encode(into: &writer)
        }
        writer.key(#","milliseconds":"#)
        (Double(microseconds) / 1_000).encode(into: &writer)
        writer.endObject()
    }
}

extension ReaderInterface.Page {
    /// Whether its rows are those of a larger rendition.
    var isCut: Bool { format == .bgrx8888 && (offset ?? 0 != 0 || stride != width * 4 || size != stride * height) }

    /// As it is in a file: rows without gaps, and nothing else.
    var written: ReaderInterface.Page {
        guard isCut else { return self }
        var page = self
        page.offset = nil
        page.stride = width * 4
        page.size = page.stride * height
        return page
    }
}
