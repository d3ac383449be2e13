import Glibc
import SheafInterface

/// The cost of a full cache: of turns while the pages on screen are more than it may hold, of pages that others go for, and of a
/// document that changes. In processor time of the service alone, and as growth within one run.
struct LimitCost {
    /// So many readers, each with a page of its own on screen.
    private static let readers = [10, 100, 1_000, 2_000]
    /// So many pages in a full cache.
    private static let pages = [100, 1_000, 10_000]
    /// So many readers of a document that changes.
    private static let changing = [100, 500, 1_000, 2_000]
    /// A page's side in pixels: it takes 16 KB.
    private static let side = 64
    /// A side of a page that takes 4 KB: thousands of them are made ready soon.
    private static let smallSide = 32
    private static let smallBytes = 4_096
    private static let growthAim = 2.0
    /// Of a cost that grows with the readers and no faster, for each reader.
    private static let linearAim = 1.5
    /// A change has been taken in when the service has used less than so much of a processor for
    private static let restShare = 0.02
    /// so many pauses in a row,
    private static let restLooks = 5
    /// in microseconds,
    private static let restPause: UInt32 = 100_000
    /// of at most so many.
    private static let mostLooks = 1_200

    /// How much the cache may hold.
    private enum Pressure: String, CaseIterable {
        case calm = "all fits"
        /// As after a critical warning: only what is on screen stays.
        case pressed = "over the limit"

