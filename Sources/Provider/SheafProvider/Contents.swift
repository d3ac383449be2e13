import CSheafProvider

// What documents say, a kind after the other: what is handed over, the protocol of documents that have it, how it goes to the host, and
// the function of the table.

/// Adds the functions of the kinds that a document has.
func addContents<D: Document>(of type: D.Type, to table: inout sheaf_provider) {
    if type is any Textual.Type { unsafe table.text = pageText }
    if type is any Outlined.Type { unsafe table.outline = documentOutline }
    if type is any Linked.Type { unsafe table.links = pageLinks }
    if type is any Searchable.Type { unsafe table.search = searchPage }
    if type is any Described.Type { unsafe table.metadata = documentMetadata }
    if type is any Annotated.Type { unsafe table.annotations = pageAnnotations }
    if type is any Illustrated.Type { unsafe table.pictures = pagePictures }
    if type is any Structured.Type { unsafe table.blocks = pageBlocks }
}

extension Request {
    /// An item, for `emit`.
    fileprivate func item(
        _ kind: UInt32, level: UInt32 = 0, box: Box = Box(x0: 0, y0: 0, x1: 0, y1: 0), destination: Destination? = nil
    ) -> sheaf_item {
        var item = unsafe sheaf_item()
        unsafe item.kind = kind
        unsafe item.level = level
        unsafe item.page = destination?.page.rawValue ?? SHEAF_NO_PAGE
        unsafe (item.x0, item.y0, item.x1, item.y1) = (box.x0, box.y0, box.x1, box.y1)
        unsafe (item.target_x, item.target_y) = (destination?.point.x ?? 0, destination?.point.y ?? 0)
        return unsafe item
    }
}

// MARK: Text

/// A run of text in its box, in reading order.
public struct TextRun: Equatable, Sendable {
    /// The text; it ends in a newline where a line ends.
    public var text: String
    /// Where it stands on the page.
    public var box: Box
    /// Where each of its characters (`unicodeScalars`, but for a newline at the end) stands. Where this is empty they are taken to
    /// share the box evenly.
    public var characters: [Box]

    /// A run of text in its box.
    public init(_ text: String, in box: Box, characters: [Box] = []) {
        self.text = text
        self.box = box
        self.characters = characters
    }
}

/// A document with text.
public protocol Textual: Document {
    /// Hands over the text of a page, run by run in reading order. Let what `emit` throws pass.
    func text(
        on page: PageID, request: borrowing Request, emit: (TextRun) throws(ProviderError) -> Void
    ) throws(ProviderError)
}

extension Request {
    /// Hands over a run of text.
    func emit(_ run: TextRun) throws(ProviderError) {
        let boxes = run.characters.map {
            sheaf_box(x0: Float($0.x0), y0: Float($0.y0), x1: Float($0.x1), y1: Float($0.y1))
        }
        try unsafe boxes.withUnsafeBufferPointer { boxes throws(ProviderError) in
            var item = unsafe item(SHEAF_ITEM_TEXT, box: run.box)
            unsafe (item.boxes, item.box_count) = (boxes.baseAddress, UInt64(boxes.count))
            try unsafe emit(item, text: run.text)
        }
    }
}

func pageText(_ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64) -> Int32 {
    unsafe serve(document, request, as: (any Textual).self) { document, request throws(ProviderError) in
        try document.text(on: page(id), request: request) { item throws(ProviderError) in try request.emit(item) }
    }
}

// MARK: The table of contents

/// An entry of the table of contents.
public struct OutlineEntry: Equatable, Sendable {
    /// The depth of the entry; 0 is the top.
    public var level: UInt32
    /// The title of the entry.
    public var title: String
    /// Where it leads, if anywhere.
    public var destination: Destination?

    /// An entry; they are handed over in the order in which they are read.
    public init(level: UInt32, title: String, destination: Destination?) {
        self.level = level
        self.title = title
        self.destination = destination
    }
}

/// A document with a table of contents.
public protocol Outlined: Document {
    /// Hands over the entries in order. Let what `emit` throws pass.
    func outline(
        request: borrowing Request, emit: (OutlineEntry) throws(ProviderError) -> Void
    ) throws(ProviderError)
}

