/// The memory that there is for the service: the machine's, or less where a cgroup limits it.
package struct MemoryRoom: Equatable, Sendable {
    /// The machine's, in bytes.
    package let machine: Int
    /// What the cgroups of this process allow, in bytes; nil where they set no limit.
    package let cgroup: Int?

    package init(machine: Int, cgroup: Int? = nil) {
        self.machine = machine
        self.cgroup = cgroup
    }

    /// As it is now.
    package static var own: MemoryRoom { MemoryRoom(machine: MachineMemory.total, cgroup: UnitCgroup.memoryLimit) }

    /// In bytes.
    package var total: Int { min(machine, cgroup ?? machine) }
}