        var settings: String {
            switch self {
            case .calm: "[Cache]\nCacheMax = 1G\n"
            case .pressed: "[Cache]\nCacheMax = 0\nCacheHardMax = 1G\n"
            }
        }
    }

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        try measureTurns(&report)
        try measureEvictions(&report)
        try measureChanges(&report)
    }

    // MARK: Turns

    private func measureTurns(_ report: inout Report) throws(BenchmarkError) {
        say("\nA cached turn with so many pages on screen, in processor time of the service\n")
        var table = Table(["readers", Pressure.calm.rawValue, Pressure.pressed.rawValue, "×"])
        for count in Self.readers {
            let figures = try sides { pressure throws(BenchmarkError) in try turns(count, pressure) }
            let ratio = figures[1].median / figures[0].median
            table.add(["\(count)", figures[0].median.microseconds, figures[1].median.microseconds, ratio.times])
            record("turn", "\(count) readers", figures, ratio, &report)
            report.hold("turn over the limit, \(count) readers", ratio, .atMost, Self.growthAim, "× one under it")
        }
        say(table.text)
    }

    /// A service in which a reader turns between pages that others show, and how to measure that once.
    private func turns(
        _ count: Int, _ pressure: Pressure
    ) throws(BenchmarkError) -> () throws(BenchmarkError) -> Double {
        let (sheaf, document, _) = try service(count, pressure, "turns")
        let reader = try sheaf.open(document)
        let requests = try bench.folder.write(
            messages: [reader.turn(to: 1), reader.turn(to: 0)], as: "turns-\(count)-\(pressure)")
        let calls = bench.options.quick ? 2_000 : 10_000
        return { () throws(BenchmarkError) in
            try processorTime(of: sheaf) { () throws(BenchmarkError) in
                _ = try bench.caller.measure(
                    socket: sheaf.socket, requests: requests, calls: calls, on: Processors.one)
            } / Double(calls)
        }
    }

    // MARK: Evictions

    private func measureEvictions(_ report: inout Report) throws(BenchmarkError) {
        say("\nGetPage of a page that another one goes for, in processor time of the service\n")
        let calls = bench.options.quick ? 1_000 : 4_000
        let rounds = bench.rounds(5, quick: 3)
        var services: [(sheaf: Sheaf, reader: SheafReader, next: Int)] = []
        for count in Self.pages {
            let bytes = count * Self.smallBytes
            let sheaf = try Sheaf(
                bench, on: Processors.one.server, name: "evictions-\(count)",
                settings: "[Cache]\nCacheMax = \(bytes)\nCacheHardMax = \(bytes)\nReadAhead = 0\nThumbnailMax = 0\n")
            let document = try sheaf.patternDocument(
                width: Self.smallSide, height: Self.smallSide, pages: count + calls * (rounds + 1))
            services.append((sheaf, try sheaf.open(document), 0))
            // It is full, and pages have gone.
            _ = try getPages(count + calls, &services[services.count - 1])
        }
        var figures: [[Double]] = services.map { _ in [] }
        for round in 0..<rounds {
            for step in services.indices {
                let index = (round + step) % services.count
                figures[index].append(try getPages(calls, &services[index]))
            }
        }
        var table = Table(["cached pages", "a page", "× \(Self.pages[0])"])
        for (index, count) in Self.pages.enumerated() {
            let ratio = figures[index].median / figures[0].median
            table.add(["\(count)", figures[index].median.microseconds, index == 0 ? "" : ratio.times])
            report.record(
                "eviction", scene: "\(count) cached pages", side: "Sheaf",
                ["processor_us": figures[index].median, "ratio": ratio])
            guard index > 0 else { continue }
            report.hold(
                "eviction with \(count) cached pages", ratio, .atMost, Self.growthAim, "× \(Self.pages[0]) pages")
        }
        say(table.text)
    }

    private func getPages(
        _ count: Int, _ service: inout (sheaf: Sheaf, reader: SheafReader, next: Int)
    ) throws(BenchmarkError) -> Double {
        let reader = service.reader
        let pages = service.next..<service.next + count
        service.next += count
        let requests = try bench.folder.write(
            messages: pages.map { reader.ask(for: $0, handover: .some(.none)) },
            as: "pages-\(service.sheaf.server.pid)")
        let sheaf = service.sheaf
        return try processorTime(of: sheaf) { () throws(BenchmarkError) in
            _ = try bench.caller.measure(
                socket: sheaf.socket, requests: requests, calls: count, isBare: true, on: Processors.one)
        } / Double(count)
    }

    // MARK: Changes

    private func measureChanges(_ report: inout Report) throws(BenchmarkError) {
        say("\nA document that changes, in processor time of the service for each of its readers\n")
        var table = Table(["readers", Pressure.calm.rawValue, Pressure.pressed.rawValue, "×"])
        var first: [Double] = []
        for count in Self.changing {
            let figures = try sides(rounds: 3) { pressure throws(BenchmarkError) in try changes(count, pressure) }
            let medians = figures.map(\.median)
            if first.isEmpty { first = medians }
            let ratio = medians[1] / medians[0]
            table.add(["\(count)", medians[0].microseconds, medians[1].microseconds, ratio.times])
            record("change", "\(count) readers", figures, ratio, &report)
            guard count > Self.changing[0] else { continue }
            for (pressure, (median, one)) in zip(Pressure.allCases, zip(medians, first)) {
                report.hold(
                    "a change for each of \(count) readers, \(pressure.rawValue)", median / one, .atMost,
                    Self.linearAim, "× of \(Self.changing[0])")
            }
        }
        say(table.text)
    }

    /// A service whose readers have pages of one document on screen, and how to measure once what each costs when that
    /// changes.
    private func changes(
        _ count: Int, _ pressure: Pressure
    ) throws(BenchmarkError) -> () throws(BenchmarkError) -> Double {
        let (sheaf, document, _) = try service(count, pressure, "changes")
        var version = 0
        return { () throws(BenchmarkError) in
            version += 1
            let text = Self.document(pages: count, version: version)
            return try processorTime(of: sheaf) { () throws(BenchmarkError) in
                try WorkFolder.write(Array(text.utf8), to: document)
                try waitForRest(of: sheaf)
            } / Double(count)
        }
    }

    private func waitForRest(of sheaf: Sheaf) throws(BenchmarkError) {
        var quiet = 0
        var last = try processorTime(of: sheaf)
        for _ in 0..<Self.mostLooks {
            usleep(Self.restPause)
            let now = try processorTime(of: sheaf)
            quiet = now - last < Double(Self.restPause) * Self.restShare ? quiet + 1 : 0
            last = now
            if quiet == Self.restLooks { return }
        }
        throw BenchmarkError("sheafd does not come to rest after a change")
    }

    // MARK: Services

    /// Each kind of limit measured in turn; the figures of each.
    private func sides(
        rounds: Int? = nil,
        _ side: (Pressure) throws(BenchmarkError) -> () throws(BenchmarkError) -> Double
    ) throws(BenchmarkError) -> [[Double]] {
        let measures = try Pressure.allCases.map { pressure throws(BenchmarkError) in try side(pressure) }
        var figures: [[Double]] = measures.map { _ in [] }
        for round in 0..<(rounds ?? bench.rounds(7, quick: 3)) {
            for step in measures.indices {
                let index = (round + step) % measures.count
                figures[index].append(try measures[index]())
            }
        }
        return figures
    }

    /// A service with so many readers, each on a page of its own of one document that is there.
    private func service(
        _ count: Int, _ pressure: Pressure, _ name: String
    ) throws(BenchmarkError) -> (sheaf: Sheaf, document: String, readers: [SheafReader]) {
        let sheaf = try Sheaf(
            bench, on: Processors.one.server, name: "\(name)-\(count)-\(pressure)",
            settings: pressure.settings + "ThumbnailMax = 0\n[Readers]\nReadersPerUser = \(count + 1)\n")
        let document = try bench.folder.write(
            Array(Self.document(pages: count, version: 0).utf8), as: "\(name)-\(count)-\(pressure).pattern")
        var readers: [SheafReader] = []
        for index in 0..<count {
            let reader = try sheaf.open(document, at: index)
            try reader.getPage(index)
            readers.append(reader)
        }
        return (sheaf, document, readers)
    }

    private static func document(pages: Int, version: Int) -> String {
        "sheaf-pattern 1\n# \(version)\npages = \(pages)\nwidth = \(side)\nheight = \(side)\n"
    }

    private func record(
        _ measurement: String, _ scene: String, _ figures: [[Double]], _ ratio: Double, _ report: inout Report
    ) {
        for (pressure, figures) in zip(Pressure.allCases, figures) {
            report.record(measurement, scene: scene, side: pressure.rawValue, ["processor_us": figures.median])
        }
        report.record(measurement, scene: scene, side: "ratio", ["ratio": ratio])
    }

    /// How much processor time a service uses while `body` runs, in microseconds; that of its hosts is not counted.
    private func processorTime(
        of sheaf: Sheaf, during body: () throws(BenchmarkError) -> Void
    ) throws(BenchmarkError) -> Double {
        let before = try processorTime(of: sheaf)
        try body()
        return try processorTime(of: sheaf) - before
    }

    /// How much processor time a service has used, in microseconds.
    private func processorTime(of sheaf: Sheaf) throws(BenchmarkError) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard unsafe clock_getcpuclockid(sheaf.server.pid, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
            throw BenchmarkError("the processor time of sheafd can't be read")
        }
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}
