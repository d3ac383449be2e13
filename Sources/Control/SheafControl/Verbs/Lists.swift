import SheafInterface
import Varlink

// "sheafctl readers", "documents", "providers" and "hosts": what the service has open, and what runs.

extension Verb {
    /// `sheafctl readers`.
    static let readers = Verb(
        "readers", summary: "list the readers", details: listDetails, usesReader: false, command: ReadersCommand())

    /// `sheafctl documents`.
    static let documents = Verb(
        "documents", summary: "list the open documents", details: listDetails, usesReader: false,
        command: DocumentsCommand())

    /// `sheafctl providers`.
    static let providers = Verb(
        "providers", "[FILE]", offers: .files, summary: "list what can open documents",
        details: """
            Lists them in the order in which they are asked, and loads those that were not loaded yet, to ask them what they can do.
            With FILE it lists those that would open that file: the first one does, "open --provider" names another.
            """,
        usesReader: false
    ) { line in ProvidersCommand(file: line.words.first) }

    /// `sheafctl hosts`.
    static let hosts = Verb(
        "hosts", summary: "list the processes that run providers", details: listDetails, usesReader: false,
        command: HostsCommand())

    private static let listDetails = "Operators see all, others their own.\n\n" + operators
}

/// Lists the readers.
struct ReadersCommand: Command {
    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let readers = try session.readers(attempt: "list the readers")
        try console.show(readers, as: Self.table(readers), empty: "no readers")
    }

    private static func table(_ readers: [ManagerInterface.ReaderEntry]) -> Table {
        let length = ReaderChoice.shortLength(readers.map(\.reader))
        let users = Dictionary(grouping: readers, by: \.uid)
        return Table(
            "READER", .right("UID"), .right("PAGE"), "DOCUMENT", "PROVIDER", .right("CONNECTIONS"), .right("HELD"),
            "TITLE", of: readers
        ) { reader in
            let isMarked = reader.current ?? false && users[reader.uid].map(\.count) ?? 0 > 1
            return [
                reader.reader.prefix(length) + (isMarked ? "*" : ""), "\(reader.uid)", reader.position, reader.document,
                reader.provider, "\(reader.connections)", held(reader), reader.title ?? "",
            ]
        }
    }

    private static func held(_ reader: ManagerInterface.ReaderEntry) -> String {
        reader.pagesHeld == 0
            ? "-" : "\(Units.count(reader.pagesHeld, "page")), \(Units.bytes(reader.bytesHeld))"
    }
}

extension ManagerInterface.ReaderEntry {
    /// "7 of 193", or "7" where the number of pages is unknown.
    var position: String { pages > 0 ? "\(index + 1) of \(pages)" : "\(index + 1)" }
}

/// Lists the open documents.
struct DocumentsCommand: Command {
    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let documents = try session.callMore(
            ManagerInterface.ListDocuments.self, .init(), attempt: "list the documents"
        ).flatMap(\.documents)
        try console.show(documents, as: Self.table(documents), empty: "no open documents")
    }

    private static func table(_ documents: [ManagerInterface.DocumentEntry]) -> Table {
        Table(
            "DOCUMENT", .right("UID"), .right("PAGES"), .right("SIZE"), .right("READERS"), .right("CACHED"), "PROVIDER",
            "STATE", "LOOKS", "TITLE", of: documents
        ) { document in
            [
                document.document, document.uid.map { "\($0)" } ?? "library",
                document.pages > 0 ? "\(document.pages)" : "?", Units.bytes(document.bytes), "\(document.readers)",
                "\(Units.count(document.cachedPages, "page")), \(Units.bytes(document.cachedBytes))",
                document.provider, document.state, document.looksText, document.fullTitle,
            ]
        }
    }
}

extension ManagerInterface.DocumentEntry {
    /// How it looks other than it would by itself; "-" where it does not.
    fileprivate var looksText: String {
        guard let looks else { return "-" }
        let flow = looks.flow
        let text = LooksText.parts(
            trim: .init(rawValue: looks.trim.rawValue),
            flow: .init(
                width: flow?.width, height: flow?.height, fontSize: flow?.fontSize, fontFamily: flow?.fontFamily,
                lineHeight: flow?.lineHeight, margin: flow?.margin, columns: flow?.columns, justify: flow?.justify,
                unwrap: flow?.unwrap, encoding: flow?.encoding,
                styles: flow?.styles.flatMap { .init(rawValue: $0.rawValue) }))
        return (text + (looks.ordered ? ["pages in another order"] : [])).joined(separator: ", ")
    }

    /// The title of the document, and its path where it is of the library.
    fileprivate var fullTitle: String {
        [title, name.map { title == nil ? $0 : "(\($0))" }].compactMap { $0 }.joined(separator: " ")
    }
}

