import CSheafProvider
import Glibc
import HostProcess
import HostProtocol
import SheafOS

extension ProviderCheck {
    /// The library, its settings, and documents as a whole.
    static let documentChecks = [
        ProviderCheck("library", "it loads, and its table is as it should be", library),
        ProviderCheck("settings", "a setting that it does not know is refused", settings),
        ProviderCheck("probe", "it knows this document, and reads little to know it", probe),
        ProviderCheck("open", "the document opens, twice at once and again", open),
        ProviderCheck(
            "short-reads", "it goes on where a read returns less than it asked for", shortReads),
        ProviderCheck(
            "damaged",
            "an empty, cut, damaged or unreadable document is no crash, and a failure has a reason",
            damaged),
    ]

    /// The signals whose handlers are looked at.
    private static let signals = [
        SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE,
        SIGALRM, SIGTERM,
        SIGCHLD,
    ]

    private static func library(_ bench: CheckBench) throws(CheckStop) {
        let before = signals.map { ProviderEntry.handler(of: $0) }
        let provider = try bench.provider()
        let table = unsafe provider.library.table
        bench.asking("sheaf_provider_v1")
        bench.expect(
            bench.isProgram
                || ProviderEntry.isConstant(ofLibrary: LocalProvider.file(bench.subject.library)), .sameTable,
            "it returned another table when it was called again")
        bench.asking("which functions it has")
        bench.expect(
            unsafe (table.prefetch == nil) == (table.cancel_prefetch == nil), .together,
            "of prefetch and cancel_prefetch there is one")
        bench.expect(
            unsafe (table.position == nil) == (table.page_at == nil), .position,
            "of position and page_at there is one")
        _ = try bench.open()
        bench.asking("load and open")
        for (signal, handler) in zip(signals, before) {
            bench.expect(
                ProviderEntry.handler(of: signal) == handler, .signals,
                "the handler of \(Signal.name(signal)) is another one now")
        }
        bench.measured(
            "\(provider.library.name) \(provider.library.version), version \(provider.library.abiVersion) of the ABI"
        )
    }

    private static func settings(_ bench: CheckBench) throws(CheckStop) {
        let provider = try bench.provider()
        guard unsafe provider.library.table.config != nil else {
            throw .absent("the provider has no config")
        }
        for (key, value) in [
            ("NoProviderHasThisSetting", "1"), ("", ""), (String(repeating: "k", count: 4_000), "\u{7f}"),
        ] {
            bench.asking("config \(key.isEmpty ? "of an empty key" : "\(key.prefix(40))=\(value)")")
            let request = bench.request().context
            let result =
                unsafe provider.library.table.config?(provider.plugin, request.pointer, key, value) ?? 0
            let answer = Answer(result: result, text: request.errorText)
            bench.expect(result == -EINVAL && !answer.text.isEmpty, .config, "\(answer)")
        }
    }

    /// How much a provider may read to know a document, in bytes.
    private static let probeLimit = 1 << 20

    private static func probe(_ bench: CheckBench) throws(CheckStop) {
        let provider = try bench.provider()
        func probe(
            _ source: CheckSource, _ what: String
        ) throws(CheckStop) -> (answer: Answer, certainty: UInt32) {
            guard let function = unsafe provider.library.table.probe else {
                throw .absent("the provider has no probe")
            }
            let request = bench.request().context
            let lent = DocumentSource(source)
            bench.asking("probe of \(what)")
            var certainty = SHEAF_PROBE_NO
            let result = unsafe function(provider.plugin, request.pointer, lent.pointer, &certainty)
            return withExtendedLifetime(lent) {
                (Answer(result: result, text: request.errorText), certainty)
            }
        }
        let source = try bench.source()
        let (answer, certainty) = try probe(source, "the document")
        bench.expect(
            answer.result == 0 && (1...SHEAF_PROBE_CERTAIN).contains(certainty), .certainty,
            "\(answer), certainty \(certainty)")
        bench.expect(
            source.bytesRead <= probeLimit, .probeReads,
            "it read \(source.bytesRead) bytes, more than \(probeLimit)")
        bench.measured("certainty \(certainty), \(source.bytesRead) bytes read")
        let others: [(CheckSource.Treatment, String)] = [
            (.cut(0), "an empty document"), (.cut(10), "its first 10 bytes"), (.noise, "noise"),
        ]
        for (treatment, what) in others {
            let (answer, certainty) = try probe(try bench.source(treatment), what)
            bench.expect(answer.isKnown(), .reason, "\(answer)")
            bench.expect(certainty <= SHEAF_PROBE_CERTAIN, .certainty, "certainty \(certainty)")
            if treatment == .noise {
                bench.expect(certainty < SHEAF_PROBE_CERTAIN, .certainty, "it is certain of noise")
            }
        }
        let (failure, _) = try probe(try bench.source(.failing(EIO)), "a document that can't be read")
        bench.expect(failure.isKnown() || failure.result < 0, .unreadable, "\(failure)")
    }

