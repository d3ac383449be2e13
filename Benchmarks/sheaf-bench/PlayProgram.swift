import CBenchmark
import CacheTraces
import Glibc
import SheafInterface
import SheafOS

/// The steps of a viewer and their times: a trace in a document that is there.
struct PlayScript {
    struct Step {
        /// The time of the step, in microseconds from the opening.
        let time: UInt64
        let index: Int
        let isForeseeable: Bool
        /// The word that is searched for before the step; nil: none.
        let needle: String?
    }

    let steps: [Step]

    init(_ trace: Trace, of study: DocumentStudy) {
        var hits: [Int] = []
        steps = trace.requests.map { request in
            defer { hits = request.hits }
            return Step(
                time: request.time, index: request.index, isForeseeable: request.isForeseeable,
                needle: request.hits == hits ? nil : study.word(for: request.hits))
        }
    }

    /// Reads what ``text`` is.
    init(parsing text: String) {
        steps = text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 4, let time = UInt64(words[0]), let index = Int(words[1]) else { return nil }
            return Step(
                time: time, index: index, isForeseeable: words[2] == "1",
                needle: words[3].isEmpty ? nil : String(words[3]))
        }
    }

    /// A line for each step.
    var text: String {
        steps.map { "\($0.time) \($0.index) \($0.isForeseeable ? 1 : 0) \($0.needle ?? "")\n" }.joined()
    }
}

/// `sheaf-bench play SOCKET DOCUMENT WIDTH HEIGHT SCRIPT SECONDS`: one viewer that goes through a document in real time. It prints
/// turns, dropped frames, those of them that were to be foreseen, and the most of them in a row.
enum PlayProgram {
    static let command = "play"

    static func run(_ arguments: [String]) throws(BenchmarkError) {
        guard arguments.count == 6, let width = Int(arguments[2]), let height = Int(arguments[3]),
            let text = try? TextFile.read(arguments[4]), let seconds = UInt64(arguments[5])
        else { throw BenchmarkError("\(command) takes SOCKET DOCUMENT WIDTH HEIGHT SCRIPT SECONDS") }
        let player: ScriptPlayer
        do throws(OSError) {
            let loop = try EventLoop()
            player = ScriptPlayer(PlayScript(parsing: text), on: loop)
            try player.begin(socket: arguments[0], document: arguments[1], width: width, height: height)
            let end = try loop.schedule(after: seconds * 1_000_000) { loop.exit() }
            _ = try loop.run()
            end.cancel()
        } catch {
            throw BenchmarkError(error.description)
        }
        if let failure = player.failure { throw BenchmarkError("the viewer gave up: \(failure)") }
        let count = player.finish()
        print(count.turns, count.drops, count.foreseeable, count.mostInARow)
    }
}

/// Does what a script says with a viewer, and counts the frames that it drops.
private final class ScriptPlayer {
    private let script: PlayScript
    private let loop: EventLoop
    private var viewer: Viewer?
    private var count = FrameCount()
    private var next = 0
    /// The page that should be on screen.
    private var index = 0
    /// When the reader began to be opened, in nanoseconds, and how long that took: the script waits for it.
    private var began: UInt64 = 0
    private var delay: UInt64 = 0
    private var timer: TimerSource?
    private var error: OSError?

    init(_ script: PlayScript, on loop: EventLoop) {
        self.script = script
        self.loop = loop
    }

    /// Why it gave up; nil while all is well.
    var failure: String? { viewer?.failure ?? error?.description }

    func begin(socket: String, document: String, width: Int, height: Int) throws(OSError) {
        guard let first = script.steps.first else { return }
        began = benchmark_now()
        index = first.index
        count.turned(isForeseeable: first.isForeseeable, at: 0)
        next = 1
        viewer = try Viewer(
            socket: socket, document: document, at: index, in: .init(width: width, height: height), on: loop
        ) { [unowned self] _ in
            delay = benchmark_now() - began
            waitForNext()
        }
        viewer?.came = { [unowned self] index in
            if index == self.index { count.arrived(at: benchmark_now() - began) }
        }
    }

    /// Ends: what has not come by now is dropped until now.
    func finish() -> FrameCount {
        count.arrived(at: benchmark_now() - began)
        return count
    }

    private func waitForNext() {
        guard next < script.steps.count else { return }
        // A viewer looks at its input with each frame, asks then, and shows the page with the next one.
        let due = FrameCount.frame(after: script.steps[next].time * 1_000 + delay)
        let now = benchmark_now() - began
        do throws(OSError) {
            timer = try loop.schedule(after: (due - min(now, due) + 999) / 1_000) { [unowned self] in step() }
        } catch {
            self.error = error
            loop.exit()
        }
    }

    private func step() {
        let step = script.steps[next]
        next += 1
        if let needle = step.needle {
            do throws(OSError) {
                try viewer?.search(for: needle)
            } catch {
                self.error = error
            }
        }
        index = step.index
        count.turned(isForeseeable: step.isForeseeable, at: benchmark_now() - began)
        viewer?.pass(index)
        waitForNext()
    }
}
