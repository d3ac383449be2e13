import Glibc
import HostProtocol
package import SheafOS
import Varlink

/// The answer of a host to a call, or its failure.
enum HostAnswer<Value> {
    case value(Value)
    case failed(HostError)
    /// Something that no host answers; what.
    case misbehaved(String)

    /// The answer without its value.
    var withoutValue: HostAnswer<Void> {
        switch self {
        case .value: .value(())
        case .failed(let error): .failed(error)
        case .misbehaved(let reason): .misbehaved(reason)
        }
    }
}

/// Starts the process of a host, which gets its own copies of the descriptors, in the order of ``HostDescriptors``, and of
/// `output` for its standard output and standard error. `ended` is called once, on the loop, when it has ended.
package typealias HostStarter = (
    _ descriptors: [Int32], _ output: Int32, _ ended: @escaping (ProcessEnd) -> Void
) throws(OSError) -> any RunningHost

/// Memory that a host has mapped for the next page that it renders. No page that another host renders goes there: this one can read it.
package final class PreparedMemory {
    package let bytes: Int
    let memory: SharedDescriptor
    /// nil when it has ended.
    private(set) weak var host: HostConnection?

    fileprivate init(_ memory: SharedDescriptor, bytes: Int, in host: HostConnection) {
        self.memory = memory
        self.bytes = bytes
        self.host = host
    }

    /// Whether the host has it still, and it was not taken for a page.
    package var isThere: Bool { host?.prepared === self }

    /// Releases the memory in the host. No page is in it then, and it is free at once, though the host may be busy for
    /// long.
    package func release() {
        host?.release(self)
        memory.free()
    }
}

/// A host process, and the ways to speak with it.
final class HostConnection {
    let process: any RunningHost
    /// The memory and processor time that the host uses.
    let consumption: HostConsumption
    /// The budget of lines that the host's provider may still write to the journal.
    var logBudget = LogBudget()
    /// The parts of confinement that hold for the host, once it has told them.
    var confinement: [Confinement] = []
    /// The manifest that the host was given: what its provider may do beyond others.
    var manifest = ProviderManifest()
    private let client: VarlinkClient
    private let notices: NoticeReader
    private let output: HostOutput
    private let cancelWord: CancelWord
    /// The thumbnails that the host will report, by their requests' serials.
    private var thumbnails: [UInt32: LateThumbnail] = [:]

    /// The memory that the host has mapped for the next page.
    private(set) var prepared: PreparedMemory?

    /// Starts a host.
    ///
    /// - Parameter worker: closes descriptors that a host sends unasked.
    init(
        _ start: HostStarter, worker: BackgroundWorker?, on loop: EventLoop, events: @escaping (HostEvent) -> Void
    ) throws(OSError) {
        let cancelMemory = try CancelWord.makeMemory()
        cancelWord = try CancelWord(mapping: cancelMemory.number, writable: true)

        // What owns a descriptor can't leave a closure: the ends of a pair are taken out of it by their numbers.
        var requests: (Int32, Int32) = (-1, -1)
        try UnixSocket.pair { ours, theirs in requests = (ours.release(), theirs.release()) }
        let ourRequests = FileDescriptor(owning: requests.0)
        let theirRequests = FileDescriptor(owning: requests.1)
        var packets: (Int32, Int32) = (-1, -1)
        try UnixSocket.packetPair { ours, theirs in packets = (ours.release(), theirs.release()) }
        notices = NoticeReader(FileDescriptor(owning: packets.0), worker: worker, events)
        let theirNotices = FileDescriptor(owning: packets.1)
        var pipe: (Int32, Int32) = (-1, -1)
        try HostOutput.makePipe { ours, theirs in pipe = (ours.release(), theirs.release()) }
        output = HostOutput(FileDescriptor(owning: pipe.0), events)
        let theirOutput = FileDescriptor(owning: pipe.1)

        var keptUntilItEnds: [any RunningHost] = []
        process = try start(
            [theirRequests.number, theirNotices.number, cancelMemory.number], theirOutput.number
        ) { end in
            keptUntilItEnds.removeAll()
            events(.ended(HostDeath(end)))
        }
        consumption = HostConsumption(of: process)
        // From here on a failure must not leave the process behind: who lets go of it does not learn that it has ended, and
        // does not collect it.
        do throws(OSError) {
            client = try VarlinkClient(ourRequests, on: loop, limits: Self.limits, worker: worker) { error in
                let misbehaved = error.code == .protocolViolation || error.code == .overLimit
                events(.lost(misbehaved: misbehaved, reason: error.description))
            }
            try notices.watch(on: loop)
            try output.watch(on: loop)
        } catch {
            process.send(signal: SIGKILL)
            keptUntilItEnds.append(process)
            throw error
        }
    }

