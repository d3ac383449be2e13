import Navigation
import PageCache
import PageModel
import SheafOS
import Testing

@testable import SheafService

/// The service as a whole, with several clients that do whatever they like while documents change, memory is short and time
/// passes: what holds between its parts, whatever happens.
@Suite struct ServiceModelTests {
    private static let clients = 3
    private static let steps = 250

    @Test(arguments: [1, 2, 3] as [UInt64]) func partsAgreeWhateverIsAsked(seed: UInt64) throws {
        var world = try World(seed: seed)
        for step in 0..<Self.steps {
            let command = try world.step()
            try world.check("seed \(seed), step \(step): \(command)")
        }
        try world.finish("seed \(seed)")
    }

    /// A client: a reader, and a watch that hears of it.
    private struct Client {
        let reader: String
        let calls: TestPeer
        let watch: TestPeer
        var transition = 0
    }

    /// A generator that gives the same numbers for the same seed (SplitMix64).
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var word = state
            word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
            word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
            return word ^ (word >> 31)
        }
    }

    private struct World {
        private static let document = "sheaf-pattern 1\nwidth = 20\nheight = 30\n"
        private static let hard = 24 * 4_096

        let service: TestService
        var clients: [Client] = []
        var numbers: Numbers
        var revision = 0

        init(seed: UInt64) throws {
            numbers = Numbers(state: seed)
            service = try TestService(startingAt: 1_000_000, readAhead: 2)
            service.core.server.setLimits(CacheLimits(soft: 16 * 4_096, hard: Self.hard))
            let path = try service.write(Self.document + "order = 0-19\n")
            for number in 1...ServiceModelTests.clients {
                let calls = try service.connect()
                let opened = try calls.call("Open", #"{"path":"\#(path)","viewport":{"width":20,"height":30}}"#)
                #expect(opened.contains(#""state":{"#), "\(opened)")
                let reader = TestService.reader(UInt64(number))
                let watch = try service.connect()
                try watch.send("Watch", #"{"reader":"\#(reader)"}"#, flag: #","more":true"#)
                #expect(try watch.receive().contains(#""state":{"#))
                clients.append(Client(reader: reader, calls: calls, watch: watch))
            }
        }

        private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

        private mutating func one(of words: String...) -> String { words.randomElement(using: &numbers) ?? "" }

        /// Somebody does something; returns what.
        mutating func step() throws -> String {
            let client = number(0...clients.count - 1)
            switch number(0...19) {
            case 0...5:
                let target = one(
                    of: #"{"relative":1}"#, #"{"relative":-1}"#, #"{"relative":3}"#, #"{"index":\#(number(0...21))}"#,
                    #"{"place":"last"}"#, #"{"history":"back"}"#)
                let handover = one(of: "none", "descriptor", "inline")
                let duration = one(of: "0", "0", "300")
                return try call(
                    client, "Navigate", #""target":\#(target),"handover":"\#(handover)","duration":\#(duration)"#)
            case 6: return try call(client, "BeginDrag", "")
            case 7, 8: return try call(client, "Drag", #""offset":\#(Double(number(-10...210)) / 10)"#)
            case 9: return try call(client, "ReleaseDrag", #""velocity":\#(number(-1...1))"#)
            case 10: return try call(client, "CancelDrag", "")
            case 11, 12: return try call(client, "Settle", #""transition":\#(clients[client].transition)"#)
            case 13, 14:
                return try call(
                    client, "GetPage", #""index":\#(number(0...20)),"handover":"\#(one(of: "none", "inline"))""#)
            case 15:
                return try call(
                    client, "SetAxis",
                    #""axis":"horizontal","arrangement":{"spread":"\#(one(of: "single", "double", "cover"))"}"#)
            case 16: return try call(client, "SetViewport", #""viewport":{"width":\#(number(18...22)),"height":30}"#)
            case 17:
                let time = UInt64(number(0...1_500_000))
                service.clock.pass(time)
                return "\(time) us pass"
            case 18:
                let soft = number(0...16) * 4_096
                service.core.server.setLimits(CacheLimits(soft: soft, hard: Self.hard))
                return "the cache may hold \(soft) bytes"
            default:
                revision += 1
                let order = one(of: "0-19", "5-19, 0-4", "30, 0-17", "0-11", "0-3, 40, 5-19")
                _ = try service.write(Self.document + "order = \(order)\nrevision = \(revision)\n")
                return "the document is rewritten: \(order)"
            }
        }

        /// Calls, and has exactly one answer.
        private mutating func call(_ client: Int, _ method: String, _ parameters: String) throws -> String {
            let reader = clients[client].reader
            let answer = try clients[client].calls.call(
                method, #"{"reader":"\#(reader)"\#(parameters.isEmpty ? "" : ",")\#(parameters)}"#)
            if let transition = Self.number(after: #""transition":"#, in: answer) {
                clients[client].transition = transition
            }
            return "\(client) \(method) \(parameters): \(answer.prefix(200))"
        }

        private static func number(after mark: String, in text: String) -> Int? {
            guard let range = text.firstRange(of: mark) else { return nil }
            return Int(text[range.upperBound...].prefix { $0.isNumber })
        }

        /// What holds between the parts after every step.
        func check(_ what: String) throws {
            let server = service.core.server
            let cache = server.cache
            try #require(cache.bytes + cache.reservedBytes <= Self.hard, "\(what)")
            let contents = cache.contents
            for content in contents {
                // What is alive has its memory in one record, and nothing else has.
                let hasMemory = server.number(of: content.rendition) != nil
                try #require(hasMemory == (content.state != .rendering), "\(what)")
            }
            let shown = Set(
                service.core.readers.all.filter { $0.step.isAtRest }.flatMap { session in
                    session.pages.views(of: session.step.protected.shown).map(\.rendition)
                })
            for content in contents where content.state != .rendering && shown.contains(content.rendition) {
                // What a reader at rest shows is protected as that.
                try #require(content.need == .shown, "\(what)")
            }
            for session in service.core.readers.all where session.step.isAtRest && session.step.isOpen {
                let appearances = session.inspect { $0.appearances }
                try #require(appearances.allSatisfy { $0.state == .visible }, "\(what)")
                try #require(appearances.count == session.step.shown.pages.count, "\(what)")
            }
        }

        /// Closes all readers; the watches have heard of a whole life of each page.
        mutating func finish(_ what: String) throws {
            for client in clients {
                _ = try client.calls.call("Close", #"{"reader":"\#(client.reader)"}"#)
                var states: [Int: String] = [:]
                var isClosed = false
                while !isClosed {
                    let told = try client.watch.receive()
                    isClosed = told.contains(#""closed":true"#)
                    guard told.contains(#""appearance":{"#), let range = told.firstRange(of: #""event":""#),
                        let page = Self.number(after: #""page":"#, in: told)
                    else { continue }
                    let event = String(told[range.upperBound...].prefix { $0 != "\"" })
                    // The first spread had appeared before anybody watched.
                    let before = states[page] ?? (event == "willDisappear" ? "didAppear" : "didDisappear")
                    let allowed: [String: [String]] = [
                        "willAppear": ["didDisappear", "willDisappear"], "didAppear": ["willAppear"],
                        "willDisappear": ["willAppear", "didAppear"], "didDisappear": ["willDisappear"],
                    ]
                    try #require(
                        allowed[event]?.contains(before) == true, "\(what): \(event) of \(page) after \(before)")
                    states[page] = event
                }
                #expect(states.values.allSatisfy { $0 == "didDisappear" }, "\(what): \(states)")
            }
            #expect(service.core.readers.count == 0 && service.core.documents.count == 0)
            #expect(service.core.server.cache.count == 0)
        }
    }
}
