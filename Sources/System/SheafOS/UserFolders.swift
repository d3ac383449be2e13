import Glibc

/// Folders of the user that this process acts as, by the XDG Base Directory Specification.
///
/// `su` and `sudo -E` keep the variables of the user before them. So a folder that a variable names counts only where it belongs to this
/// user; otherwise the default holds.
package struct UserFolders: Sendable {
    private let environment: @Sendable (String) -> String?
    private let user: UInt32

    /// - Parameters:
    ///   - environment: looks a variable up.
    ///   - user: the user whose folders are meant.
    package init(
        environment: @escaping @Sendable (String) -> String? = { CurrentProcess.environment($0) },
        user: UInt32 = CurrentProcess.user
    ) {
        self.environment = environment
        self.user = user
    }

    /// The home folder: `$HOME`, or that of the user database; nil where there is none.
    package var home: String? {
        // Nobody makes a home that is missing.
        owned("HOME").flatMap { FileStatus(path: "\($0)/.") == nil ? nil : $0 } ?? UserName.home(of: user)
    }

    /// Where programs keep what is to stay: `$XDG_STATE_HOME`, or `~/.local/state`.
    package var state: String? { owned("XDG_STATE_HOME") ?? home.map { "\($0)/.local/state" } }

    /// Where the user configures programs: `$XDG_CONFIG_HOME`, or `~/.config`.
    package var configuration: String? { owned("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" } }

    /// Where programs keep what they can make anew: `$XDG_CACHE_HOME`, or `~/.cache`.
    package var cache: String? { owned("XDG_CACHE_HOME") ?? home.map { "\($0)/.cache" } }

    /// Where sockets are: `$XDG_RUNTIME_DIR`, or `/run/user/UID`. Nil where neither is this user's alone (mode 0700), as in a container or
    /// a job of cron.
    package var runtime: String? {
        [environment("XDG_RUNTIME_DIR"), "/run/user/\(user)"].compactMap(\.self).first(where: isPrivate)
    }

    /// Whether a folder is there, is this user's, and is closed to everybody else (mode 0700).
    package func isPrivate(_ path: String) -> Bool {
        var status = stat()
        guard path.first == "/", unsafe lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == user && status.st_mode & 0o777 == 0o700
    }

    /// The folder in a variable, where it is this user's, or would be: the nearest folder above one that is not there decides.
    private func owned(_ variable: String) -> String? {
        guard let path = environment(variable), path.first == "/" else { return nil }
        var parts = path.split(separator: "/")
        var status = stat()
        while unsafe stat("/" + parts.joined(separator: "/"), &status) != 0, !parts.isEmpty { parts.removeLast() }
        return status.st_uid == user ? path : nil
    }
}
