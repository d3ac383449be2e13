import CSheafSandbox
import Glibc
package import HostProtocol
package import SheafOS
import Varlink

/// A provider that is a program: a process that this one, its host, has started and confined, and what it is asked.
///
/// It ends with its host, and its host with it, in the same way: a crash of the program is one of the host to everybody else.
@safe package final class ProviderProgram {
    /// The program's process.
    package let pid: Int32
    private let client: VarlinkBlockingClient
    private let socket: Int32
    private var watch: DescriptorSource?
    private var lastDocument = 0
    /// The memory that pages are rendered into. It is kept, since fresh memory costs a fault for each 4 KB.
    private var pixels: SharedDescriptor?
    private var pixelBytes = 0
    /// Whether the program wants the suffix of a document's file name, as its answer to Load says.
    var takesSuffix = false

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - confinement: of its host, which holds for the program too; nil: it is not confined.
    ///   - cancelWord: the memory of the ``CancelWord``.
    package init(
        _ file: ProgramFile, confinement: HostConfinement?, cancelWord: Int32, on loop: EventLoop
    ) throws(HostError) {
        do throws(OSError) {
            var ends: (Int32, Int32) = (-1, -1)
            try UnixSocket.pair { ours, theirs in ends = (ours.release(), theirs.release()) }
            let ours = FileDescriptor(owning: ends.0)
            let theirs = FileDescriptor(owning: ends.1)
            try UnixSocket.setBlocking(theirs.number, true)
            if let confinement {
                pid = try confinement.start(file, channel: theirs.number, cancelWord: cancelWord)
            } else {
                pid = try HostConfinement.startFree(file, channel: theirs.number, cancelWord: cancelWord)
            }
            socket = ours.number
            var limits = VarlinkLimits()
            limits.receivedLength = HostLimits.programReplyBytes
            limits.descriptorsPerMessage = 0
            client = VarlinkBlockingClient(ours, limits: limits)
            // The service has the patience, and ends this process.
            client.timeoutMilliseconds = -1
            // Watched from before this process is confined: a host can't watch anything new.
            watch = try loop.watch(socket, for: .readable) { [unowned self] _ in spokeUnasked() }
        } catch {
            throw HostError(.providerRefused, "\(file.path) is not started: \(error)")
        }
    }

    // MARK: Calls

    /// Calls the program, and waits for its answer: for as long as the service does.
    ///
    /// - Parameter name: of another method that takes and answers the same.
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, named name: String? = nil, _ parameters: Method.Parameters,
        descriptors: [SharedDescriptor] = []
    ) -> Result<Method.Reply, ProviderInterface.Failure> where Method.Failure == ProviderInterface.Failure {
        do throws(VarlinkCallError<ProviderInterface.Failure>) {
            return .success(try client.call(method, named: name, parameters, descriptors: descriptors).parameters)
        } catch {
            let method = name ?? "\(Method.name)"
            switch error {
            case .failed(let failure): return .failure(failure)
            case .undeclared(let error, _):
                return .failure(
                    .failed(errno: Int(EPROTO), message: "the provider answered \(method) with the error \(error)"))
            case .connection(let reason): end(reason, at: method)
            }
        }
    }

    /// The number of the next document.
    func nextDocument() -> Int {
        lastDocument += 1
        return lastDocument
    }

    /// Memory for so many bytes of pixels, whose content means nothing.
    func pixelMemory(_ bytes: Int) throws(OSError) -> SharedDescriptor {
        if let pixels, pixelBytes >= bytes { return pixels }
        pixels = nil
        let memory = try Memfd.create(name: "sheaf-pixels", size: bytes)
        // A program that cuts it off would otherwise have its host read what is not there.
        try Memfd.sealSize(memory.number)
        let shared = SharedDescriptor(memory)
        (pixels, pixelBytes) = (shared, bytes)
        return shared
    }

    /// Gives the memory for pixels back.
    func releasePixels() { (pixels, pixelBytes) = (nil, 0) }

    // MARK: Its end

    /// How long a program that has hung up may take to end, in milliseconds: then its host ends, and the program with it.
    private static let endTime: Int32 = 2_000
    /// EX_PROTOCOL of sysexits.h.
    private static let protocolStatus: Int32 = 76

    private func end(_ reason: VarlinkError, at method: String) -> Never {
        switch reason.code {
        case .protocolViolation, .overLimit:
            HostDescriptors.say("the provider's answer to \(method) is none: \(reason)")
            _exit(Self.protocolStatus)
        default: endLikeProgram()
        }
    }

    /// Between calls a program has nothing to say: it has ended, or does not keep to the protocol.
    private func spokeUnasked() {
        var byte: UInt8 = 0
        let count = unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { endLikeProgram() }
        HostDescriptors.say("the provider said something that it was not asked")
        _exit(Self.protocolStatus)
    }

    private func endLikeProgram() -> Never {
        sheaf_sandbox_end_like(pid, Self.endTime)
    }
}

extension DocumentLooks.Flow {
    /// How a text is laid out, as a program is told it.
    var provided: ProviderInterface.Flow {
        ProviderInterface.Flow(
            width: width, height: height, fontSize: fontSize, fontFamily: fontFamily, lineHeight: lineHeight,
            margin: margin, columns: columns, justify: justify, unwrap: unwrap, encoding: encoding, plain: plain)
    }
}