/// Lists the providers, or those that open a file.
struct ProvidersCommand: Command {
    /// Nil: all are listed.
    let file: String?

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let opened = try file.map { path throws(ControlError) in try OpenedFiles.openFile(path) }
        let parameters = ManagerInterface.ListProvidersParameters(
            fileDescriptor: opened.map { _ in 0 }, name: file.map { String($0.split(separator: "/").last ?? "") })
        let providers = try session.call(
            ManagerInterface.ListProviders.self, parameters, descriptors: opened.map { [$0] } ?? [],
            attempt: file.map { "ask who opens \($0)" } ?? "list the providers"
        ).parameters.providers
        try console.show(
            providers, as: file == nil ? Self.table(providers) : Self.claims(providers),
            empty: file == nil
                ? "no providers: check ProviderFolders= in sheafd.conf"
                : "no provider knows what kind of document it is")
    }

    /// The names of all providers.
    static func names(_ session: Session) throws(ControlError) -> [String] {
        try session.call(ManagerInterface.ListProviders.self, .init(), attempt: "list the providers")
            .parameters.providers.map(\.name)
    }

    private static func claims(_ providers: [ManagerInterface.ProviderEntry]) -> Table {
        Table("PROVIDER", .right("PRIORITY"), .right("SURE"), "WHAT IT IS", "LIBRARY", of: providers) { provider in
            [
                provider.name, "\(provider.priority ?? 0)", provider.certainty.map { "\($0) %" } ?? "-",
                whatItIs(provider), provider.path,
            ]
        }
    }

    private static func whatItIs(_ provider: ManagerInterface.ProviderEntry) -> String {
        provider.refused.map { "refused: \($0)" } ?? provider.summary ?? "-"
    }

    /// The capabilities of each are in the JSON only: they would take lines.
    private static func table(_ providers: [ManagerInterface.ProviderEntry]) -> Table {
        Table("PROVIDER", "VERSION", "WHAT IT IS", "LIBRARY", "FILES", of: providers) { provider in
            [provider.name, provider.version ?? "-", whatItIs(provider), provider.path, provider.suffixesText]
        }
    }
}

extension ManagerInterface.ProviderEntry {
    /// The file name suffixes of a provider, those in brackets that no library lists; "-" where it declares none.
    fileprivate var suffixesText: String {
        let hidden = unlisted ?? []
        let listed = (suffixes ?? []).filter { !hidden.contains($0) }.joined(separator: " ")
        let parts = (listed.isEmpty ? [] : [listed]) + (hidden.isEmpty ? [] : ["(\(hidden.joined(separator: " ")))"])
        return parts.isEmpty ? "-" : parts.joined(separator: " ")
    }
}

/// Lists the processes that run providers.
struct HostsCommand: Command {
    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let hosts = try Self.hosts(session)
        try console.show(hosts, as: Self.table(hosts, confinement: true), empty: "no provider hosts")
    }

    /// The provider hosts that run.
    static func hosts(_ session: Session) throws(ControlError) -> [ManagerInterface.HostEntry] {
        try session.call(ManagerInterface.ListHosts.self, .init(), attempt: "list the provider hosts").parameters.hosts
    }

    /// "top" shows it too, without what confines them.
    static func table(_ hosts: [ManagerInterface.HostEntry], confinement: Bool = false) -> Table {
        let columns: [Table.Column] = [
            .right("PID"), "PROVIDER", .right("UID"), .right("DOCUMENTS"), "STATE", .right("MEMORY"),
        ]
        return Table(columns + (confinement ? ["CONFINED", "MAY"] : []), of: hosts) { host in
            let cells = [
                "\(host.pid)", host.program.map { "\(host.provider) (\($0))" } ?? host.provider,
                host.uid.map { "\($0)" } ?? "library", "\(host.documents)",
                host.state.rawValue + (host.isolated ? ", isolated" : ""), host.memory.map { Units.bytes($0) } ?? "-",
            ]
            return cells + (confinement ? [Self.confinement(of: host), allowance(of: host)] : [])
        }
    }

    private static func confinement(of host: ManagerInterface.HostEntry) -> String {
        host.confinement.isEmpty ? "-" : host.confinement.map(\.rawValue).joined(separator: ", ")
    }

    /// The rights that the host's provider needs beyond those of every provider.
    private static func allowance(of host: ManagerInterface.HostEntry) -> String {
        let allowed = (host.executableMemory ? ["executable memory"] : []) + host.readablePaths.map { "read \($0)" }
        return allowed.isEmpty ? "-" : allowed.joined(separator: ", ")
    }
}
