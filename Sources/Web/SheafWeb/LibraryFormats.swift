import SheafInterface
import SheafOS
import Varlink

/// Which files of a library are documents, by what their names end in.
struct ListedSuffixes: Equatable, Sendable {
    /// In small letters, each with its dot.
    private let suffixes: Set<String>

    init(_ suffixes: some Sequence<String>) { self.suffixes = Set(suffixes) }

    /// The suffixes that providers declare for what a library lists. One that is refused opens nothing.
    init(of providers: [ManagerInterface.ProviderEntry]) {
        self.init(
            providers.filter { $0.refused == nil }.flatMap { provider in
                Set(provider.suffixes ?? []).subtracting(provider.unlisted ?? [])
            })
    }

    /// Whether a file of this name is a document, or is called as one that is packed: `book.fb2.zip`, `manual.pdf.gz`.
    func contains(_ name: String) -> Bool {
        let name = name.lowercased()
        return isDocument(name)
            || [".gz", ".zip"].contains { name.hasSuffix($0) && isDocument(name.dropLast($0.count)) }
    }

    private func isDocument(_ name: some StringProtocol) -> Bool {
        name.indices.contains { name[$0] == "." && suffixes.contains(String(name[$0...])) }
    }
}

/// The formats of the library's documents, as sheafd's providers declare them. The last list holds while sheafd is away.
final class LibraryFormats {
    /// How long sheafd may take for the first list, in milliseconds: it may have to start.
    private static let firstAnswerTime = 10_000

    /// Nil: sheafd has not been reached yet.
    private(set) var listed: ListedSuffixes?
    /// The number of lists that were other than the one before.
    private(set) var revision = 0
    /// Nil: the list is given, and never asked for.
    private let service: ServiceConnections?
    private var isAsking = false

    init(service: ServiceConnections) { self.service = service }

    /// Formats that are known.
    init(_ listed: ListedSuffixes) { (self.listed, service) = (listed, nil) }

    /// Asks sheafd for the first list, and waits for it.
    ///
    /// - Throws: where there is no list. It is asked for again (``ask()``).
    func waitForFirst(over connect: () throws(OSError) -> FileDescriptor) throws(VarlinkCallError<
        ManagerInterface.Failure
    >) {
        let client: VarlinkBlockingClient
        do throws(OSError) { client = VarlinkBlockingClient(try connect()) } catch {
            throw .connection(VarlinkError(.unreachable(error.code), error.description))
        }
        client.timeoutMilliseconds = Self.firstAnswerTime
        take(try client.call(ManagerInterface.ListProviders.self, .init(declared: true)).parameters.providers)
    }

    /// Asks sheafd for the list as it is now, and does not wait: where that is another one, ``revision`` is higher after it has come.
    func ask() {
        guard let service, !isAsking else { return }
        isAsking = true
        service.call(ManagerInterface.ListProviders.self, .init(declared: true)) { [weak self] result in
            guard let self else { return }
            isAsking = false
            if case .success(let reply) = result { take(reply.parameters.providers) }
        }
    }

    private func take(_ providers: [ManagerInterface.ProviderEntry]) {
        let new = ListedSuffixes(of: providers)
        guard new != listed else { return }
        listed = new
        revision += 1
    }
}
