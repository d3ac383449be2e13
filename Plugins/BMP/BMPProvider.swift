public import CSheafProvider
import Glibc
import SheafProvider

/// BMP files: the bitmaps of Windows and OS/2.
final class BMPProvider: Provider, Probing {
    static let name = "bmp"
    static let version = "1.0"
    static let summary = "BMP, the bitmaps of Windows and OS/2"

    let host: Host

    init(host: Host) throws(ProviderError) { self.host = host }

    func probe(_ source: Source, request: borrowing Request) throws(ProviderError) -> Certainty {
        BitmapHeader.begins(try source.read(BitmapHeader.probedLength)) ? .certain : .no
    }

    func open(_ source: Source, request: borrowing Request) throws(ProviderError) -> BMPDocument {
        BMPDocument(rows: BitmapRows(source, try BitmapHeader(source)), host: host)
    }
}

/// The library's one entry point.
@c @implementation public func sheaf_provider_v1() -> UnsafePointer<sheaf_provider>? {
    unsafe BMPProvider.table
}
