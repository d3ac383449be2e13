import Foundation
import SheafInterface
import Testing

/// A call in the usual form is read in place, any other one is parsed. Both must come to the same.
@Suite struct CachedTurnTests {
    private static let commands = 600
    /// The number of commands whose events fit into a socket that nobody reads.
    private static let watchedCommands = 150
    private static let pages = 9

    /// A reader with a watch, whose calls are written in one way or the other.
    private struct Side {
        let reader: TestReader
        let calls: RawConnection
        let watch: RawConnection
        /// The blanks behind the brace of each call; with any, no call is of the usual form.
        let space: String

        init(_ service: RunningService, _ document: String, space: String) throws {
            reader = try TestReader(service, document, width: 60, height: 80)
            calls = try RawConnection(service.socket)
            watch = try RawConnection(service.socket)
            self.space = space
            try render()
        }

        /// Has all pages in the cache.
        func render() throws {
            for index in 0..<CachedTurnTests.pages { _ = try reader.page(index, handover: .some(.none)) }
        }

        /// Returns the answer to a command, without the parts that must differ.
        func answer(_ method: String, _ parameters: String = "") throws -> String {
            let call =
                #"{\#(space)"method":"org.sheaf.Reader.\#(method)","parameters":{"reader":"\#(reader.id)"\#(parameters)}}"#
            return try plain(calls.exchange(call))
        }

        func beginWatch() throws {
            try watch.send(
                #"{"method":"org.sheaf.Reader.Watch","more":true,"parameters":{"reader":"\#(reader.id)","handover":"descriptor"}}"#
            )
        }

        func plain(_ message: String) throws -> String {
            message.replacingOccurrences(of: reader.id, with: "reader")
                .replacing(try Regex(#""(time|position)":[-0-9.e]+"#), with: "\"then\":0")
        }
    }

    private static func command(_ random: inout some RandomNumberGenerator) -> (String, String) {
        let target =
            [
                #"{"index":\#(Int.random(in: -1...pages, using: &random))}"#,
                #"{"relative":\#(Int.random(in: -2...2, using: &random))}"#, #"{"relative":1}"#, #"{"relative":-1}"#,
                #"{"place":"first"}"#, #"{"place":"last"}"#, #"{"history":"back"}"#, #"{"history":"forward"}"#,
            ].randomElement(using: &random) ?? ""
        let options =
            [
                "", "", "", "", #","handover":"none""#, #","wrap":true"#, #","direction":"backward""#,
                #","duration":60000"#,
                #","axis":"horizontal""#, #","axis":"vertical""#,
            ].randomElement(using: &random) ?? ""
        return switch Int.random(in: 0..<24, using: &random) {
        case 0: ("GetHistory", "")
        case 1: ("GetState", "")
        default: ("Navigate", #","target":\#(target)\#(options)"#)
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64], [true, false]) func itIsATurnAsAnyOther(seed: UInt64, isWatched: Bool)
        throws
    {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let document = try service.pattern("width = 60\nheight = 80\npages = \(Self.pages)\n")
        let quick = try Side(service, document, space: "")
        let general = try Side(service, document, space: " \n")
        var random = Seeded(state: seed)
        if isWatched { for side in [quick, general] { try side.beginWatch() } }
        for number in 0..<(isWatched ? Self.watchedCommands : Self.commands) {
            if !isWatched, number.isMultiple(of: 100) {
                // A watch would be told of pages that are rendered for one reader and are there for the other.
                let spread = ["single", "double", "cover", "leaf"].randomElement(using: &random) ?? ""
                for side in [quick, general] {
                    _ = try side.answer("SetAxis", #","arrangement":{"spread":"\#(spread)"}"#)
                    try side.render()
                }
            }
            let (method, parameters) = Self.command(&random)
            let one = try quick.answer(method, parameters)
            let other = try general.answer(method, parameters)
            try #require(one == other, "command \(number) of seed \(seed): \(method) \(parameters)")
        }
        if !isWatched {
            for side in [quick, general] { try side.reader.settle(side.reader.state().transition) }
            try service.checkNothingIsDeferred()
        }
        for (method, parameters) in [("GetState", ""), ("GetHistory", ""), ("Close", "")] {
            #expect(try quick.answer(method, parameters) == general.answer(method, parameters))
        }
        guard isWatched else { return }
        let told = try [quick, general].map { side in
            try side.plain(side.watch.receiveAll()).split(separator: "\0")
        }
        #expect(told[0].count == told[1].count)
        for (one, other) in zip(told[0], told[1]) { try #require(one == other) }
    }

    /// SplitMix64: the same numbers for the same seed.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }
}
