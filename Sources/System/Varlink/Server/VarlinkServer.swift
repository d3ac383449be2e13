import Glibc
package import SheafOS

/// The information that a service gives about itself.
package struct VarlinkServiceInformation: Sendable {
    package let vendor: String
    package let product: String
    package let version: String
    package let url: String

    package init(vendor: String, product: String, version: String, url: String) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
    }
}

/// Offers interfaces to whoever connects.
package final class VarlinkServer {
    private let loop: EventLoop
    private var limits: VarlinkLimits
    private let log: (LogLevel, String) -> Void
    private let isOperator: (_ peer: PeerCredentials, _ socket: Int32) -> Bool
    private let shared: SharedByConnections
    private var listeners: [VarlinkListener] = []
    private var connections: [ConnectionID: VarlinkConnection] = [:]
    private let accounts = PeerUsers()
    private let unreceived: UnreceivedSockets
    private let refusedConnections: RefusedConnections
    private let connectionEnded: (VarlinkConnection) -> Void
    private let refused: ((VarlinkRefusal) -> any VarlinkFailure)?
    private let cutOff: ((PeerCredentials, String) -> Void)?

    /// - Parameters:
    ///   - worker: closes the descriptors off the loop that come with calls and that nobody takes. Closing a file on a
    ///     dead mount never ends, and anybody who connects can send one.
    ///   - isOperator: whether the one who has connected, over this socket, may use what is in reserve. Asked only where
    ///     others are refused.
    ///   - connectionEnded: called for each connection that has ended, after the `onDisconnect` of its open call.
    ///   - refused: called for each connection that a limit refuses, and says what its peer is told; without it, that is logged,
    ///     and the peer is told nothing.
    ///   - cutOff: told who was cut off, and why; without it, that is logged.
    ///   - log: gets what an operator should know: who was refused or cut off, and why.
    package init(
        on loop: EventLoop, information: VarlinkServiceInformation, limits: VarlinkLimits = VarlinkLimits(),
        worker: BackgroundWorker? = nil,
        isOperator: @escaping (_ peer: PeerCredentials, _ socket: Int32) -> Bool = { _, _ in false },
        connectionEnded: @escaping (VarlinkConnection) -> Void = { _ in },
        refused: ((VarlinkRefusal) -> any VarlinkFailure)? = nil, cutOff: ((PeerCredentials, String) -> Void)? = nil,
        log: @escaping (LogLevel, String) -> Void
    ) {
        self.loop = loop
        self.limits = limits
        self.isOperator = isOperator
        self.connectionEnded = connectionEnded
        self.refused = refused
        self.cutOff = cutOff
        self.log = log
        refusedConnections = RefusedConnections(loop: loop, worker: worker)
        unreceived = UnreceivedSockets(loop: loop, users: accounts)
        shared = SharedByConnections(loop: loop, worker: worker, users: accounts)
        shared.removed = { [weak self] in self?.removed($0, reason: $1, unreceived: $2) }
        shared.add(ServiceDispatcher(IntrospectionHandler(server: self, information: information)))
    }

    deinit {
        close()
    }

    /// How many connections there are.
    package var connectionCount: Int { connections.count }

    /// The users who are connected, with what they take, in no order.
    package var users: [PeerUser] { accounts.all }

    /// Offers one interface more. It, and so its handler, is held until ``close()``.
    package func add(_ interface: any VarlinkInterface) {
        shared.add(interface)
    }

    /// Sets how many connections there may be, and how many of one uid. Where there are more already, none is ended.
    package func setLimits(connections: Int, connectionsPerUser: Int) {
        limits.connections = connections
        limits.connectionsPerUser = connectionsPerUser
    }

    /// Serves those who connect to a listening socket.
    package func listen(on socket: consuming FileDescriptor) throws(OSError) {
        listeners.append(
            try VarlinkListener(
                socket, loop: loop, log: log,
                accepted: { [unowned self] socket in self.admit(socket) }))
    }

    /// Serves a connected socket. The limits on the number of connections do not apply.
    ///
    /// - Parameter peer: who is at its other end; nil: whom the kernel says.
    @discardableResult
    package func adopt(
        _ socket: consuming FileDescriptor, from peer: PeerCredentials? = nil
    ) throws(OSError) -> VarlinkConnection {
        let peer = if let peer { peer } else { try UnixSocket.credentials(of: socket.number) }
        return try connect(socket, peer: peer, isCounted: false)
    }

    /// Stops listening, ends every connection, and lets go of the interfaces.
    package func close() {
        for listener in listeners { listener.close() }
        listeners = []
        for connection in Array(connections.values) { connection.endNow() }
        shared.removeInterfaces()
        shared.forgetConnections()
        unreceived.removeAll()
        refusedConnections.removeAll()
    }

    // MARK: For connections

    /// - Parameter unreceived: its socket, where descriptors are on their way over it.
    private func removed(
        _ connection: VarlinkConnection, reason: VarlinkError,
        unreceived: (socket: SharedDescriptor, descriptors: Int)?
    ) {
        connections[connection.id] = nil
        accounts.remove(connection)
        if let unreceived {
            self.unreceived.add(
                unreceived.socket, descriptors: unreceived.descriptors, of: connection.account,
                isCounted: connection.isCounted)
        } else {
            accounts.endCounting(connection.account, isCounted: connection.isCounted)
        }
        if reason.code != .closedByPeer, reason.code != .closed {
            let text = "cut off \(connection.peer): \(reason)"
            if let cutOff { cutOff(connection.peer, text) } else { log(.notice, text) }
        }
        connectionEnded(connection)
    }

    /// The names of what is offered.
    var interfaceNames: [String] { shared.interfaces.map { "\($0.name)" } }

    func description(of name: String) -> String? {
        shared.interfaces.first { "\($0.name)" == name }.map { "\($0.description)" }
    }

    private func admit(_ socket: consuming FileDescriptor) {
        do throws(OSError) {
            let peer = try UnixSocket.credentials(of: socket.number)
            if let refusal = refusal(of: peer, over: socket.number) {
                return refuse(socket, refusal)
            }
            try connect(socket, peer: peer, isCounted: true)
        } catch {
            log(.error, "lost a connection: \(error)")
        }
    }

    private func refuse(_ socket: consuming FileDescriptor, _ refusal: VarlinkRefusal) {
        guard let refused else { return log(.warning, refusal.description) }
        refusedConnections.add(
            socket, telling: refused(refusal), closing: accounts.closing(of: refusal.peer.uid),
            stays: refusal.limit != .descriptors)
    }

    /// Why one who connects is refused; nil: is not.
    private func refusal(of peer: PeerCredentials, over socket: Int32) -> VarlinkRefusal? {
        guard let (limit, count) = limitReached(by: peer.uid, over: socket, reserve: 0) else { return nil }
        if limitReached(by: peer.uid, over: -1, reserve: limits.operatorReserve) == nil, isOperator(peer, socket) {
            return nil
        }
        let value =
            switch limit {
            case .connections: limits.connections
            case .connectionsPerUser: limits.connectionsPerUser
            case .descriptors: Int(limits.firstReservedDescriptor)
            }
        return VarlinkRefusal(peer: peer, limit: limit, count: count, value: value)
    }

    /// The limit that is reached, and how many there are.
    private func limitReached(
        by uid: UInt32, over socket: Int32, reserve: Int
    ) -> (limit: VarlinkRefusal.Limit, count: Int)? {
        let count = connections.count + unreceived.count
        if count >= limits.connections + reserve { return (.connections, count) }
        let ofUser = accounts.connections(of: uid)
        if ofUser >= limits.connectionsPerUser + reserve { return (.connectionsPerUser, ofUser) }
        return socket >= limits.firstReservedDescriptor ? (.descriptors, Int(socket)) : nil
    }

    @discardableResult
    private func connect(
        _ socket: consuming FileDescriptor, peer: PeerCredentials, isCounted: Bool
    ) throws(OSError) -> VarlinkConnection {
        let connection = try VarlinkConnection(
            socket, peer: peer, user: accounts.user(peer.uid, limits: limits), isCounted: isCounted,
            shared: shared, limits: limits)
        accounts.add(connection)
        connections[connection.id] = connection
        return connection
    }
}

