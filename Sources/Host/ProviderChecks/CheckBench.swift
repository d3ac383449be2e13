import CSheafProvider
import Glibc
import HostProcess
import HostProtocol
import SheafOS

/// The subject of a trial: the provider, the document, and the options of its checks.
struct TrialSubject: Sendable {
    /// The path of the provider's library, or program.
    let library: String
    let document: SharedDescriptor
    /// How the name of the document's file ends.
    let suffix: String?
    let settings: [HostSettings.Entry]
    let password: String?
    /// How many pages are rendered to find leaks.
    let pages: Int
}

/// The bench of a check, in the check's process: the provider, its documents, and the report of what is found.
@safe final class CheckBench {
    let subject: TrialSubject
    private let conditions: ProviderConditions
    private let report: CheckReport
    let cancelWord: LocalCancelWord
    /// Whether the provider is a program, and has a process of its own.
    let isProgram: Bool
    /// A descriptor that can't be read from, opened before anything is confined.
    private let unreadable: SharedDescriptor
    private var program: ProviderProgram?
    private var loop: EventLoop?
    private var serials = LocalCancelWord.unused
    /// The notices that the provider sent, in order.
    private let notices = Notices()
    private var loaded: LoadedProvider?
    private var handles: Int64 = 0
    /// The words for the first two requests to a provider, in reports.
    static let loading = "to be loaded"
    static let opening = "open"
    /// The request that the provider is working on, in words.
    private var asked = "nothing yet"

    init(
        _ subject: TrialSubject, _ conditions: ProviderConditions, _ report: CheckReport
    ) throws(CheckStop) {
        self.subject = subject
        self.conditions = conditions
        self.report = report
        isProgram = LocalProvider.isProgram(subject.library)
        do throws(HostError) { cancelWord = try LocalCancelWord() } catch {
            throw .impossible(error.message)
        }
        let number = unsafe Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard number >= 0 else { throw .impossible("/dev/null can't be opened: \(OSError.text(of: errno))") }
        unreadable = SharedDescriptor(FileDescriptor(owning: number))
    }

    // MARK: What is found

    /// Notes what the provider is asked now: where it crashes or hangs, this is what is said of it.
    func asking(_ what: String) {
        asked = what
        report.write(.asked(what))
    }

    /// A rule holds here, or the check has failed.
    ///
    /// - Parameter came: what came instead.
    func expect(_ holds: Bool, _ rule: ABIRule, _ came: @autoclosure () -> String) {
        if !holds { fail(rule, came()) }
    }

    /// The check has failed: what the provider was asked last broke a rule.
    func fail(_ rule: ABIRule, _ came: String) {
        report.write(.broken(rule, asked: asked, came: came))
    }

    /// The check has failed, and can't go on.
    func stop(_ rule: ABIRule, _ came: String) -> CheckStop {
        fail(rule, came)
        return .ended
    }

    /// Says what was measured.
    func measured(_ text: String) { report.write(.measured(text)) }

    /// Notes the pixels of a page, to be compared with those that it has under other conditions.
    func note(_ what: String, digest: UInt64) { report.write(.pixels(what, digest: digest)) }

    /// Returns the memory, descriptors and threads of the provider's process, once it has given back what is free.
    func holdings() throws(CheckStop) -> ProcessHoldings {
        CurrentProcess.returnFreeMemory()
        guard let holdings = report.holdings(of: process) else { throw .impossible("nobody measures") }
        return holdings
    }

    /// Returns the changes that the provider reported since the last call.
    func takeChanges() -> [DocumentChange] { notices.takeChanges() }

    // MARK: The provider and its documents

    /// The provider, with its settings.
    func provider() throws(CheckStop) -> LoadedProvider {
        if let loaded { return loaded }
        asking(Self.loading)
        let provider: LoadedProvider
        let loop: EventLoop
        do throws(OSError) { loop = try EventLoop() } catch { throw .impossible(error.description) }
        self.loop = loop
        do throws(HostError) {
            (provider, program) = try conditions.load(
                subject.library, cancelWord, on: loop, services: HostServices { [notices] in notices.add($0) })
        } catch {
            throw stop(.load, error.message)
        }
        loaded = provider
        for setting in subject.settings {
            asking("config \(setting.key)=\(setting.value)")
            do throws(HostError) { try provider.configure(setting.key, setting.value, request().context) } catch {
                throw stop(.config, error.message)
            }
        }
        return provider
    }

