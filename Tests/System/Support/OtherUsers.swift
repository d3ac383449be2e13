import Foundation
import Glibc
import Varlink
import TestSupport
import Testing

#if arch(x86_64)
    /// The number of the system call (unistd.h).
    private let setresuid = 117
#elseif arch(arm64)
    private let setresuid = 147
#endif

/// A condition of tests that look at what the service has open: it lets nobody but root.
let canBeLookedInto = ConditionTrait.enabled(if: geteuid() == 0, "needs root, to see what the service has open")

extension RunningService {
    /// A connection of another user. Only root can make one.
    func connect(as user: UInt32) throws -> VarlinkBlockingClient {
        try connecting(as: user) { try VarlinkBlockingClient(path: socket) }
    }

    /// Returns a connection of another user of which every byte counts. Only root can make one.
    func connectRaw(as user: UInt32) throws -> RawConnection {
        try connecting(as: user) { try RawConnection(socket) }
    }

    /// The kernel notes who connects: the credentials of this thread, which are changed for that alone. What libc has for it
    /// changes those of all threads.
    private func connecting<Connection>(as user: UInt32, _ connect: () throws -> Connection) throws -> Connection {
        for place in [folder.path, socket] { chmod(place, 0o777) }
        typealias SystemCall = @convention(c) (Int, Int, Int, Int) -> Int
        guard let address = dlsym(nil, "syscall") else { throw TestFailure("there is no syscall()") }
        let call = unsafeBitCast(address, to: SystemCall.self)
        // The real and the saved user stay: that is the way back.
        guard call(setresuid, -1, Int(user), -1) == 0 else { throw TestFailure("cannot become user \(user)") }
        defer { _ = call(setresuid, -1, 0, -1) }
        return try connect()
    }
}
