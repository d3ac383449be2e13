import SheafOS
import Testing
import Varlink

/// Parts of replies that are made as their socket takes them.
@Suite struct PieceTests {
    /// Letters in the order of the alphabet, over and over.
    private final class Alphabet: LaterBytes {
        let count: Int
        /// The largest offset that was asked for.
        private(set) var made = 0

        init(_ count: Int) { self.count = count }

        func append(from offset: Int, to bytes: inout [UInt8]) {
            made = max(made, offset)
            for index in offset..<min(offset + 10_000, count) { bytes.append(UInt8(ascii: "a") + UInt8(index % 26)) }
        }

        var text: String { String(decoding: (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }, as: UTF8.self) }
    }

    private static let echo = #"{"method":"org.example.Library.Echo","parameters":{"text":"a"}}"# + "\0"
    private static let wait = #"{"method":"org.example.Library.Wait","parameters":{"name":"a"}}"# + "\0"

    /// Answers the call that waits with two such parts and what is around them.
    private func answer(_ bench: Bench, _ first: Alphabet, _ second: Alphabet, _ page: SharedDescriptor? = nil) {
        bench.library.waiting.removeFirst().call.reply(first: page) { writer in
            // What looks like the field and is none stays as it is.
            writer.raw(#"{"name":"\"text\":\"\"","first":{"text":""},"second":{"text":""}}"#)
            writer.fill(#""text":"""#, with: first)
            writer.fill(#""text":"""#, with: second)
            writer.fill(#""text":"""#, with: second)
        }
    }

    private static func message(_ first: Alphabet, _ second: Alphabet) -> String {
        #"{"parameters":{"name":"\"text\":\"\"","first":{"text":"\#(first.text)"},"second":{"text":"\#(second.text)"}}}"#
            + "\0"
    }

    @Test func theyComeWholeAndInOrderAndNothingIsKeptMeanwhile() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let (first, second) = (Alphabet(3_000_000), Alphabet(1_000_001))
        try peer.write(Self.wait + Self.echo)
        try bench.run { !bench.library.waiting.isEmpty }
        answer(bench, first, second, SharedDescriptor(try Memfd.create(name: "page", size: 1)))
        try bench.settle()
        #expect(first.made < 1_000_000 && second.made == 0)
        #expect(bench.server.users.map(\.waitingBytes).reduce(0, +) < 100)
        #expect(bench.server.users.map(\.sentDescriptors) == [1])
        // The call behind it waits.
        #expect(bench.library.heard == ["a"])
        var text = ""
        try bench.run {
            text += (try? peer.read()) ?? ""
            return text.hasSuffix(#"{"parameters":{"text":"a"}}"# + "\0")
        }
        let whole = Self.message(first, second)
        #expect(text.utf8.count == whole.utf8.count + #"{"parameters":{"text":"a"}}"#.utf8.count + 1)
        #expect(text.hasPrefix(whole))
    }

    @Test func theyComeWholeBesideCallsThatCameAtTheSameTime() throws {
        let bench = try Bench()
        let (one, other) = (try bench.connect(), try bench.connect())
        let (first, second) = (Alphabet(100), Alphabet(2_000_000))
        bench.library.waits = { _, _ in answer(bench, first, second) }
        try one.write(Self.wait)
        try other.write(Self.echo)
        let whole = Self.message(first, second)
        // The first call may have taken its user's time of the round.
        var (text, echoed) = ("", "")
        try bench.run {
            text += (try? one.read()) ?? ""
            echoed += (try? other.read()) ?? ""
            return text.hasSuffix("\0") && echoed.hasSuffix("\0")
        }
        #expect(text == whole)
        #expect(echoed == #"{"parameters":{"text":"a"}}"# + "\0")
    }

    @Test func theyGoWithTheirConnection() throws {
        let bench = try Bench()
        var peer: SharedDescriptor? = try bench.connect()
        try peer?.write(Self.wait)
        try bench.run { !bench.library.waiting.isEmpty }
        weak var first: Alphabet?
        do {
            let bytes = Alphabet(3_000_000)
            first = bytes
            answer(bench, bytes, Alphabet(1))
        }
        try bench.settle()
        #expect(first != nil)
        peer = nil
        try bench.run { first == nil }
        #expect(bench.server.users.isEmpty)
    }

    @Test(arguments: [(0, true), (1, false)])
    func theyCountForTheLengthOfTheirMessage(more: Int, isTaken: Bool) throws {
        var limits = VarlinkLimits()
        let around = Self.message(Alphabet(0), Alphabet(0)).utf8.count - 1
        limits.messageLength = around + 50_000
        let bench = try Bench(limits: limits)
        let peer = try bench.connect()
        try peer.write(Self.wait)
        try bench.run { !bench.library.waiting.isEmpty }
        answer(bench, Alphabet(30_000 + more), Alphabet(20_000))
        try bench.settle()
        #expect((try peer.read()?.utf8.count == around + 50_001) == isTaken)
        #expect(bench.log.isEmpty == isTaken)
    }
}