    /// The process that the provider is in.
    private var process: Int32 { program?.pid ?? getpid() }

    /// A request, which nobody cancels unless that is said.
    func request(cancelledAt: UInt64? = nil, wanted: Int? = nil) -> CheckRequest {
        serials += 1
        if let wanted {
            return CheckRequest(serials, cancelWord.word, cancelledAt: cancelledAt, wanted: wanted)
        }
        return CheckRequest(
            serials, cancelWord.word, cancelledAt: cancelledAt, password: subject.password, suffix: subject.suffix)
    }

    /// Returns the alarm that cancels a request at its time; nil where the request is not to be cancelled.
    func alarm(for request: CheckRequest) -> CancelAlarm? {
        request.cancelledAt.map { CancelAlarm(cancelWord.word, request.context.serial, at: $0) }
    }

    /// The document's bytes.
    func source(_ treatment: CheckSource.Treatment = .none) throws(CheckStop) -> CheckSource {
        do throws(HostError) {
            return try CheckSource(subject.document, unreadable: unreadable, treatment)
        } catch {
            throw .impossible(error.message)
        }
    }

    /// Opens the document, which has to succeed.
    ///
    /// - Parameter isCounted: whether one that counts its pages does that first, to the end.
    func open(
        _ treatment: CheckSource.Treatment = .none, as what: String = opening, isCounted: Bool = true
    ) throws(CheckStop) -> CheckDocument {
        let (document, answer) = try tryToOpen(source(treatment), as: what)
        guard let document else { throw stop(treatment == .none ? .open : .shortReads, answer.reason) }
        if isCounted { try document.countOn() }
        return document
    }

    /// Opens a document; nil and the answer where that fails.
    func tryToOpen(_ source: CheckSource, as what: String) throws(CheckStop) -> (
        CheckDocument?, Answer
    ) {
        let provider = try provider()
        asking(what)
        handles += 1
        let request = request().context
        do throws(HostError) {
            let document = try provider.open(
                DocumentSource(source), looks: DocumentLooks(), handle: handles, request)
            return (CheckDocument(document, self), Answer(result: 0, text: ""))
        } catch {
            let code: Int32 =
                switch error.code {
                case .documentError(let errno): -errno
                case .passwordNeeded: SHEAF_PASSWORD_NEEDED
                case .cancelled: SHEAF_CANCELLED
                default: -EPROTO
                }
            return (
                nil,
                Answer(
                    result: code, text: request.errorText.isEmpty ? "" : error.message, reason: error.message)
            )
        }
    }
}

/// Why a check does not go on.
enum CheckStop: Error, Equatable {
    /// The provider lacks the function, or the document what the check is about: there is nothing to check.
    case absent(String)
    /// The check can't be made here.
    case impossible(String)
    /// The reason was reported already.
    case ended
}

/// The answer of a provider's function.
struct Answer: CustomStringConvertible {
    let result: Int32
    /// The error text that the provider set; empty where it set none.
    let text: String
    /// The error text, or a host's words for the result where the provider set none.
    var reason = ""
    /// How long it took.
    var microseconds: UInt64 = 0

    var description: String {
        switch result {
        case 0: "0"
        case SHEAF_END: "SHEAF_END"
        case SHEAF_CANCELLED: "SHEAF_CANCELLED"
        case SHEAF_BACKGROUND: "SHEAF_BACKGROUND"
        case SHEAF_PASSWORD_NEEDED: "SHEAF_PASSWORD_NEEDED"
        case SHEAF_NOT_COUNTED: "SHEAF_NOT_COUNTED"
        case -4_095..<0:
            "\(result) (\(OSError.text(of: -result)))" + (text.isEmpty ? " and no text" : ": \(text)")
        default: "\(result)"
        }
    }

    /// Whether it is one that the ABI knows: 0, one of these conditions, or a failure with a reason.
    func isKnown(or conditions: Int32...) -> Bool {
        result == 0 || conditions.contains(result) || (-4_095..<0).contains(result) && !text.isEmpty
    }
}

/// The notices that a provider sends. Any thread may add to them.
private final class Notices: Sendable {
    private let changes = Guarded<[DocumentChange]>([])

    func add(_ notice: HostNotice) {
        guard case .changed(_, let change) = notice else { return }
        changes.withLock { $0.append(change) }
    }

    func takeChanges() -> [DocumentChange] {
        changes.withLock { all in
            defer { all = [] }
            return all
        }
    }
}
