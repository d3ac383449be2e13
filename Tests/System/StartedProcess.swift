import Foundation
import Glibc

extension Process {
    /// Runs it with no signal blocked. Tests run on threads that have nearly all of them blocked, as those of libdispatch
    /// have, and what a thread starts has them from it: neither `terminate()` nor timeout(1) would end that.
    func start() throws {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}
