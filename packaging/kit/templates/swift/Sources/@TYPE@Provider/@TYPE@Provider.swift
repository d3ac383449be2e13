// @NAME@: a page provider for Sheaf.
//
// Its documents are texts that begin with a line "@NAME@", and have a page for each further line: a colour as rrggbb. That is for
// you to replace. What a provider and a document can do beside is in provider-swift.md, what it means in sheaf_provider(3).

public import CSheafProvider
import Glibc
import SheafProvider

/// One object lives as long as the process.
final class @TYPE@Provider: Provider, Probing {
    static let name = "@NAME@"
    static let version = "1"
    static let summary = "pages in one colour each"

    private static let signature = "@NAME@\n"
    /// The longest document, in bytes.
    private static let limit = 1 << 20

    init(host: Host) throws(ProviderError) {}

    /// Whether a document is one of these: by its content, not by its name.
    func probe(_ source: Source, request: borrowing Request) throws(ProviderError) -> Certainty {
        let start = try source.read(Self.signature.utf8.count)
        return start.elementsEqual(Self.signature.utf8) ? .certain : .no
    }

    func open(_ source: Source, request: borrowing Request) throws(ProviderError) -> @TYPE@Document {
        let text = String(decoding: try source.read(Self.limit), as: UTF8.self)
        guard text.hasPrefix(Self.signature) else {
            throw ProviderError(errno: EBADMSG, "cannot open the document: it does not begin with a line \"@NAME@\"")
        }
        var colours: [UInt32] = []
        for line in text.dropFirst(Self.signature.count).split(separator: "\n") {
            guard line.utf8.count == 6, let colour = UInt32(line, radix: 16) else {
                throw ProviderError(errno: EBADMSG, "cannot open the document: line \(colours.count + 2) is no colour")
            }
            colours.append(colour)
        }
        return @TYPE@Document(colours: colours)
    }
}

/// A document that is open; it is closed when nobody holds it any more.
final class @TYPE@Document: Document, Counted {
    private let colours: [UInt32]

    init(colours: [UInt32]) {
        self.colours = colours
    }

    func pageCount(request: borrowing Request) throws(ProviderError) -> PageCount { .exact(Int64(colours.count)) }

    func metrics(of page: PageID, request: borrowing Request) throws(ProviderError) -> PageMetrics {
        _ = try colour(of: page)
        return PageMetrics(width: 595, height: 842)
    }

    func render(
        _ rendering: RenderRequest, into pixels: inout PixelBuffer, request: borrowing Request
    ) throws(ProviderError) {
        let pixel = 0xff00_0000 | (try colour(of: rendering.page))
        for y in 0..<pixels.height {
            // Nobody may wait any more: ask every few milliseconds.
            try request.checkCancelled()
            var row = pixels.row(y)
            for x in row.indices { row[x] = pixel }
        }
        // Every region has the pixels that the whole page has there. Leave this out where you don't know.
        pixels.isCuttable = true
    }

    /// Here a page's id is its index.
    private func colour(of page: PageID) throws(ProviderError) -> UInt32 {
        guard let index = Int(exactly: page.rawValue), colours.indices.contains(index) else { throw .noPage }
        return colours[index]
    }
}

@c @implementation public func sheaf_provider_v1() -> UnsafePointer<sheaf_provider>? {
    @TYPE@Provider.table
}
