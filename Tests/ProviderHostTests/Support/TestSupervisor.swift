import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// A supervisor with real hosts: sheafd's own executable, and providers that were built beside it.
final class TestSupervisor {
    let loop: EventLoop
    let supervisor: HostSupervisor
    let folder: String
    let settings: HostSettings
    private let journal = Lines()

    /// The lines that were logged. They outlive the supervisor, which logs while it ends.
    private final class Lines {
        var all: [HostLogLine] = []
    }

    var lines: [HostLogLine] { journal.all }

    /// The folder that holds the test program, and beside it what else was built.
    static let buildFolder: String = {
        let resolved = realpath("/proc/self/exe", nil)
        defer { free(resolved) }
        let path = resolved.map { String(cString: $0) } ?? ""
        return path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    }()

    static var executable: String { "\(buildFolder)/sheafd" }

    /// - Parameters:
    ///   - providers: names of libraries, as they were built, or paths of others; each is linked to from a folder of their own.
    ///   - manifests: the texts of the manifests beside them, by their names.
    init(
        providers: [String] = ["test-plain"], configuration: [String: [HostSettings.Entry]] = [:],
        manifests: [String: String] = [:], sandbox: HostSandbox = .auto,
        executable: String = TestSupervisor.executable, change: (inout HostLimits) -> Void = { _ in }
    ) throws {
        var template = Array("/tmp/sheaf-host-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template).map { String(cString: $0) })
        folder = made
        for name in providers {
            let library = name.hasPrefix("/") ? name : "\(Self.buildFolder)/lib\(name).so"
            #expect(symlink(library, "\(made)/\(library.split(separator: "/").last ?? "")") == 0)
        }
        for (name, text) in manifests { try Self.write(text, to: "\(made)/lib\(name).provider") }
        var settings = HostSettings(providerFolders: [made], configuration: configuration)
        // The sanitizers take terabytes of addresses for themselves.
        if isSanitized { settings.limits.addressSpace = 0 }
        change(&settings.limits)
        settings.sandbox = sandbox
        settings.libraryFolders = [SharedDescriptor(try Folder.open(made))]
        self.settings = settings
        loop = try EventLoop()
        supervisor = HostSupervisor(loop: loop, executablePath: executable, settings: settings) { [journal] line in
            journal.all.append(line)
        }
    }

    /// Writes a file.
    static func write(_ text: String, to path: String) throws {
        let file = FileDescriptor(
            owning: try check(Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600), "write", path))
        #expect(Glibc.write(file.number, text, text.utf8.count) == text.utf8.count)
    }

    deinit {
        supervisor.shutDown()
        try? TestSupport.eventually(on: loop) { supervisor.hosts.isEmpty }
        // Memory errors end their host, which tests look for.
        for line in lines
        where line.text.contains("WARNING: ThreadSanitizer: ") || line.text.contains("ERROR: LeakSanitizer: ") {
            Issue.record("a sanitizer has found something in a host: \(line.text)")
        }
        for name in (try? Folder.names(in: folder)) ?? [] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    /// Runs the loop until something holds.
    func eventually(at location: SourceLocation = #_sourceLocation, _ holds: () throws -> Bool) throws {
        try TestSupport.eventually(on: loop, at: location, holds)
    }

    /// How often the plain provider has begun to hang.
    var hangs: Int { lines.count { $0.text == "hangs, as asked for" } }

    /// Starts something and waits for its completion, which must not come from within the start.
    func result<Value>(
        _ start: (@escaping (Result<Value, HostError>) -> Void) -> Void
    ) throws -> Result<Value, HostError> {
        var result: Result<Value, HostError>?
        var isStarting = true
        start { value in
            #expect(!isStarting, "a completion came from within its call")
            #expect(result == nil, "a completion came twice")
            result = value
        }
        isStarting = false
        try eventually { result != nil }
        return try #require(result)
    }

    /// The error that something ends with; nil where it succeeds.
    func failure<Value>(
        _ start: (@escaping (Result<Value, HostError>) -> Void) -> Void
    ) throws -> HostError? {
        if case .failure(let error) = try result(start) { error } else { nil }
    }

    /// A document with this text.
    func file(_ text: String) throws -> SharedDescriptor {
        let memory = try Memfd.create(name: "document", size: 0)
        var bytes = text
        let written = bytes.withUTF8 { Glibc.write(memory.number, $0.baseAddress, $0.count) }
        #expect(written == text.utf8.count)
        return SharedDescriptor(memory)
    }

    func examine(_ file: SharedDescriptor, owner: HostOwner = .uid(1)) throws -> DocumentFile {
        try result { self.supervisor.examine(.descriptor(file), owner: owner, completion: $0) }.get()
    }

    /// Opens a document of the plain provider.
    func open(
        _ lines: String = "pages=3", owner: HostOwner = .uid(1), provider: String? = nil,
        looks: DocumentLooks = DocumentLooks()
    ) throws -> HostDocument {
        let examined = try examine(try file("plain 1\n\(lines)\n"), owner: owner)
        return try result { self.supervisor.open(examined, provider: provider, looks: looks, completion: $0) }.get()
    }

    /// Opens a document of the odd provider.
    func openOdd(looks: DocumentLooks = DocumentLooks()) throws -> HostDocument {
        let examined = try examine(try file("odd 1"))
        return try result { self.supervisor.open(examined, looks: looks, completion: $0) }.get()
    }

    /// Memory for a rendering.
    static func memory(_ capacity: Int) throws -> RenderTarget {
        try RenderTarget(capacity) { () throws(OSError) in
            let memory = try Memfd.create(name: "sheaf-page", size: capacity)
            try Memfd.sealGrowth(memory.number)
            return SharedDescriptor(memory)
        }
    }

    /// A job that renders a page of 100 by 100 points as it is.
    func job(
        page: Int64, format: RenderFormat = .bgrx8888, width: Int32 = 100, height: Int32 = 100
    ) throws -> RenderJob {
        let capacity = try #require(format.requiredBytes(width: width, height: height))
        return RenderJob(
            page: page, scale: 1, width: width, height: height, format: format, target: try Self.memory(capacity))
    }

    /// Returns the first `count` bytes of a page that was rendered.
    func bytes(of job: RenderJob, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        #expect(pread(job.target.descriptor.number, &bytes, count, 0) == count)
        return bytes
    }

    /// The colour of a page of the plain provider: blue, green, red.
    static func colour(of page: Int64) -> [UInt8] {
        [37 * page + 17, 73 * page + 41, 151 * page + 67].map { UInt8(truncatingIfNeeded: $0) }
    }

    /// Renders a page and checks its pixels; nil where that succeeds.
    func renderFailure(
        _ document: HostDocument, page: Int64, side: Int32 = 100, priority: HostPriority = .demand
    ) throws -> HostError? {
        let job = try job(page: page, width: side, height: side)
        switch try result({ document.render(job, priority: priority, completion: $0) }) {
        case .failure(let error): return error
        case .success(let rendered):
            let pixels = Self.pixels(page: page, count: Int(side) * Int(side))
            #expect(bytes(of: job, count: rendered.bytes).elementsEqual(pixels))
            return nil
        }
    }

    static func pixels(page: Int64, count: Int) -> [UInt8] {
        Array(repeating: colour(of: page) + [0xff], count: count).flatMap { $0 }
    }

    /// The hosts of documents, by pid.
    var pids: [Int32] { supervisor.hosts.filter { $0.state != .ending }.map(\.pid) }
}