    private static func open(_ bench: CheckBench) throws(CheckStop) {
        let start = EventLoop.now
        let first = try bench.open(isCounted: false)
        let page = try first.somePages(1)[0]
        let size = try first.size(of: page)
        let time = EventLoop.now - start
        let order = CheckRendering(page, size, fitting: (400, 400))
        let alone = try first.rendered(order)
        let second = try bench.open(as: "open the same document again while it is open")
        let other = try second.rendered(order)
        bench.expect(
            other.isEqual(to: alone), .open, "page \(page) looks otherwise in the second document")
        try withExtendedLifetime(second) { () throws(CheckStop) in
            let again = try first.rendered(order)
            bench.expect(
                again.isEqual(to: alone), .open,
                "page \(page) looks otherwise while the document is open twice")
        }
        for _ in 0..<3 { _ = try bench.open(as: "open it again, and close it") }
        bench.asking("render after other documents were closed")
        bench.expect(
            try first.rendered(order).isEqual(to: alone), .open,
            "page \(page) looks otherwise after other documents were closed")
        bench.measured("opened and measured a page in \(Self.milliseconds(time))")
    }

    private static func shortReads(_ bench: CheckBench) throws(CheckStop) {
        let whole = try bench.open()
        let pages = try whole.somePages(3)
        // Seven bytes at a time take long of much.
        let isSmall = try bench.source().size < 1 << 16
        for piece in isSmall ? [1_000, 7] : [1_000] {
            let pieces = try bench.open(
                .pieces(piece), as: "open, with reads that return \(piece) bytes at most")
            for page in pages {
                let order = CheckRendering(page, try whole.size(of: page), fitting: (300, 300))
                bench.expect(
                    try pieces.rendered(order).isEqual(to: try whole.rendered(order)), .shortReads,
                    "page \(page) looks otherwise when reads return \(piece) bytes at most")
            }
        }
    }

    private static func damaged(_ bench: CheckBench) throws(CheckStop) {
        let size = try bench.source().size
        let treatments: [(CheckSource.Treatment, String)] = [
            (.cut(0), "an empty document"), (.cut(1), "its first byte"),
            (.cut(100), "its first 100 bytes"),
            (.cut(size / 2), "its first half"), (.cut(max(size - 100, 0)), "all but its last 100 bytes"),
            (.inverted(every: 997), "it with every 997th byte inverted"),
            (.inverted(every: 61), "it with every 61st byte inverted"), (.noise, "noise of its size"),
            (.failing(EIO), "it where each read fails with EIO"),
        ]
        var opened = 0
        for (treatment, what) in treatments {
            let (document, answer) = try bench.tryToOpen(try bench.source(treatment), as: "open \(what)")
            guard let document else {
                bench.expect(
                    answer.isKnown(or: SHEAF_PASSWORD_NEEDED),
                    treatment == .failing(EIO) ? .unreadable : .reason,
                    "\(answer)")
                continue
            }
            opened += 1
            bench.expect(treatment != .failing(EIO), .unreadable, "it opened the document")
            // What opens may fail later, and then too says why.
            let count = try? document.count()
            if let count { bench.expect(count.answer.isKnown(), .reason, "\(count.answer)") }
            guard let pages = try? document.pages(length: 3) else { continue }
            for page in pages {
                let (answer, metrics, _) = try document.metrics(page)
                bench.expect(answer.isKnown(or: SHEAF_END, SHEAF_NOT_COUNTED), .reason, "\(answer)")
                guard answer.result == 0, HostLimits.isPage(metrics.width, metrics.height) else { continue }
                let size = PageMetrics(
                    width: metrics.width, height: metrics.height, label: "", isExact: true)
                let (result, pixels) = try document.render(CheckRendering(page, size, fitting: (200, 200)))
                bench.expect(result.isKnown(or: SHEAF_END, SHEAF_NOT_COUNTED), .reason, "\(result)")
                if result.result == 0, let fault = pixels.fault { bench.fail(fault.rule, fault.came) }
            }
        }
        bench.measured("\(opened) of \(treatments.count) were opened")
    }
}

/// The facts of a library and of this process that are checked without a provider's table.
enum ProviderEntry {
    /// Whether the entry point returns the same table each time.
    static func isConstant(ofLibrary path: String) -> Bool {
        typealias EntryPoint = @convention(c) () -> UnsafePointer<sheaf_provider>?
        guard let library = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL),
            let symbol = unsafe dlsym(library, "sheaf_provider_v1")
        else { return false }
        let entry = unsafe unsafeBitCast(symbol, to: EntryPoint.self)
        let first = unsafe entry()
        return (0..<3).allSatisfy { _ in unsafe entry() == first }
    }

    /// The bytes of the handler of a signal.
    static func handler(of signal: Int32) -> [UInt8] {
        var action = sigaction()
        _ = unsafe sigaction(signal, nil, &action)
        return unsafe withUnsafeBytes(of: &action) { unsafe Array($0.prefix(MemoryLayout<Int>.size)) }
    }
}
