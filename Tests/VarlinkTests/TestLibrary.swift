import SheafOS
import Varlink

/// The service that the tests call.
final class TestLibrary: LibraryHandler {
    /// The calls of Wait that were not answered, by name.
    var waiting: [(name: String, call: VarlinkCall<LibraryInterface.Wait>)] = []
    /// Called with each call of Wait.
    var waits: ((String, VarlinkCall<LibraryInterface.Wait>) -> Void)?
    /// The calls that were shown to waiting calls, each with the name of the call that waits: "one: Echo".
    var followers: [String] = []
    /// The texts of all calls so far, one-way or not, in order.
    var heard: [String] = []
    /// The names of waiting calls whose caller has gone.
    var disconnected: [String] = []
    var streams: [VarlinkCall<LibraryInterface.Count>] = []
    /// Called with what each call of Echo says, before it is answered.
    var echoes: ((String) -> Void)?
    /// How many descriptors were exchanged.
    var exchanged = 0
    /// Whether calls are answered that are read in place, and how many were offered.
    var answersScanned = true
    var scanned = 0

    func echo(scanned scan: borrowing LibraryInterface.EchoScan, _ call: borrowing ScannedCall) -> Bool {
        scanned += 1
        guard answersScanned else { return false }
        let parameters = scan.parameters
        // Some are answered later, and in the general way.
        guard let number = parameters.number, number > 1_000_000 else {
            do throws(LibraryInterface.Failure) {
                try echo(parameters, call.open(LibraryInterface.Echo.self))
            } catch {
                call.fail(error)
            }
            return true
        }
        heard.append(parameters.text)
        call.reply { writer in
            LibraryInterface.EchoReply(text: parameters.text, number: number, mood: parameters.mood).encode(
                into: &writer)
        }
        return true
    }

    func find(scanned scan: borrowing LibraryInterface.FindScan, _ call: borrowing ScannedCall) -> Bool {
        scanned += 1
        guard answersScanned else { return false }
        let found = scan.parameters
        call.reply { writer in
            LibraryInterface.FindReply(
                title: found.title, spot: found.spot, other: found.other, height: found.height, exact: found.exact
            ).encode(into: &writer)
        }
        return true
    }

    func find(
        _ parameters: LibraryInterface.FindParameters, _ call: VarlinkCall<LibraryInterface.Find>
    ) throws(LibraryInterface.Failure) {
        call.reply(
            LibraryInterface.FindReply(
                title: parameters.title, spot: parameters.spot, other: parameters.other, height: parameters.height,
                exact: parameters.exact))
    }

    func echo(
        _ parameters: LibraryInterface.EchoParameters, _ call: VarlinkCall<LibraryInterface.Echo>
    ) throws(LibraryInterface.Failure) {
        heard.append(parameters.text)
        echoes?(parameters.text)
        if parameters.text == "written" {
            return call.reply { $0.raw(#"{"text":"by hand"}"#) }
        }
        call.reply(
            LibraryInterface.EchoReply(text: parameters.text, number: parameters.number, mood: parameters.mood))
    }

    func store(
        _ parameters: LibraryInterface.StoreParameters, _ call: VarlinkCall<LibraryInterface.Store>
    ) throws(LibraryInterface.Failure) {
        call.reply(LibraryInterface.StoreReply(shelf: parameters.shelf))
    }

    func count(
        _ parameters: LibraryInterface.CountParameters, _ call: VarlinkCall<LibraryInterface.Count>
    ) throws(LibraryInterface.Failure) {
        guard parameters.to > 0 else {
            streams.append(call)
            return
        }
        for number in 1..<max(parameters.to, 1) {
            guard call.replyAndContinue(LibraryInterface.CountReply(number: number)) else { return }
        }
        call.reply(LibraryInterface.CountReply(number: parameters.to))
    }

    func wait(
        _ parameters: LibraryInterface.WaitParameters, _ call: VarlinkCall<LibraryInterface.Wait>
    ) throws(LibraryInterface.Failure) {
        heard.append(parameters.name)
        waiting.append((parameters.name, call))
        call.onDisconnect { [unowned self] in disconnected.append(parameters.name) }
        waits?(parameters.name, call)
    }

    func exchange(
        _ parameters: LibraryInterface.ExchangeParameters, _ call: VarlinkCall<LibraryInterface.Exchange>
    ) throws(LibraryInterface.Failure) {
        let received = call.descriptors.count
        guard let descriptor = call.descriptors.take(at: parameters.fileDescriptor) else {
            throw .service(.invalidParameter(parameter: "fileDescriptor"))
        }
        exchanged += 1
        call.reply(
            LibraryInterface.ExchangeReply(fileDescriptor: 0, received: received),
            descriptors: [SharedDescriptor(descriptor)])
    }

    func fail(
        _ parameters: LibraryInterface.FailParameters, _ call: VarlinkCall<LibraryInterface.Fail>
    ) throws(LibraryInterface.Failure) {
        heard.append(parameters.reason)
        switch parameters.reason {
        case "closed": throw .closed
        case "permission": throw .service(.permissionDenied)
        case "none": call.reply()
        default: throw .notThere(title: parameters.reason, shelf: 3)
        }
    }

    func become(
        _ parameters: LibraryInterface.BecomeParameters, _ call: VarlinkCall<LibraryInterface.Become>
    ) throws(LibraryInterface.Failure) {
        call.reply(LibraryInterface.BecomeReply(protocol: parameters.protocol))
    }
}
