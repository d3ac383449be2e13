import Glibc

extension CurrentProcess {
    /// The user that this process acts as: what a service that it calls sees.
    package static var user: UInt32 { geteuid() }
}
