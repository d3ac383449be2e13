import Glibc
package import HostProtocol
package import SheafOS

/// Checks a provider against the rules of its ABI, each check in a process of its own: a provider that crashes or hangs costs that check.
package struct ProviderTrial: Sendable {
    private let subject: TrialSubject
    /// How long one call may take, in microseconds.
    private let callTime: UInt64
    /// The conditions that the process of a check runs under.
    private let conditions: ProviderConditions

    /// How many pages are rendered to find leaks, and how long a call may take, where nothing else is said: as long as a provider host is
    /// let live by default.
    package static let defaultPages = 1_000
    package static var defaultCallTime: UInt64 { HostLimits().requestTime + HostLimits().cancelGrace }

    /// - Parameters:
    ///   - library: the path of the provider's library.
    ///   - document: a regular file, open for reading.
    ///   - path: by which that was found; nil: nobody knows.
    package init(
        library: String, document: SharedDescriptor, path: String? = nil, settings: [HostSettings.Entry] = [],
        password: String? = nil,
        pages: Int = defaultPages, callTime: UInt64 = defaultCallTime, conditions: ProviderConditions = .confined
    ) {
        self.conditions = conditions
        subject = TrialSubject(
            library: library, document: document, suffix: DocumentLooks.suffix(of: path), settings: settings,
            password: password, pages: pages)
        self.callTime = callTime
    }

    /// A rule that was broken.
    package struct Fault: Equatable, Sendable {
        /// The request to the provider, in words.
        package let asked: String
        /// The outcome that broke the rule, in words.
        package let came: String
        /// The rule, in the words of docs/provider-abi.md.
        package let rule: String
        /// The heading that it stands below there.
        package let section: String
        fileprivate let abiRule: ABIRule
        /// Whether its process has ended by it: the signal or the status, without what was asked.
        package let isEnd: Bool

        init(_ rule: ABIRule, asked: String, came: String, isEnd: Bool = false) {
            self.isEnd = isEnd
            self.asked = asked
            self.came = came
            abiRule = rule
            self.rule = rule.rawValue
            section = rule.section
        }
    }

    /// The result of a check.
    package struct Result: Sendable {
        package let name: String
        /// The rule or measure that is checked, in one line.
        package let summary: String
        /// Empty where no rule was broken.
        package fileprivate(set) var faults: [Fault] = []
        /// Why there was nothing to check; nil where there was.
        package fileprivate(set) var absence: String?
        /// The measurements, in words.
        package fileprivate(set) var measured: [String] = []
        /// The digests of the pixels that are compared with those under other conditions, with the words for each.
        fileprivate var pixels: [(what: String, digest: UInt64)] = []
        /// The files that the provider has opened, where that was watched.
        fileprivate var reached = ReachedFiles()

        /// Whether the provider does not load, or does not open the document: no other check can be made.
        package var endsTrial: Bool {
            faults.contains {
                ($0.asked, $0.rule) == (CheckBench.loading, ABIRule.load.rawValue)
                    || ($0.asked, $0.rule) == (CheckBench.opening, ABIRule.open.rawValue)
            }
        }
    }

    /// How many faults of one check are reported: the others are of the same kind.
    package static let faultLimit = 5

    /// The checks, in their order.
    package static var names: [String] { ProviderCheck.all.map(\.name) }

    /// Makes one check.
    package func check(_ name: String) throws(OSError) -> Result? {
        guard let check = ProviderCheck.all.first(where: { $0.name == name }) else { return nil }
        var result = Result(name: check.name, summary: check.summary)
        if check.isCompared, conditions == .unconfined {
            result.absence = "nothing is confined"
            return result
        }
        try make(check, conditions, isWatched: false, &result)
        if conditions == .confined, check.isCompared || result.endsTrial {
            var free = Result(name: check.name, summary: check.summary)
            try make(check, .unconfined, isWatched: true, &free)
            compare(&result, with: free)
        }
        return result
    }

    /// Makes a check in a process of its own.
    private func make(
        _ check: ProviderCheck, _ conditions: ProviderConditions, isWatched: Bool, _ result: inout Result
    ) throws(OSError) {
        let process = try CheckProcess(isWatched: isWatched) { report in run(check, conditions, report) }
        var asked = "nothing yet"
        var isDone = false
        while let message = try process.next(within: callTime) {
            switch message {
            case .asked(let what): asked = what
            case .broken(let rule, let asked, let came):
                if result.faults.count < Self.faultLimit { result.faults.append(Fault(rule, asked: asked, came: came)) }
            case .measured(let text): result.measured.append(text)
            case .pixels(let what, let digest): result.pixels.append((what, digest))
            case .absent(let reason): result.absence = reason
            case .done: isDone = true
            case .holdings, .rendered, .failed: break
            }
        }
        let end = process.end()
        result.reached = process.reached
        if process.isHung {
            let came = "no answer within \(callTime / 1_000_000) s: its process was ended"
            result.faults.append(Fault(.hang, asked: asked, came: came, isEnd: true))
        } else if !isDone {
            result.faults.append(Fault(.crash, asked: asked, came: "the process \(end)", isEnd: true))
        }
    }

    /// Says what a check came to that comes to something else where nothing is confined, and which files may be why.
    private func compare(_ result: inout Result, with free: Result) {
        let advice = free.reached.advice(for: subject.library).map { ": \($0)" } ?? ""
        if !result.faults.isEmpty {
            guard free.faults.isEmpty, let fault = result.faults.first else { return }
            result.faults[0] = Fault(
                fault.abiRule, asked: fault.asked, came: "\(fault.came); not so where nothing is confined\(advice)",
                isEnd: fault.isEnd)
            return
        }
        let others = zip(result.pixels, free.pixels).filter { $0.digest != $1.digest }.map(\.0.what)
        guard let first = others.first else { return }
        let came =
            "other pixels than where nothing is confined, as of \(others.count) of \(result.pixels.count) pages\(advice)"
        result.faults.append(Fault(.files, asked: "render \(first)", came: came))
    }

    /// Makes a check, in its process.
    private func run(_ check: ProviderCheck, _ conditions: ProviderConditions, _ report: CheckReport) {
        do throws(CheckStop) {
            try check.run(try CheckBench(subject, conditions, report))
        } catch {
            switch error {
            case .absent(let reason), .impossible(let reason): report.write(.absent(reason))
            case .ended: break
            }
        }
        report.write(.done)
    }
}

extension ProviderCheck {
    /// In the order of the report: what others rest on comes first.
    static let all: [ProviderCheck] =
        documentChecks + pageChecks + renderingChecks + readerChecks + contentChecks + enduranceChecks
}
