import Glibc
import SheafInterface
import SheafOS
import Varlink

/// sheaf-web as a program: from its arguments to its exit status.
package enum WebProgram {
    private static let defaultSocket = "/run/sheaf/org.sheaf"
    private static let defaultConfiguration = "/etc/sheaf/sheafd.conf"
    private static let defaultAddress = "127.0.0.1:8080"

    private static let options = [
        CommandLineOptions.Option(
            "library", value: "FOLDER",
            help:
                "serve the documents below it, which LibraryFolders= has too; may be given again (default: all of those)"
        ),
        .init("config", value: "FILE", help: "where LibraryFolders= is (default: \(defaultConfiguration))"),
        .init(
            "listen", value: "PLACE",
            help: "listen on ADDRESS:PORT or on a Unix socket's PATH; may be given again (default: \(defaultAddress))"),
        .init("socket", value: "PATH", help: "where sheafd listens (default: \(defaultSocket))"),
        .init(
            "assets", value: "FOLDER",
            help: "where the reader's files are (default: share/sheaf/web beside the program)"),
        .init("connections", value: "N", help: "clients at once, 1 to 10000 (default: 512)"),
        .init("readers", value: "N", help: "documents that are read in browsers at once, 0 to 256 (default: 64)"),
        .init("request-time", value: "SECONDS", help: "how long a request may take to come, 1 to 3600 (default: 30)"),
        .init("response-time", value: "SECONDS", help: "how long sending an answer may take, 1 to 3600 (default: 120)"),
        .init(
            "authorization", value: "RULE",
            help:
                "who is served from other machines: open, token=FILE or user=HEADER[,secret=FILE] (default: nobody)"),
        .init(
            "host", value: "NAME",
            help:
                "what this server is called, besides addresses, localhost and this machine's name; may be given again"),
        .init(
            "trusted-proxy", value: "WHO",
            help:
                "believe what this proxy says of who asks: ADDRESS, ADDRESS/BITS or unix:USER; may be given again"),
        .init(
            "shared-address",
            help: "all clients have one address, as behind rootless containers: each connection is one"),
        .init("cors", help: "let viewers on other web sites read what is below /iiif"),
        .init(
            "upload", value: "FOLDER",
            help: "let whoever is served put documents there, which is a folder of the library, or below one"),
        .init(
            "upload-size", value: "N", help: "bytes of one such document, 1024 to 1099511627776 (default: 268435456)"),
        .init(
            "upload-quota", value: "N",
            help: "bytes that its folder may hold, 1024 to 1125899906842624 (default: 17179869184)"),
        .init("upload-files", value: "N", help: "files that its folder may hold, 1 to 65536 (default: 4096)"),
        .init(
            "metrics", value: "RULE",
            help:
                "serve the page server's numbers and its own at /metrics to token=FILE or uid=USER; may be given again"),
        .init("image-pixels", value: "N", help: "pixels of one image, 1024 to 268435456 (default: 16777216)"),
        .init("version", help: "print the version"),
        .init("help", letter: "h", help: "print this"),
    ]

    /// Runs the server until a signal ends it.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit status: 0, 1 on a failure, 2 on a command line that makes no sense.
    package static func run(arguments: [String]) -> Int32 {
        let journal = Journal(program: "sheaf-web")
        let settings: Settings
        do throws(CommandLineOptions.Failure) {
            let line = try CommandLineOptions(arguments, options: options)
            if line.has("version") {
                print("sheaf-web \(SheafVersion.current)")
                return 0
            }
            if line.has("help") {
                print("Usage: sheaf-web [OPTION ...]\n\nServes the pages of sheafd's library over HTTP.\n")
                print(CommandLineOptions.help(options), terminator: "")
                return 0
            }
            settings = try Settings(line)
        } catch {
            journal.log(.error, "\(error); see sheaf-web --help")
            return 2
        }
        do throws(OSError) {
            return try serve(settings, journal)
        } catch {
            journal.log(.error, "\(error)")
            Notify.send("ERRNO=\(error.code)")
            return 1
        }
    }

    private struct Settings {
        var folders: [String]
        var addresses: [String]
        var assets: String?
        var socket = WebProgram.defaultSocket
        var access = Access()
        var limits = HTTPServer.Limits()
        var imageLimit = ImageLimit()
        /// Where documents are put; nil: nowhere.
        var uploadFolder: String?
        var quota = Uploads.Quota()
        var readers = BrowserReaders.defaultLimit

        init(_ line: CommandLineOptions) throws(CommandLineOptions.Failure) {
            if let stray = line.arguments.first {
                throw CommandLineOptions.Failure(description: "it takes no argument: \(stray)")
            }
            let configuration = line.value("config") ?? WebProgram.defaultConfiguration
            folders = line.has("library") ? line.all("library") : LibraryFolders.configured(in: configuration)
            addresses = line.all("listen")
            assets = line.value("assets")
            try readAccess(line)
            if let text = line.value("authorization") {
                guard let rule = Admission(text) else {
                    throw CommandLineOptions.Failure(
                        description: """
                            --authorization wants open, token=FILE with a file that has \(Admission.shortestToken) characters or more in one \
                            word, user=HEADER or user=HEADER,secret=FILE with such a file, not "\(text)"
                            """)
                }
                access.admission = rule
            }
            for folder in folders where !folder.hasPrefix("/") {
                throw CommandLineOptions.Failure(description: "--library wants an absolute path, not \"\(folder)\"")
            }
            if let folder = line.value("upload") {
                guard folders.contains(where: { folder == $0 || folder.hasPrefix($0.hasSuffix("/") ? $0 : "\($0)/") })
                else {
                    throw CommandLineOptions.Failure(
                        description: "--upload wants a folder of the library or one below, not \"\(folder)\"")
                }
                uploadFolder = folder
            }
            if let socket = line.value("socket") { self.socket = socket }
            func number(_ option: String, _ range: ClosedRange<Int>, _ value: Int) throws(CommandLineOptions.Failure)
                -> Int
            {
                guard let text = line.value(option) else { return value }
                guard let number = Int(text), range ~= number else {
                    throw CommandLineOptions.Failure(
                        description:
                            "--\(option) wants a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\""
                    )
                }
                return number
            }
            limits.connections = try number("connections", 1...10_000, limits.connections)
            limits.requestTime = try number("request-time", 1...3_600, limits.requestTime / 1_000) * 1_000
            limits.responseTime = try number("response-time", 1...3_600, limits.responseTime / 1_000) * 1_000
            readers = try number("readers", 0...256, readers)
            quota.documentBytes = try number("upload-size", 1_024...(1 << 40), quota.documentBytes)
            quota.bytes = try number("upload-quota", 1_024...(1 << 50), quota.bytes)
            quota.files = try number("upload-files", 1...65_536, quota.files)
            imageLimit.area = try number("image-pixels", 1_024...268_435_456, imageLimit.area)
        }

        private mutating func readAccess(_ line: CommandLineOptions) throws(CommandLineOptions.Failure) {
            for name in line.all("host") where !ServerNames.isName(name) {
                throw CommandLineOptions.Failure(description: "--host wants a name without a port, not \"\(name)\"")
            }
            access.names = ServerNames(line.all("host"))
            var proxies: [TrustedProxies.Rule] = []
            for text in line.all("trusted-proxy") {
                guard let rule = TrustedProxies.Rule(text) else {
                    throw CommandLineOptions.Failure(
                        description: """
                            --trusted-proxy wants an address, as 192.0.2.1 or 2001:db8::/32, or unix: and a user of this machine, not "\(text)"
                            """)
                }
                proxies.append(rule)
            }
            access.proxies = TrustedProxies(proxies)
            access.sharesAddress = line.has("shared-address")
            access.sites = OtherSites(mayReadImages: line.has("cors"))
            guard line.has("metrics") else { return }
            do throws(Operators.NoRule) { access.operators = try Operators(line.all("metrics")) } catch {
                throw CommandLineOptions.Failure(
                    description: """
                        --metrics wants uid= and a user of this machine, or token=FILE with a file that has \(Admission.shortestToken) \
                        characters or more in one word, not "\(error.text)"
                        """)
            }
        }
    }

    /// The files of the reader: without them everything else is served.
    private static func assets(_ settings: Settings, _ journal: Journal) -> Assets? {
        do throws(OSError) {
            let program = try CurrentProcess.executablePath().split(separator: "/")
            let prefix = program.dropLast(2).map { "/" + $0 }.joined()
            return try Assets(folder: settings.assets ?? prefix + "/share/sheaf/web")
        } catch {
            journal.log(.warning, "\(error): there is no reader for browsers (--assets)")
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

    private static func serve(_ settings: Settings, _ journal: Journal) throws(OSError) -> Int32 {
        // Before any thread starts: a blocked signal waits for the loop.
        try CurrentProcess.block(signals: [SIGTERM, SIGINT])
        CurrentProcess.ignore(signals: [SIGPIPE])
        try CurrentProcess.raiseDescriptorLimit()
        let loop = try EventLoop()
        let passed = try Notify.passedDescriptors().filter { HTTPSocket.isListening($0.number) }
        let connect = { () throws(OSError) in try UnixSocket.connect(to: settings.socket) }
        let service = ServiceConnections(loop: loop, connect: connect)
        let library = LibraryIndex(folders: settings.folders) { journal.log(.warning, $0) }
        if settings.folders.isEmpty {
            journal.log(
                .warning,
                "there is nothing to serve: LibraryFolders= of sheafd.conf names no folder, and no --library is given")
        }
        let versions = DocumentVersions(service: service)
        let documents = OpenDocuments(service: service, versions: versions)
        let images = ImageService(
            library: library, documents: documents, service: service, workers: try PixelWorkers(loop: loop),
            limit: settings.imageLimit)
        let readers = BrowserReaders(
            loop: loop, library: library, limit: settings.readers, imageLimit: settings.imageLimit, connect: connect)
        var server: HTTPServer?
        let metrics = MetricsService(service: service) {
            .init(
                requests: server?.requestsServed ?? 0, images: images.imagesServed,
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
            metrics: settings.access.operators == nil ? nil : metrics, library: library, versions: versions,
            assets: assets(settings, journal),
            uploads: try settings.uploadFolder.map { folder throws(OSError) in
                try Uploads(folder: folder, quota: settings.quota, on: loop) { library.added($0) }
            }, access: settings.access)
        let made = try HTTPServer(
            loop: loop, limits: settings.limits, proxies: settings.access.proxies,
            sharesAddress: settings.access.sharesAddress, begin: { routes.begin($0) }
        ) { routes.serve($0) }
        tell(settings.access, journal)
        server = made
        defer { made.close() }
        var files: [String] = []
        defer { for file in files { unsafe unlink(file) } }
        for socket in passed {
            try UnixSocket.setBlocking(socket.number, false)
            try made.listen(on: SharedDescriptor(FileDescriptor(owning: socket.number)))
        }
        if !passed.isEmpty { journal.log(.info, "serving on the sockets of systemd") }
        for address in passed.isEmpty && settings.addresses.isEmpty ? [defaultAddress] : settings.addresses {
            let socket = SharedDescriptor(try HTTPSocket.listen(at: address))
            let port = HTTPSocket.port(of: socket.number)
            if address.hasPrefix("/") { files.append(address) }
            try made.listen(on: socket)
            let shown = address.lastIndex(of: ":").map { "\(address[..<$0]):\(port ?? 0)" } ?? address
            journal.log(.info, "serving on \(shown)")
        }
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
