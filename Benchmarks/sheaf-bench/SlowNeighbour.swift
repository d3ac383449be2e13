import CBenchmark
import Glibc
import SheafInterface
import SheafOS
import Varlink

/// How long a reader's turn takes while a page of another reader's document takes 3 seconds, with the same provider and of the same user:
/// documents share hosts, and a turn must not wait for somebody else's page.
struct SlowNeighbour {
    private static let slowMilliseconds = 3_000
    /// The reader turns as long as the slow page is under way for sure.
    private static let seconds = 2.0
    private static let screen = (width: 1_200, height: 1_600)
    /// Documents that are open beside the slow one: more than hosts, so that some share its host.
    private static let documents = 4
    private static let pages = 1_000
    /// Pages that are jumped over: what comes is not read ahead.
    private static let step = 17
    private static let pauseMicroseconds: UInt32 = 30_000
    /// Of the host scheduler (HostScheduler+Spreading.swift), in milliseconds.
    private static let quantum = 50.0

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        say("\nTurns to pages that nobody foresaw, while another document's page takes \(Self.slowMilliseconds) ms\n")
        var table = Table(["", "", "turns", "median", "p99", "worst"], leftColumns: 2)
        var waits: [Bool: [Double]] = [:]
        for isDisturbed in [false, true] {
            var all: [Double] = []
            for round in 0..<bench.rounds(5, quick: 2) { all += try measure(isDisturbed: isDisturbed, round: round) }
            waits[isDisturbed] = all
            let name = isDisturbed ? "beside a slow page" : "undisturbed"
            table.add([
                name, "", "\(all.count)", all.median.milliseconds, all.percentile(0.99).milliseconds,
                (all.max() ?? 0).milliseconds,
            ])
            report.record(
                "slow neighbour", scene: "\(Self.documents) documents", side: name,
                ["median_us": all.median, "p99_us": all.percentile(0.99), "worst_us": all.max() ?? 0])
        }
        say(table.text)
        let worst = (waits[true]?.max() ?? 0) - (waits[false]?.max() ?? 0)
        report.hold(
            "a turn beside another's slow page, worst beyond the undisturbed worst", worst / 1_000, .atMost,
            Self.quantum, "ms")
    }

    /// How long each turn took until its page was there, in microseconds: in each document some.
    private func measure(isDisturbed: Bool, round: Int) throws(BenchmarkError) -> [Double] {
        let sheaf = try Sheaf(bench, on: 0, name: "sheaf-neighbour")
        let own = try connect(to: sheaf)
        let other = try connect(to: sheaf)
        let slow = isDisturbed ? try open(renderMilliseconds: Self.slowMilliseconds, number: 0, over: other) : nil
        // A host that starts is no page that takes long.
        try slow?.getPage(0)
        let readers = try (1...Self.documents).map { number throws(BenchmarkError) in
            try open(renderMilliseconds: 0, number: number, over: own)
        }
        for reader in readers { try reader.getPage(0) }
        var waits: [Double] = []
        for number in readers.indices {
            // Another page each time, which takes as long: it is on its way when the other reader turns.
            let slowPage = Self.step * (number + 1)
            if let slow { _ = try turn(slow, to: slowPage, over: other) }
            let began = EventLoop.now
            var index = 0
            while Double(EventLoop.now - began) < Self.seconds * 1e6 {
                index = (index + Self.step) % Self.pages
                let asked = EventLoop.now
                try readers[number].turn(toNext: index)
                waits.append(Double(EventLoop.now - asked))
                usleep(Self.pauseMicroseconds)
            }
            let elapsed = Int((EventLoop.now - began) / 1_000)
            if let slow, try turn(slow, to: slowPage, over: other), elapsed < Self.slowMilliseconds {
                throw BenchmarkError("the slow page came after \(elapsed) ms: nothing was measured beside it")
            }
        }
        return waits
    }

    private func connect(to sheaf: Sheaf) throws(BenchmarkError) -> VarlinkBlockingClient {
        do throws(OSError) {
            return try VarlinkBlockingClient(path: sheaf.socket)
        } catch {
            throw BenchmarkError(error.description)
        }
    }

    private func open(
        renderMilliseconds: Int, number: Int, over client: VarlinkBlockingClient
    ) throws(BenchmarkError) -> SheafReader {
        let text =
            "sheaf-pattern 1\npages = \(Self.pages)\nwidth = \(Self.screen.width)\nheight = \(Self.screen.height)\n"
            + "render-ms = \(renderMilliseconds)\ntitle = \(number)\n"
        let path = try bench.folder.write(Array(text.utf8), as: "neighbour-\(number).pattern")
        return try SheafReader(
            opening: path, in: .init(width: Self.screen.width, height: Self.screen.height), over: client)
    }

    /// Turns to a page, or looks at the one where the reader is, and does not wait for it.
    ///
    /// - Returns: whether it is there.
    private func turn(
        _ reader: SheafReader, to index: Int, over client: VarlinkBlockingClient
    ) throws(BenchmarkError) -> Bool {
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            return try client.call(
                ReaderInterface.Navigate.self,
                .init(reader: reader.id, target: .init(index: index), handover: .some(.none))
            ).parameters.hit
        } catch {
            throw BenchmarkError("sheafd does not turn to page \(index): \(error)")
        }
    }
}
