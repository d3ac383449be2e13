import Glibc
import SheafOS

// "sheafctl new-provider": the beginning of a provider.

extension Verb {
    /// `sheafctl new-provider NAME --language LANGUAGE`.
    static let newProvider = Verb(
        "new-provider", "NAME --language LANGUAGE", summary: "write the beginning of a provider, to go on from",
        details: """
            For authors of providers: a folder NAME with a provider that works, how it is built, the .provider file that says which
            files it opens and what it reads beside them, and a document that it opens.
            In the folder "make" builds it, "make run" renders a page, "make test" checks it, and "make install" puts it where
            sheafd finds it. NAME has 1 to 32 lower case letters, digits and hyphens, a letter first. The skeletons are those of
            the package libsheaf-dev.
            """,
        usesReader: false,
        options: [
            .init(
                "language", value: "LANGUAGE", offers: .cases(of: SkeletonLanguage.self),
                help: "what it is written in: \(SkeletonLanguage.list)"),
            .init("folder", value: "FOLDER", help: "write it there (default: NAME in the current folder)"),
            .init(
                "templates", value: "FOLDER",
                help: "take the skeletons from there (default: what libsheaf-dev has installed)"),
        ],
        parse: NewProviderCommand.init)
}

/// The language that a skeleton is written in.
enum SkeletonLanguage: String, CaseIterable {
    case c, swift, python

    /// "c, swift or python".
    static var list: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}

/// Which provider to begin, and where.
struct NewProviderCommand: Command {
    var name: String
    var language: SkeletonLanguage
    var folder: String
    /// nil: beside this program, as it is installed.
    var templates: String?

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let installed = try Self.installedTemplates()
        let templates = self.templates ?? installed
        let source = "\(templates)/\(language.rawValue)"
        guard unsafe access(source, R_OK | X_OK) == 0 else {
            throw ControlError(
                "there are no skeletons in \(source): install the package libsheaf-dev, or name their folder with --templates"
            )
        }
        let files: [String]
        let skeleton: Skeleton
        do throws(OSError) {
            // What is written names it, wherever it is used from.
            skeleton = Skeleton(name: name, share: Self.parent(of: try UserFile.resolved(templates)))
            files = try Skeleton.files(in: source)
            // Nothing of anybody's is written over: the folder is new.
            try check(unsafe mkdir(folder, 0o777) < 0 ? -errno : 0, "make the folder", folder)
            for file in files {
                let text = try TextFile.read("\(source)/\(file)")
                let path = "\(folder)/\(skeleton.filled(file))"
                try Self.makeFolders(of: path, below: folder)
                let bytes = Array(skeleton.filled(text).utf8)
                unsafe try UserFile.write(bytes.span.bytes, to: path)
                if unsafe access("\(source)/\(file)", X_OK) == 0 {
                    try check(unsafe chmod(path, 0o777 & ~Self.mask) < 0 ? -errno : 0, "make executable", path)
                }
            }
        } catch {
            let next = error.code == EEXIST ? ": give another --folder, or remove what is there" : ""
            throw ControlError("\(error)\(next)")
        }
        let names = files.map { skeleton.filled($0) }
        try console.show(
            ["name": name, "language": language.rawValue, "folder": folder, "files": names] as JSONObject,
            as: "wrote \(TerminalText.safe(folder)): \(names.joined(separator: ", "))\n"
                + "\"make\" there builds it, \"make run\" renders a page, \"make test\" checks it, \"make install\" gives it to sheafd"
        )
    }

    /// Where libsheaf-dev puts them, below the prefix that this program is installed below.
    private static func installedTemplates() throws(ControlError) -> String {
        do throws(OSError) {
            let program = try CurrentProcess.executablePath()
            return "\(parent(of: parent(of: program)))/share/sheaf/templates"
        } catch {
            throw ControlError(error)
        }
    }

    /// The permissions that the user's new files do not get (umask(2)). The mask is read by setting it.
    private static var mask: mode_t {
        let mask = umask(0o077)
        umask(mask)
        return mask
    }

    /// The folder that a path is in.
    private static func parent(of path: String) -> String {
        let trimmed = path.last == "/" ? path.dropLast() : path[...]
        return trimmed.lastIndex(of: "/").map { String(trimmed[..<$0]) } ?? "."
    }

    /// Makes the folders on the way from `folder` to a file.
    private static func makeFolders(of path: String, below folder: String) throws(OSError) {
        var made = folder
        for part in path.dropFirst(folder.count + 1).split(separator: "/").dropLast() {
            made += "/\(part)"
            let result = unsafe mkdir(made, 0o777)
            guard result < 0, errno != EEXIST else { continue }
            throw OSError(code: errno, operation: "make the folder", subject: made)
        }
    }
}

extension NewProviderCommand {
    /// The longest name of a provider, in bytes, as sheafd takes it.
    private static let nameLimit = 32
    /// Names of providers whose modules in Swift would be called as the kit's.
    private static let kitNames = ["sheaf", "c-sheaf"]

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        guard let name = line.words.first, !name.isEmpty else {
            throw line.mistake("new-provider wants the NAME of the provider")
        }
        let isName = name.utf8.allSatisfy { 97...122 ~= $0 || 48...57 ~= $0 || $0 == UInt8(ascii: "-") }
        guard isName, name.utf8.count <= Self.nameLimit, name.first?.isLetter == true, name.last != "-" else {
            throw line.mistake(
                "a provider's NAME has 1 to \(Self.nameLimit) lower case letters, digits and hyphens, a letter first, not \"\(name)\""
            )
        }
        guard let text = line.value("language") else {
            throw line.mistake("new-provider wants --language: \(SkeletonLanguage.list)")
        }
        guard let language = SkeletonLanguage(rawValue: text) else {
            throw line.mistake("--language wants \(SkeletonLanguage.list), not \"\(text)\"")
        }
        guard !Self.kitNames.contains(name) else {
            throw line.mistake("a provider is not called \(name), which is the kit's: give it another NAME")
        }
        self.name = name
        self.language = language
        folder = line.value("folder") ?? name
        guard !folder.isEmpty else { throw line.mistake("--folder wants the FOLDER to write") }
        templates = line.value("templates")
    }
}

/// The values for the placeholders of a skeleton.
struct Skeleton {
    let name: String
    /// Where libsheaf-dev's files are: the version script, the kit in Swift.
    let share: String

    /// The name as Swift calls types: "TwoWords" for "two-words".
    var type: String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// A text, or the path of a file, with what is open filled in.
    func filled(_ text: String) -> String {
        let values = ["NAME": name, "TYPE": type, "SHARE": share]
        // "@NAME@" leaves a name between two signs; what is between others stays as it is.
        var parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)[...]
        var result = parts.popFirst() ?? ""
        while let part = parts.popFirst() {
            if let value = values[part], let after = parts.popFirst() {
                result += value + after
            } else {
                result += "@" + part
            }
        }
        return result
    }

    /// The paths of the files in a folder and those below, in order.
    static func files(in folder: String) throws(OSError) -> [String] {
        var found: [String] = []
        for name in try Folder.names(in: folder).sorted() where name != "." && name != ".." {
            let path = "\(folder)/\(name)"
            let file = try FileDescriptor.open(path)
            if try FileStatus(of: file.number).isFolder {
                for file in try files(in: path) { found.append("\(name)/\(file)") }
            } else {
                found.append(name)
            }
        }
        return found
    }
}
