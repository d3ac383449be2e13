package import SheafOS

/// What a service says about itself.
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
    private let closer: DescriptorCloser?
    private let scratch = Scratch()
    private var interfaces: [any VarlinkInterface] = []
    private var listeners: [VarlinkListener] = []
    private var connections: [ObjectIdentifier: VarlinkConnection] = [:]
    private var accepted: [UInt32: Int] = [:]

    /// Called for each connection that has ended, after the `onDisconnect` of its open call.
    package var connectionEnded: ((VarlinkConnection) -> Void)?

    /// Called for each connection that a limit refused; without it, that is logged.
    package var refused: ((VarlinkRefusal) -> Void)?

    /// - Parameters:
    ///   - closer: closes the descriptors off the loop that come with calls and that nobody takes. Closing a file on a
    ///     dead mount never ends, and anybody who connects can send one.
    ///   - log: gets what an operator should know: who was refused or cut off, and why.
    package init(
        on loop: EventLoop, information: VarlinkServiceInformation, limits: VarlinkLimits = VarlinkLimits(),
        closer: DescriptorCloser? = nil, log: @escaping (LogLevel, String) -> Void
    ) {
        self.loop = loop
        self.limits = limits
        self.closer = closer
        self.log = log
        interfaces.append(ServiceDispatcher(IntrospectionHandler(server: self, information: information)))
    }

    deinit {
        close()
    }

    /// How many connections there are.
    package var connectionCount: Int { connections.count }

    /// Offers one interface more. It, and so its handler, is held until ``close()``.
    package func add(_ interface: any VarlinkInterface) {
        interfaces.append(interface)
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
    @discardableResult
    package func adopt(_ socket: consuming FileDescriptor) throws(OSError) -> VarlinkConnection {
        let peer = try UnixSocket.credentials(of: socket.number)
        return try connect(socket, peer: peer, isCounted: false)
    }

    /// Stops listening, ends every connection, and lets go of the interfaces.
    package func close() {
        for listener in listeners { listener.close() }
        listeners = []
        for connection in Array(connections.values) { connection.endNow() }
        interfaces = []
    }

    // MARK: For connections

    func interface(named name: borrowing JSONString) -> (any VarlinkInterface)? {
        for interface in interfaces where name.equals(interface.name) { return interface }
        return nil
    }

    func removed(_ connection: VarlinkConnection, reason: VarlinkError?) {
        connections[ObjectIdentifier(connection)] = nil
        if connection.isCounted, let count = accepted[connection.peer.uid] {
            accepted[connection.peer.uid] = count > 1 ? count - 1 : nil
        }
        if let reason, reason.code != .closedByPeer, reason.code != .closed {
            log(.notice, "cut off \(connection.peer): \(reason)")
        }
        connectionEnded?(connection)
    }

    /// The names of what is offered.
    var interfaceNames: [String] { interfaces.map { "\($0.name)" } }

    func description(of name: String) -> String? {
        interfaces.first { "\($0.name)" == name }.map { "\($0.description)" }
    }

    private func refuse(_ peer: PeerCredentials, by limit: VarlinkRefusal.Limit, count: Int) {
        let refusal = VarlinkRefusal(peer: peer, limit: limit, count: count)
        if let refused { refused(refusal) } else { log(.warning, refusal.description) }
    }

    private func admit(_ socket: consuming FileDescriptor) {
        do throws(OSError) {
            let peer = try UnixSocket.credentials(of: socket.number)
            guard connections.count < limits.connections else {
                return refuse(peer, by: .connections, count: connections.count)
            }
            let ofUser = accepted[peer.uid, default: 0]
            guard ofUser < limits.connectionsPerUser else {
                return refuse(peer, by: .connectionsPerUser, count: ofUser)
            }
            try connect(socket, peer: peer, isCounted: true)
            accepted[peer.uid] = ofUser + 1
        } catch {
            log(.error, "lost a connection: \(error)")
        }
    }

    @discardableResult
    private func connect(
        _ socket: consuming FileDescriptor, peer: PeerCredentials, isCounted: Bool
    ) throws(OSError) -> VarlinkConnection {
        let connection = try VarlinkConnection(
            socket, peer: peer, isCounted: isCounted, server: self, scratch: scratch, limits: limits,
            closer: closer, loop: loop)
        connections[ObjectIdentifier(connection)] = connection
        return connection
    }
}
