import IniFile
import SheafOS

/// The folders that sheafd's own configuration names (`LibraryFolders=`), so that nobody has to name them twice.
enum LibraryFolders {
    /// Reads the library folders of a configuration and of the files in the folder beside it, in the order of their
    /// names, as sheafd reads them. A file that can't be read has none: sheafd complains of it.
    static func configured(in file: String = "/etc/sheaf/sheafd.conf") -> [String] {
        let more = ((try? Folder.names(in: file + ".d")) ?? []).filter { $0.hasSuffix(".conf") }.sorted()
        var folders: [String] = []
        for path in [file] + more.map({ "\(file).d/\($0)" }) {
            guard let text = try? TextFile.read(path), let entries = try? IniFile.entries(of: text) else { continue }
            for entry in entries where entry.section == "Documents" && entry.key == "LibraryFolders" {
                let words = entry.value.split(separator: " ").map(String.init)
                folders = words.isEmpty ? [] : folders + words
            }
        }
        return folders
    }
}
