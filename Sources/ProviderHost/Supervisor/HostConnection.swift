import Glibc
import SheafOS
import Varlink

/// A host process, and the ways to speak with it.
final class HostConnection {
    /// What a host does by itself.
    enum Event {
        /// It can't be spoken to any more; `misbehaved` where it broke the rules.
        case lost(misbehaved: Bool, reason: String)
        case ended(HostDeath)
        case notice(HostNotice)
    }

    /// What came of a call.
    enum Outcome<Value> {
        case value(Value)
        case failed(HostError)
        /// Something that no host answers.
        case misbehaved(String)
    }

    let process: ChildProcess
    private let client: VarlinkClient
    private let notices: NoticeReader
    private let cancelWord: CancelWord

    /// What a host is told that its program is called, wherever that was started from.
    private static let programName = "sheafd"

    /// Starts a host.
    ///
    /// - Parameter closer: closes what a host sends that nobody asked for.
    init(
        executablePath: String, limits: HostLimits, environment: [String], closer: DescriptorCloser?,
        on loop: EventLoop,
        events: @escaping (Event) -> Void
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
        notices = NoticeReader(FileDescriptor(owning: packets.0), closer: closer, events)
        let theirNotices = FileDescriptor(owning: packets.1)

        process = try ChildProcess(
            path: executablePath, name: Self.programName,
            arguments: HostArguments(parent: getpid(), limits: limits).words, environment: environment,
            descriptors: [theirRequests.number, theirNotices.number, cancelMemory.number], on: loop
        ) { end in events(.ended(HostDeath(end))) }
        // From here on a failure must not leave the process behind.
        do throws(OSError) {
            client = try VarlinkClient(ourRequests, on: loop, closer: closer) { error in
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

    /// Calls a method of the host. `completion` is not called where the connection ends first: the events tell that.
    ///
    /// - Parameter decode: makes a value of the reply; nil where no host answers this.
    func call<Method: VarlinkMethod, Value>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [],
        decode: @escaping (VarlinkReply<Method.Reply>) -> Value?, completion: @escaping (Outcome<Value>) -> Void
    ) where Method.Failure == HostInterface.Failure {
        client.call(method, parameters, descriptors: descriptors) { [weak self] result in
            // What the host said before its answer comes before it.
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

    func kill() {
        process.send(signal: SIGKILL)
    }
}
