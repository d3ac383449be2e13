import Glibc

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
