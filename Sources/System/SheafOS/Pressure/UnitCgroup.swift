import Glibc

/// The cgroup of this process: under systemd that of the unit, in a container that of the container.
package enum UnitCgroup {
    /// The version of a hierarchy: of the first there is one for each controller, of which that of memory counts here.
    private enum Version {
        case one
        case two

        /// The files that limit memory, in bytes.
        var limits: [String] {
            switch self {
            case .one: ["memory.limit_in_bytes"]
            case .two: ["memory.max", "memory.high"]
            }
        }
    }

    /// A file that says this much or more sets no limit: version 1 says it with a number.
    private static let unlimited = 1 << 60

    /// The file of this process's cgroup that tells of memory pressure. Nil where the cgroup is the root of the
    /// hierarchy, which is the whole machine, or where the hierarchy can't be seen.
    package static var pressureFile: String? { own.flatMap { pressureFile(cgroup: $0.cgroup, mounts: $0.mounts) } }

    /// The bytes of memory that its processes may have together, by its own limits and those of the cgroups that it is in; nil where
    /// nothing limits them, or that can't be seen.
    package static var memoryLimit: Int? { own.flatMap { memoryLimit(cgroup: $0.cgroup, mounts: $0.mounts) } }

    private static var own: (cgroup: String, mounts: String)? {
        guard let cgroup = try? TextFile.read("/proc/self/cgroup"),
            let mounts = try? TextFile.read("/proc/self/mountinfo")
        else { return nil }
        return (cgroup, mounts)
    }

    /// - Parameters:
    ///   - cgroup: what is in /proc/self/cgroup.
    ///   - mounts: what is in /proc/self/mountinfo.
    static func pressureFile(cgroup: String, mounts: String) -> String? {
        guard let (mount, path) = location(.two, cgroup, hierarchies(in: mounts)), path != "/" else { return nil }
        return "\(mount)\(path)/memory.pressure"
    }

    /// Returns the lowest memory limit of a cgroup and of those that it is in, in bytes; nil where nothing limits them.
    /// The parameters are those of ``pressureFile(cgroup:mounts:)``.
    static func memoryLimit(cgroup: String, mounts: String) -> Int? {
        let hierarchies = hierarchies(in: mounts)
        var limits: [Int] = []
        for version in [Version.one, .two] {
            guard let (mount, path) = location(version, cgroup, hierarchies) else { continue }
            // Its own folder and each above.
            var folder = path == "/" ? "" : path
            while true {
                limits += version.limits.compactMap { limit("\(mount)\(folder)/\($0)") }
                guard let slash = folder.lastIndex(of: "/") else { break }
                folder = String(folder[..<slash])
            }
        }
        return limits.min()
    }

    private static func limit(_ file: String) -> Int? {
        guard let text = try? TextFile.read(file), let bytes = Int(text.prefix { !$0.isWhitespace }) else { return nil }
        return bytes < unlimited ? bytes : nil
    }

    /// Where a hierarchy is mounted, and the path of the cgroup below that.
    private static func location(_ version: Version, _ cgroup: String, _ hierarchies: [Substring]) -> (
        mount: String, path: String
    )? {
        // "4:memory:/PATH", of version 2 "0::/PATH": cgroups(7).
        let paths = cgroup.split(separator: "\n").compactMap { line -> String? in
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { return nil }
            let isMeant =
                switch version {
                case .one: fields[1].split(separator: ",").contains("memory")
                case .two: fields[0] == "0" && fields[1].isEmpty
                }
            // Else it is outside of this cgroup namespace.
            return isMeant && fields[2].hasPrefix("/") && !fields[2].hasPrefix("/..") ? String(fields[2]) : nil
        }
        guard let path = paths.first else { return nil }
        for line in hierarchies {
            let fields = line.split(separator: " ")
            guard let dash = fields.firstIndex(of: "-"), dash > 4, fields[3] == "/", !fields[4].contains("\\") else {
                continue
            }
            let rest = fields[(dash + 1)...]
            let isMeant =
                switch version {
                case .one: rest.first == "cgroup" && (rest.last?.split(separator: ",").contains("memory") ?? false)
                case .two: rest.first == "cgroup2"
                }
            if isMeant { return (String(fields[4]), path) }
        }
        return nil
    }

    /// The lines of /proc/self/mountinfo for cgroups: a unit that is confined has a hundred others.
    private static func hierarchies(in mounts: String) -> [Substring] {
        // "36 35 98:0 ROOT MOUNTPOINT OPTIONS … - TYPE SOURCE OPTIONS": proc_pid_mountinfo(5).
        mounts.split(separator: "\n").filter { line in
            var rest = line.utf8
            while let space = rest.firstIndex(of: UInt8(ascii: " ")) {
                rest = rest[space...].dropFirst()
                if rest.starts(with: "- ".utf8) { return rest.dropFirst(2).starts(with: "cgroup".utf8) }
            }
            return false
        }
    }
}
