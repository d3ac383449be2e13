/// An EPUB that is made for a test, with what a test says of its package.
struct Book {
    /// The files beside the container and the package, by their paths.
    var files: [(name: String, content: [UInt8])] = []
    /// The path of the package.
    var package = "OEBPS/content.opf"
    /// The beginning of the package.
    var declaration = "<?xml version=\"1.0\"?>"
    var metadata = ""
    var manifest = ""
    var spine = ""
    /// Attributes of the spine.
    var spineAttributes = ""
    /// The container; nil: the one that names the package.
    var container: String?
    /// The folder of the archive that all is in.
    var folder = ""

    /// Chapters of a line, each an item of the manifest with the id c0, c1, ..., and in the spine.
    init(chapters: [String] = []) {
        for (index, text) in chapters.enumerated() {
            add("OEBPS/c\(index).xhtml", Book.page("<p>\(text)</p>"))
            declare("c\(index)", "c\(index).xhtml")
        }
    }

    /// A file of XHTML.
    static func page(_ body: String, head: String = "") -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title>\(head)</head>\
        <body>\(body)</body></html>
        """
    }

    mutating func add(_ name: String, _ content: String) {
        files.append((name, Array(content.utf8)))
    }

    /// Declares a file, and puts it into the spine.
    mutating func declare(
        _ id: String, _ href: String, type: String = "application/xhtml+xml", attributes: String = "",
        isRead: Bool = true
    ) {
        manifest += "<item id=\"\(id)\" href=\"\(href)\" media-type=\"\(type)\" \(attributes)/>"
        if isRead { spine += "<itemref idref=\"\(id)\"/>" }
    }

    var bytes: [UInt8] {
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
        return Documents.archive(all.map { (folder + $0.0, $0.1) })
    }
}
