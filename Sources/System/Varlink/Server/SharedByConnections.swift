import SheafOS

/// The state that a server's connections share.
final class SharedByConnections {
    let loop: EventLoop
    let worker: BackgroundWorker?
    let users: PeerUsers
    /// Called when a connection has ended, with why and with its socket, where descriptors are on their way over it.
    var removed: (VarlinkConnection, VarlinkError, (socket: SharedDescriptor, descriptors: Int)?) -> Void = {
        _, _, _ in
    }
    let scratch = Scratch()
    let deadlines: InputDeadlines
    let heldBack: HeldBackConnections
    let waitingUsers: WaitingUsers
    let replies: BatchedReplies
    /// The interfaces that the server offers.
    private(set) var interfaces: [any VarlinkInterface] = []
    /// The interfaces that read calls in place.
    private(set) var scanning: [any VarlinkInterface] = []
    /// Connections whose replies wait for the end of this batch.
    private var collecting: [VarlinkConnection] = []
    /// The number of the one that was made last.
    private var lastConnection: UInt64 = 0
    private var sendCollected: BatchWork?

    init(loop: EventLoop, worker: BackgroundWorker?, users: PeerUsers) {
        self.loop = loop
        self.worker = worker
        self.users = users
        deadlines = InputDeadlines(loop: loop)
        heldBack = HeldBackConnections(loop: loop, users: users)
        waitingUsers = WaitingUsers(loop: loop)
        replies = BatchedReplies(loop: loop)
        sendCollected = loop.addBatchWork { [unowned self] in
            for connection in collecting { connection.sendCollected() }
            collecting.removeAll(keepingCapacity: true)
        }
    }

    /// Names a connection that is about to be made.
    func nextConnection() -> ConnectionID {
        lastConnection += 1
        return ConnectionID(number: lastConnection)
    }

    deinit {
        sendCollected?.cancel()
    }

    func add(_ interface: any VarlinkInterface) {
        interfaces.append(interface)
        if interface.scansCalls { scanning.append(interface) }
    }

    func removeInterfaces() {
        interfaces = []
        scanning = []
    }

    /// All have ended.
    func forgetConnections() {
        deadlines.removeAll()
        heldBack.removeAll()
        waitingUsers.removeAll()
    }

    /// Has the interface that a call names serve it. The error of one that names none is the answer.
    func dispatch(
        _ envelope: borrowing CallEnvelope, _ call: UInt64, of connection: VarlinkConnection
    ) throws(VarlinkError) {
        guard let name = envelope.method.splitAtLastDot(), let interface = interface(named: name.interface) else {
            let interface = envelope.method.splitAtLastDot()?.interface.text ?? envelope.method.text
            return connection.fail(call: call, ServiceInterface.Failure.interfaceNotFound(interface: interface))
        }
        let incoming = VarlinkIncoming(
            member: name.member, parameters: envelope.parameters, connection: connection, serial: call,
            flags: envelope.flags)
        do throws(JSONError) {
            guard try interface.dispatch(incoming) else {
                let method = envelope.method.text
                return connection.fail(call: call, ServiceInterface.Failure.methodNotFound(method: method))
            }
        } catch {
            if error.isMalformed { throw VarlinkError(violation: error) }
            connection.fail(call: call, interface.failure(of: error))
        }
    }

    private func interface(named name: borrowing JSONString) -> (any VarlinkInterface)? {
        for interface in interfaces where name.equals(interface.name) { return interface }
        return nil
    }

    /// Replies of a connection wait for the end of this batch.
    func noteCollecting(_ connection: VarlinkConnection) {
        collecting.append(connection)
        sendCollected?.request()
    }
}
