import Glibc
package import SheafOS
import Varlink

/// What came of asking a host.
enum HostAnswer<Value> {
    case value(Value)
    case failed(HostError)
    /// Something that no host answers; what.
    case misbehaved(String)

    /// The same, whatever the value.
    var withoutValue: HostAnswer<Void> {
        switch self {
        case .value: .value(())
        case .failed(let error): .failed(error)
        case .misbehaved(let reason): .misbehaved(reason)
        }
    }
}

/// The process of a host.
package protocol HostProcess: AnyObject {
    var pid: Int32 { get }
    /// Sends a signal. One that has ended already gets none.
    func send(signal: Int32)
}

extension ChildProcess: HostProcess {}

/// Starts the process of a host, which gets its own copies of the descriptors, in the order of ``HostDescriptors``. `ended`
/// is called once, on the loop, when it has ended.
package typealias HostStarter = (
    _ descriptors: [Int32], _ ended: @escaping (ProcessEnd) -> Void
) throws(OSError) -> any HostProcess

/// A host process, and the ways to speak with it.
final class HostConnection {
    /// What a host does by itself.
    enum Event {
        /// Its connection has ended; `misbehaved` where it broke the rules.
        case lost(misbehaved: Bool, reason: String)
        case ended(HostDeath)
        case notice(HostNotice)
    }

    let process: any HostProcess
    /// What confines the host, once it has said so.
    var confinement: [Confinement] = []
    /// What it was told that its provider may do beyond others.
    var manifest = ProviderManifest()
    private let client: VarlinkClient
    private let notices: NoticeReader
    private let cancelWord: CancelWord
    /// The thumbnails that the host will report, by their requests' serials.
    private var thumbnails: [UInt32: LateThumbnail] = [:]

    /// Starts a host.
    ///
    /// - Parameter worker: closes descriptors that a host sends unasked.
    init(
        _ start: HostStarter, worker: BackgroundWorker?, on loop: EventLoop, events: @escaping (Event) -> Void
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

        process = try start([theirRequests.number, theirNotices.number, cancelMemory.number]) { end in
            events(.ended(HostDeath(end)))
        }
        // From here on a failure must not leave the process behind.
        do throws(OSError) {
            client = try VarlinkClient(ourRequests, on: loop, worker: worker) { error in
                let misbehaved = error.code == .protocolViolation || error.code == .overLimit
                events(.lost(misbehaved: misbehaved, reason: error.description))
            }
            try notices.watch(on: loop)
        } catch {
            process.send(signal: SIGKILL)
            throw error
        }
    }

    deinit {
        notices.cancel()
    }

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
    /// - Parameter decode: makes a value of the reply; nil where no host answers this.
    func call<Method: VarlinkMethod, Value>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [],
        decode: @escaping (VarlinkReply<Method.Reply>) -> Value?, completion: @escaping (HostAnswer<Value>) -> Void
    ) where Method.Failure == HostInterface.Failure {
        client.call(method, parameters, descriptors: descriptors) { [weak self] result in
            // Notices that were sent before the reply are served before it.
            self?.notices.read()
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

    /// Closes a document, behind what was asked before.
    func close(_ document: DocumentID) {
        client.send(HostInterface.Close.self, HostInterface.CloseParameters(document: Int(document.number)))
    }

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

/// Reads a host's notices.
final class NoticeReader {
    /// How many notices are read at once, before others get their turn.
    private static let noticesPerTurn = 64

    private var socket: FileDescriptor?
    private let number: Int32
    private let worker: BackgroundWorker?
    private let events: (HostConnection.Event) -> Void
    private var packet = [UInt8](repeating: 0, count: HostNotice.packetSize)
    private var source: DescriptorSource?
    private var isBroken = false

    /// - Parameter worker: closes the descriptors that come, and the socket, in which more may wait.
    init(
        _ socket: consuming FileDescriptor, worker: BackgroundWorker?,
        _ events: @escaping (HostConnection.Event) -> Void
    ) {
        number = socket.number
        self.socket = consume socket
        self.worker = worker
        self.events = events
    }

    /// Reads whenever there is something.
    func watch(on loop: EventLoop) throws(OSError) {
        source = try loop.watch(number, for: .readable) { [unowned self] _ in read() }
    }

    deinit {
        cancel()
    }

    /// Reads no more.
    func cancel() {
        isBroken = true
        source?.cancel()
        source = nil
        if let socket = socket.take() { worker.close(socket) }
    }

    /// Reads the notices that wait, and reports each.
    func read() {
        for _ in 0..<Self.noticesPerTurn where !isBroken {
            let read: SocketRead
            do throws(OSError) {
                read = try receive()
            } catch {
                return fail("its notices can't be read: \(error)")
            }
            switch read {
            case .wouldBlock:
                return
            case .end:
                cancel()
                return events(.lost(misbehaved: false, reason: "it hung up"))
            case .bytes(let count):
                guard let notice = unsafe HostNotice(packet.span.bytes.extracting(first: count)) else {
                    return fail("it sent a notice that is none")
                }
                events(.notice(notice))
            }
        }
    }

    private func receive() throws(OSError) -> SocketRead {
        var descriptors: [Int32] = []
        // Nobody sends descriptors here but a provider that has taken its host over.
        defer { for number in descriptors { worker.close(FileDescriptor(owning: number)) } }
        return try Self.receive(from: number, into: &packet, descriptors: &descriptors)
    }

    private static func receive(
        from number: Int32, into packet: inout [UInt8], descriptors: inout [Int32]
    ) throws(OSError) -> SocketRead {
        var room = packet.mutableSpan
        var bytes = unsafe room.mutableBytes
        return try UnixSocket.receive(number, into: &bytes, descriptors: &descriptors)
    }

    private func fail(_ reason: String) {
        cancel()
        events(.lost(misbehaved: true, reason: reason))
    }
}