/// A connection that is not served, since there are as many as there may be.
package struct VarlinkRefusal: Equatable, Sendable, CustomStringConvertible {
    /// Which of ``VarlinkLimits`` it was.
    package enum Limit: Sendable {
        case connections
        case connectionsPerUser
        /// Only the reserve of descriptors is left.
        case descriptors
    }

    package let peer: PeerCredentials
    package let limit: Limit
    /// How many there are: connections in all or of the peer's user, or descriptors.
    package let count: Int
    /// How many of these there may be.
    package let value: Int

    package var description: String {
        switch limit {
        case .connections: "refused \(peer): there are \(count) connections already"
        case .connectionsPerUser: "refused \(peer): the user has \(count) connections already"
        case .descriptors: "refused \(peer): there are \(count) descriptors already, and the rest is a reserve"
        }
    }
}

/// Answers `org.varlink.service` for a server.
final class IntrospectionHandler: ServiceHandler {
    private unowned let server: VarlinkServer
    private let information: VarlinkServiceInformation

    init(server: VarlinkServer, information: VarlinkServiceInformation) {
        self.server = server
        self.information = information
    }

    func getInfo(
        _ parameters: ServiceInterface.GetInfoParameters, _ call: VarlinkCall<ServiceInterface.GetInfo>
    ) throws(ServiceInterface.Failure) {
        call.reply(
            ServiceInterface.GetInfoReply(
                vendor: information.vendor, product: information.product, version: information.version,
                url: information.url, interfaces: server.interfaceNames))
    }

