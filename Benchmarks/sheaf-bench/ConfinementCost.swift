import SheafInterface
import SheafOS

/// The cost of confining provider hosts: for the first document of a service, for which a host starts, and for cold
/// pages. The other side is a service to which the kernel seems to lack what would confine its hosts.
///
/// Each round starts both services anew, and asks them for the same pages.
struct ConfinementCost {
    private static let openAim = 10.0
    private static let pageAim = 1.03
    private static let counted = 16
    private static let warm = 6
    /// The scale in pixels per point: a page of the PDF has 7.7 MB.
    private static let scale = 2.0
    private static let lacking = ["landlock_create_ruleset", "seccomp"]

    /// The command with which bubblewrap gives a program namespaces of its own. Hosts get none; this tells what they
    /// would cost.
    private static let namespaces = [
        "bwrap", "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--ro-bind", "/",
        "/", "--proc", "/proc", "--dev", "/dev", "--die-with-parent",
    ]

    /// The measurements of one side.
    private struct Times {
        let name: String
        /// The times from the call that opens the document to its answer, in microseconds, by round.
        var opened: [Double] = []
        /// The times of the cold pages, by round.
        var pages: [Samples] = []
    }

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        let document = try Document(bench)
        var sides = [Times(name: "confined"), Times(name: "not confined")]
        for round in 0..<bench.rounds(20, quick: 6) {
            for step in sides.indices {
                let index = (round + step) % sides.count
                try measure(isConfined: index == 0, document, round, &sides[index])
            }
        }
        show(sides, &report)
        do throws(BenchmarkError) { try measureNamespaces(&report) } catch {
            say("What namespaces would add was not measured: \(error)")
        }
    }

    /// Measures a program with namespaces of its own and without, in turn. A machine may refuse to give namespaces.
    private func measureNamespaces(_ report: inout Report) throws(BenchmarkError) {
        let program = [bench.program("sheafd"), "--version"]
        var added: [Double] = []
        for _ in 0..<bench.rounds(40, quick: 10) {
            var times: [Double] = []
            for command in [program, Self.namespaces + program] {
                let began = EventLoop.now
                _ = try Program.output(of: command)
                times.append(Double(EventLoop.now - began))
            }
            added.append(times[1] - times[0])
        }
        report.record("confinement", scene: "namespaces", side: "bubblewrap", ["added_us": added.median])
        say("Namespaces by bubblewrap, which hosts do not get, would add \(added.median.milliseconds) to a start.")
    }

    private func measure(
        isConfined: Bool, _ document: Document, _ round: Int, _ times: inout Times
    ) throws(BenchmarkError) {
        let launcher = Launcher(
            words: [bench.program("bench-floor"), "without", "--calls", Self.lacking.joined(separator: ","), "--"],
            program: bench.program("sheafd"))
        let processors = Processors.one
        let sheaf = try Sheaf(
            bench, on: processors.mask, settings: "[Cache]\nLeaseMaxPerUser = 1G\n", with: isConfined ? nil : launcher)
        let began = EventLoop.now
        let reader = try sheaf.open(document.path)
        times.opened.append(Double(EventLoop.now - began))
        let confinement = try sheaf.confinement()
        guard confinement.contains(.files) == isConfined, confinement.contains(.systemCalls) == isConfined else {
            throw BenchmarkError("the hosts that should be \(times.name) have \(confinement)")
        }
        try reader.setScale(Self.scale)
        let pages = Document.pages(Self.warm + Self.counted, round: round, of: reader.pages)
        let requests = try bench.folder.write(messages: pages.map(reader.ask(for:)), as: "pages")
        times.pages.append(
            try bench.caller.measure(
                socket: sheaf.socket, requests: requests, calls: Self.counted, warm: Self.warm, on: processors))
    }

    private func show(_ sides: [Times], _ report: inout Report) {
        say("\nProvider hosts, confined and where the kernel can't, on one processor\n")
        var table = Table(["", "first document", "cold page"])
        for side in sides {
            let page = side.pages.map(\.median).median
            table.add([side.name, side.opened.median.milliseconds, page.milliseconds])
            report.record(
                "confinement", scene: "one processor", side: side.name,
                ["open_us": side.opened.median, "page_us": page])
        }
        say(table.text)
        let starts = zip(sides[0].opened, sides[1].opened).map { $0 - $1 }
        report.hold("what confining a host adds to its start", starts.median / 1_000, .atMost, Self.openAim, "ms")
        let ratios = zip(sides[0].pages, sides[1].pages).map { $0.median / $1.median }
        report.hold("a cold page from a confined host", ratios.median, .atMost, Self.pageAim, "× one that is not")
    }
}
