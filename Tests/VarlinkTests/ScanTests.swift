import SheafOS
import Testing

@testable import Varlink

/// Calls that are read in place: what is accepted, and that it is read as the general way reads it.
@Suite struct ScanTests {
    typealias Library = LibraryInterface

    /// A message as the scanner reads it, beside the same message as simdjson reads it.
    private struct Reading {
        var scanned: Library.FindParameters?
        var flags: VarlinkCallFlags = []
        var decoded: Library.FindParameters?
        var decodedFlags: VarlinkCallFlags?
    }

    private static func read(_ message: [UInt8], _ parser: JSONParser) -> Reading {
        var reading = Reading()
        let buffer = InputBuffer(copying: message.span.bytes)
        IncomingMessage(descriptors: VarlinkDescriptors(), buffer: buffer, range: 0..<message.count).scan { scanner in
            guard scanner.beginsCall(), scanner.takes(#"org.example.Library.Find""#), scanner.reachesParameters() else {
                return
            }
            var scan = Library.FindScan(scanner)
            scan.read(&scanner)
            guard scanner.ends() else { return }
            reading.scanned = scan.parameters
            reading.flags = scanner.flags
        }
        try? parser.withValue(of: message.span.bytes) { value throws(JSONError) in
            let envelope = try CallEnvelope(decoding: value)
            guard envelope.method.text == "org.example.Library.Find" else { return }
            reading.decodedFlags = envelope.flags
            reading.decoded = try Library.FindParameters(decoding: envelope.parameters)
        }
        return reading
    }

    private static func call(_ parameters: String, before: String = "", after: String = "") -> String {
        #"{"method":"org.example.Library.Find"\#(before),"parameters":\#(parameters)\#(after)}"#
    }

    private static let plain = #"{"title":"t","spot":{},"exact":true}"#