    func getInterfaceDescription(
        _ parameters: ServiceInterface.GetInterfaceDescriptionParameters,
        _ call: VarlinkCall<ServiceInterface.GetInterfaceDescription>
    ) throws(ServiceInterface.Failure) {
        guard let description = server.description(of: parameters.interface) else {
            throw .interfaceNotFound(interface: parameters.interface)
        }
        call.reply(ServiceInterface.GetInterfaceDescriptionReply(description: description))
    }
}

/// A listening socket of a server.
final class VarlinkListener {
    /// How many connections are accepted before the others get their turn.
    private static let acceptsPerRound = 64
    /// How long a socket rests that can't be accepted from, in microseconds: until then descriptors may be free.
    private static let rest: UInt64 = 500_000

    private let socket: FileDescriptor
    private let loop: EventLoop
    private let log: (LogLevel, String) -> Void
    private let accepted: (consuming FileDescriptor) -> Void
    private var source: DescriptorSource?
    private var timer: TimerSource?

    init(
        _ socket: consuming FileDescriptor, loop: EventLoop, log: @escaping (LogLevel, String) -> Void,
        accepted: @escaping (consuming FileDescriptor) -> Void
    ) throws(OSError) {
        self.socket = socket
        self.loop = loop
        self.log = log
        self.accepted = accepted
        source = try loop.watch(self.socket.number, for: .readable) { [unowned self] _ in accept() }
    }

    func close() {
        source?.cancel()
        source = nil
        timer?.cancel()
        timer = nil
    }

    deinit {
        close()
    }

    private func accept() {
        do throws(OSError) {
            for _ in 0..<Self.acceptsPerRound {
                guard let connection = try UnixSocket.accept(on: socket.number) else { return }
                accepted(connection)
            }
        } catch {
            // The connection that waits keeps the socket readable: without a pause the loop would only spin.
            log(.error, "\(error); trying again in \(Self.rest / 1000) ms")
            pause()
        }
    }

    private func pause() {
        do throws(OSError) {
            try source?.setInterest([])
            timer = try loop.schedule(after: Self.rest) { [unowned self] in resume() }
        } catch {
            log(.error, "no more connections are accepted: \(error)")
        }
    }

    private func resume() {
        timer = nil
        do throws(OSError) {
            try source?.setInterest(.readable)
        } catch {
            log(.error, "no more connections are accepted: \(error)")
        }
    }
}
