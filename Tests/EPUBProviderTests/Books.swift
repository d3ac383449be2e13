import CSheafProvider
import Glibc
import ProviderTestHost

/// The provider, and books that are made for it.
enum Books {
    /// A host of its own, with the provider loaded.
    static func host() throws -> TestHost {
        try TestHost(table(ofLibrary: productsFolder() + "/libsheaf-epub.so"))
    }

    static func open(_ book: Book) throws -> TestDocument {
        try host().open(TestSource(bytes: book.bytes))
    }

    /// An open book of which all pages are counted.
    static func counted(_ bytes: [UInt8]) throws -> TestDocument {
        let document = try host().open(TestSource(bytes: bytes))
        while try document.count().kind == SHEAF_COUNTING {}
        return document
    }

    /// How sure the provider is that a book is its own.
    static func probe(_ book: Book) throws -> UInt32 {
        try host().probe(TestSource(bytes: book.bytes))
    }

    /// A book whose pages have sizes of their own, with a page for each body.
    static func fixed(_ bodies: [String] = [], head: String = viewport(600, 800), metadata: String = "") -> Book {
        var book = Book()
        book.metadata = "<meta property=\"rendition:layout\">pre-paginated</meta>" + metadata
        for (index, body) in bodies.enumerated() {
            book.add("OEBPS/p\(index).xhtml", Book.page(body, head: head))
            book.declare("p\(index)", "p\(index).xhtml")
        }
        return book
    }

    static func viewport(_ width: Int, _ height: Int) -> String {
        "<meta name=\"viewport\" content=\"width=\(width), height=\(height)\"/>" + plain
    }

    /// A style sheet of pages without margins.
    static let plain = "<style>body,p{margin:0} p{position:absolute;left:40px;top:30px;font-size:20px}</style>"

    /// A picture of one colour.
    static func picture(_ width: Int, _ height: Int, red: UInt8, green: UInt8, blue: UInt8) -> [UInt8] {
        Array("P6\n\(width) \(height)\n255\n".utf8) + (0..<width * height).flatMap { _ in [red, green, blue] }
    }

    /// A PNG with one red pixel.
    static let redPixel: [UInt8] = [
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
        0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53,
        0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xf8, 0xcf, 0xc0, 0x00,
        0x00, 0x03, 0x01, 0x01, 0x00, 0xf7, 0x03, 0x41, 0x43, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e,
        0x44, 0xae, 0x42, 0x60, 0x82,
    ]

    /// The bytes of a file of this machine.
    static func file(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw CommandFailure(status: errno, output: path) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }
}

extension TestDocument {
    /// The metadata of a book by its keys.
    func said() throws -> [String: String] {
        try Dictionary(uniqueKeysWithValues: metadata().map { ($0.key ?? "", $0.text ?? "") })
    }

    /// The lines of a page.
    func lines(_ page: Int64) throws -> [String] {
        try text(page).map { $0.text ?? "" }
    }

    func size(_ page: Int64) throws -> [Double] {
        let metrics = try metrics(page)
        return [metrics.width, metrics.height]
    }
}
