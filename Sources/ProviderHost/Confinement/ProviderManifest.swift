import IniFile
import SheafOS

/// What a provider needs beyond what every provider has, as the file beside its library says: `libfoo.provider` beside
/// `libfoo.so`. Most need nothing, and have none.
package struct ProviderManifest: Equatable, Sendable {
    /// Files and folders that it may read; what is below a folder, too.
    package internal(set) var readablePaths: [String] = []
    /// Whether it makes memory executable that it has written to, as compilers at run time do.
    package internal(set) var executableMemory = false

    init() {}

    private static let section = "Provider"
    private static let librarySuffix = ".so"
    private static let suffix = ".provider"

    /// Reads the file beside a library.
    ///
    /// - Throws: ``HostError/Code/providerRefused`` with file and line where it can't be read, or has anything in it that
    ///   this service does not know: a provider that is given less than it declares would fail later, and without a reason.
    init(beside library: String) throws(HostError) {
        let file = library.dropLast(Self.librarySuffix.count) + Self.suffix
        let text: String
        do throws(OSError) {
            text = try TextFile.read(String(file))
        } catch {
            if error.isNotFound {
                self.init()
                return
            }
            throw HostError(.providerRefused, "\(library) is not loaded: \(error)")
        }
        try self.init(text, file: String(file))
    }

    /// Reads the text of such a file.
    init(_ text: String, file: String) throws(HostError) {
        let entries: [IniFile.Entry]
        do throws(IniFile.Refusal) {
            entries = try IniFile.entries(of: text)
        } catch {
            throw HostError(.providerRefused, "\(file):\(error.line): \(error.text): its provider is not loaded")
        }
        for entry in entries {
            guard let problem = add(entry) else { continue }
            throw HostError(.providerRefused, "\(file):\(entry.line): \(problem): its provider is not loaded")
        }
    }

    /// Takes one line; what is wrong with it, else nil.
    private mutating func add(_ entry: IniFile.Entry) -> String? {
        guard entry.section == Self.section else {
            return entry.section.isEmpty ? "\(entry.key) is in no section" : "unknown section [\(entry.section)]"
        }
        switch entry.key {
        case "ReadablePaths":
            let paths = entry.value.split(separator: " ").map(String.init)
            guard paths.allSatisfy({ $0.first == "/" }) else {
                return "ReadablePaths=\(entry.value) must be absolute paths, separated by blanks"
            }
            readablePaths = entry.value.isEmpty ? [] : readablePaths + paths
        case "ExecutableMemory":
            guard let value = IniFile.boolean(entry.value) else {
                return "ExecutableMemory=\(entry.value) must be yes or no"
            }
            executableMemory = value
        default: return "unknown key \(entry.key)"
        }
        return nil
    }
}
