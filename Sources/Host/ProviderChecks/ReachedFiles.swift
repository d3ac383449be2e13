import Glibc
import HostProcess
import HostProtocol

/// The files that a provider opens where nothing is confined, and what of them a host would refuse.
package struct ReachedFiles: Equatable, Sendable {
    /// Paths that were opened for reading, and may be by this user.
    private(set) var paths: Set<String> = []

    /// The folders of files that every process opens for itself, and no provider.
    private static let ownPaths = ["/proc/", "/sys/", "/dev/"]
    /// The most entries that are proposed.
    private static let entryLimit = 8

    /// Notes a path, if something can be read there.
    mutating func note(_ path: String) {
        guard path.first == "/", !Self.ownPaths.contains(where: path.hasPrefix),
            let resolved = unsafe realpath(path, nil)
        else { return }
        let real = unsafe String(cString: resolved)
        unsafe free(resolved)
        if unsafe access(real, R_OK) == 0 { paths.insert(real) }
    }

    /// Returns the paths that a host could not open: neither below what every host reads nor below what is declared.
    func refused(for library: String, declared: [String]) -> [String] {
        // What this program reads itself is no need of the provider's.
        let own = [ProviderManifest.path(beside: library)]
        let readable = (HostConfinement.readable(for: LocalProvider.file(library)) + declared + own).compactMap {
            path in
            unsafe realpath(path, nil).map { resolved in
                defer { unsafe free(resolved) }
                return unsafe String(cString: resolved)
            }
        }
        return paths.filter { path in !readable.contains { path == $0 || path.hasPrefix($0 + "/") } }.sorted()
    }

    /// A sentence that says which files a host refuses, and the line that lets it read them; nil where it refuses none.
    package func advice(for library: String) -> String? {
        let manifest = try? ProviderManifest(beside: LocalProvider.file(library))
        let refused = refused(for: library, declared: manifest?.readablePaths ?? [])
        guard let first = refused.first else { return nil }
        let others = refused.count == 1 ? "" : " and \(refused.count - 1) more"
        let file = ProviderManifest.path(beside: library)
        let rest = refused.filter { path in
            !ProviderManifest.fontPaths.contains { path == $0 || path.hasPrefix($0 + "/") }
        }
        let paths = rest.isEmpty ? nil : "ReadablePaths=" + Self.entries(of: rest).joined(separator: " ")
        let lines = [rest.count < refused.count ? "Fonts=yes" : nil, paths].compactMap { $0 }
        return """
            it opens \(first)\(others), which a host may not: put \
            \(lines.map { "\"\($0)\"" }.joined(separator: " and ")) below [Provider] into \(file)
            """
    }

    /// The fewest files and folders that cover some paths: a folder of a package, as /etc/fonts, where several lie in it.
    static func entries(of paths: [String]) -> [String] {
        var groups: [String: [String]] = [:]
        for path in paths { groups[packageFolder(of: path), default: []].append(path) }
        let all = groups.map { $0.value.count == 1 ? $0.value[0] : $0.key }.sorted()
        // What lies below another one is covered by that.
        let covering = all.filter { one in !all.contains { one.hasPrefix($0 + "/") } }
        return Array(covering.prefix(entryLimit))
    }

    /// Returns the folder that a package has for itself: /etc/fonts, /usr/share/fonts, /home/anna/.fonts.
    private static func packageFolder(of path: String) -> String {
        let parts = path.split(separator: "/").map(String.init)
        let depth = parts.first == "etc" || parts.first == "opt" ? 2 : 3
        // The folder of the file at most: its own where it is one.
        let own = unsafe access(path + "/.", F_OK) == 0 ? parts.count : parts.count - 1
        return "/" + parts.prefix(max(1, min(depth, own))).joined(separator: "/")
    }
}
