import CBenchmark
import Glibc
import SheafOS

/// The steps of one person with a viewer. Equal seeds give equal steps.
final class ViewingScript {
    private static let jumpPause = 0.1
    private static let jumpPages = 40
    private static let offsetPause = 1.0 / 120
    /// Offsets in a drag, which goes most of a page on, and is let go.
    private static let dragOffsets = 60
    /// Pages a second, and for how many seconds it takes to fall to a third: the distributions of docs/benchmarks.md.
    private static let flingSpeed = 10.0...30.0
    private static let flingTime = 0.35...1.2
    /// Below so many pages a second a fling has come to rest.
    private static let flingEnd = 1.5
    private static let flingRest = 0.6

    private(set) var viewer: Viewer?
    private let kind: Viewing
    private let loop: EventLoop
    private var random: SplitMix
    private var timer: TimerSource?
    private var place = 0
    private var direction = 1
    private var speed = 0.0
    private var decay = 1.0
    private var offsets = 0

    init(_ kind: Viewing, seed: UInt64, on loop: EventLoop) {
        self.kind = kind
        self.loop = loop
        random = SplitMix(state: seed)
    }

    /// Takes a viewer, which begins when it is ready.
    func begin(_ viewer: Viewer) { self.viewer = viewer }

    /// Does the next thing, and sees to the one after it.
    func step() {
        guard let viewer, viewer.pages > 1 else { return }
        switch kind {
        case .rest: viewer.land(on: 0)
        case .jumps:
            viewer.land(on: random.below(min(Self.jumpPages, viewer.pages)))
            wait(Self.jumpPause)
        case .drags: drag(viewer)
        case .flings: fling(viewer)
        }
    }

    private func drag(_ viewer: Viewer) {
        if offsets == 0 {
            if place + 1 >= viewer.pages { direction = -1 }
            if place == 0 { direction = 1 }
            viewer.beginDrag()
        }
        offsets += 1
        let way = sin(Double(offsets) / Double(Self.dragOffsets) * Double.pi * 0.75)
        viewer.drag(to: Double(place) + Double(direction) * way)
        if offsets == Self.dragOffsets {
            offsets = 0
            place += direction
            viewer.release()
        }
        wait(Self.offsetPause)
    }

    private func fling(_ viewer: Viewer) {
        if speed == 0 {
            if place == 0 {
                direction = 1
            } else if place == viewer.pages - 1 || random.below(4) == 0 {
                direction = -direction
            }
            speed = random.within(Self.flingSpeed)
            decay = random.within(Self.flingTime)
        }
        place = min(max(place + direction, 0), viewer.pages - 1)
        let pause = 1 / speed
        speed *= exp(-pause / decay)
        if speed < Self.flingEnd || place == 0 || place == viewer.pages - 1 {
            speed = 0
            viewer.land(on: place)
            wait(Self.flingRest)
        } else {
            viewer.pass(place)
            wait(pause)
        }
    }

    private func wait(_ seconds: Double) {
        timer = try? loop.schedule(after: UInt64(seconds * 1e6)) { [unowned self] in step() }
    }
}

/// Sebastiano Vigna's splitmix64: the same numbers from the same seed, anywhere.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Draws a number that is at least 0 and below `bound`.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

    mutating func within(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + Double(next() >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
    }
}

/// The ways in which people use viewers.
enum Viewing: String, CaseIterable {
    /// Rests on a page.
    case rest
    /// Jumps ten times a second, within forty pages.
    case jumps
    /// Drags pages to and fro, a hundred and twenty offsets a second, and lets go now and then.
    case drags
    /// Flings through the document: ten to thirty pages a second at first, until it comes to rest.
    case flings
}

/// `sheaf-bench view SOCKET DOCUMENT SCALE KIND VIEWERS SECONDS`: so many viewers at work for so long. It prints how long
/// each page that somebody landed on took to come.
enum ViewProgram {
    static let command = "view"

    /// Runs it beside the caller, who collects it.
    static func arguments(
        _ bench: Bench, _ sheaf: Sheaf, _ document: Document, scale: Double, _ kind: Viewing, viewers: Int, seconds: Int
    ) -> [String] {
        [
            bench.program("sheaf-bench"), command, sheaf.socket, document.path, "\(scale)", kind.rawValue, "\(viewers)",
            "\(seconds)",
        ]
    }

    static func run(_ arguments: [String]) throws(BenchmarkError) {
        guard arguments.count == 6, let scale = Double(arguments[2]), let kind = Viewing(rawValue: arguments[3]),
            let count = Int(arguments[4]), let seconds = UInt64(arguments[5])
        else { throw BenchmarkError("\(command) takes SOCKET DOCUMENT SCALE KIND VIEWERS SECONDS") }
        let began = benchmark_now()
        var scripts: [ViewingScript] = []
        do throws(OSError) {
            let loop = try EventLoop()
            for number in 0..<count {
                let script = ViewingScript(kind, seed: UInt64(number) + 1, on: loop)
                script.begin(
                    try Viewer(
                        socket: arguments[0], document: arguments[1], in: SheafReader.viewport(scale: scale), on: loop
                    ) { _ in
                        script.step()
                    })
                scripts.append(script)
            }
            let end = try loop.schedule(after: seconds * 1_000_000) { loop.exit() }
            _ = try loop.run()
            end.cancel()
        } catch {
            throw BenchmarkError(error.description)
        }
        for script in scripts {
            if let failure = script.viewer?.failure { throw BenchmarkError("a viewer gave up: \(failure)") }
        }
        let waits = scripts.flatMap { $0.viewer?.waits ?? [] }
        unsafe benchmark_print(waits, waits.count, benchmark_now() - began, 0)
    }
}
