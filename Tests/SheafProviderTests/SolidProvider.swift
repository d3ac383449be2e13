import Glibc
import SheafProvider

final class SolidProvider: Provider, Probing {
    static let name = "solid"
    static let version = "1"
    static let summary = "one page in one color"

    init(host: Host) throws(ProviderError) {}

    func probe(_ source: Source, request: borrowing Request) throws(ProviderError) -> Certainty {
        try color(of: source) == nil ? .no : .certain
    }

    func open(_ source: Source, request: borrowing Request) throws(ProviderError) -> SolidDocument {
        guard let color = try color(of: source) else {
            throw ProviderError(errno: EBADMSG, "cannot open the document: line 1 is not \"solid rrggbb\"")
        }
        return SolidDocument(color: color)
    }

    private func color(of source: Source) throws(ProviderError) -> UInt32? {
        let words = String(decoding: try source.read(12), as: UTF8.self).split(separator: " ")
        guard words.count == 2, words[0] == "solid" else { return nil }
        return UInt32(words[1], radix: 16)
    }
}

final class SolidDocument: Document, Counted {
    private let color: UInt32

    init(color: UInt32) {
        self.color = color
    }

    func pageCount(request: borrowing Request) throws(ProviderError) -> PageCount { .exact(1) }

    func metrics(of page: PageID, request: borrowing Request) throws(ProviderError) -> PageMetrics {
        guard page == PageID(0) else { throw .noPage }
        return PageMetrics(width: 595, height: 842)
    }

    func render(
        _ rendering: RenderRequest, into pixels: inout PixelBuffer, request: borrowing Request
    ) throws(ProviderError) {
        guard rendering.page == PageID(0) else { throw .noPage }
        for y in 0..<pixels.height {
            try request.checkCancelled()
            var row = pixels.row(y)
            for x in row.indices { row[x] = 0xff00_0000 | color }
        }
    }
}
