import Glibc
import HostProtocol
import HostSupervision
import PageModel
import SheafOS
import TestSupport
import Testing

@testable import SheafBase
@testable import SheafDocuments

/// A table of documents with real provider hosts, and a folder with files.
final class TestTable {
    let loop: EventLoop
    let supervisor: HostSupervisor
    let watcher: FileWatcher
    private(set) lazy var table = DocumentTable(
        supervisor: supervisor,
        accounts: UserAccounts(limits: .init(readers: 9, documents: 9, documentFiles: 1_000, watches: 9)),
        watcher: isWatching ? watcher : nil, journal: Journal(threshold: .error), owner: self)
    let folder: String
    private let library: SharedDescriptor
    private let isWatching: Bool
    /// The changes of documents, in order.
    private(set) var changes: [(document: ServedDocument, change: DocumentChange)] = []

    private static let buildFolder: String = {
        let resolved = realpath("/proc/self/exe", nil)
        defer { free(resolved) }
        let path = resolved.map { String(cString: $0) } ?? ""
        return path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    }()

    /// - Parameter isWatching: whether files are watched.
    init(provider: String = "sheaf-pattern", isWatching: Bool = true) throws {
        self.isWatching = isWatching
        var template = Array("/tmp/sheaf-table-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template).map { String(cString: $0) })
        folder = made
        #expect(mkdir("\(made)/providers", 0o700) == 0)
        #expect(
            symlink("\(Self.buildFolder)/lib\(provider).so", "\(made)/providers/lib\(provider).so") == 0)
        var settings = HostSettings(providerFolders: ["\(made)/providers"])
        // The sanitizers take terabytes of addresses for themselves.
        if isSanitized { settings.limits.addressSpace = 0 }
        library = SharedDescriptor(try Folder.open(made))
        settings.libraryFolders = [library]
        loop = try EventLoop()
        watcher = try FileWatcher(on: loop)
        supervisor = HostSupervisor(
            loop: loop, executablePath: "\(Self.buildFolder)/sheafd", settings: settings, journal: { _ in })
    }

    deinit {
        supervisor.shutDown()
        try? eventually(on: loop) { supervisor.hosts.isEmpty }
        for folder in ["\(folder)/providers", folder] {
            for name in (try? Folder.names(in: folder)) ?? [] { unlink("\(folder)/\(name)") }
            rmdir(folder)
        }
    }

    /// Runs the loop until something holds.
    func run(at location: SourceLocation = #_sourceLocation, until isDone: () -> Bool) throws {
        try eventually(on: loop, at: location, isDone)
    }

    /// Runs the loop for so long that a change of a file would have been told.
    func settle() throws {
        try remains(
            for: .microseconds(4 * Int(FileWatch.quietTime)), because: "a change that is not there is not told",
            on: loop)
    }

    /// Starts something and waits for its completion, which must not come from within the start.
    func result<Value, Failure>(
        _ start: (@escaping (Result<Value, Failure>) -> Void) -> Void
    ) throws -> Result<Value, Failure> {
        var result: Result<Value, Failure>?
        var isStarting = true
        start { value in
            #expect(!isStarting, "a completion came from within its call")
            #expect(result == nil, "a completion came twice")
            result = value
        }
        isStarting = false
        try run { result != nil }
        return try #require(result)
    }

    /// Writes a file in place, or makes it.
    func write(_ text: String, to name: String = "document") throws {
        let number = Glibc.open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try #require(number >= 0)
        defer { close(number) }
        #expect(Glibc.write(number, text, text.utf8.count) == text.utf8.count)
    }

    /// Puts another file in a file's place.
    func replace(with text: String) throws {
        try write(text, to: "new")
        #expect(rename("\(folder)/new", "\(folder)/document") == 0)
    }

    /// Opens the document by a descriptor.
    func openFile() throws -> ServedDocument {
        try open(.descriptor(SharedDescriptor(try FileDescriptor.open("\(folder)/document"))), owner: .uid(1))
    }

    /// Opens the document by its path in the library.
    func openPath() throws -> ServedDocument {
        try open(.file(folder: library, path: "document"), owner: .library)
    }

    private func open(_ origin: DocumentOrigin, owner: HostOwner) throws -> ServedDocument {
        try result {
            self.table.open(
                origin, path: nil, owner: owner, provider: nil, password: nil, looks: DocumentLooks(), for: 1,
                completion: $0)
        }.get()
    }

    /// The ids of the first pages.
    func ids(of document: ServedDocument) throws -> [Int64] {
        try result { document.opened.pageIDs(from: 0, length: 100, completion: $0) }.get()
    }
}

extension TestTable: DocumentTableOwner {
    func documentClosed(_ document: DocumentID) {}

    func documentCounted(_ document: ServedDocument) {}

    func documentSizesLearnt(_ document: ServedDocument, of pages: Set<PageID>) {}

    func documentRefused(_ document: ServedDocument, page: PageID) {}

    func documentRemoved(_ document: ServedDocument) {}

    func documentChanged(_ document: ServedDocument, _ change: DocumentChange, completion: @escaping () -> Void) {
        changes.append((document, change))
        completion()
    }
}
