import Glibc

/// The memory of the machine.
package enum MachineMemory {
    /// In bytes.
    package static var total: Int {
        max(sysconf(Int32(_SC_PHYS_PAGES)), 0) * max(sysconf(Int32(_SC_PAGESIZE)), 0)
    }
}
