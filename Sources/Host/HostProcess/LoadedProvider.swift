package import CSheafProvider
import Glibc
package import HostProtocol
import SheafOS
import Varlink

/// The provider that a host works with.
@safe package final class LoadedProvider {
    package let library: ProviderLibrary
    private let services: HostServices
    /// The plugin pointer that the provider's `load` returned.
    @unsafe package let plugin: OpaquePointer?
    /// The plugin that the functions work on, of a provider that is a program.
    private let program: ProgramFunctions.Plugin?

    /// Loads a library and has it make itself ready; or asks a program what it is.
    package init(path: String, program: ProviderProgram?, services: HostServices) throws(HostError) {
        self.services = services
        if let program {
            library = try ProviderLibrary(program, path: path)
            let plugin = ProgramFunctions.Plugin(program, services)
            unsafe self.plugin = plugin.pointer
            self.program = plugin
            return
        }
        self.program = nil
        library = try ProviderLibrary(path: path)
        var made: OpaquePointer?
        let result = unsafe library.table.load?(HostServices.makeTable(), services.pointer, &made) ?? -ENOSYS
        guard result == 0 else {
            let reason = result < 0 ? OSError.text(of: -result) : "it answered \(result)"
            throw HostError(.providerRefused, "\(path): the provider can't make itself ready: \(reason)")
        }
        unsafe plugin = made
    }

    /// Sets one setting.
    package func configure(_ key: String, _ value: String, _ request: RequestContext) throws(HostError) {
        guard let config = unsafe library.table.config else { throw HostError.unsupported("config") }
        try request.check(
            unsafe config(plugin, request.pointer, key, value), "take the setting \(key)", isAboutPages: false)
    }

    /// How sure the provider is that a document is its own, from 0 to 100. Where it does not know a file, and that packs one other file,
    /// that one is the document.
    func probe(_ source: DocumentSource, _ request: RequestContext) throws(HostError) -> UInt32 {
        let certainty = try look(at: source, request)
        guard certainty == 0, try source.unpack() else { return certainty }
        return try look(at: source, request)
    }

    private func look(at source: DocumentSource, _ request: RequestContext) throws(HostError) -> UInt32 {
        guard let probe = unsafe library.table.probe else { throw HostError.unsupported("probe") }
        var certainty: UInt32 = SHEAF_PROBE_NO
        try request.check(
            unsafe probe(plugin, request.pointer, source.pointer, &certainty), "look at the document",
            isAboutPages: false)
        return min(certainty, SHEAF_PROBE_CERTAIN)
    }

    /// Opens a document, known to the service by `handle`.
    package func open(
        _ source: DocumentSource, looks: DocumentLooks, handle: Int64, _ request: RequestContext
    ) throws(HostError) -> ProviderDocument {
        // As it was probed.
        if unsafe library.table.probe != nil, source.isPacked { _ = try probe(source, request) }
        var document: OpaquePointer?
        let result = unsafe library.table.open?(plugin, request.pointer, source.pointer, &document) ?? -ENOSYS
        try request.check(result, "open the document", isAboutPages: false)
        guard let document = unsafe document else {
            throw HostError(.documentError(errno: EPROTO), "the provider opened the document and handed nothing over")
        }
        unsafe services.know(document, as: handle)
        return unsafe ProviderDocument(
            document, source: source, looks: looks, table: library.table, services: services)
    }

    /// Asks the provider for memory.
    func trim(_ level: TrimLevel) {
        unsafe library.table.trim?(plugin, level.rawValue)
    }
}

