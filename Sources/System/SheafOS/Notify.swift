import CSheafShims
import CSystemd
import Glibc

/// Messages to the service's manager, by sd_notify(3). Without a manager every call does nothing.
package enum Notify {
    /// A descriptor that systemd has passed, or kept, and the name that it goes by.
    package struct Passed {
        /// The number of the descriptor.
        package let number: Int32
        /// The socket unit's `FileDescriptorName=`, or what it was kept by.
        package let name: String
    }

    /// Whether there is a manager that listens.
    package static var isHeard: Bool { CurrentProcess.environment("NOTIFY_SOCKET") != nil }

    /// Connected to the manager, and used for nothing but to look at its queue; -1 where there is none, or it is no Unix socket.
    private static let queue: Int32 =
        CurrentProcess.environment("NOTIFY_SOCKET").map { name in
            unsafe sheaf_socket_connect_notify(name)
        } ?? -1

    /// Whether a message to the manager would not wait. Its queue is short (`net.unix.max_dgram_qlen`: 10 in the kernel, 512 as
    /// systemd sets it), and where it is full sd_notify(3) waits until the manager has read: with it waits everybody whom this
    /// process serves. What can be said later is said where there is room.
    package static var hasRoom: Bool { queue < 0 || sheaf_socket_has_room(queue) != 0 }

    /// Sends fields, one a line, as one datagram: "READY=1\nSTATUS=…". Waits for the manager where its queue is full.
    package static func send(_ fields: String) {
        _ = unsafe sd_notify(0, fields)
    }

    /// Has the manager keep a descriptor for the next start (`FileDescriptorStoreMax=`). Where it keeps as many already, it
    /// closes this one without a word.
    ///
    /// - Parameter name: at most 255 printable characters without a colon; all names come back in one string that Linux
    ///   bounds at 128 KiB, so keep them to a few bytes.
    /// - Returns: whether it was sent.
    package static func keep(_ descriptor: Int32, as name: String) -> Bool {
        // FDPOLL: a descriptor on which an error is pending would be dropped.
        unsafe withUnsafePointer(to: descriptor) { descriptor in
            unsafe sd_pid_notify_with_fds(0, 0, "FDSTORE=1\nFDNAME=\(name)\nFDPOLL=0", descriptor, 1) > 0
        }
    }

    /// Has the manager let go of what it keeps by a name.
    package static func forget(_ name: String) {
        send("FDSTOREREMOVE=1\nFDNAME=\(name)")
    }

    /// Takes the descriptors that systemd passed (SD_LISTEN_FDS_START on): listening sockets, and those kept of the
    /// last run, in any order; none where it passed none. Call it once, and first of all: what is opened later has
    /// numbers that no child gets, not even for a moment (``ChildProcess``).
    ///
    /// - Throws: where the environment names descriptors that are not there.
    package static func passedDescriptors() throws(OSError) -> [Passed] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        // All at once: libsystemd does it one by one where it is not done, and there may be thousands.
        sheaf_process_close_on_exec()
        let count = unsafe sd_listen_fds_with_names(1, &names)
        defer { unsafe free(names) }
        try check(count, "take what systemd passed")
        var numbers = [Int32](repeating: -1, count: Int(count))
        try check(unsafe sheaf_process_reserve_numbers(&numbers, numbers.count), "reserve descriptors for children")
        return (0..<count).map { index in
            var name = ""
            if let text = unsafe names?[Int(index)] {
                unsafe name = String(cString: text)
                unsafe free(text)
            }
            return Passed(number: numbers[Int(index)], name: name)
        }
    }
}

/// Reports to systemd that a loop runs (`WatchdogSec=`): a service whose loop is stuck is started again.
package final class Watchdog {
    private let loop: EventLoop
    /// Between two signs of life, in microseconds: half of what systemd waits for one, as sd_watchdog_enabled(3) wants it.
    private let pause: UInt64
    /// The longest pause before the next try, in microseconds, where the manager has not read earlier messages.
    private static let retry: UInt64 = 50_000
    private var timer: TimerSource?

    /// Begins to report; nil where systemd does not want it.
    package init?(on loop: EventLoop) throws(OSError) {
        var limit: UInt64 = 0
        // A variable that makes no sense is an error; one that is another process's gives 0.
        guard try check(unsafe sd_watchdog_enabled(0, &limit), "learn how often systemd wants to hear") > 0 else {
            return nil
        }
        self.loop = loop
        pause = limit / 2
        try wait(pause)
    }

    private func wait(_ time: UInt64) throws(OSError) {
        timer = try loop.schedule(after: time) { [unowned self] in
            let hasRoom = Notify.hasRoom
            if hasRoom { Notify.send("WATCHDOG=1") }
            // One that can't be set (only memory can be short) is what systemd then starts the service again for.
            try? wait(hasRoom ? pause : min(pause, Self.retry))
        }
    }
}
