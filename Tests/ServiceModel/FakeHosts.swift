import Glibc
import SheafOS
import Varlink

@testable import HostProtocol
@testable import HostSupervision

/// Provider hosts without processes: they speak as hosts do, over the sockets that a host is started with, and answer when the
/// model says so.
final class FakeHosts {
    let loop: EventLoop
    let files: FakeFiles
    let numbers: ModelNumbers
    private(set) var hosts: [FakeHost] = []
    private var lastPid: Int32 = 1 << 22
    /// Whether hosts do all that is asked of them. Else they fail, crash and hang now and then.
    var areKind = false
    /// Whether all who show a file hear of what hosts that have it open say.
    var isOpenForAll: (FakeFile) -> Bool = { _ in false }
    /// Writes down what hosts do, where that is wanted.
    var say: (() -> String) -> Void = { _ in }
    /// Whether hosts answer as soon as they are asked.
    var areQuick = false
    /// How often hosts were asked what is at a point.
    var hits = 0
    /// The actions that happen later, in any order: a process is collected some time after its sockets were closed.
    private var later: [() -> Void] = []

    init(loop: EventLoop, files: FakeFiles, numbers: ModelNumbers) {
        self.loop = loop
        self.files = files
        self.numbers = numbers
    }

    /// Starts a host.
    func start(
        _ descriptors: [Int32], _ output: Int32, _ ended: @escaping (ProcessEnd) -> Void
    ) throws(OSError) -> any RunningHost {
        if !areKind, numbers.chance(5) { throw OSError(code: EAGAIN, operation: "start a fake host") }
        lastPid += 1
        let host = try FakeHost(pid: lastPid, descriptors, of: self, ended: ended)
        hosts.append(host)
        return host
    }

    /// Has something happen some time from now.
    func doLater(_ body: @escaping () -> Void) { later.append(body) }

    /// Whether a host is asked for something, or something is to happen.
    var areBusy: Bool { !later.isEmpty || hosts.contains { $0.waiting != nil } }

    /// Has one of the hosts go on; false where all wait for work.
    @discardableResult
    func proceed() -> Bool {
        hosts.removeAll { $0.hasEnded && $0.waiting == nil }
        let busy = hosts.filter { $0.waiting != nil }
        let choices = busy.count + later.count
        guard choices > 0 else { return false }
        let choice = numbers.number(0...choices - 1)
        if choice < busy.count { busy[choice].proceed() } else { later.remove(at: choice - busy.count)() }
        return true
    }

    /// Ends all hosts with their service.
    func end() {
        for host in hosts { host.send(signal: SIGKILL) }
        hosts = []
        let bodies = later
        later = []
        for body in bodies { body() }
    }

    /// Changes a document by itself, as its provider says.
    func change(_ file: FakeFile) {
        switch numbers.number(0...9) {
        case 0...4:
            files.changePages(of: &file.content)
            tell(of: file, .pages)
        case 5...7:
            if let page = files.changeLook(of: &file.content) { tell(of: file, .page(Int64(page))) }
        default:
            files.rewrite(file)
            tell(of: file, .all)
        }
    }

    /// Has the hosts that have a file open tell a change of it, for each document that they have open of it. Where
    /// somebody would not hear of the change, the file gets another version, as a file that was written has: who
    /// watches it sees that. Documents of an earlier version stay as they are.
    func tell(of file: FakeFile, _ change: DocumentChange) {
        say { "        hosts tell: \(change) of \(file.path), with pages \(file.content.pages)" }
        let isForAll = change != .all && isOpenForAll(file)
        for host in hosts {
            for (number, document) in host.documents.sorted(by: { $0.key < $1.key })
            where document.file === file && document.version == file.version {
                if change != .all { document.content = file.content }
                host.send(.changed(document: Int64(number), change))
            }
        }
        if !isForAll { file.version += 1 }
    }
}

/// A document as a host has it open.
final class FakeDocument {
    let file: FakeFile
    let version: Int
    var content: FakeContent
    /// Whether its text is laid out so large that each page is two.
    let isLarge: Bool
    /// The second half of a page has its number and this.
    static let half = 1 << 20

