import HostSupervision
import IniFile
import SheafOS

/// Reads configuration files: sheafd.conf, then its drop-ins in the order of their names; later ones win.
struct ConfigurationReader {
    /// A line that counts for nothing, and why.
    struct Warning: Equatable, Sendable, CustomStringConvertible {
        let file: String
        /// The number of the line, from 1.
        let line: Int
        let text: String

        var description: String { "\(file):\(line): \(text)" }
    }

    /// A file that can't be used, and why. Nothing of any file takes effect.
    struct Refusal: Error, Equatable, CustomStringConvertible {
        let file: String
        /// The number of the line, from 1; 0 for the file as a whole.
        let line: Int
        let text: String
        /// The errno where the system let the file not be read.
        var code: Int32?

        var description: String { line > 0 ? "\(file):\(line): \(text)" : "\(file): \(text)" }
    }

    private struct Line {
        let file: String
        let line: Int
    }

    private static let providerSection = "Provider "
    /// The setting that is not the provider's own.
    private static let priorityKey = "Priority"

    /// The memory that percentages count from.
    let memory: MemoryRoom
    /// The configuration that was read. The command line may say otherwise.
    var configuration: Configuration
    private(set) var warnings: [Warning] = []
    /// Where each section of a provider begins, and where its settings stand.
    private var providerLines: [String: (first: Line, settings: [Line])] = [:]
    /// Where each library folder was named last.
    private var folderLines: [String: (file: String, line: Int)] = [:]

    /// - Parameter defaults: what holds where nothing is set.
    init(memory: MemoryRoom, defaults: Configuration = Configuration()) {
        self.memory = memory
        configuration = defaults
    }

    /// Reads a file and the drop-ins beside it (`sheafd.conf.d/*.conf`).
    ///
    /// - Parameter isRequired: whether it is an error that there is no such file.
    mutating func read(file: String, isRequired: Bool) throws(Refusal) {
        if let text = try Self.content(of: file, isRequired: isRequired) { try parse(text, file: file) }
        let folder = file + ".d"
        for name in TextFile.names(in: folder, suffix: ".conf") {
            let path = folder + "/" + name
            if let text = try Self.content(of: path, isRequired: true) { try parse(text, file: path) }
        }
    }

    /// Why a configuration can't be used that names this library folder.
    func refusal(ofLibraryFolder error: OSError) -> Refusal {
        let entry = folderLines[error.subject] ?? (file: "", line: 0)
        return Refusal(file: entry.file, line: entry.line, text: error.description, code: error.code)
    }

    /// Why a configuration can't be used that has this for a provider.
    func refusal(of refused: SettingsRefusal) -> Refusal {
        let lines = providerLines[refused.provider]
        guard let index = refused.index, let settings = configuration.providerSettings[refused.provider],
            settings.indices.contains(index), let line = lines?.settings[index]
        else {
            return Refusal(file: lines?.first.file ?? "", line: lines?.first.line ?? 0, text: refused.reason)
        }
        let setting = settings[index]
        return Refusal(
            file: line.file, line: line.line,
            text: "\(setting.key)=\(setting.value) is refused by provider \(refused.provider): \(refused.reason)")
    }

    private static func content(of file: String, isRequired: Bool) throws(Refusal) -> String? {
        do {
            return try TextFile.read(file)
        } catch {
            if error.isNotFound && !isRequired { return nil }
            throw Refusal(file: file, line: 0, text: error.description, code: error.code)
        }
    }

    /// Takes the text of one file.
    mutating func parse(_ text: String, file: String) throws(Refusal) {
        let entries: [IniFile.Entry]
        do throws(IniFile.Refusal) {
            entries = try IniFile.entries(of: text)
        } catch {
            throw Refusal(file: file, line: error.line, text: error.text)
        }
        for entry in entries {
            try add(entry, file: file)
        }
    }

    private mutating func add(_ entry: IniFile.Entry, file: String) throws(Refusal) {
        if entry.section.hasPrefix(Self.providerSection) {
            let provider = String(entry.section.dropFirst(Self.providerSection.count))
            let line = Line(file: file, line: entry.line)
            providerLines[provider, default: (line, [])].settings += entry.key == Self.priorityKey ? [] : [line]
            guard entry.key == Self.priorityKey else {
                configuration.providerSettings[provider, default: []].append(
                    Configuration.ProviderSetting(key: entry.key, value: entry.value))
                return
            }
            guard let priority = Int(entry.value), Configuration.priorities.contains(priority) else {
                let range = "\(Configuration.priorities.lowerBound) to \(Configuration.priorities.upperBound)"
                throw Refusal(
                    file: file, line: entry.line,
                    text: "\(entry.key)=\(entry.value) is refused: it must be a number from \(range)")
            }
            configuration.providerPriorities[provider] = priority
            return
        }
        guard let section = ConfigurationKeys.all[entry.section] else {
            let text = entry.section.isEmpty ? "\(entry.key) is in no section" : "unknown section [\(entry.section)]"
            warnings.append(Warning(file: file, line: entry.line, text: "\(text), ignored"))
            return
        }
        guard let key = section[entry.key] else {
            warnings.append(
                Warning(file: file, line: entry.line, text: "unknown key \(entry.key) in [\(entry.section)], ignored"))
            return
        }
        if let wanted = key.set(&configuration, entry.value, memory.total) {
            throw Refusal(
                file: file, line: entry.line, text: "\(entry.key)=\(entry.value) is refused: it must be \(wanted)")
        }
        if entry.key == "LibraryFolders" {
            for folder in entry.value.split(separator: " ") { folderLines[String(folder)] = (file, entry.line) }
        }
    }
}
