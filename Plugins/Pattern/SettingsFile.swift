import Glibc
import SheafProvider

/// The file behind a pattern document: its signature, then lines of `key = value`; `#` begins a comment line.
enum SettingsFile {
    static let signature = "sheaf-pattern 1"
    /// The longest file that is read, in bytes.
    static let sizeLimit = 65_536

    /// Whether the first bytes of a file are those of a pattern document.
    static func recognizes(_ start: [UInt8]) -> Bool {
        let signature = Array(Self.signature.utf8)
        guard start.starts(with: signature) else { return false }
        return start.count == signature.count || [0x0a, 0x0d].contains(start[signature.count])
    }

    static func read(_ source: Source) throws(ProviderError) -> Settings {
        let bytes = try source.read(sizeLimit + 1)
        guard bytes.count <= sizeLimit else { throw malformed("the file is longer than \(sizeLimit) bytes") }
        return try parse(bytes)
    }

    static func parse(_ bytes: [UInt8]) throws(ProviderError) -> Settings {
        guard recognizes(bytes) else { throw malformed("line 1: it is not \"\(signature)\"") }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw malformed("the file is not UTF-8") }
        var settings = Settings()
        var seen: Set<String> = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(2..., lines.dropFirst()) {
            let line = trimmed(line)
            if line.isEmpty || line.first == "#" { continue }
            guard let equals = line.firstIndex(of: "=") else {
                throw malformed("line \(number): it is not \"key = value\"")
            }
            let key = String(trimmed(line[..<equals]))
            let value = trimmed(line[line.index(after: equals)...])
            guard let set = keys[key] else {
                let known = keys.keys.sorted().joined(separator: ", ")
                throw malformed("line \(number): there is no key \"\(key)\"; there are \(known)")
            }
            guard seen.insert(key).inserted else { throw malformed("line \(number): \(key) is there twice") }
            if let expected = set(&settings, String(value)) {
                throw malformed("line \(number): \(key) is \"\(value)\", not \(expected)")
            }
        }
        if seen.isSuperset(of: ["order", "pages"]) { throw malformed("order and pages are both there") }
        return try checked(settings)
    }

    /// Refuses what only makes sense with a number of pages.
    private static func checked(_ settings: Settings) throws(ProviderError) -> Settings {
        if settings.flows {
            guard case .exact = settings.pages, settings.order == nil, !settings.movable else {
                throw malformed("flows = on needs a number of pages, and goes with no order of them")
            }
        }
        guard settings.pages == .unknown, settings.order == nil else { return settings }
        if settings.movable { throw malformed("movable = on needs a number of pages") }
        if settings.outlineEvery > 0 { throw malformed("outline-every needs a number of pages") }
        return settings
    }

    /// Takes a value over; returns what was expected where it is not one.
    private typealias Setter = @Sendable (inout Settings, String) -> String?

    private static let keys: [String: Setter] = [
        "pages": { set(&$0.pages, $1) },
        "counted-by": { set(&$0.countedBy, $1, Settings.pageRange) },
        "width": { set(&$0.width, $1, Settings.lengthRange) },
        "height": { set(&$0.height, $1, Settings.lengthRange) },
        "vary": { set(&$0.vary, $1, Settings.varyRange) },
        "render-ms": { set(&$0.renderMilliseconds, $1, Settings.renderMillisecondsRange) },
        "cost": { set(&$0.cost, $1) },
        "roman-front": { set(&$0.romanFront, $1, Settings.romanFrontRange) },
        "links": { set(&$0.links, $1) },
        "annotations": { set(&$0.annotations, $1, Settings.annotationsRange) },
        "outline-every": { set(&$0.outlineEvery, $1, Settings.pageRange) },
        "title": {
            $0.title = $1; return nil
        },
        "text": {
            $0.text = $1; return nil
        },
        "password": {
            $0.password = $1; return nil
        },
        "seed": { set(&$0.seed, $1, Int64.min...Int64.max) },
        "movable": { set(&$0.movable, $1) },
        "fill": { set(&$0.fill, $1) },
        "order": { set(&$0.order, $1) },
        "revision": { set(&$0.revision, $1, Int64.min...Int64.max) },
        "revised": { set(&$0.revised, $1) },
        "broken": {
            var pages: PageList?
            let expected = set(&pages, $1)
            if let pages { $0.broken = pages }
            return expected
        },
        "orientations": { set(&$0.orientations, $1) },
        "claims": { set(&$0.claims, $1) },
        "picture": { set(&$0.picture, $1) },
        "flows": { set(&$0.flows, $1) },
        "sequential": { set(&$0.isSequential, $1) },
        "blank": {
            var blank = 0.0
            let expected = set(&blank, $1, Settings.blankRange)
            $0.blank = blank
            return expected
        },
    ]

    private static func set(_ field: inout Settings.Pages, _ value: String) -> String? {
        let range = Settings.pageRange
        let words = value.split(separator: " ")
        if value == "unknown" {
            field = .unknown
        } else if let last = words.last, let number = Int64(last), range.contains(number), words.count == 1 {
            field = .exact(number)
        } else if let last = words.last, let number = Int64(last), range.contains(number), words.count == 2,
            words[0] == "about"
        {
            field = .estimated(number)
        } else {
            return "a number from 0 to \(range.upperBound), \"about\" and such a number, or \"unknown\""
        }
        return nil
    }

    private static func set(_ field: inout PageList?, _ value: String) -> String? {
        field = PageList(value, within: 0...Settings.pageRange.upperBound - 1)
        return field == nil ? "pages and ranges, each page once: \"0-4, 9, 5-8\"" : nil
    }

    private static func set(_ field: inout [Settings.Orientation], _ value: String) -> String? {
        field = value.split(separator: " ").compactMap { Settings.Orientation(rawValue: String($0)) }
        let isValid = Set(field).count == field.count && value.split(separator: " ").count == field.count
        return isValid && !field.isEmpty ? nil : "portrait, landscape or both"
    }

    private static func set(_ field: inout Settings.Area?, _ value: String) -> String? {
        let numbers = value.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 4, value.split(separator: " ").count == 4,
            numbers.allSatisfy(Settings.percentRange.contains)
        else { return "four numbers from 0 to 100: x, y, width and height in percent" }
        field = Settings.Area(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        return nil
    }

    private static func set<Number: LosslessStringConvertible & Comparable>(
        _ field: inout Number, _ value: String, _ range: ClosedRange<Number>
    ) -> String? {
        guard let number = Number(value), range.contains(number) else {
            return "a number from \(range.lowerBound) to \(range.upperBound)"
        }
        field = number
        return nil
    }

    private static func set<Choice: RawRepresentable<String> & CaseIterable>(
        _ field: inout Choice, _ value: String
    ) -> String? {
        guard let choice = Choice(rawValue: value) else {
            return Choice.allCases.map(\.rawValue).joined(separator: " or ")
        }
        field = choice
        return nil
    }

    private static func set(_ field: inout Bool, _ value: String) -> String? {
        switch value {
        case "on", "yes": field = true
        case "off", "no": field = false
        default: return "on or off"
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    private static func malformed(_ why: String) -> ProviderError {
        ProviderError(errno: EBADMSG, "cannot read the pattern document: \(why)")
    }
}
