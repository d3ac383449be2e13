/// An EPUB that is made for a test, with what a test says of its package.
package struct Book {
    /// The files beside the container and the package, by their paths.
    package var files: [(name: String, content: [UInt8])] = []
    /// The path of the package.
    package var package = "OEBPS/content.opf"
    /// The beginning of the package.
    package var declaration = "<?xml version=\"1.0\"?>"
    package var metadata = ""
    package var manifest = ""
    package var spine = ""
    /// Attributes of the spine.
    package var spineAttributes = ""
    /// The container; nil: the one that names the package.
    package var container: String?
    /// The folder of the archive that all is in.
    package var folder = ""

    /// Chapters of a line, each an item of the manifest with the id c0, c1, ..., and in the spine.
    package init(chapters: [String] = []) {
        for (index, text) in chapters.enumerated() {
            add("OEBPS/c\(index).xhtml", Book.page("<p>\(text)</p>"))
            declare("c\(index)", "c\(index).xhtml")
        }
    }

    /// A file of XHTML.
    package static func page(_ body: String, head: String = "") -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title>\(head)</head>\
        <body>\(body)</body></html>
        """
    }

    package mutating func add(_ name: String, _ content: String) {
        files.append((name, Array(content.utf8)))
    }

    /// Declares a file, and puts it into the spine.
    package mutating func declare(
        _ id: String, _ href: String, type: String = "application/xhtml+xml", attributes: String = "",
        isRead: Bool = true
    ) {
        manifest += "<item id=\"\(id)\" href=\"\(href)\" media-type=\"\(type)\" \(attributes)/>"
        if isRead { spine += "<itemref idref=\"\(id)\"/>" }
    }

    package var bytes: [UInt8] {
        let container =
            container
                ?? """
                <?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
                <rootfile full-path="\(package)" media-type="application/oebps-package+xml"/></rootfiles></container>
                """
        let document = """
            \(declaration)<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="u"><metadata
            xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Made</dc:title>\(metadata)</metadata>\
            <manifest>\(manifest)</manifest><spine \(spineAttributes)>\(spine)</spine></package>
            """
        let all =
            [("mimetype", Array("application/epub+zip".utf8)), ("META-INF/container.xml", Array(container.utf8))]
            + [(package, Array(document.utf8))] + files
        return Self.archive(all.map { (folder + $0.0, $0.1) })
    }

    /// A ZIP archive without compression and without checksums. Providers do not look at these.
    package static func archive(_ files: [(name: String, content: [UInt8])]) -> [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> ($0 * 8) & 0xff) } }
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for (name, content) in files {
            let common =
                number(10, 2) + number(0, 12) + number(content.count, 4) + number(content.count, 4)
                + number(name.utf8.count, 2) + number(0, 2)
            directory +=
                Array("PK\u{1}\u{2}".utf8) + number(10, 2) + common + number(0, 10) + number(archive.count, 4)
                + Array(name.utf8)
            archive += Array("PK\u{3}\u{4}".utf8) + common + Array(name.utf8) + content
        }
        return archive + directory + Array("PK\u{5}\u{6}".utf8) + number(0, 4) + number(files.count, 2)
            + number(files.count, 2) + number(directory.count, 4) + number(archive.count, 4) + number(0, 2)
    }
}
