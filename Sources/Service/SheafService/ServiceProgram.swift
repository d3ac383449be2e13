import Glibc
import HostProtocol
import ServiceDiscovery
import SheafBase
import SheafInterface
import SheafOS

/// sheafd as a program: from its arguments to its exit status.
package enum ServiceProgram {
    /// Where the configuration is, where no other is named.
    static let defaultConfiguration = "/etc/sheaf/sheafd.conf"

    private static let options = [
        CommandLineOptions.Option(
            "socket", value: "PATH", help: "listen there (default: \(ServiceFinder.systemSocket))"),
        .init("config", value: "FILE", help: "read this configuration (default: \(defaultConfiguration))"),
        .init(
            "user",
            help: "serve this user alone: the socket, the configuration and the places are in the user's own folders"),
        .init("on-demand", help: "with --user: end when nobody uses it any more; front ends start it so"),
        .init("provider-path", value: "FOLDER", help: "take providers from there only; may be given again"),
        .init("check-config", help: "say whether the configuration can be used, and serve nothing"),
        .init("version", help: "print the version"),
        .init("help", letter: "h", help: "print this"),
    ]

    /// Runs the service until a signal ends it.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit status: 0, 1 on a failure, 2 on a command line that makes no sense.
    package static func run(arguments: [String]) -> Int32 {
        let line: CommandLineOptions
        do {
            line = try CommandLineOptions(arguments, options: options)
            if let stray = line.arguments.first {
                throw CommandLineOptions.Failure("it takes no argument: \(stray)")
            }
            if line.has("user"), line.has("socket") {
                throw CommandLineOptions.Failure("--user has a socket of its own: leave --socket out")
            }
            if line.has("on-demand"), !line.has("user") {
                throw CommandLineOptions.Failure("--on-demand is for a user's own service: give --user too")
            }
        } catch {
            complain("\(error); see sheafd --help")
            return 2
        }
        if line.has("version") {
            print("sheafd \(SheafVersion.current)")
            return 0
        }
        if line.has("help") {
            print("Usage: sheafd [OPTION ...]\n\nServes pages of documents over a Unix socket.\n")
            print(CommandLineOptions.help(options), terminator: "")
            return 0
        }
        do {
            if line.has("check-config") {
                try checkConfiguration(line)
                return 0
            }
            let end = try serve(line)
            // Nothing that has descriptors is left: who closes one twice may end the program.
            CurrentProcess.closeDescriptors(mayWait: end.mayWait)
            return end.status
        } catch {
            if error is ConfigurationReader.Refusal {
                Journal().log(.error, "\(error)", .message(.configurationRefused))
            } else {
                complain("\(error)")
            }
            let code =
                (error as? OSError)?.code ?? (error as? ConfigurationReader.Refusal)?.code
                ?? (error as? StartRefusal)?.code
            if let code {
                Notify.send("ERRNO=\(code)")
            }
            return 1
        }
    }

    private static func checkConfiguration(_ line: CommandLineOptions) throws {
        CurrentProcess.ignore(signals: [SIGPIPE])
        let readConfiguration = try configurationSource(line)
        let reader = try readConfiguration()
        if let refusal = reader.configuration.hostSandbox.refusal { throw StartRefusal(description: refusal) }
        try ConfigurationCheck.run(reader)
        for warning in reader.warnings { complain("\(warning)") }
        let file = line.value("config") ?? defaultConfiguration
        print(reader.warnings.isEmpty ? "\(file) can be used" : "\(file) can be used, but for what is ignored")
    }

    /// - Returns: the exit status, and whether closing a descriptor that is open still may wait for a file system.
    private static func serve(_ line: CommandLineOptions) throws -> (status: Int32, mayWait: Bool) {
        // The folder of the front end may be on a disk that is to be unmounted.
        if line.has("on-demand") { CurrentProcess.leaveFolder() }
        // First of all: it has pages and documents of all users, and its provider hosts have its own user.
        try CurrentProcess.setInspectable(false)
        // Before any thread starts: a blocked signal waits for the loop.
        try CurrentProcess.block(
            signals: Service.endingSignals + MemoryPressure.signals
                + [Signal.serviceCommand, Service.reloadSignal])
        // Who reads standard error may go; a line that nobody reads ends nothing.
        CurrentProcess.ignore(signals: [SIGPIPE])
        let descriptors = try CurrentProcess.raiseDescriptorLimit()
        let readConfiguration = try configurationSource(line)
        let reader = try readConfiguration()
        let configuration = reader.configuration
        if let refusal = configuration.hostSandbox.refusal { throw StartRefusal(description: refusal) }
        if configuration.coreDumps { try CurrentProcess.setInspectable(true) }
        // What the front end is told as long as it waits, it shows.
        let journal = Journal(
            threshold: line.has("on-demand") ? min(configuration.logLevel, .warning) : configuration.logLevel,
            target: configuration.logTarget)
        for warning in reader.warnings { journal.log(.warning, warning.description) }
        let loop = try EventLoop()

        // The socket first: a second service on the same socket is to fail before it does anything else.
        let passed = PassedDescriptors(try Notify.passedDescriptors())
        // They are passed as their unit made them, and that are sockets that block.
        for number in passed.sockets { try UnixSocket.setBlocking(number, false) }
        let userSocket = line.has("user") && passed.sockets.isEmpty ? try makeUserSocket() : nil
        let own: Int32?
        if let userSocket {
            guard let listener = try userSocket.listen()?.release() else {
                // Another front end was quicker: this one joins its service.
                if line.has("on-demand") { return (0, false) }
                throw StartRefusal(listensAlready: configuration.socket)
            }
            own = listener
        } else {
            own = passed.sockets.isEmpty ? try listen(at: configuration.socket).release() : nil
        }
        let file = own == nil || userSocket != nil ? nil : SocketFile(at: configuration.socket)
        defer { file?.remove() }
        let service = try Service(
            loop: loop, configuration: configuration, memory: reader.memory, library: reader.library(),
            journal: journal, descriptors: descriptors, readConfiguration: readConfiguration)
        do {
            service.setPlaces(try service.makePlaces(reader), marksPerUser: configuration.marksPerUser)
        } catch {
            // A person whose home can't be written to reads all the same.
            guard line.has("user") else { throw error }
            journal.log(.warning, "\(error): it is not kept where you stop reading, nor what you mark")
        }
        if let userSocket { service.lifecycle.willStop = { userSocket.remove() } }
        service.restore(passed)
        for number in own.map({ [$0] }) ?? passed.sockets { try service.listen(on: FileDescriptor(owning: number)) }
        journal.log(.info, own == nil ? "serving on the socket of systemd" : "serving on \(configuration.socket)")
        service.announceReady()
        defer { service.stop() }
        if line.has("on-demand") {
            leaveFrontEnd()
            journal.threshold = configuration.logLevel
        }
        try service.lifecycle.feedWatchdog()
        if let userSocket, let own, line.has("on-demand") {
            service.lifecycle.exitWhenUnused { userSocket.retire(own) }
        } else {
            service.lifecycle.exitWhenIdle(after: configuration.idleExit, isActivated: own == nil)
        }
        return (try loop.run(), service.configuration.remoteFileSystems)
    }

    private static func makeUserSocket() throws(OSError) -> UserServiceSocket {
        let folder = try UserServiceFolder()
        try folder.make()
        return try UserServiceSocket(in: folder)
    }

    /// Lets go of the front end that has started this service, which waits for that: the service serves.
    private static func leaveFrontEnd() {
        // What is logged from here on is for whoever looks for it; where it can't be written it is lost.
        guard let folder = try? UserServiceFolder(), (try? CurrentProcess.sendOutput(to: folder.log)) == nil else {
            return
        }
        try? CurrentProcess.sendOutput(to: "/dev/null")
    }

    private static func listen(at socket: String) throws -> FileDescriptor {
        do throws(OSError) {
            return try UnixSocket.listen(at: socket)
        } catch {
            guard error.code == EADDRINUSE else { throw error }
            throw StartRefusal(listensAlready: socket)
        }
    }

    /// Reads the configuration that a command line names; what the command line says itself wins.
    private static func configurationSource(_ line: CommandLineOptions) throws(OSError) -> ConfigurationSource {
        // Where the program was at the start: after an upgrade there may be another in its place.
        var defaults = Configuration(program: try CurrentProcess.executablePath())
        var file = defaultConfiguration
        var socket = line.value("socket")
        if line.has("user") {
            defaults.setDefaultsOfUser()
            socket = try UserServiceFolder().socket
            if let folder = UserFolders().configuration { file = "\(folder)/sheaf/sheafd.conf" }
        }
        file = line.value("config") ?? file
        return { [defaults, file, socket] () throws(ConfigurationReader.Refusal) in
            var reader = ConfigurationReader(memory: MemoryRoom.own, defaults: defaults)
            try reader.read(file: file, isRequired: line.has("config"))
            if let socket { reader.configuration.socket = socket }
            if line.has("provider-path") { reader.configuration.providerFolders = line.all("provider-path") }
            return reader
        }
    }

    /// Why it does not start, where that is no failure of the system.
    private struct StartRefusal: Error, CustomStringConvertible {
        let description: String
        /// The errno that systemd is told.
        var code: Int32?

        init(description: String, code: Int32? = nil) { (self.description, self.code) = (description, code) }

        init(listensAlready socket: String) {
            self.init(
                description: """
                    a service listens on \(socket) already: use that one ("sheafctl status"), end it ("systemctl stop \
                    sheafd.socket sheafd.service", where systemd has started it), or give this one another socket (--socket PATH)
                    """, code: EADDRINUSE)
        }
    }

    private static func complain(_ text: String) {
        Journal().log(.error, text)
    }
}
