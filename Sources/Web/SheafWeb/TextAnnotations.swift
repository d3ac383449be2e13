import SheafInterface

/// The text of pages as IIIF clients take it: annotations with where they are on their canvas.
struct TextAnnotations {
    /// The URL that everything of this server begins with.
    let base: String
    let document: LibraryDocument

    /// A place where words were found.
    struct Match {
        let index: Int
        let before, text, after: String
        /// In points of the upright page.
        let boxes: [DocumentInterface.Box]
        /// On the page behind, where it goes on there.
        var rest: [DocumentInterface.Box] = []
    }

    static let pageType = "application/ld+json;profile=\"http://iiif.io/api/presentation/3/context.json\""
    static let resultType = "application/ld+json;profile=\"http://iiif.io/api/search/2/context.json\""

    private var manifest: String { "\(base)/iiif/presentation/3/\(document.name)" }

    private func canvas(_ index: Int) -> String { "\(manifest)/canvas/\(index + 1)" }

    /// Where the text of a page is.
    func textURL(of index: Int) -> String { "\(canvas(index))/text.json" }

    /// Where the document is searched.
    var searchURL: String { "\(base)/iiif/search/2/\(document.name)" }

    /// Runs of the text of a page, each a line or a part of one.
    ///
    /// - Parameter first: the number of the first one on its page.
    func lines(_ runs: [DocumentInterface.Run], from first: Int, on image: PageImage, of index: Int) -> [JSONTree] {
        runs.enumerated().map { number, run in
            annotation(
                "\(canvas(index))/text/\(first + number + 1)", "supplementing", run.text, at: run.place.box, of: index,
                on: image)
        }
    }

    /// The text of a page (Presentation API 3.0, 5.6).
    func page(_ index: Int, _ lines: [JSONTree]) -> JSONTree {
        [
            "@context": "http://iiif.io/api/presentation/3/context.json", "id": .string(textURL(of: index)),
            "type": "AnnotationPage", "items": .array(lines),
        ]
    }

    /// The matches of a search (Content Search API 2.0): an annotation for each box, and for each match its context.
    ///
    /// - Parameters:
    ///   - request: the URL that was asked for.
    ///   - ignored: names of parameters that are not understood.
    ///   - images: of the pages with matches.
    func results(
        _ matches: [Match], ignored: [String], request: String, images: [Int: PageImage]
    ) -> JSONTree {
        var items: [JSONTree] = []
        var contexts: [JSONTree] = []
        for (number, match) in matches.enumerated() {
            guard let image = images[match.index] else { continue }
            let id = "\(canvas(match.index))/match/\(number + 1)"
            for (part, box) in match.boxes.enumerated() {
                items.append(
                    annotation("\(id)/\(part + 1)", "highlighting", match.text, at: box, of: match.index, on: image))
            }
            guard !match.boxes.isEmpty else { continue }
            let quote: JSONTree = [
                "type": "TextQuoteSelector", "prefix": .string(match.before), "exact": .string(match.text),
                "suffix": .string(match.after),
            ]
            contexts.append([
                "id": .string("\(id)/context"), "type": "Annotation", "motivation": "contextualizing",
                "target": ["type": "SpecificResource", "source": .string("\(id)/1"), "selector": [quote]],
            ])
        }
        let page: JSONTree = [
            "@context": "http://iiif.io/api/search/2/context.json", "id": .string(request), "type": "AnnotationPage",
            "items": .array(items),
        ]
        let context: JSONTree = [
            "id": .string("\(request)#context"), "type": "AnnotationPage", "items": .array(contexts),
        ]
        return
            page
            .with("annotations", contexts.isEmpty ? nil : [context])
            .with("ignored", ignored.isEmpty ? nil : .array(ignored.map { .string($0) }))
    }

    private func annotation(
        _ id: String, _ motivation: String, _ text: String, at box: DocumentInterface.Box, of index: Int,
        on image: PageImage
    ) -> JSONTree {
        [
            "id": .string(id), "type": "Annotation", "motivation": .string(motivation),
            "body": ["type": "TextualBody", "value": .string(text), "format": "text/plain"],
            "target": .string("\(canvas(index))#xywh=\(Self.region(of: box, on: image))"),
        ]
    }

    /// A box in pixels of the canvas, as a media fragment has it: no less than the box, and within the canvas.
    private static func region(of box: DocumentInterface.Box, on image: PageImage) -> String {
        func side(_ low: Double, _ high: Double, _ length: Int) -> (Int, Int) {
            let start = min(max(Int((low * image.scale).rounded(.down)), 0), length - 1)
            let end = min(max(Int((high * image.scale).rounded(.up)), start + 1), length)
            return (start, end - start)
        }
        let (x, width) = side(box.x0, box.x1, image.width)
        let (y, height) = side(box.y0, box.y1, image.height)
        return "\(x),\(y),\(width),\(height)"
    }
}