    deinit {
        notices.cancel()
        output.cancel()
    }

    /// A reply has no more than an answer of items, and at most one descriptor.
    private static var limits: VarlinkLimits {
        var limits = VarlinkLimits()
        limits.receivedLength = HostLimits.replyBytes
        limits.descriptorsPerMessage = 1
        return limits
    }

    /// Reads what it has written before it ended.
    func readLastLines() { output.readRest() }

    /// The host is about to be asked for a page whose thumbnail it reports later.
    func expect(_ thumbnail: LateThumbnail, serial: UInt32) {
        thumbnail.begin()
        thumbnails[serial] = thumbnail
    }

    /// The thumbnail of a request: it is reported, or will not be. nil where none is expected.
    func removeThumbnail(serial: UInt32) -> LateThumbnail? {
        thumbnails.removeValue(forKey: serial)
    }

    /// The thumbnails that the host has not reported, and never will: it has ended.
    func removeThumbnails() -> [LateThumbnail] {
        defer { thumbnails = [:] }
        return thumbnails.values.filter(\.isAnswered)
    }

    /// A rendering is answered: the thumbnails of those before it were reported, or are none. Their memory is not kept for a
    /// host that never reports any.
    func endThumbnails() {
        for (serial, thumbnail) in thumbnails where thumbnail.isAnswered {
            thumbnails[serial] = nil
            thumbnail.end(isMade: false)
        }
    }

    /// Calls a method of the host. `completion` is not called where the connection ends first: that is an event.
    ///
    /// - Parameters:
    ///   - bringsDescriptors: whether a descriptor may come with the reply.
    ///   - decode: makes a value of the reply; nil where no host answers this.
    func call<Method: VarlinkMethod, Value>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [],
        bringsDescriptors: Bool = false,
        decode: @escaping (VarlinkReply<Method.Reply>) -> Value?, completion: @escaping (HostAnswer<Value>) -> Void
    ) where Method.Failure == HostInterface.Failure {
        client.call(method, parameters, descriptors: descriptors, bringsDescriptors: bringsDescriptors) {
            [weak self] result in
            // Notices that were sent before the reply are served before it.
            self?.notices.readWaiting()
            switch result {
            case .success(let reply):
                if let value = decode(reply) {
                    completion(.value(value))
                } else {
                    completion(.misbehaved("its reply to \(Method.name) makes no sense"))
                }
            case .failure(.failed(let failure)):
                if let error = HostError(failure) {
                    completion(.failed(error))
                } else {
                    completion(.misbehaved("it answered \(Method.name) with \(failure.errorName)"))
                }
            case .failure(.undeclared(let name, _)):
                completion(.misbehaved("it answered \(Method.name) with \(name)"))
            case .failure(.connection):
                break
            }
        }
    }

    /// Sets one setting of its provider.
    func configure(
        _ entry: HostSettings.Entry, serial: UInt32, completion: @escaping (HostAnswer<Void>) -> Void
    ) {
        call(
            HostInterface.Configure.self, .init(serial: Int(serial), key: entry.key, value: entry.value),
            decode: { _ in () }, completion: completion)
    }

    /// Closes a document, behind what was asked before.
    func close(_ document: DocumentID) {
        client.send(HostInterface.Close.self, HostInterface.CloseParameters(document: Int(document.number)))
    }

    /// Has the host map memory for the next page, behind earlier requests.
    func prepare(_ memory: SharedDescriptor, bytes: Int) -> PreparedMemory {
        let new = PreparedMemory(memory, bytes: bytes, in: self)
        prepared = new
        client.send(HostInterface.Prepare.self, .init(fileDescriptor: 0), descriptors: [memory])
        return new
    }

    /// Takes the memory that the host has mapped, where it is for a page of `bytes` bytes; nil where there is none.
    func takePrepared(_ bytes: Int) -> PreparedMemory? {
        guard prepared?.bytes == bytes else { return nil }
        defer { prepared = nil }
        return prepared
    }

    /// Has the host release the memory, unless it has mapped other memory by now.
    fileprivate func release(_ memory: PreparedMemory) {
        guard prepared == nil || prepared === memory else { return }
        prepared = nil
        client.send(HostInterface.Prepare.self, .init(fileDescriptor: nil))
    }

    /// The page that the host measures for the request with this serial, or did when it ended, as far as it says so.
    func measuredPage(for serial: UInt32) -> Int64? { cancelWord.measuredPage(for: serial) }

    /// Asks the request with this serial to end.
    func stop(_ serial: UInt32) {
        cancelWord.stop(serial)
    }

    /// Hangs up: the host ends by itself.
    func hangUp() {
        client.close()
    }

    /// Ends it by force.
    func kill() {
        process.send(signal: SIGKILL)
    }
}
