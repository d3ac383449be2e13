import CSheafShims
import Glibc

/// The process that this code runs in.
package enum CurrentProcess {
    /// The number of this process.
    package static var pid: Int32 { getpid() }

    /// The user that it acts as: what a service that it calls sees.
    package static var user: UInt32 { geteuid() }

    /// How many processors it may run on, at least one.
    package static var processors: Int { max(Int(sheaf_process_processors()), 1) }

    /// Blocks signals for this thread and those that it starts, so that the loop can serve them.
    package static func block(signals: [Int32]) throws(OSError) {
        try check(unsafe sheaf_process_block_signals(signals, signals.count), "block signals")
    }

    /// Has this process killed when the thread that started it ends.
    ///
    /// - Parameter parent: the pid that is expected to be the parent's; ESRCH where it is gone already.
    package static func dieWithParent(_ parent: Int32) throws(OSError) {
        try check(sheaf_process_die_with_parent(parent), "follow the parent process")
    }

    /// Ignores signals: they are dropped even where they were not blocked.
    package static func ignore(signals: [Int32]) {
        for number in signals { _ = signal(number, SIG_IGN) }
    }

    /// Asks the kernel to end this process before others when memory runs out. Where it may not, nothing happens.
    package static func offerForOutOfMemory() {
        guard let file = try? FileDescriptor.open("/proc/self/oom_score_adj", O_WRONLY) else { return }
        try? unsafe writeAll("500".utf8.span.bytes, to: file.number, subject: "/proc/self/oom_score_adj")
    }

    /// Stops this process, as Ctrl-Z does, until it is continued (SIGCONT).
    package static func stop() {
        kill(getpid(), SIGSTOP)
    }

    /// Lets others run that wait for this processor; nothing where there are none. The kernel may have this thread go on all the same.
    package static func yield() {
        sched_yield()
    }

    /// Sleeps until something can be read from a descriptor, or so long: others run meanwhile.
    package static func sleep(untilReadable number: Int32, milliseconds: Int32) {
        var ready = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&ready, 1, milliseconds)
    }

    /// Closes every descriptor whose closing waits for nobody. For the end of the process: where some other is being
    /// closed still (``BackgroundWorker``), these would stay open as long, and whoever is connected would not be told.
    ///
    /// - Parameter mayWait: whether descriptors may be open whose closing waits; another process does that then, and nothing is
    ///   written to standard output and error any more.
    package static func closeDescriptors(mayWait: Bool) {
        sheaf_process_close_all(mayWait ? 1 : 0)
    }

    /// Gives memory that was freed back to the system.
    package static func returnFreeMemory() {
        sheaf_memory_trim()
    }

    /// Whether a sanitizer looks at this process's memory, built in or preloaded (LD_PRELOAD): it keeps much of what is freed.
    package static let hasSanitizer = ["__asan_init", "__tsan_init"].contains { (name: String) in
        unsafe dlsym(nil, name) != nil
    }

    /// Lets this process open as many descriptors as its hard limit says, and returns how many.
    @discardableResult
    package static func raiseDescriptorLimit() throws(OSError) -> Int {
        Int(try check(sheaf_process_raise_descriptor_limit(), "raise the limit of open files"))
    }

    /// Where the running program is started from once more. An upgrade puts another file at its path; this is the file
    /// that runs.
    package static let executable = "/proc/self/exe"

    /// Sets what ps shows of this process; there is room for 15 bytes.
    package static func setName(_ name: String) throws(OSError) {
        try check(unsafe sheaf_process_set_name(name), "name this process")
    }

    /// The path of the running program, as it was when it was started.
    package static func executablePath() throws(OSError) -> String {
        let path = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { space in
            guard let start = space.baseAddress else { return String?.none }
            let length = unsafe readlink("/proc/self/exe", start, space.count)
            guard length >= 0 else { return nil }
            return unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
        }
        guard let path else { throw OSError(code: errno, operation: "read", subject: "/proc/self/exe") }
        return path
    }

    /// The path of a program that came with this one: it is in the same folder.
    package static func sibling(_ name: String) throws(OSError) -> String {
        let own = try executablePath()
        let path = "\(own.lastIndex(of: "/").map { own[...$0] } ?? "")\(name)"
        guard unsafe access(path, X_OK) == 0 else { throw OSError(code: errno, operation: "start", subject: path) }
        return path
    }

    /// Runs another program in this process.
    ///
    /// - Throws: where it can't be run.
    package static func become(_ path: String, _ arguments: [String]) throws(OSError) -> Never {
        let result = unsafe withCStrings([path] + arguments) { unsafe execv(path, $0) }
        throw OSError(code: result < 0 ? errno : ENOEXEC, operation: "run", subject: path)
    }

    /// All variables of the environment, "NAME=VALUE" each.
    package static var environment: [String] {
        var variables: [String] = []
        guard var next = unsafe sheaf_process_environment() else { return [] }
        while let variable = unsafe next.pointee {
            variables.append(unsafe String(cString: variable))
            unsafe next += 1
        }
        return variables
    }

    /// Has standard output and standard error go to a file, which is made empty.
    package static func sendOutput(to path: String) throws(OSError) {
        let file = try FileDescriptor.open(
            path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW, mode: 0o600, "write")
        for standard: Int32 in [1, 2] { try check(dup2(file.number, standard) < 0 ? -errno : 0, "write", path) }
    }

    /// Makes the root the current folder: the one that this process was started in can be unmounted.
    package static func leaveFolder() {
        _ = unsafe chdir("/")
    }

    /// The value of an environment variable.
    package static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}

/// The users that the machine knows.
///
/// Looking one up may ask services over the network, where the machine is set up so, and wait for them.
package enum UserName {
    /// The room for a user's entry.
    private static let most = 16 << 10

    /// The home folder of a user; nil where there is no such user.
    package static func home(of user: UInt32) -> String? {
        unsafe entry({ unsafe getpwuid_r(user, $0, $1, $2, $3) }) { unsafe String(cString: $0.pw_dir) }
    }

    /// The uid of a name, or a number as it is; nil where there is no such user.
    package static func uid(_ text: String) -> UInt32? {
        if let number = UInt32(text) { return number }
        return unsafe entry({ unsafe getpwnam_r(text, $0, $1, $2, $3) }) { unsafe $0.pw_uid }
    }

    /// Returns what `body` makes of a user's entry; nil where `find` finds none.
    private static func entry<Value>(
        _ find: (
            UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
        ) -> Int32, _ body: (passwd) -> Value
    ) -> Value? {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: most) { space in
            guard let start = space.baseAddress, unsafe find(&entry, start, space.count, &found) == 0,
                unsafe found != nil
            else { return nil }
            return unsafe body(entry)
        }
    }
}

/// The groups of users that the machine knows.
package enum UserGroup {
    /// The room for a group's entry, its members' names included: that of some 4,000 members.
    private static let most = 64 << 10

    /// The id of a group, as getgrnam(3) finds it; nil where there is none of that name.
    ///
    /// It may ask services over the network, where the machine is set up so, and wait for them.
    package static func id(named name: String) throws(OSError) -> UInt32? {
        var entry = unsafe group()
        var found: UnsafeMutablePointer<group>?
        let code = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: most) { space in
            unsafe getgrnam_r(name, &entry, space.baseAddress, space.count, &found)
        }
        // What getgrnam(3) says of a name that is not there, beside nothing found.
        guard [0, ENOENT, ESRCH, EBADF, EPERM].contains(code) else {
            throw OSError(code: code, operation: "look for the group", subject: name)
        }
        return unsafe found == nil ? nil : entry.gr_gid
    }
}
