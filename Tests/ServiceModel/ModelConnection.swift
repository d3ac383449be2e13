import Glibc
import SheafInterface
import SheafOS
import Varlink

/// A client's connection.
final class ModelConnection {
    let client: VarlinkClient
    private let number: Int32
    private let state: State

    private final class State {
        var isEnding = false
        var reason: VarlinkError?
    }

    init(_ socket: consuming FileDescriptor, on loop: EventLoop) throws(OSError) {
        number = socket.number
        let state = State()
        self.state = state
        client = try VarlinkClient(socket, on: loop) { state.reason = $0 }
    }

    /// Whether the client has hung up.
    var isEnding: Bool { state.isEnding }

    /// Whether calls reach the service.
    var isOpen: Bool { client.isOpen && !isEnding }

    /// Why it has ended although its client wanted it: nothing of that is ever right.
    var mistake: VarlinkError? { isEnding ? nil : state.reason }

    /// The client goes, in the middle of whatever it has called; what is on its way to it is read.
    func hangUp() {
        state.isEnding = true
        if client.isOpen { shutdown(number, Int32(SHUT_WR)) }
    }

    /// The service has ended: that it hangs up is no mistake.
    func end() { state.isEnding = true }
}
