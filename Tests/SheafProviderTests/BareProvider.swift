import SheafProvider

/// A provider that can do only what every provider can.
final class BareProvider: Provider {
    static let name = "bare"
    static let version = "0.1"
    static let summary = "one white page"

    init(host: Host) throws(ProviderError) {}

    func open(_ source: Source, request: borrowing Request) throws(ProviderError) -> BareDocument {
        BareDocument()
    }
}

final class BareDocument: Document {
    func metrics(of page: PageID, request: borrowing Request) throws(ProviderError) -> PageMetrics {
        PageMetrics(width: 10, height: 20, isEstimated: true)
    }

    func render(
        _ rendering: RenderRequest, into pixels: inout PixelBuffer, request: borrowing Request
    ) throws(ProviderError) {
        pixels.fill(columns: 0..<pixels.width, rows: 0..<pixels.height, with: PixelBuffer.white)
    }
}

/// A provider that cannot work here.
final class LameProvider: Provider {
    static let name = "lame"
    static let version = "0.1"
    static let summary = "nothing"

    init(host: Host) throws(ProviderError) {
        throw ProviderError(errno: 2, "cannot find the fonts")
    }

    func open(_ source: Source, request: borrowing Request) throws(ProviderError) -> BareDocument {
        BareDocument()
    }
}