extension Request {
    /// Hands over an entry of the table of contents.
    func emit(_ entry: OutlineEntry) throws(ProviderError) {
        try unsafe emit(
            item(SHEAF_ITEM_OUTLINE, level: entry.level, destination: entry.destination), text: entry.title)
    }
}

func documentOutline(_ document: OpaquePointer?, _ request: OpaquePointer?) -> Int32 {
    unsafe serve(document, request, as: (any Outlined).self) { document, request throws(ProviderError) in
        try document.outline(request: request) { item throws(ProviderError) in try request.emit(item) }
    }
}

// MARK: Links

/// A link on a page.
public struct Link: Equatable, Sendable {
    /// Where a link leads.
    public enum Target: Equatable, Sendable {
        /// To a page of the same document.
        case destination(Destination)
        /// To the outside.
        case uri(String)
    }

    /// Where it stands on the page.
    public var box: Box
    /// Where it leads.
    public var target: Target

    /// A link that fills a box.
    public init(box: Box, target: Target) {
        self.box = box
        self.target = target
    }
}

/// A document with links.
public protocol Linked: Document {
    /// Hands over the links on a page. Let what `emit` throws pass.
    func links(
        on page: PageID, request: borrowing Request, emit: (Link) throws(ProviderError) -> Void
    ) throws(ProviderError)
}

extension Request {
    /// Hands over a link.
    func emit(_ link: Link) throws(ProviderError) {
        switch link.target {
        case .destination(let destination):
            try unsafe emit(item(SHEAF_ITEM_LINK, box: link.box, destination: destination))
        case .uri(let uri):
            try unsafe emit(item(SHEAF_ITEM_LINK, box: link.box), uri: uri)
        }
    }
}

func pageLinks(_ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64) -> Int32 {
    unsafe serve(document, request, as: (any Linked).self) { document, request throws(ProviderError) in
        try document.links(on: page(id), request: request) { item throws(ProviderError) in try request.emit(item) }
    }
}

// MARK: Searching

/// A place where the words that were searched for stand.
public struct Match: Equatable, Sendable {
    /// Where, on the page.
    public var box: Box
    /// The number of the match: the same for the boxes of one that goes over several lines, another for the next match.
    public var group: UInt32

    /// A match, or its part on one line.
    public init(box: Box, group: UInt32) {
        self.box = box
        self.group = group
    }
}

/// A document that can be searched, a page at a time.
public protocol Searchable: Document {
    /// Hands over where `needle` stands on a page, without regard to case. Let what `emit` throws pass.
    func search(
        for needle: String, on page: PageID, request: borrowing Request, emit: (Match) throws(ProviderError) -> Void
    ) throws(ProviderError)
}

extension Request {
    /// Hands over a match.
    func emit(_ match: Match) throws(ProviderError) {
        try unsafe emit(item(SHEAF_ITEM_MATCH, level: match.group, box: match.box))
    }
}

func searchPage(
    _ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64, _ needle: UnsafePointer<CChar>?
) -> Int32 {
    unsafe serve(document, request, as: (any Searchable).self) { document, request throws(ProviderError) in
        guard let needle = unsafe needle, unsafe needle.pointee != 0 else { throw invalid("something to search for") }
        let words = unsafe String(cString: needle)
        try document.search(for: words, on: page(id), request: request) { item throws(ProviderError) in
            try request.emit(item)
        }
    }
}

// MARK: What a document says of itself

/// Something that is known about a document.
public struct MetadataItem: Equatable, Sendable {
    /// The name of the value, as Dublin Core has it: title, creator, subject, description, publisher, date, format,
    /// language, ...
    public var key: String
    /// The text.
    public var value: String

    /// A value under its key.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

/// A document that tells about itself.
public protocol Described: Document {
    /// Hands over what is known about the document. Let what `emit` throws pass.
    func metadata(
        request: borrowing Request, emit: (MetadataItem) throws(ProviderError) -> Void
    ) throws(ProviderError)
}

extension Request {
    /// Hands over something about the document.
    func emit(_ metadata: MetadataItem) throws(ProviderError) {
        try unsafe emit(item(SHEAF_ITEM_METADATA), key: metadata.key, text: metadata.value)
    }
}

func documentMetadata(_ document: OpaquePointer?, _ request: OpaquePointer?) -> Int32 {
    unsafe serve(document, request, as: (any Described).self) { document, request throws(ProviderError) in
        try document.metadata(request: request) { item throws(ProviderError) in try request.emit(item) }
    }
}

// MARK: Annotations

/// Something that somebody has put on a page: a highlight, a note, a drawing, a stamp.
public struct Annotation: Equatable, Sendable {
    /// The kind of the annotation, as PDF names it, beginning with a small letter: highlight, text (a note), freeText,
    /// ink, stamp, ...
    public var kind: String
    /// Where it stands on the page.
    public var box: Box
    /// The text of the annotation.
    public var text: String
    /// The author of the annotation, where that is known.
    public var author: String?
    /// When it was last changed, in seconds since 1970 (UTC), where that is known.
    public var modified: Int64?