/// A provider's table, checked and completed: fields that the provider's version does not have are NULL.
@safe package struct ProviderLibrary {
    /// The whole table of this version, whatever the provider's was.
    @unsafe package let table: sheaf_provider
    package let name: String
    package let version: String
    let summary: String
    package let abiVersion: Int

    /// The longest name of a provider, in bytes.
    private static let nameLimit = 32
    private static let entryPoint = "sheaf_provider_v1"

    /// Loads a library. It stays for good: unloading Swift code is not safe.
    init(path: String) throws(HostError) {
        guard let library = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL | Self.keepLoaded) else {
            throw Self.refusal(path, unsafe dlerror().map { unsafe String(cString: $0) } ?? "it can't be loaded")
        }
        guard let symbol = unsafe dlsym(library, Self.entryPoint) else {
            throw Self.refusal(path, "it exports no \(Self.entryPoint): it is no page provider")
        }
        typealias EntryPoint = @convention(c) () -> UnsafePointer<sheaf_provider>?
        guard let found = unsafe unsafeBitCast(symbol, to: EntryPoint.self)() else {
            throw Self.refusal(path, "the provider says that it can't work here")
        }
        try unsafe self.init(found, path: path)
    }

    /// Asks a program for what a library has in its table.
    init(_ program: ProviderProgram, path: String) throws(HostError) {
        switch program.call(ProviderInterface.Load.self, .init()) {
        case .success(let reply):
            program.takesSuffix = reply.takes?.contains("suffix") ?? false
            var table = unsafe ProgramFunctions.table(of: reply)
            try unsafe self.init(&table, path: path)
        case .failure(.failed(_, let message)):
            throw Self.refusal(path, "the provider can't make itself ready: \(message)")
        case .failure(let failure):
            throw Self.refusal(path, "it answered Load with \(failure.errorName): it is no page provider")
        }
    }

    private init(_ found: UnsafePointer<sheaf_provider>, path: String) throws(HostError) {
        unsafe table = try Self.copy(found, path: path)

        guard let name = unsafe BoundedText.copy(table.name, limit: Self.nameLimit), Self.isName(name) else {
            throw Self.refusal(path, "its name is not 1 to \(Self.nameLimit) lower case letters, digits and hyphens")
        }
        self.name = name
        version = unsafe BoundedText.line(table.version, limit: HostLimits.textBytes)
        summary = unsafe BoundedText.line(table.summary, limit: HostLimits.textBytes)
        abiVersion = unsafe Int(table.abi_version)
    }

    /// RTLD_NODELETE, which Swift does not import.
    private static let keepLoaded: Int32 = 0x1000

    /// Checks a table of any version, and makes one of this version of it.
    private static func copy(
        _ found: UnsafePointer<sheaf_provider>, path: String
    ) throws(HostError) -> sheaf_provider {
        // Of a table that may be shorter than ours, nothing is touched before its size is known.
        let bytes = unsafe UnsafeRawPointer(found)
        let size = unsafe Int(bytes.load(as: UInt32.self))
        let version = unsafe bytes.load(fromByteOffset: MemoryLayout<UInt32>.size, as: UInt32.self)
        guard version >= 1 else { throw refusal(path, "its table names no ABI version") }
        guard version <= SHEAF_PROVIDER_ABI_VERSION else {
            throw refusal(
                path,
                """
                it was built for version \(version) of the provider ABI, and this sheafd knows versions up to \
                \(SHEAF_PROVIDER_ABI_VERSION): it needs a newer sheafd
                """)
        }
        guard let required = unsafe MemoryLayout<sheaf_provider>.offset(of: \.config), size >= required else {
            throw refusal(
                path, "its table has only \(size) bytes, and does not reach to the functions that must be there")
        }
        var table = unsafe sheaf_provider()
        unsafe withUnsafeMutableBytes(of: &table) { copy in
            // Whole fields only: what follows is pointers.
            let known = min(size, copy.count) / MemoryLayout<Int>.size * MemoryLayout<Int>.size
            unsafe copy.baseAddress?.copyMemory(from: bytes, byteCount: known)
        }
        let missing = unsafe [
            ("load", table.load == nil), ("open", table.open == nil), ("close", table.close == nil),
            ("metrics", table.metrics == nil), ("render", table.render == nil),
        ].filter(\.1).map(\.0)
        guard missing.isEmpty else {
            throw refusal(path, "it lacks functions that every provider has: \(missing.joined(separator: ", "))")
        }
        return unsafe table
    }

    /// The capabilities of the provider: the functions of its table that not every provider has.
    var capabilities: ProviderCapabilities {
        let functions: [(ProviderCapability, Bool)] = unsafe [
            (.config, table.config != nil), (.probe, table.probe != nil), (.count, table.count != nil),
            (.pageIDs, table.page_ids != nil), (.pageStep, table.page_step != nil),
            (.prefetch, table.prefetch != nil), (.appearance, table.appearance != nil),
            (.refresh, table.refresh != nil), (.move, table.move != nil), (.hit, table.hit != nil),
            (.trim, table.trim != nil), (.passage, table.passage != nil),
        ]
        let contents = ContentKind.allCases.filter { unsafe $0.function(in: table) != nil }
        return Set(functions.filter(\.1).map(\.0) + contents.map { .contents($0) })
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
    }

    private static func refusal(_ path: String, _ reason: String) -> HostError {
        HostError(.providerRefused, reason.hasPrefix(path) ? reason : "\(path): \(reason)")
    }
}
