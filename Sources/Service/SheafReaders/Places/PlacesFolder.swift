import Glibc
package import SheafOS

/// Where places are kept on disk.
package enum PlacesFolder {
    /// The folder that systemd has made for the service (`StateDirectory=`), else one of the user who runs it: `$XDG_STATE_HOME/sheaf`,
    /// or `~/.local/state/sheaf`. One that is not there is made.
    ///
    /// - Parameter environment: looks a variable up.
    package static func find(
        _ environment: @escaping @Sendable (String) -> String? = { CurrentProcess.environment($0) }
    ) throws(OSError) -> String {
        // systemd names all of them, with colons between.
        if let folder = environment("STATE_DIRECTORY")?.split(separator: ":").first { return String(folder) }
        guard let state = UserFolders(environment: environment).state else {
            throw OSError(
                code: ENOENT,
                operation: "find a folder for places: none of STATE_DIRECTORY, XDG_STATE_HOME and HOME is set")
        }
        let path = "\(state)/sheaf"
        try Folder.make(path)
        return path
    }
}
