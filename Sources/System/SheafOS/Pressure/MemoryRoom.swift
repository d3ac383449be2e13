/// The memory that there is for the service: the machine's, or less where a cgroup limits it.
package struct MemoryRoom: Equatable, Sendable {
    /// The memory of the machine, in bytes.
    package let machine: Int
    /// The limit of this process's cgroups, in bytes; nil where they set none.
    package let cgroup: Int?

    package init(machine: Int, cgroup: Int? = nil) {
        self.machine = machine
        self.cgroup = cgroup
    }

    /// Reads what machine and cgroups allow now.
    package static var own: MemoryRoom { MemoryRoom(machine: MachineMemory.total, cgroup: UnitCgroup.memoryLimit) }

    /// In bytes.
    package var total: Int { min(machine, cgroup ?? machine) }
}
