import Glibc
import ServiceDiscovery
import SheafInterface
import SheafOS
import Varlink

/// sheaf-web as a program: from its arguments to its exit status.
package enum WebProgram {
    /// Runs the server until a signal ends it.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit status: 0, 1 on a failure, 2 on a command line that makes no sense.
    package static func run(arguments: [String]) -> Int32 {
        let journal = Journal(program: "sheaf-web")
        let settings: WebSettings
        do throws(CommandLineOptions.Failure) {
            let line = try CommandLineOptions(arguments, options: WebSettings.options)
            if line.has("version") {
                print("sheaf-web \(SheafVersion.current)")
                return 0
            }
            if line.has("help") {
                print(
                    """
                    Usage: sheaf-web [OPTION ...] [FILE ...]

                    Serves a folder of documents, or the documents that are named, to browsers.

                    """)
                print(CommandLineOptions.help(WebSettings.options), terminator: "")
                return 0
            }
            settings = try WebSettings(line)
        } catch {
            journal.log(.error, "\(error); see sheaf-web --help")
            return 2
        }
        let finder = ServiceFinder(
            settings.service, mayStart: settings.service.isOfUser, tell: { try? StandardStream.error.write($0) })
        do throws(OSError) {
            return try serve(settings, finder, journal)
        } catch {
            if let reason = finder.startFailure {
                journal.log(.error, "cannot start a sheafd of your own: \(reason)")
                return 1
            }
            journal.log(.error, "\(error)")
            Notify.send("ERRNO=\(error.code)")
            return 1
        }
    }

    /// The files of the reader: without them everything else is served.
    private static func assets(_ settings: WebSettings, _ journal: Journal) -> Assets? {
        do throws(OSError) {
            let program = try CurrentProcess.executablePath().split(separator: "/")
            let prefix = program.dropLast(2).map { "/" + $0 }.joined()
            return try Assets(folder: settings.assets ?? prefix + "/share/sheaf/web")
        } catch {
            journal.log(.warning, "\(error): there is no reader for browsers (--assets)")
            return nil
        }
    }

    /// The place for covers; nil where there is none, which is said.
    private static func covers(_ settings: WebSettings, _ loop: EventLoop, _ journal: Journal) -> CoverStore? {
        guard settings.coversSize > 0 else { return nil }
        guard let folder = settings.coversFolder else {
            journal.log(.notice, "there is no folder to keep covers in (--covers): they are made anew after a restart")
            return nil
        }
        do throws(OSError) {
            return try CoverStore(folder, limit: settings.coversSize, on: loop) { journal.log(.warning, $0) }
        } catch {
            journal.log(.notice, "\(error): covers are made anew after a restart (--covers)")
            return nil
        }
    }

    /// Says what of its rules an operator has to know.
    private static func tell(_ access: Access, _ journal: Journal) {
        if access.sharesAddress {
            journal.log(
                .info, "all clients are taken to share one address: limits are on connections (--shared-address)")
        }
        if case .user(_, nil) = access.admission, HTTPServer.gluesFoldedLines {
            journal.log(
                .warning,
                """
                libmicrohttpd \(HTTPServer.libraryVersion) takes a folded line for a part of the header's name before it: use a proxy that \
                refuses folded lines, or have it add a secret (--authorization user=HEADER,secret=FILE)
                """)
        }
    }

    /// Listens where the settings say.
    ///
    /// - Returns: the sockets, and the address of each.
    private static func listen(_ settings: WebSettings) throws(OSError) -> [(SharedDescriptor, String)] {
        var addresses = settings.addresses
        guard addresses.isEmpty else {
            return try addresses.map { address throws(OSError) in
                (SharedDescriptor(try HTTPSocket.listen(at: address)), address)
            }
        }
        addresses = (0...(settings.service == .system ? 0 : WebSettings.portsLimit)).map {
            "\(WebSettings.defaultAddress):\(WebSettings.defaultPort + $0)"
        }
        for (number, address) in addresses.enumerated() {
            do throws(OSError) {
                return [(SharedDescriptor(try HTTPSocket.listen(at: address)), address)]
            } catch {
                guard error.code == EADDRINUSE, number + 1 < addresses.count else { throw error }
            }
        }
        return []
    }

    /// Tells a person where what they have named is served, in a line, and opens it in their browser where they want that.
    private static func announce(_ settings: WebSettings, _ addresses: [String], _ library: LibraryIndex) {
        guard let address = addresses.first else { return }
        library.refresh()
        let document = settings.files.count == 1 ? library.documents.first.map { "read/\($0.name)" } : nil
        let url = address.hasPrefix("/") ? address : "http://\(address)/\(document ?? "")"
        let isMoved =
            settings.addresses.isEmpty && address != "\(WebSettings.defaultAddress):\(WebSettings.defaultPort)"
        let what = (settings.folders + settings.files).joined(separator: ", ")
        for problem in library.problems.prefix(announcedProblems) {
            try? StandardStream.error.write("not served: \(TerminalText.safe(problem.path)): \(problem.reason)\n")
        }
        let more = library.problems.count + library.moreProblems - announcedProblems
        if more > 0 { try? StandardStream.error.write("not served: \(more) more; the library's page lists them\n") }
        for note in library.notes { try? StandardStream.error.write("\(note)\n") }
        let line =
            "serving \(TerminalText.safe(what)) at \(url)"
            + (isMoved ? " (port \(WebSettings.defaultPort) is in use)" : "")
        try? StandardStream.output.write("\(line)\n")
        guard settings.opensBrowser else { return }
        do throws(OSError) { try Browser.open(url) } catch {
            try? StandardStream.error.write("\(error): open the address yourself\n")
        }
    }

    /// How many files that can't be read are listed on the terminal.
    private static let announcedProblems = 10

    /// Connects to sheafd. That it can't be reached is logged once, and once that it can again: the clients are told no more than that.
    private static func connecting(
        _ finder: ServiceFinder, _ journal: Journal
    ) -> () throws(OSError) -> FileDescriptor {
        var isReached = true
        return { () throws(OSError) in
            do throws(OSError) {
                let connection = try finder.connect()
                if !isReached { journal.log(.notice, "sheafd is there again, at \(finder.location.socket)") }
                isReached = true
                return connection
            } catch {
                if isReached { journal.log(.warning, finder.problem(error.code)) }
                isReached = false
                throw error
            }
        }
    }

    private static func serve(
        _ settings: WebSettings, _ finder: ServiceFinder, _ journal: Journal
    ) throws(OSError) -> Int32 {
        // A service of the user's stays as long as this connection. As long as it starts, Ctrl-C ends this.
        let presence = settings.service.isOfUser ? SharedDescriptor(try finder.connect()) : nil
        defer { withExtendedLifetime(presence) {} }
        let isOwn = finder.location.owner == .user
        // What a person has named is that person's alone.
        let isPersons = isOwn || !settings.files.isEmpty
        // Before any thread starts: a blocked signal waits for the loop.
        try CurrentProcess.block(signals: [SIGTERM, SIGINT])
        CurrentProcess.ignore(signals: [SIGPIPE])
        try CurrentProcess.raiseDescriptorLimit()
        let loop = try EventLoop()
        let passed = try Notify.passedDescriptors().filter { HTTPSocket.isListening($0.number) }
        let connect = Self.connecting(finder, journal)
        let service = ServiceConnections(loop: loop, connect: connect)
        let formats = LibraryFormats(service: service)
        if !settings.folders.isEmpty {
            do throws(VarlinkCallError<ManagerInterface.Failure>) { try formats.waitForFirst(over: connect) } catch {
                journal.log(
                    .warning, "sheafd does not say which files it opens, none are listed until it does: \(error)")
            }
        }
        let library = LibraryIndex(
            folders: settings.folders, files: settings.files, isPassed: isPersons, formats: formats
        ) { journal.log(.warning, $0) }
        if settings.folders.isEmpty, settings.files.isEmpty {
            journal.log(
                .warning,
                "there is nothing to serve: LibraryFolders= of sheafd.conf names no folder, and no --library is given")
        }
        let covers = Self.covers(settings, loop, journal)
        let versions = DocumentVersions(service: service, store: covers)
        let documents = OpenDocuments(service: service, versions: versions)
        let images = ImageService(
            library: library, documents: documents, service: service, workers: try PixelWorkers(loop: loop),
            covers: covers, limit: settings.imageLimit)
        var access = settings.access
        // What is on this user's own disk is nobody else's on this machine.
        if isPersons, access.admission == .machine {
            access.admission = .owner(CurrentProcess.user)
        }
        let readers = BrowserReaders(
            loop: loop, library: library, limit: settings.readers, imageLimit: settings.imageLimit, connect: connect)
        var server: HTTPServer?
        let metrics = MetricsService(service: service) {
            .init(
                requests: server?.requestsServed ?? 0, images: images.imagesServed,
                covers: covers?.coversFound ?? 0,
                connections: server?.connections ?? 0,
                refusedConnections: server?.connectionsRefused ?? 0, openDocuments: documents.count,
                readers: readers.count)
        }
        let contents = PageContents(library: library, documents: documents)
        let routes = WebRoutes(
            images: images,
            manifests: ManifestService(
                library: library, documents: documents, contents: contents, limit: settings.imageLimit),
            contents: contents,
            searches: SearchService(
                loop: loop, library: library, documents: documents, service: service, connect: connect),
            looks: LooksService(library: library, service: service), readers: readers,
            unlocks: UnlockService(library: library, documents: documents),
            metrics: settings.access.operators == nil ? nil : metrics, library: library, versions: versions,
            assets: assets(settings, journal),
            uploads: try settings.uploadFolder.map { folder throws(OSError) in
                try Uploads(folder: folder, quota: settings.quota, on: loop, library: library)
            }, access: access)
        let made = try HTTPServer(
            loop: loop, limits: settings.limits, holder: { access.holder(of: $0, over: $1) },
            begin: { routes.begin($0) }
        ) { routes.serve($0) }
        tell(access, journal)
        server = made
        defer { made.close() }
        var files: [String] = []
        defer { for file in files { unsafe unlink(file) } }
        for socket in passed {
            try UnixSocket.setBlocking(socket.number, false)
            try made.listen(on: SharedDescriptor(FileDescriptor(owning: socket.number)))
        }
        if !passed.isEmpty { journal.log(.info, "serving on the sockets of systemd") }
        var addresses: [String] = []
        for (socket, address) in passed.isEmpty ? try listen(settings) : [] {
            if address.hasPrefix("/") { files.append(address) }
            try made.listen(on: socket)
            let port = HTTPSocket.port(of: socket.number)
            addresses.append(address.lastIndex(of: ":").map { "\(address[..<$0]):\(port ?? 0)" } ?? address)
        }
        if isPersons {
            announce(settings, addresses, library)
        } else {
            for address in addresses { journal.log(.info, "serving on \(address)") }
        }
        let idle = settings.idleExit.map { span in
            IdleWatch(loop: loop, span: span, isIdle: { made.connections == 0 }, idle: { loop.exit() })
        }
        defer { withExtendedLifetime(idle) {} }
        let signals = try [SIGTERM, SIGINT].map { signal throws(OSError) in
            try loop.watch(signal: signal) { _ in
                readers.close()
                // They are told first.
                loop.afterThisBatch { loop.exit() }
            }
        }
        defer { for signal in signals { signal.cancel() } }
        let watchdog = try Watchdog(on: loop)
        defer { withExtendedLifetime(watchdog) {} }
        Notify.send("READY=1\nSTATUS=Serving \(settings.folders.joined(separator: ", "))")
        return try loop.run()
    }
}
