import Foundation
import Navigation
import PageModel
import SheafInterface
import Testing
import Varlink

@testable import SheafReaders
@testable import SheafService
@testable import ServiceModel

/// A turn to pages in the cache is made in few steps. It must come to what the long way comes to, which looks everything up.
@Suite struct TurnTests {
    private static let pages = 9
    private static let commands = 400

    private let service: TestService
    private let viewer: TestPeer
    private let watches: [TestPeer]
    private let readers = [TestService.reader(1), TestService.reader(2)]

    /// Two readers of a document whose pages are all in the cache, each with a watch.
    init() throws {
        service = try TestService(startingAt: 1_000_000)
        let path = try service.write("sheaf-pattern 1\npages = \(Self.pages)\nwidth = 20\nheight = 30\n")
        viewer = try service.connect()
        watches = [try service.connect(), try service.connect()]
        for (reader, watch) in zip(readers, watches) {
            try viewer.call("Open", #"{"path":"\#(path)","viewport":{"width":20,"height":30}}"#)
            for index in 0..<Self.pages {
                try viewer.call("GetPage", #"{"reader":"\#(reader)","index":\#(index),"handover":"none"}"#)
            }
            try watch.send("Watch", #"{"reader":"\#(reader)","handover":"none"}"#, flag: #","more":true"#)
            _ = try watch.receive()
        }
    }

    private struct Command {
        let target: Target
        let direction: Direction?
        let wraps: Bool

        init(_ random: inout some RandomNumberGenerator) {
            target =
                switch Int.random(in: 0..<8, using: &random) {
                case 0: .first
                case 1: .last
                case 2, 3: .index(Int.random(in: -1...pages, using: &random))
                default: .relative(Int.random(in: -2...2, using: &random))
                }
            direction = [nil, nil, .forward, .backward].randomElement(using: &random) ?? nil
            wraps = Bool.random(using: &random)
        }

        var json: String {
            let target =
                switch target {
                case .first: #"{"place":"first"}"#
                case .last: #"{"place":"last"}"#
                case .index(let index): #"{"index":\#(index)}"#
                case .relative(let step): #"{"relative":\#(step)}"#
                }
            let way = direction.map { #","direction":"\#($0 == .forward ? "forward" : "backward")""# } ?? ""
            return #""target":\#(target),"wrap":\#(wraps)\#(way),"handover":"none""#
        }
    }

    /// The fields of a turn's answer that tell where it leads; nil in their place: the turn was refused.
    private struct Outcome: Equatable {
        let isNoop: Bool
        let isHit: Bool
        let transition: Int
        let index: Int?
    }

    private func quick(_ command: Command) throws -> Outcome? {
        try viewer.send("Navigate", #"{"reader":"\#(readers[0])",\#(command.json)}"#)
        let message = try JSONSerialization.jsonObject(with: Data(try viewer.receive().utf8)) as? [String: Any]
        guard message?["error"] == nil, let reply = message?["parameters"] as? [String: Any] else { return nil }
        return Outcome(
            isNoop: reply["noop"] as? Bool ?? false, isHit: reply["hit"] as? Bool ?? false,
            transition: reply["transition"] as? Int ?? -1,
            index: (reply["location"] as? [String: Any])?["index"] as? Int)
    }

    private func long(_ command: Command) throws -> Outcome? {
        let session = try #require(service.core.readers.all.first { $0.name == readers[1] })
        let connection = try #require(session.watches.all.first?.connection)
        var outcome: Outcome?
        var isDone = false
        session.queue.run(
            ReaderCommand(
                perform: { inputs throws(Interruption) in
                    let turn = Turn(
                        axis: session.pages.axes[0], target: .number(command.target), handover: .none,
                        format: .bgrx8888, duration: 0, direction: command.direction, wraps: command.wraps)
                    let result = try turn.perform(on: session, inputs, over: connection)
                    outcome = Outcome(
                        isNoop: result.isNoop, isHit: result.isHit, transition: result.transition,
                        index: result.landing?.index)
                    isDone = true
                }, fail: { _ in isDone = true }))
        try service.run { isDone }
        return outcome
    }

    /// Returns the answer to a reader, without its id, which differs between readers.
    private func answer(_ method: String, _ reader: String) throws -> String {
        try viewer.send(method, #"{"reader":"\#(reader)"}"#)
        return try viewer.receive().replacingOccurrences(of: reader, with: "reader")
    }

    @Test(arguments: [1, 2, 3] as [UInt64], ["single", "double", "cover", "leaf"])
    func bothWaysComeToTheSame(seed: UInt64, spread: String) throws {
        for reader in readers {
            try viewer.call("SetAxis", #"{"reader":"\#(reader)","arrangement":{"spread":"\#(spread)"}}"#)
        }
        var random = ModelNumbers(seed: seed)
        for number in 0..<Self.commands {
            let command = Command(&random)
            let (one, other) = (try quick(command), try long(command))
            try #require(one == other, "command \(number): \(command.json)")
            for method in ["GetState", "GetHistory"] where number.isMultiple(of: 8) {
                try #require(try answer(method, readers[0]) == answer(method, readers[1]), "\(number) \(command.json)")
            }
        }
        #expect(service.scans.answered > Self.commands / 4 || spread == "leaf")
        for reader in readers { try viewer.call("Close", #"{"reader":"\#(reader)"}"#) }
        let told = try zip(watches, readers).map { watch, reader in
            var told: [String] = []
            while told.last?.contains(#""closed":true"#) != true {
                told.append(try watch.receive().replacingOccurrences(of: reader, with: "reader"))
            }
            return told
        }
        #expect(told[0].count > 1_000 || spread == "leaf")
        #expect(told[0] == told[1])
    }
}
