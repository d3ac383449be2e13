import Glibc
import SheafOS

/// Folders for what is fuzzed and needs files. They go when the fuzzer ends by itself.
enum FuzzFolder {
    private static let names = ["places", "service", "service/providers"]

    private static let path: String = {
        var template = Array("/tmp/sheaf-fuzz-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template).map({ String(cString: $0) }),
            names.allSatisfy({ mkdir("\(path)/\($0)", 0o700) == 0 })
        else { fatalError("there is no folder") }
        atexit { FuzzFolder.remove() }
        return path
    }()

    /// Of the database of places.
    static var places: String { "\(path)/places" }
    /// Of documents, with a folder of providers in it.
    static var service: String { "\(path)/service" }

    /// Removes all that is in a folder, but for other folders.
    static func empty(_ folder: String) {
        for name in (try? Folder.names(in: folder)) ?? [] { unlink("\(folder)/\(name)") }
    }

    private static func remove() {
        for name in names.reversed() {
            empty("\(path)/\(name)")
            rmdir("\(path)/\(name)")
        }
        rmdir(path)
    }
}
