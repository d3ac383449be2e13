import ServiceDiscovery
import SheafOS

/// The settings of sheaf-web, by its command line.
struct WebSettings {
    private static let defaultConfiguration = "/etc/sheaf/sheafd.conf"
    static let defaultAddress = "127.0.0.1"
    static let defaultPort = 8_080
    /// Where that port is busy, so many after it are tried.
    static let portsLimit = 100

    static let options =
        ServiceChoice.options + [
            CommandLineOptions.Option(
                "library", value: "FOLDER",
                help: "serve the documents below it; may be given again (default: LibraryFolders= of the configuration)"
            ),
            .init("config", value: "FILE", help: "where LibraryFolders= is (default: \(defaultConfiguration))"),
            .init(
                "listen", value: "PLACE",
                help:
                    "listen on ADDRESS:PORT or on a Unix socket's PATH; may be given again (default: \(defaultAddress):\(defaultPort))"
            ),
            .init("open", help: "open the address in a browser"),
            .init("idle-exit", value: "SECONDS", help: "end when no browser was connected for so long, 1 to 86400"),
            .init(
                "assets", value: "FOLDER",
                help: "where the reader's files are (default: share/sheaf/web beside the program)"),
            .init("connections", value: "N", help: "clients at once, 1 to 10000 (default: 512)"),
            .init("readers", value: "N", help: "documents that are read in browsers at once, 0 to 256 (default: 64)"),
            .init(
                "request-time", value: "SECONDS", help: "how long a request may take to come, 1 to 3600 (default: 30)"),
            .init(
                "response-time", value: "SECONDS", help: "how long sending an answer may take, 1 to 3600 (default: 120)"
            ),
            .init(
                "authorization", value: "RULE",
                help:
                    "who is served from other machines: open, token=FILE or user=HEADER[,secret=FILE] (default: nobody)"
            ),
            .init(
                "host", value: "NAME",
                help:
                    "what this server is called, besides addresses, localhost and this machine's name; may be given again"
            ),
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
                "upload-size", value: "N",
                help: "bytes of one such document, 1024 to 1099511627776 (default: 268435456)"),
            .init(
                "upload-quota", value: "N",
                help: "bytes that its folder may hold, 1024 to 1125899906842624 (default: 17179869184)"),
            .init("upload-files", value: "N", help: "files that its folder may hold, 1 to 65536 (default: 4096)"),
            .init(
                "metrics", value: "RULE",
                help:
                    "serve the page server's numbers and its own at /metrics to token=FILE or uid=USER; may be given again"
            ),
            .init(
                "covers", value: "FOLDER",
                help: "where covers are kept from one run to the next (default: $XDG_CACHE_HOME/sheaf-web/covers)"),
            .init(
                "covers-size", value: "N",
                help: "bytes of all covers that are kept, 0 to 1099511627776; 0: none are (default: 268435456)"),
            .init("image-pixels", value: "N", help: "pixels of one image, 1024 to 268435456 (default: 16777216)"),
            .init("version", help: "print the version"),
            .init("help", letter: "h", help: "print this"),
        ]

    /// Absolute paths.
    var folders: [String]
    /// Documents that are served in place of folders; absolute paths.
    var files: [String] = []
    var opensBrowser: Bool
    /// In microseconds; nil: it stays.
    var idleExit: UInt64?
    var addresses: [String]
    var assets: String?
    var service: ServiceChoice
    var access = Access()
    var limits = HTTPServer.Limits()
    var imageLimit = ImageLimit()
    /// Where documents are put; nil: nowhere.
    var uploadFolder: String?
    var quota = Uploads.Quota()
    var readers = BrowserReaders.defaultLimit
    /// The folder that covers are kept in, which may be missing; nil: there is none.
    var coversFolder: String?
    /// In bytes; 0: none are kept.
    var coversSize = 256 << 20

    init(_ line: CommandLineOptions) throws(CommandLineOptions.Failure) {
        service = try ServiceChoice(line, environment: CurrentProcess.environment("SHEAF_SOCKET"))
        let isPersons = line.has("library") || !line.arguments.isEmpty
        // What an ordinary user names, that user's own service opens: it may open what they may.
        if isPersons, service == .automatic, CurrentProcess.user != 0 { service = .user }
        guard line.arguments.isEmpty || !line.has("library") else {
            throw .init("it serves a --library or the files that are named, not both")
        }
        let configuration = line.value("config") ?? Self.defaultConfiguration
        files = try line.arguments.map(Self.file)
        if !files.isEmpty || service == .user && !line.has("library") {
            folders = []
        } else if !line.has("library") {
            folders = LibraryFolders.configured(in: configuration)
        } else {
            folders = service.isOfUser ? try line.all("library").map(Self.folder) : line.all("library")
        }
        opensBrowser = line.has("open")
        addresses = line.all("listen")
        assets = line.value("assets")
        try readAccess(line)
        if let text = line.value("authorization") {
            guard let rule = Admission(text) else {
                throw .init(
                    """
                    --authorization wants open, token=FILE with a file that has \(Admission.shortestToken) characters or more in one \
                    word, user=HEADER or user=HEADER,secret=FILE with such a file, not "\(text)"
                    """)
            }
            access.admission = rule
        }
        for folder in folders where !folder.hasPrefix("/") {
            throw .init("--library wants an absolute path, not \"\(folder)\"")
        }
        if let named = line.value("upload") {
            let folder = service.isOfUser ? (try? Self.folder(named)) ?? named : named
            guard folders.contains(where: { folder == $0 || folder.hasPrefix($0.hasSuffix("/") ? $0 : "\($0)/") })
            else {
                throw .init("--upload wants a folder of the library or one below, not \"\(folder)\"")
            }
            uploadFolder = folder
        }
        func number(_ option: String, _ range: ClosedRange<Int>, _ value: Int) throws(CommandLineOptions.Failure)
            -> Int
        {
            guard let text = line.value(option) else { return value }
            guard let number = Int(text), range ~= number else {
                throw .init(
                    "--\(option) wants a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\""
                )
            }
            return number
        }
        if line.has("idle-exit") { idleExit = UInt64(try number("idle-exit", 1...86_400, 0)) * 1_000_000 }
        limits.connections = try number("connections", 1...10_000, limits.connections)
        limits.requestTime = try number("request-time", 1...3_600, limits.requestTime / 1_000) * 1_000
        limits.responseTime = try number("response-time", 1...3_600, limits.responseTime / 1_000) * 1_000
        readers = try number("readers", 0...256, readers)
        quota.documentBytes = try number("upload-size", 1_024...(1 << 40), quota.documentBytes)
        quota.bytes = try number("upload-quota", 1_024...(1 << 50), quota.bytes)
        quota.files = try number("upload-files", 1...65_536, quota.files)
        coversSize = try number("covers-size", 0...(1 << 40), coversSize)
        coversFolder = line.value("covers") ?? Self.defaultCovers
        if let folder = coversFolder, !folder.hasPrefix("/") {
            throw .init("--covers wants an absolute path, not \"\(folder)\"")
        }
        imageLimit.area = try number("image-pixels", 1_024...268_435_456, imageLimit.area)
        guard !service.isOfUser || !folders.isEmpty || !files.isEmpty else {
            throw .init(
                "there is nothing to serve: give a folder (--library FOLDER) or documents, or set LibraryFolders= in sheafd.conf"
            )
        }
    }

    /// Below what systemd has made for the unit (CacheDirectory=), else below the user's cache.
    private static var defaultCovers: String? {
        let unit = CurrentProcess.environment("CACHE_DIRECTORY")?.split(separator: ":").first
        return unit.map { "\($0)/covers" } ?? UserFolders().cache.map { "\($0)/sheaf-web/covers" }
    }

    /// A folder that a person names.
    private static func folder(_ path: String) throws(CommandLineOptions.Failure) -> String {
        let folder = try resolved(path, "there is no folder")
        guard FileStatus(path: folder)?.isFolder ?? false else {
            throw .init("\(path) is no folder: give the one that it is in, or only this file (\"sheaf-web FILE\")")
        }
        do throws(OSError) { _ = try Folder.names(in: folder) } catch {
            throw .init("\(error): give a folder that you can read")
        }
        return folder
    }

    /// A document that a person names.
    private static func file(_ path: String) throws(CommandLineOptions.Failure) -> String {
        let file = try resolved(path, "there is no file")
        guard FileStatus(path: file)?.isRegular ?? false else {
            throw .init("\(path) is no file: \"sheaf-web --library FOLDER\" serves those in a folder")
        }
        do throws(OSError) { _ = try FileDescriptor.open(file) } catch {
            throw .init("\(error): give a file that you can read")
        }
        return file
    }

    private static func resolved(_ path: String, _ failure: String) throws(CommandLineOptions.Failure) -> String {
        do throws(OSError) { return try UserFile.resolved(path) } catch {
            throw .init(error.isNotFound ? "\(failure) \(path)" : "\(error)")
        }
    }

    private mutating func readAccess(_ line: CommandLineOptions) throws(CommandLineOptions.Failure) {
        for name in line.all("host") where !ServerNames.isName(name) {
            throw .init("--host wants a name without a port, not \"\(name)\"")
        }
        access.names = ServerNames(line.all("host"))
        var proxies: [TrustedProxies.Rule] = []
        for text in line.all("trusted-proxy") {
            guard let rule = TrustedProxies.Rule(text) else {
                throw .init(
                    """
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
            throw .init(
                """
                --metrics wants uid= and a user of this machine, or token=FILE with a file that has \(Admission.shortestToken) \
                characters or more in one word, not "\(error.text)"
                """)
        }
    }
}
