import Glibc
import SheafOS

/// The browser that a person has chosen on their desktop.
enum Browser {
    /// Opens an address in it: xdg-open(1) finds which one that is.
    static func open(_ url: String) throws(OSError) {
        let folders = CurrentProcess.environment("PATH")?.split(separator: ":").map(String.init) ?? ["/usr/bin"]
        let programs = folders.map { folder in "\(folder)/xdg-open" }
        guard let program = programs.first(where: { path in unsafe access(path, X_OK) == 0 }) else {
            throw OSError(code: ENOENT, operation: "start", subject: "xdg-open")
        }
        let nowhere = try FileDescriptor.open("/dev/null", O_WRONLY)
        try DetachedProcess.start(
            program, arguments: [url], environment: CurrentProcess.environment, output: nowhere.number)
    }
}