    /// An annotation in its box.
    public init(kind: String, box: Box, text: String = "", author: String? = nil, modified: Int64? = nil) {
        self.kind = kind
        self.box = box
        self.text = text
        self.author = author
        self.modified = modified
    }
}

/// A document with annotations.
public protocol Annotated: Document {
    /// Hands over the annotations on a page; links and form fields are none. Let what `emit` throws pass.
    func annotations(
        on page: PageID, request: borrowing Request, emit: (Annotation) throws(ProviderError) -> Void
    ) throws(ProviderError)
}

extension Request {
    /// Hands over an annotation.
    func emit(_ annotation: Annotation) throws(ProviderError) {
        var item = unsafe item(SHEAF_ITEM_ANNOTATION, box: annotation.box)
        unsafe item.modified = annotation.modified ?? 0
        try unsafe emit(item, key: annotation.kind, text: annotation.text, author: annotation.author)
    }
}

func pageAnnotations(_ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64) -> Int32 {
    unsafe serve(document, request, as: (any Annotated).self) { document, request throws(ProviderError) in
        try document.annotations(on: page(id), request: request) { item throws(ProviderError) in
            try request.emit(item)
        }
    }
}

// MARK: Pictures

/// A document that can say what on a page is a picture.
public protocol Illustrated: Document {
    /// Hands over the boxes of the pictures on a page: they are left as they are where it is shown light on dark. Let what
    /// `emit` throws pass.
    func pictures(
        on page: PageID, request: borrowing Request, emit: (Box) throws(ProviderError) -> Void
    ) throws(ProviderError)
}

extension Request {
    /// Hands over the box of a picture.
    func emit(picture box: Box) throws(ProviderError) {
        try unsafe emit(item(SHEAF_ITEM_PICTURE, box: box))
    }
}

func pagePictures(_ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64) -> Int32 {
    unsafe serve(document, request, as: (any Illustrated).self) { document, request throws(ProviderError) in
        try document.pictures(on: page(id), request: request) { box throws(ProviderError) in
            try request.emit(picture: box)
        }
    }
}

// MARK: Blocks

/// A block of text: a heading, a paragraph, an item of a list, a table.
public struct TextBlock: Equatable, Sendable {
    /// The kind of the block: heading, paragraph, listItem, table, code, rule.
    public var kind: String
    /// Where it stands on the page.
    public var box: Box
    /// The text of the block. An item of a list has its mark; a table has a line for each row, with a tab between
    /// cells.
    public var text: String
    /// The level of the block: 1 to 6 for a heading, the depth from 1 for an item of a list, else 0.
    public var level: UInt32

    /// A block in its box.
    public init(kind: String, box: Box, text: String, level: UInt32 = 0) {
        self.kind = kind
        self.box = box
        self.text = text
        self.level = level
    }
}

/// A document that knows how its text is divided.
public protocol Structured: Document {
    /// Hands over the blocks of a page, in reading order; of one that goes on over pages, what is on this one. Let what `emit` throws
    /// pass.
    func blocks(
        on page: PageID, request: borrowing Request, emit: (TextBlock) throws(ProviderError) -> Void
    ) throws(ProviderError)
}

extension Request {
    /// Hands over a block.
    func emit(_ block: TextBlock) throws(ProviderError) {
        try unsafe emit(
            item(SHEAF_ITEM_BLOCK, level: block.level, box: block.box), key: block.kind, text: block.text)
    }
}

func pageBlocks(_ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64) -> Int32 {
    unsafe serve(document, request, as: (any Structured).self) { document, request throws(ProviderError) in
        try document.blocks(on: page(id), request: request) { item throws(ProviderError) in try request.emit(item) }
    }
}