    init(_ file: FakeFile, isLarge: Bool) {
        self.file = file
        self.isLarge = isLarge && file.flows
        version = file.version
        content = file.content
    }

    /// The pages that it has.
    var pages: [Int] { Self.pages(of: content, isLarge: isLarge) }

    static func pages(of content: FakeContent, isLarge: Bool) -> [Int] {
        isLarge ? content.pages.flatMap { [$0, $0 + half] } : content.pages
    }
}

/// A host without a process. What it answers is in FakeHost+Requests.
final class FakeHost: RunningHost {
    let pid: Int32
    let hosts: FakeHosts
    private let notices: FileDescriptor
    private let cancelWord: CancelWord
    private lazy var store = VarlinkServer(
        on: hosts.loop, information: VarlinkServiceInformation(vendor: "", product: "", version: "", url: ""),
        connectionEnded: { [weak self] _ in self?.die(.exited(status: 0)) }, log: { _, _ in })
    private var ended: ((ProcessEnd) -> Void)?
    /// The request that the host has not answered yet.
    private(set) var waiting: (() -> Void)?
    private(set) var hasEnded = false
    var documents: [Int: FakeDocument] = [:]

    init(
        pid: Int32, _ descriptors: [Int32], of hosts: FakeHosts, ended: @escaping (ProcessEnd) -> Void
    ) throws(OSError) {
        self.pid = pid
        self.hosts = hosts
        self.ended = ended
        let copies = descriptors.map { dup($0) }
        notices = FileDescriptor(owning: copies[1])
        cancelWord = try CancelWord(mapping: copies[2], writable: false)
        Glibc.close(copies[2])
        store.add(HostDispatcher(self))
        try store.adopt(FileDescriptor(owning: copies[0]))
    }

    func send(signal: Int32) { die(.signalled(signal)) }
    var ownBytes: Int? { nil }
    func keptPages(descriptors: Int) -> ProcessMemory.Held? { nil }
    var processorTime: UInt64? { nil }

    /// Ends the host; its sockets are closed before the process is collected.
    func die(_ end: ProcessEnd) {
        guard !hasEnded else { return }
        hasEnded = true
        waiting = nil
        documents = [:]
        hosts.loop.afterThisBatch { [store] in store.close() }
        hosts.doLater { [self] in
            ended?(end)
            ended = nil
        }
    }

    func send(_ notice: HostNotice) {
        guard !hasEnded else { return }
        let packet = notice.packet
        _ = packet.withUnsafeBytes { Glibc.send(notices.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Has the host go on with its request.
    func proceed() {
        guard let body = waiting else { return }
        waiting = nil
        body()
    }

    /// Answers a call, now or when the model has the host go on.
    func answer<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, _ serial: Int = 0,
        _ reply: @escaping () throws(HostInterface.Failure) -> (Method.Reply, [SharedDescriptor])
    ) where Method.Failure == HostInterface.Failure {
        waiting = { [self] in
            let chance = hosts.areKind ? 1_000 : hosts.numbers.number(0...999)
            hosts.say { "        host \(pid): \(Method.name) \(serial)\(chance < 27 ? ", badly" : "")" }
            switch chance {
            case 0...3: return die(.signalled(SIGSEGV))
            case 4: return die(.exited(status: 3))
            case 5...24: return call.fail(.documentFailed(errno: Int(EIO), message: "it was to fail"))
            // It says nothing any more, until it is killed.
            case 25...26: return
            // The number 0 is that of no request.
            case 27...700 where serial != 0 && cancelWord.isStopped(UInt32(truncatingIfNeeded: serial)):
                return call.fail(.cancelled)
            default: break
            }
            do throws(HostInterface.Failure) {
                let (parameters, descriptors) = try reply()
                call.reply(parameters, descriptors: descriptors)
            } catch {
                call.fail(error)
            }
        }
        if hosts.areQuick { proceed() }
    }
}
