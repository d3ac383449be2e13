import CSheafShims
import Glibc

/// Anonymous shared memory with a size, as Linux's memfd_create(2) makes it.
package enum Memfd {
    /// What a page has before a viewer sees it: nobody can change, shrink or grow it, or add or take a seal.
    package static let finalSeals: UInt32 =
        UInt32(SHEAF_SEAL_SEAL) | UInt32(SHEAF_SEAL_SHRINK) | UInt32(SHEAF_SEAL_GROW) | UInt32(SHEAF_SEAL_WRITE)

    /// What memory has whose size stays: ``sealSize(_:)``.
    package static let sizeSeals: UInt32 = UInt32(SHEAF_SEAL_SHRINK) | UInt32(SHEAF_SEAL_GROW)

    /// Makes `size` bytes of memory. They cost nothing until they are written.
    ///
    /// - Parameter name: shown in /proc/PID/maps, for people.
    package static func create(name: String, size: Int) throws(OSError) -> FileDescriptor {
        let memory = FileDescriptor(owning: try check(unsafe sheaf_memfd_create(name), "make shared memory", name))
        try resize(memory.number, to: size)
        return memory
    }

    /// Sets the size in bytes.
    package static func resize(_ number: Int32, to size: Int) throws(OSError) {
        try check(ftruncate(number, size) < 0 ? -errno : 0, "size shared memory to", "\(size) bytes")
    }

    /// The size in bytes.
    package static func size(of number: Int32) throws(OSError) -> Int { try status(of: number).size }

    /// The size in bytes, and the number that tells it from every other shared memory that there is.
    package static func status(of number: Int32) throws(OSError) -> (size: Int, inode: UInt64) {
        var status = stat()
        let result = unsafe fstat(number, &status)
        try check(result < 0 ? -errno : 0, "look at shared memory")
        return (Int(status.st_size), UInt64(status.st_ino))
    }

    /// The number that tells it from every other shared memory that there is.
    package static func inode(of number: Int32) throws(OSError) -> UInt64 { try status(of: number).inode }

    /// What so many bytes of it take: whole pages of memory.
    package static func cost(ofBytes bytes: Int) -> Int { (bytes + memoryPage - 1) / memoryPage * memoryPage }

    private static let memoryPage = max(sysconf(Int32(_SC_PAGESIZE)), 1)

    /// Puts ``finalSeals`` on it. Fails with EBUSY while a writable mapping stands.
    package static func seal(_ number: Int32) throws(OSError) {
        try check(sheaf_memfd_add_seals(number, finalSeals), "seal shared memory")
    }

    /// Forbids shrinking and growing, so that a mapping of it never faults; writing stays allowed.
    package static func sealSize(_ number: Int32) throws(OSError) {
        try check(sheaf_memfd_add_seals(number, sizeSeals), "seal shared memory")
    }

    /// Forbids growing: who writes to it can take no more memory than was reserved.
    package static func sealGrowth(_ number: Int32) throws(OSError) {
        try check(sheaf_memfd_add_seals(number, UInt32(SHEAF_SEAL_GROW)), "seal shared memory")
    }

    /// The seals that are on it.
    package static func seals(of number: Int32) throws(OSError) -> UInt32 {
        UInt32(try check(sheaf_memfd_get_seals(number), "read the seals of shared memory"))
    }
}
