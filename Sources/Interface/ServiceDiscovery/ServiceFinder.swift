import Glibc
package import SheafOS

/// Which sheafd a program is to use.
package enum ServiceChoice: Equatable, Sendable {
    /// The user's own where it answers, else the system's where its socket is there, else one that is started for the user.
    case automatic
    /// The user's own (`--user`).
    case user
    /// The system's (`--system`).
    case system
    /// The one that listens there (`--socket`, `SHEAF_SOCKET`).
    case socket(String)

    /// The choice in a program's options and environment.
    ///
    /// - Parameter environment: the value of `SHEAF_SOCKET`; an empty one counts as none.
    package init(_ line: CommandLineOptions, environment: String?) throws(CommandLineOptions.Failure) {
        if line.has("user"), let other = ["socket", "system"].first(where: { line.has($0) }) {
            throw .init("--user and --\(other) name two services: leave one of them out")
        }
        if let path = line.value("socket") {
            self = .socket(path)
        } else if line.has("user") {
            self = .user
        } else if line.has("system") {
            self = .system
        } else if let environment, !environment.isEmpty {
            self = .socket(environment)
        } else {
            self = .automatic
        }
    }

    /// Whether it may be a service of the user's own.
    package var isOfUser: Bool { self == .automatic || self == .user }

    /// The options that choose.
    package static let options: [CommandLineOptions.Option] = [
        .init(
            "socket", value: "PATH",
            help: "where sheafd listens (default: $SHEAF_SOCKET, else your own sheafd, else the system's)"),
        .init("user", help: "use your own sheafd"),
        .init("system", help: "use the system's sheafd, at \(ServiceFinder.systemSocket)"),
    ]
}

/// Connects a front end to sheafd, and starts a sheafd for its user where the front end may and there is none.
package final class ServiceFinder {
    /// Where the sheafd of the system listens.
    package static let systemSocket = "/run/sheaf/org.sheaf"
    /// How often a service is started that ends at once without a word.
    private static let attempts = 3
    /// After an attempt to start a service in vain the next one waits so long, in microseconds.
    private static let startPause: UInt64 = 1_000_000

    /// Where a sheafd is that was found, or was looked for last, and whose it is.
    package struct Location: Equatable, Sendable {
        /// The user that a service is for.
        package enum Owner: Sendable {
            /// The front end's user.
            case user
            /// All users of the machine.
            case system
            /// The user is not known: an option says where it listens.
            case unknown
        }

        /// The path of its socket.
        package let socket: String
        /// The user that it is for.
        package let owner: Owner
    }

    private let choice: ServiceChoice
    private let mayStart: Bool
    private let folders: UserFolders
    private let tell: (String) -> Void
    /// Whether a service was found: it is used from then on.
    private var isSettled = false
    private var nextStart: UInt64 = 0

    /// Where it was connected to last, or where that was tried.
    package private(set) var location: Location
    /// Why no service could be started, in the words of sheafd; nil where that was not tried, or has worked.
    package private(set) var startFailure: String?

    /// - Parameters:
    ///   - mayStart: whether it starts a service of the user's where there is none.
    ///   - folders: those of the user.
    ///   - tell: is called with lines that a service has said which was started, and serves.
    package init(
        _ choice: ServiceChoice, mayStart: Bool = false, folders: UserFolders = UserFolders(),
        tell: @escaping (String) -> Void = { _ in }
    ) {
        (self.choice, self.mayStart, self.folders, self.tell) = (choice, mayStart, folders, tell)
        location =
            switch choice {
            case .socket(let path): Location(socket: path, owner: .unknown)
            case .automatic, .user, .system: Location(socket: Self.systemSocket, owner: .system)
            }
    }

    /// Connects, in the order that ``ServiceChoice`` says; a service that was found is used from then on. It waits only where it starts a
    /// service: until that serves.
    package func connect() throws(OSError) -> FileDescriptor {
        let connection = try find()
        isSettled = true
        startFailure = nil
        return connection
    }

    private func find() throws(OSError) -> FileDescriptor {
        let owner: Location.Owner =
            switch choice {
            case .socket, .system: location.owner
            case .user: .user
            case .automatic where isSettled: location.owner
            case .automatic where !answers && (unsafe access(Self.systemSocket, F_OK) == 0 || !mayStart): .system
            case .automatic: .user
            }
        if owner == .user { return try connectToOwn() }
        // The user's own may have been tried before, in vain.
        if owner == .system { location = Location(socket: Self.systemSocket, owner: .system) }
        return try UnixSocket.connect(to: location.socket)
    }

    /// Whether the user's own service answers.
    private var answers: Bool {
        guard let folder = try? UserServiceFolder(folders) else { return false }
        return folder.connect() != nil
    }

    private func connectToOwn() throws(OSError) -> FileDescriptor {
        let folder: UserServiceFolder
        do throws(OSError) { folder = try UserServiceFolder(folders) } catch {
            startFailure = error.description
            throw error
        }
        location = Location(socket: folder.socket, owner: .user)
        if let connection = folder.connect() { return connection }
        guard mayStart else { return try UnixSocket.connect(to: folder.socket) }
        guard EventLoop.now >= nextStart else {
            throw OSError(code: ECONNREFUSED, operation: "connect to", subject: folder.socket)
        }
        startFailure = nil
        do throws(OSError) {
            var said = ""
            // Who is slow may find that the service has ended for want of a front end.
            for _ in 0..<Self.attempts {
                said = try start(folder)
                if let connection = folder.connect() {
                    if !said.isEmpty { tell(said) }
                    return connection
                }
                // What it says otherwise are warnings.
                if said.split(separator: "\n").contains(where: { $0.hasPrefix("sheafd: error: ") }) { break }
            }
            startFailure =
                said.isEmpty ? "it has ended, see \(folder.log)" : said.split(separator: "\n").joined(separator: " ")
            throw OSError(code: ECONNREFUSED, operation: "connect to", subject: folder.socket)
        } catch {
            nextStart = EventLoop.now + Self.startPause
            startFailure = startFailure ?? error.description
            throw error
        }
    }
}

extension ServiceFinder {
    /// How long a service that was started may take until it serves, in milliseconds.
    private static let startTime: Int32 = 10_000
    /// The most bytes that are kept of what a starting service says.
    private static let saidLimit = 4_096
    /// Variables that are for this process and not for one that it starts: what systemd has said to it.
    private static let ownVariables = [
        "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC", "WATCHDOG_PID",
        "JOURNAL_STREAM",
        "STATE_DIRECTORY", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE", "SHEAF_SOCKET",
    ]

    /// Starts a service, and waits until it serves or has ended.
    ///
    /// - Returns: what it has said meanwhile: why it does not start.
    private func start(_ folder: UserServiceFolder) throws(OSError) -> String {
        try folder.make()
        let program = try CurrentProcess.sibling("sheafd")
        let environment = CurrentProcess.environment.filter { variable in
            !Self.ownVariables.contains { variable.hasPrefix("\($0)=") }
        }
        var said = ""
        // It has the writing end until it serves.
        try Pipe.make(capacity: 1) { reading, writing throws(OSError) in
            try DetachedProcess.start(
                program, arguments: ["--user", "--on-demand"], environment: environment, output: writing.number)
            _ = consume writing
            said = Pipe.text(from: reading.number, milliseconds: Self.startTime, limit: Self.saidLimit)
        }
        return said
    }
}
