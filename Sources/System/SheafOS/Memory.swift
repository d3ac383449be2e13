import CSheafShims
import Glibc

/// Anonymous shared memory with a size, as Linux's memfd_create(2) makes it.
package enum Memfd {
    /// The seals of a page before a viewer sees it: nobody can change, shrink or grow it, or add or take a seal.
    package static let finalSeals: UInt32 =
        UInt32(SHEAF_SEAL_SEAL) | UInt32(SHEAF_SEAL_SHRINK) | UInt32(SHEAF_SEAL_GROW) | UInt32(SHEAF_SEAL_WRITE)

    /// The seals of memory whose size stays: ``sealSize(_:)``.
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

    /// Writes bytes at an offset.
    package static func write(_ bytes: [UInt8], to number: Int32, at offset: Int) throws(OSError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe pwrite(number, bytes.baseAddress?.advanced(by: done), bytes.count - done, offset + done)
            }
            if count < 0, errno == EINTR { continue }
            try check(count < 0 ? -errno : count == 0 ? -EIO : 0, "write shared memory")
            done += count
        }
    }

    /// Reads bytes from an offset on: fewer where it ends before.
    package static func read(_ number: Int32, _ length: Int, at offset: Int) throws(OSError) -> [UInt8] {
        try unsafe fill(upTo: length, "read shared memory") { start, length, done in
            unsafe pread(number, start, length, offset + done)
        }
    }

    /// Gives a memfd's memory back to the system, where it is not sealed: whoever has it mapped finds zeros.
    static func free(_ number: Int32) { sheaf_memfd_free(number) }

    /// Returns the memory that so many bytes of a memfd take: whole pages of memory.
    package static func cost(ofBytes bytes: Int) -> Int { (bytes + memoryPage - 1) / memoryPage * memoryPage }

    static let memoryPage = max(sysconf(Int32(_SC_PAGESIZE)), 1)

    /// Puts ``finalSeals`` on a memfd. Fails with EBUSY while a writable mapping stands.
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

    /// Whether it has all of these seals, and perhaps more: where vm.memfd_noexec is set the kernel adds one of its own.
    package static func isSealed(_ number: Int32, by seals: UInt32 = finalSeals) -> Bool {
        (try? Self.seals(of: number)).map { $0 & seals == seals } ?? false
    }

    /// The seals that are on it.
    package static func seals(of number: Int32) throws(OSError) -> UInt32 {
        UInt32(try check(sheaf_memfd_get_seals(number), "read the seals of shared memory"))
    }
}

/// The memory of the machine.
package enum MachineMemory {
    /// In bytes.
    package static var total: Int {
        max(sysconf(Int32(_SC_PHYS_PAGES)), 0) * max(sysconf(Int32(_SC_PAGESIZE)), 0)
    }
}

/// The memory that a process takes.
package enum ProcessMemory {
    /// The room for a line of /proc/PID/statm: seven numbers of 20 digits at most.
    private static let most = 160

    /// The bytes that a process has for itself: what of its memory is resident, and neither of a file nor shared. From
    /// /proc/PID/statm (proc(5)), which waits for nothing and may be off by some pages; nil where it can't be read.
    package static func ownBytes(of process: Int32) -> Int? {
        guard let line = ProcessFields.line("statm", of: process, upTo: most) else { return nil }
        let pages = line.split(separator: UInt8(ascii: " ")).prefix(3).map { Int(String(decoding: $0, as: UTF8.self)) }
        guard pages.count == 3, let resident = pages[1], let shared = pages[2] else { return nil }
        return max(0, resident - shared) * sysconf(Int32(_SC_PAGESIZE))
    }

    /// The shared memory that a process has.
    package enum Held: Equatable, Sendable {
        /// Descriptors of so many bytes, mapped or not; and mappings of so many pieces, with a descriptor or without.
        case memory(bytes: Int, mappedPieces: Int)
        /// More descriptors than were to be looked at.
        case tooManyDescriptors
        /// More mappings than were to be looked at.
        case tooManyMappings
    }

    /// The shared memory (``Memfd``) of names that begin with `name` that a process has; nil where that can't be known. It waits for
    /// nothing.
    ///
    /// - Parameters:
    ///   - descriptors: so many are looked at, some microseconds each.
    ///   - mappings: so many are looked at, a microsecond each.
    package static func held(by process: Int32, named name: String, descriptors: Int, mappings: Int) -> Held? {
        let bytes = unsafe sheaf_process_memfd_bytes(process, name, Int32(clamping: descriptors))
        if bytes == -Int64(EMFILE) { return .tooManyDescriptors }
        let pieces = unsafe sheaf_process_mapped_memfds(process, name, Int32(clamping: mappings))
        if pieces == -EMFILE { return .tooManyMappings }
        return bytes < 0 || pieces < 0 ? nil : .memory(bytes: Int(bytes), mappedPieces: Int(pieces))
    }
}

/// The allocator's report on itself.
package enum AllocatorReport {
    /// malloc_info(3): XML, for those who know glibc's allocator.
    package static func text() throws(OSError) -> String {
        var text: UnsafeMutablePointer<CChar>?
        try check(unsafe sheaf_memory_report(&text), "ask the allocator")
        defer { unsafe free(text) }
        guard let text = unsafe text else { return "" }
        return unsafe String(cString: text)
    }
}
