/// The cgroup (version 2) that this process is in: its unit's, where systemd runs it.
package enum UnitCgroup {
    /// Its file that tells of memory pressure. nil where this is the root of the hierarchy, which is the whole machine, or
    /// where the hierarchy can't be seen.
    package static var pressureFile: String? {
        guard let cgroup = try? TextFile.read("/proc/self/cgroup"),
            let mounts = try? TextFile.read("/proc/self/mountinfo")
        else { return nil }
        return pressureFile(cgroup: cgroup, mounts: mounts)
    }

    /// - Parameters:
    ///   - cgroup: what is in /proc/self/cgroup.
    ///   - mounts: what is in /proc/self/mountinfo.
    static func pressureFile(cgroup: String, mounts: String) -> String? {
        let lines = cgroup.split(separator: "\n")
        guard let path = lines.first(where: { $0.hasPrefix("0::/") })?.dropFirst(3), path != "/",
            // Outside of this cgroup namespace.
            !path.hasPrefix("/..")
        else { return nil }
        for line in mounts.split(separator: "\n") {
            // "36 35 98:0 ROOT MOUNTPOINT OPTIONS … - TYPE SOURCE OPTIONS": proc_pid_mountinfo(5).
            let fields = line.split(separator: " ")
            guard let dash = fields.firstIndex(of: "-"), dash > 4, fields.indices.contains(dash + 1),
                fields[dash + 1] == "cgroup2", fields[3] == "/", !fields[4].contains("\\")
            else { continue }
            return "\(fields[4])\(path)/memory.pressure"
        }
        return nil
    }
}
