import ServiceDiscovery
import SheafOS

// "sheafctl open --browser": documents in the browser of the user.

/// Shows files in the user's browser: runs sheaf-web in place of this program.
struct BrowseCommand: Command {
    /// How long sheaf-web stays after its last connection, in seconds.
    static let idleExit = 60

    /// Paths of this user's files.
    var files: [String]

    /// The command in the arguments of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        guard !line.words.isEmpty else { throw line.mistake("open wants the FILE to open") }
        guard !line.words.contains("-") else {
            throw line.mistake("a browser shows files only: save the document to a file and open that")
        }
        files = try line.words.map { path throws(ControlError) in try OpenedFiles.checked(path) }
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        for file in files { _ = try OpenedFiles.openFile(file) }
        do throws(OSError) {
            try CurrentProcess.become(try CurrentProcess.sibling("sheaf-web"), arguments(session.settings.service))
        } catch {
            throw ControlError("\(error): install sheaf-web, or open it on the terminal (\"sheafctl view FILE\")")
        }
    }

    /// The arguments of sheaf-web.
    func arguments(_ service: ServiceChoice) -> [String] {
        let choice =
            switch service {
            case .automatic: [String]()
            case .user: ["--user"]
            case .system: ["--system"]
            case .socket(let path): ["--socket", path]
            }
        // What is named "-x" is a file.
        return choice + ["--open", "--idle-exit", "\(Self.idleExit)", "--"] + files
    }
}
