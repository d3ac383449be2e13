import CSheafSandbox
import Glibc
package import HostProtocol
import SheafOS

/// Confines this process, a host, before it loads its provider. In the order in which it happens:
///
/// 1. no privileges: no capabilities, and none by executing something;
/// 2. limits on what it takes;
/// 3. Landlock: of all files it can read libraries, those of the library folders if it serves them, and what the provider's
///    manifest declares; it writes none, and reaches no TCP, no abstract socket, and no other process by a signal;
/// 4. the provider is started where it is a program, in these same confines and its own;
/// 5. seccomp: of all system calls those that rendering needs.
///
/// What it has open already stays open: the sockets to the service, and what comes over them.
package struct HostConfinement {
    /// The library of the provider that will be loaded.
    let library: String
    /// Files and folders that the manifest declares.
    let readablePaths: [String]
    let executableMemory: Bool
    /// Library folders whose documents this host opens.
    let folders: [Int32]
    /// The provider, where it is a program.
    let program: ProgramFile?
    let limits: HostArguments
    let sandbox: HostSandbox

    /// The threads that one host may have.
    private static let threads: UInt64 = 512
    /// The paths that the dynamic linker reads beside the folders of the libraries that this program has loaded.
    private static let libraryPaths = [
        "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache",
    ]
    /// The sanitizers look through their own maps.
    private static let sanitizerPaths = ["/proc"]

    package init(
        library: String, readablePaths: [String], executableMemory: Bool, folders: [Int32], program: ProgramFile?,
        limits: HostArguments, sandbox: HostSandbox
    ) {
        self.library = library
        self.readablePaths = readablePaths
        self.executableMemory = executableMemory
        self.folders = folders
        self.program = program
        self.limits = limits
        self.sandbox = sandbox
    }

    /// The parts of confinement that the kernel lacks.
    private var lacking: Set<Confinement> { Set(Confinement.missing.map(\.part)) }

    /// The parts of the confinement that hold, and those that could not be had.
    package struct Outcome {
        /// The parts that hold from now on.
        package fileprivate(set) var parts: [Confinement] = []
        /// The parts that do not hold, and why: sentences for the journal.
        package fileprivate(set) var missing: [String] = []
    }

    /// Confines this process. Nothing of it can be taken back.
    ///
    /// - Parameter start: starts the provider, where it is a program.
    /// - Throws: ``HostError/Code/providerRefused`` where less would hold than there must be.
    package func apply(_ start: (ProgramFile) throws(HostError) -> Void) throws(HostError) -> Outcome {
        if let refusal = sandbox.refusal { throw HostError(.providerRefused, "\(library) is not loaded: \(refusal)") }
        var outcome = Outcome(missing: Confinement.missing.map(\.reason))
        let lacking = lacking
        try attempt(.privileges, &outcome) { () throws(OSError) in
            try check(sheaf_sandbox_drop_privileges(), "give up privileges")
        }
        try attempt(.limits, &outcome, setLimits)
        if !lacking.contains(.files) {
            try attempt(.files, &outcome, restrictFiles)
            if outcome.parts.contains(.files) {
                outcome.parts += [.network, .scopes].filter { !lacking.contains($0) }
            }
        }
        if let program { try start(program) }
        if !lacking.contains(.systemCalls) {
            try attempt(.systemCalls, &outcome) { () throws(OSError) in
                let role = program == nil ? SHEAF_SANDBOX_LIBRARY : SHEAF_SANDBOX_PROGRAM_HOST
                try check(
                    sheaf_sandbox_filter_calls(executableMemory ? 1 : 0, Int32(role)), "filter system calls")
            }
        }
        return outcome
    }

    /// Does one part; where it fails though the kernel has it, the host goes on without if it may.
    private func attempt(
        _ part: Confinement, _ outcome: inout Outcome, _ body: () throws(OSError) -> Void
    ) throws(HostError) {
        do throws(OSError) {
            try body()
            outcome.parts.append(part)
        } catch {
            guard sandbox == .auto else {
                throw HostError(
                    .providerRefused,
                    "\(library) is not loaded: its host can't confine itself (HostSandbox=required): \(error)")
            }
            outcome.missing.append("\(part.rawValue) are not confined: \(error)")
        }
    }

    private func setLimits() throws(OSError) {
        // The largest encoding of a page has one and a half times its bytes. Shared memory counts as a file here.
        let fileSize = UInt64(limits.renderBytes) * 2 + 65_536
        // The sanitizers take terabytes of addresses for themselves.
        let addressSpace = sheaf_sandbox_is_sanitized() == 1 ? 0 : limits.addressSpace
        var wanted = sheaf_sandbox_limits(
            address_space: addressSpace, file_size: fileSize, threads: Self.threads)
        try check(
            unsafe sheaf_sandbox_set_limits(&wanted), "limit this process to", "\(addressSpace) bytes of addresses")
    }

    /// Starts a provider that is a program; its pid. It is confined as this process, which has not filtered its system calls yet;
    /// but it reads nothing of what this one alone needs, and may execute itself, its interpreter and what lies in the
    /// library folders, as the dynamic linker does.
    ///
    /// - Throws: where any part fails that the kernel has.
    func start(_ file: ProgramFile, channel: Int32, cancelWord: Int32) throws(OSError) -> Int32 {
        let readable = try locate(readablePaths)
        let executable = try locate(file.executables + Self.libraryPaths)
        let lacking = lacking
        var step: Int32 = 0
        let pid = unsafe readable.map(\.number).withUnsafeBufferPointer { readable in
            unsafe executable.map(\.number).withUnsafeBufferPointer { executable in
                unsafe file.path.withCString { path in
                    var program = unsafe sheaf_sandbox_program(
                        path: path, channel: channel, cancel_word: cancelWord,
                        confine_files: lacking.contains(.files) ? 0 : 1,
                        confine_calls: lacking.contains(.systemCalls) ? 0 : 1,
                        executable_memory: executableMemory ? 1 : 0, readable: readable.baseAddress,
                        readable_count: readable.count, executable: executable.baseAddress,
                        executable_count: executable.count)
                    return unsafe sheaf_sandbox_start_program(&program, &step)
                }
            }
        }
        let steps = [
            SHEAF_SANDBOX_STEP_FILES: "confine to its files", SHEAF_SANDBOX_STEP_CALLS: "filter the system calls of",
        ]
        return try check(pid, steps[step] ?? "execute", file.path)
    }

    /// Starts a program that may do what this process may, for its author.
    static func startFree(
        _ file: ProgramFile, channel: Int32, cancelWord: Int32
    ) throws(OSError) -> Int32 {
        var step: Int32 = 0
        let pid = unsafe file.path.withCString { path in
            var program = unsafe sheaf_sandbox_program(
                path: path, channel: channel, cancel_word: cancelWord, confine_files: 0, confine_calls: 0,
                executable_memory: 1, readable: nil, readable_count: 0, executable: nil, executable_count: 0)
            return unsafe sheaf_sandbox_start_program(&program, &step)
        }
        return try check(pid, "execute", file.path)
    }

    /// The files and folders that every host with this library reads, whatever its manifest declares.
    package static func readable(for library: String) -> [String] { libraryPaths + loadedFolders + [library] }

    private func restrictFiles() throws(OSError) {
        var paths = Self.readable(for: library)
        if sheaf_sandbox_is_sanitized() == 1 { paths += Self.sanitizerPaths }
        let files = try locate(paths + readablePaths)
        // What its program may execute: this process itself executes nothing.
        let executable = try locate(program.map { $0.executables + Self.libraryPaths } ?? [])
        let (numbers, executables) = (files.map(\.number) + folders, executable.map(\.number))
        try check(
            unsafe sheaf_sandbox_restrict_files(numbers, numbers.count, executables, executables.count),
            "confine this process to its files")
        withExtendedLifetime((files, executable)) {}
    }

    private func locate(_ paths: [String]) throws(OSError) -> [SharedDescriptor] {
        var files: [SharedDescriptor] = []
        for path in paths {
            let number = unsafe sheaf_sandbox_locate(path)
            // What is not there needs no permission.
            if number == -ENOENT { continue }
            files.append(SharedDescriptor(FileDescriptor(owning: try check(number, "find", path))))
        }
        return files
    }

    /// The folders of the libraries that this program has loaded: Swift's are not where the system's are.
    private static var loadedFolders: [String] {
        var folders: Set<String> = []
        unsafe withUnsafeMutablePointer(to: &folders) { found in
            unsafe sheaf_sandbox_library_folders(
                { folder, context in
                    guard let folder = unsafe folder, let context = unsafe context else { return }
                    unsafe context.assumingMemoryBound(to: Set<String>.self).pointee.insert(String(cString: folder))
                }, found)
        }
        return folders.sorted()
    }
}