    @Test(arguments: [
        call(plain),
        call(#"{"exact":false,"spot":{"number":-3,"shelf":"","mood":"sad","edge":"left","lit":true},"title":"a b~!"}"#),
        call(#"{"title":"t","spot":{"shelf":null,"near":null},"other":null,"height":null,"exact":true}"#),
        call(#"{"title":"t","spot":{"number":123456789012345678},"other":{"mood":"happy"},"exact":true}"#),
        call(#"{"title":"t","spot":{"number":-0},"height":-0,"exact":true}"#),
        call(#"{"title":"t","spot":{},"height":-0.5,"exact":true}"#),
        call(#"{"title":"t","spot":{},"height":0.30000000000000004,"exact":true}"#).replacing("00000004", with: ""),
        call(plain, before: #","oneway":true"#), call(plain, before: #","more":true,"oneway":false"#),
        call(plain, after: #","more":true"#),
        #"{"method": "org.example.Library.Find", "parameters": {"title": "t", "spot": {"number": 1}, "exact": true}}"#,
    ])
    func usualFormIsReadInPlace(message: String) throws {
        let reading = Self.read(Array(message.utf8), JSONParser())
        #expect(reading.scanned != nil)
        #expect(reading.scanned == reading.decoded)
        #expect(reading.flags == reading.decodedFlags)
    }

    @Test(arguments: [
        call(#"{"title":"t\n","spot":{},"exact":true}"#), call(#"{"title":"é","spot":{},"exact":true}"#),
        call(#"{"title":"t","spot":{},"exact":true }"#), call(#"{"title" :"t","spot":{},"exact":true}"#),
        call(#"{"title":"t","spot":{},"exact":true,}"#), call(#"{"title":"t","spot":{},"exact":1}"#),
        call(#"{"title":"t","spot":{}}"#), call(#"{"title":"t","title":"t","spot":{},"exact":true}"#),
        call(#"{"title":"t","spot":{"number":1,"number":1},"exact":true}"#),
        call(#"{"title":"t","spot":{"number":1.0},"exact":true}"#),
        call(#"{"title":"t","spot":{"number":01},"exact":true}"#),
        call(#"{"title":"t","spot":{"number":1e3},"exact":true}"#),
        call(#"{"title":"t","spot":{"number":-},"exact":true}"#),
        call(#"{"title":"t","spot":{"number":1234567890123456789},"exact":true}"#),
        call(#"{"title":"t","spot":{"near":[]},"exact":true}"#),
        call(#"{"title":"t","spot":{"edge":"top"},"exact":true}"#),
        call(#"{"title":"t","spot":{},"height":1.,"exact":true}"#),
        call(#"{"title":"t","spot":{},"height":0.30000000000000004,"exact":true}"#),
        call(#"{"title":"t","spot":null,"exact":true}"#), call("null"), call("[]"), call(plain) + " ",
        call(plain, before: #","upgrade":true"#), call(plain, before: #","more":true"#, after: #","more":true"#),
        call(plain, after: #","parameters":{}"#), call(plain, after: #","method":"org.example.Library.Find""#),
        call(plain).replacing("Find", with: "Finds"), #"{"method":"org.example.Library.Find"}"#, "{}", "",
        #"{"parameters":{},"method":"org.example.Library.Find"}"#,
    ])
    func doubtLeavesTheMessageToTheParser(message: String) throws {
        #expect(Self.read(Array(message.utf8), JSONParser()).scanned == nil)
    }

    @Test(arguments: [0x1f, 0x22, 0x5c, 0x80, 0xff] as [UInt8])
    func byteThatDoesNotStandForItselfIsFoundAtEachPlaceOfAString(byte: UInt8) throws {
        let parser = JSONParser()
        for length in 1...40 {
            let title = [UInt8](repeating: 0x7f, count: length)
            let (head, tail) = (
                Array(Self.call(#"{"title":""#).utf8.dropLast()), Array(#"","spot":{},"exact":true}}"#.utf8)
            )
            #expect(Self.read(head + title + tail, parser).scanned?.title.utf8.count == length)
            for place in title.indices {
                var other = title
                other[place] = byte
                #expect(Self.read(head + other + tail, parser).scanned == nil, "at \(place) of \(length)")
            }
        }
    }

    // MARK: Random messages

    /// SplitMix64: the same messages in every run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }

        mutating func pick(_ values: [String]) -> String { values.randomElement(using: &self) ?? "" }
    }

    /// Mostly a value that is read in place.
    private static func number(_ numbers: inout Numbers) -> String {
        switch Int.random(in: 0..<32, using: &numbers) {
        case 0: return "\(Int.random(in: Int.min...Int.max, using: &numbers))"
        case 1: return numbers.pick(["0", "-0", "00", "1.0", "1e3", "-", "0.0", "-0.0", "9007199254740993.0", "1.5E1"])
        case 2: return "\(Double.random(in: -1...1, using: &numbers))"
        default: return "\(Int.random(in: -100...100, using: &numbers))"
        }
    }

    private static func float(_ numbers: inout Numbers) -> String {
        Bool.random(using: &numbers)
            ? number(&numbers) : "\(Double(Int.random(in: -1_000_000...1_000_000, using: &numbers)) / 1024)"
    }

    private static func value(_ usual: [String], _ odd: [String], _ numbers: inout Numbers) -> String {
        numbers.pick(Int.random(in: 0..<32, using: &numbers) == 0 ? odd : usual)
    }

    private static func object(_ fields: [(String, String)], _ numbers: inout Numbers) -> String {
        let space = numbers.pick(["", "", "", " "])
        var chosen = fields.filter { _ in Int.random(in: 0..<24, using: &numbers) > 0 }
        if Bool.random(using: &numbers) { chosen.shuffle(using: &numbers) }
        if let again = chosen.randomElement(using: &numbers), Int.random(in: 0..<16, using: &numbers) == 0 {
            chosen.append(again)
        }
        return "{" + chosen.map { "\"\($0.0)\":\(space)\($0.1)" }.joined(separator: ",\(space)") + "}"
    }

    private static func spot(_ numbers: inout Numbers) -> String {
        object(
            [
                (
                    "shelf",
                    value([#""a""#, #""0123456789abcdef0123""#, "null"], [#""\u0041""#, "\"ü\"", "1"], &numbers)
                ),
                ("number", number(&numbers)), ("mood", value([#""happy""#, #""sad""#, "null"], [#""sa""#], &numbers)),
                ("edge", numbers.pick([#""left""#, #""right""#, "null"])),
                ("lit", value(["true", "false", "null"], ["0"], &numbers)),
                ("near", value(["null"], ["[]", #"["a"]"#], &numbers)),
            ], &numbers)
    }

    private static func message(_ numbers: inout Numbers) -> [UInt8] {
        let parameters = object(
            [
                (
                    "title",
                    value(
                        [#""t""#, #""a title of some length""#], [#""quote \" inside""#, #""1234567\n""#], &numbers)
                ),
                ("spot", spot(&numbers)), ("other", numbers.pick(["null", spot(&numbers)])),
                ("height", float(&numbers)), ("exact", numbers.pick(["true", "false"])),
            ], &numbers)
        let flags = ["", "", "", "", #","oneway":true"#, #","more":false"#, #", "more": true"#, #","upgrade":false"#]
        var bytes = Array(call(parameters, before: numbers.pick(flags), after: numbers.pick(flags)).utf8)
        for _ in 0..<max(0, Int.random(in: -3...2, using: &numbers)) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &numbers)
            switch Int.random(in: 0..<3, using: &numbers) {
            case 0: bytes[place] = UInt8.random(in: 1...255, using: &numbers)
            case 1: bytes.remove(at: place)
            default: bytes.insert(Array("{}[]\",:\\ 0-.en".utf8).randomElement(using: &numbers) ?? 0, at: place)
            }
        }
        return bytes
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func whatIsReadInPlaceIsWhatTheParserReads(seed: UInt64) throws {
        var numbers = Numbers(state: seed)
        let parser = JSONParser()
        var accepted = 0
        for _ in 0..<5_000 {
            let message = Self.message(&numbers)
            let reading = Self.read(message, parser)
            guard let scanned = reading.scanned else { continue }
            accepted += 1
            let text = String(decoding: message, as: UTF8.self)
            #expect(scanned == reading.decoded && reading.flags == reading.decodedFlags, "\(text)")
        }
        #expect(accepted > 500)
    }

    // MARK: On a connection

    private static let echo = #"{"method":"org.example.Library.Echo","parameters":{"text":"a","number":2000000}}"#

    @Test func callThatNobodyAnswersInPlaceIsDecoded() throws {
        for answers in [true, false] {
            let bench = try Bench()
            bench.library.answersScanned = answers
            let peer = try bench.connect()
            try peer.write(Self.echo + "\0" + Self.call(Self.plain) + "\0" + Self.echo + "\0")
            try bench.settle()
            let echo = #"{"parameters":{"text":"a","number":2000000}}"# + "\0"
            #expect(try peer.read() == echo + #"{"parameters":\#(Self.plain)}"# + "\0" + echo)
            #expect(bench.library.scanned == 3)
            #expect(bench.library.heard == ["a", "a"])
        }
    }

    @Test func onewayCallIsReadInPlaceAndNotAnswered() throws {
        for answers in [true, false] {
            let bench = try Bench()
            bench.library.answersScanned = answers
            let peer = try bench.connect()
            let oneway = Self.echo.replacing(#","parameters""#, with: #","oneway":true,"parameters""#)
            try peer.write(oneway + "\0" + Self.call(Self.plain) + "\0")
            try bench.settle()
            #expect(try peer.read() == #"{"parameters":\#(Self.plain)}"# + "\0")
            #expect(bench.library.scanned == 2)
            #expect(bench.library.heard == ["a"])
        }
    }

    @Test func wrongParameterOfAScannedMethodIsNamed() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        try peer.write(Self.call(#"{"title":"t","spot":{"number":"1"},"exact":true}"#) + "\0")
        try bench.settle()
        #expect(try peer.read()?.contains(#""spot.number""#) == true)
        #expect(bench.library.scanned == 0)
    }
}
