import SheafInterface
import SheafOS
import Varlink

// Marks as W3C Web Annotations (https://www.w3.org/TR/annotation-model/).

/// All marks in a document, as an Annotation Page.
struct AnnotationPage: JSONEncodable {
    let digest: String
    let marks: [ReaderInterface.Mark]
    /// The places of the marks as EPUB CFIs, by the ids of the marks; none of a document that is no EPUB.
    let cfis: [String: String]

    func encode(into writer: inout JSONWriter) {
        writer.beginObject()
        // What Sheaf adds is its own: where a page's text begins in a document that flows, colours, and boxes in points.
        writer.raw(#""@context":["http://www.w3.org/ns/anno.jsonld",{"sheaf":"urn:sheaf:"}],"id":"#)
        writer.string("\(WebAnnotation.source)marks:\(digest)")
        writer.raw(#","type":"AnnotationPage","items":["#)
        for mark in marks {
            writer.beginElement()
            WebAnnotation.encode(mark, of: digest, cfi: cfis[mark.mark], into: &writer)
        }
        writer.endArray()
        writer.endObject()
    }
}

/// An annotation that was read.
struct WebAnnotation: JSONDecodable {
    /// The prefix of a document's `source`; the document's digest follows it.
    static let source = "urn:sheaf:"

    /// The number of the annotation in the file, from 0.
    var number = 0
    /// The digest of the document, where the annotation is one of sheafctl's.
    private(set) var digest: String?
    /// The annotation's id of 32 hexadecimal digits; nil where it has no such id.
    private var id: String?
    private var created: Int?
    private var note: String?
    private var color: String?
    private var target = Target()

    private struct Target: JSONDecodable {
        var source: String?
        /// From 0.
        var index: Int?
        var text: String?
        var position: Int?
        var cfi: String?
        var boxes: [ReaderInterface.MarkBox] = []

        init() {}

        init(decoding value: borrowing JSONValue) throws(JSONError) {
            guard value.type == .object else {
                source = try value.string().text
                return
            }
            var fields = try value.fields()
            while fields.next() {
                switch fields.name.text {
                case "source":
                    // An object with an id, where there is more to say of it.
                    source = try? fields.value.string().text
                case "selector": try decode(fields.value)
                case "sheaf:position": position = try Int(decoding: fields.value)
                case "sheaf:boxes": boxes = try [ReaderInterface.MarkBox](decoding: fields.value)
                default: break
                }
            }
        }

        private mutating func decode(_ selector: borrowing JSONValue) throws(JSONError) {
            guard selector.type == .array else { return try decodeOne(selector) }
            var elements = try selector.elements()
            while elements.next() { try decodeOne(elements.value) }
        }

        private mutating func decodeOne(_ selector: borrowing JSONValue) throws(JSONError) {
            guard selector.type == .object else { return }
            var (type, value, exact) = ("", "", String?.none)
            var fields = try selector.fields()
            while fields.next() {
                switch fields.name.text {
                case "type": type = try fields.value.string().text
                case "value": value = (try? fields.value.string().text) ?? ""
                case "exact": exact = try fields.value.string().text
                case "refinedBy": try decode(fields.value)
                default: break
                }
            }
            switch type {
            case "TextQuoteSelector": text = exact
            case "FragmentSelector":
                if value.hasPrefix("epubcfi(") { cfi = value }
                // RFC 8118: "page=3", from 1, and what else there is behind "&".
                let page = value.split(separator: "&").first { $0.hasPrefix("page=") }
                if let number = page.flatMap({ Int($0.dropFirst(5)) }), number > 0 { index = number - 1 }
            default: break
            }
        }
    }

    init(decoding value: borrowing JSONValue) throws(JSONError) {
        var fields = try value.fields()
        while fields.next() {
            let name = fields.name.text
            do throws(JSONError) {
                switch name {
                case "id": id = Self.identifier(try fields.value.string().text)
                case "created": created = Self.seconds(try fields.value.string().text)
                case "body": try decode(body: fields.value)
                case "bodyValue": note = try fields.value.string().text
                case "sheaf:color": color = try fields.value.string().text
                case "target":
                    if fields.value.type == .array {
                        var targets = try fields.value.elements()
                        if targets.next() { target = try Target(decoding: targets.value) }
                    } else {
                        target = try Target(decoding: fields.value)
                    }
                default: break
                }
            } catch {
                throw error.within(name)
            }
        }
        if let source = target.source, source.hasPrefix(Self.source) {
            digest = String(source.dropFirst(Self.source.count))
        }
    }

    private mutating func decode(body: borrowing JSONValue) throws(JSONError) {
        switch body.type {
        case .array:
            var elements = try body.elements()
            while elements.next() { try decode(body: elements.value) }
        case .object:
            var (type, value) = ("", String?.none)
            var fields = try body.fields()
            while fields.next() {
                switch fields.name.text {
                case "type": type = (try? fields.value.string().text) ?? ""
                case "value": value = try? fields.value.string().text
                default: break
                }
            }
            if type == "TextualBody" || type.isEmpty, note == nil { note = value }
        default: break
        }
    }

    /// The place of its mark in an EPUB, as an EPUB CFI; nil where it says a position of Sheaf's, or no such place.
    var cfi: String? { target.position == nil ? target.cfi : nil }

    /// Whether it names a page by its number.
    var hasPage: Bool { target.index != nil }

    /// The mark that it is.
    ///
    /// - Parameter place: where ``cfi`` leads.
    func parameters(
        reader: String, at place: DocumentInterface.FindCFIReply? = nil
    ) -> ReaderInterface.AddMarkParameters {
        let position = target.position ?? place?.position
        return .init(
            reader: reader, index: position == nil ? place?.index ?? target.index : nil, position: position,
            text: target.text, boxes: target.boxes.isEmpty ? nil : target.boxes, note: note, color: color, mark: id,
            created: created)
    }

    // MARK: Writing

    /// Writes a mark.
    static func encode(
        _ mark: ReaderInterface.Mark, of digest: String, cfi: String? = nil, into writer: inout JSONWriter
    ) {
        let digits = Array(mark.mark)
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map {
            String(digits[min($0.lowerBound, digits.count)..<min($0.upperBound, digits.count)])
        }
        let page = mark.index.map { "page=\($0 + 1)" }
        let selectors: [JSONObject] = [
            page.map {
                ["type": "FragmentSelector", "conformsTo": "http://tools.ietf.org/rfc/rfc3778", "value": $0]
            },
            cfi.map {
                [
                    "type": "FragmentSelector", "conformsTo": "http://www.idpf.org/epub/linking/cfi/epub-cfi.html",
                    "value": $0,
                ]
            },
            mark.text.map { ["type": "TextQuoteSelector", "exact": $0] },
        ].compactMap { $0 }
        let body: JSONObject? = mark.note.map { ["type": "TextualBody", "value": $0, "purpose": "commenting"] }
        let target: JSONObject = [
            "source": "\(source)\(digest)", "selector": selectors, "sheaf:position": mark.position,
            // Where the text is, is found again where it is laid out in another way.
            "sheaf:boxes": mark.position == nil && !mark.boxes.isEmpty ? mark.boxes : nil,
        ]
        let annotation: JSONObject = [
            "id": "urn:uuid:\(groups.joined(separator: "-"))", "type": "Annotation",
            "motivation": mark.kind == .bookmark ? "bookmarking" : "highlighting", "created": time(mark.created),
            "modified": time(mark.changed), "body": body, "sheaf:color": mark.color, "target": target,
        ]
        annotation.encode(into: &writer)
    }

    // MARK: Ids and times

    /// The digits of a UUID; nil where an id is none.
    static func identifier(_ text: String) -> String? {
        let digits = text.split(separator: ":").last.map { $0.filter { $0 != "-" } }?.lowercased() ?? ""
        return RandomIdentifier(digits)?.text
    }

    /// "2026-11-23T10:00:00Z" (RFC 3339).
    static func time(_ seconds: Int) -> String {
        let date = Units.date(seconds).split(separator: " ")
        let second = ((seconds % 60) + 60) % 60
        return "\(date[0])T\(date[1]):\(second < 10 ? "0" : "")\(second)Z"
    }

    /// Seconds since 1970; nil where it is no time (RFC 3339), or one before that.
    static func seconds(_ text: String) -> Int? {
        let date = text.prefix(19).split { "-T:t ".contains($0) }.compactMap { Int($0) }
        guard text.utf8.count > 19, date.count == 6 else { return nil }
        var zone = text.dropFirst(19)
        if zone.first == "." { zone = zone.dropFirst().drop { $0.isNumber } }
        var offset = 0
        if zone != "Z", zone != "z" {
            let numbers = zone.dropFirst().split(separator: ":").compactMap { Int($0) }
            guard zone.first == "+" || zone.first == "-", numbers.count == 2 else { return nil }
            offset = (numbers[0] * 60 + numbers[1]) * (zone.first == "-" ? -60 : 60)
        }
        let fields = zip(date, [1_970...9_999, 1...12, 1...31, 0...23, 0...59, 0...60])
        guard fields.allSatisfy({ $1.contains($0) }) else { return nil }
        // As in Units.date: a year begins with March, and 0000-03-01 is 719,468 days before 1970.
        let year = date[1] > 2 ? date[0] : date[0] - 1
        let dayOfYear = (153 * (date[1] > 2 ? date[1] - 3 : date[1] + 9) + 2) / 5 + date[2] - 1
        let days = year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
        let seconds = days * 86_400 + date[3] * 3_600 + date[4] * 60 + date[5] - offset
        return seconds >= 0 ? seconds : nil
    }
}

/// A file of annotations.
enum AnnotationFile {
    /// The longest one, in bytes.
    static let maxSize = 64 << 20

    private struct Content: JSONDecodable {
        var annotations: [WebAnnotation] = []

        init(decoding value: borrowing JSONValue) throws(JSONError) {
            switch value.type {
            case .array: annotations = try [WebAnnotation](decoding: value)
            case .object:
                var fields = try value.fields()
                var hasItems = false
                while fields.next() {
                    switch fields.name.text {
                    case "items":
                        hasItems = true
                        annotations = try [WebAnnotation](decoding: fields.value)
                    // An Annotation Collection.
                    case "first" where fields.value.type == .object:
                        hasItems = true
                        annotations = try Content(decoding: fields.value).annotations
                    default: break
                    }
                }
                if !hasItems { annotations = [try WebAnnotation(decoding: value)] }
            default: throw JSONError(.wrongType(expected: "object or array"))
            }
        }
    }

    /// Reads a file, or standard input where the path is "-".
    static func read(_ path: String) throws(ControlError) -> [WebAnnotation] {
        let bytes: [UInt8]
        do throws(OSError) { bytes = try UserFile.content(of: path, limit: maxSize) } catch {
            throw ControlError("\(error): give a file of W3C Web Annotations of at most \(Units.bytes(maxSize))")
        }
        do throws(JSONError) {
            var annotations = try JSONText.decode(Content.self, from: bytes).annotations
            for index in annotations.indices { annotations[index].number = index }
            return annotations
        } catch {
            throw ControlError(
                "\(path) has no W3C Web Annotations that can be read (\(error)): give one as --export writes it")
        }
    }
}
