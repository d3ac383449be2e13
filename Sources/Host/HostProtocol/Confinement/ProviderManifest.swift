import IniFile
import SheafOS

/// The declaration of a provider, in the file beside its library: `libfoo.provider` beside `libfoo.so` (or beside
/// `foo`, a program). It declares what the provider needs beyond what every provider has, and which documents it opens.
/// The file is optional.
package struct ProviderManifest: Equatable, Sendable {
    /// The files and folders that the provider may read, including what is below a folder.
    package var readablePaths: [String] { paths + (fonts ? Self.fontPaths.filter { !paths.contains($0) } : []) }
    /// The readable paths that the file names, without those of fontconfig.
    private var paths: [String] = []
    /// Whether the provider finds fonts by fontconfig.
    private var fonts = false
    /// Whether the provider makes memory executable that it has written to, as compilers at run time do.
    package internal(set) var executableMemory = false
    /// The signatures that documents of the provider begin with; none: the file does not say.
    package internal(set) var signatures: [ContentSignature] = []
    /// The suffixes of the names of its documents, in small letters: `.pdf`.
    package internal(set) var suffixes: [String] = []
    /// The suffixes of files that it opens and that no library lists: a `.zip` may be a comic, and is a backup more often.
    package internal(set) var unlisted: [String] = []
    /// The media types of its documents, as the shared MIME database of freedesktop.org has them: `application/pdf`.
    package internal(set) var mediaTypes: [String] = []

    /// The most signatures, suffixes, and media types, of one provider.
    private static let kindsLimit = 64

    package init() {}

    /// The paths that fontconfig reads: its configuration, most of which is links to the second folder, its caches, and
    /// the fonts. It needs nothing of the environment.
    package static let fontPaths = [
        "/etc/fonts", "/usr/share/fontconfig", "/var/cache/fontconfig", "/usr/share/fonts", "/usr/local/share/fonts",
    ]

    private static let section = "Provider"
    /// The suffix of the name of a library. A program's name does not end in it.
    package static let librarySuffix = ".so"
    /// The suffix of the name of a manifest.
    package static let suffix = ".provider"

    /// The path of the file beside a library.
    package static func path(beside library: String) -> String {
        let isLibrary = library.hasSuffix(Self.librarySuffix)
        return String(isLibrary ? library.dropLast(Self.librarySuffix.count) : library[...]) + Self.suffix
    }

    /// Reads the file beside a library: what it declares, as far as it can be read, and why it can't be used.
    package static func read(beside library: String) -> (manifest: ProviderManifest, error: HostError?) {
        let file = path(beside: library)
        do throws(OSError) {
            return read(try TextFile.read(file), file: file)
        } catch {
            let refusal = HostError(.providerRefused, "\(library) is not loaded: \(error)")
            return (ProviderManifest(), error.isNotFound ? nil : refusal)
        }
    }

    /// Reads the file beside a library.
    ///
    /// - Throws: ``HostError/Code/providerRefused`` as ``init(_:file:)`` does, and where the file can't be read.
    package init(beside library: String) throws(HostError) {
        let (manifest, error) = Self.read(beside: library)
        if let error { throw error }
        self = manifest
    }

    /// Reads the text of such a file.
    ///
    /// - Throws: ``HostError/Code/providerRefused`` with file and line where it has anything in it that this service does
    ///   not know: a provider that is given less than it declares would fail later, and without a reason.
    init(_ text: String, file: String) throws(HostError) {
        let (manifest, error) = Self.read(text, file: file)
        if let error { throw error }
        self = manifest
    }

    private static func read(_ text: String, file: String) -> (manifest: ProviderManifest, error: HostError?) {
        var manifest = ProviderManifest()
        var problem: (line: Int, text: String)?
        let entries: [IniFile.Entry]
        do throws(IniFile.Refusal) {
            entries = try IniFile.entries(of: text)
        } catch {
            problem = (error.line, error.text)
            // The other lines can still say which documents are its own.
            var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(
                Substring.init)
            lines[error.line - 1] = ""
            entries = (try? IniFile.entries(of: lines.joined(separator: "\n"))) ?? []
        }
        for entry in entries {
            if let text = manifest.add(entry), problem == nil { problem = (entry.line, text) }
        }
        if problem == nil, let suffix = manifest.unlisted.first(where: { !manifest.suffixes.contains($0) }) {
            let text = "\(file): Unlisted= has \(suffix), which is not among Suffixes=: its provider is not loaded"
            return (manifest, HostError(.providerRefused, text))
        }
        let error = problem.map {
            HostError(.providerRefused, "\(file):\($0.line): \($0.text): its provider is not loaded")
        }
        return (manifest, error)
    }

    /// Whether its provider may do the same as that of another.
    package func allowsAsMuch(as other: ProviderManifest) -> Bool {
        readablePaths == other.readablePaths && executableMemory == other.executableMemory
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
            self.paths = entry.value.isEmpty ? [] : self.paths + paths
        case "Fonts":
            guard let value = IniFile.boolean(entry.value) else { return "Fonts=\(entry.value) must be yes or no" }
            fonts = value
        case "ExecutableMemory":
            guard let value = IniFile.boolean(entry.value) else {
                return "ExecutableMemory=\(entry.value) must be yes or no"
            }
            executableMemory = value
        case "Signatures":
            let words = entry.value.split(separator: " ").map(String.init)
            let read = words.compactMap(ContentSignature.init)
            // Of a line with a mistake the others still say which documents are its own.
            signatures = words.isEmpty ? [] : signatures + read
            if let escape = words.lazy.compactMap(ContentSignature.unknownEscape).first {
                return """
                    Signatures=\(entry.value) has \(escape), which is no escape; there is only \\x with two hexadecimal digits, \
                    for any byte: \\x0a ends a line, \\x20 is a blank, \\x5c is \\ itself
                    """
            }
            guard read.count == words.count else {
                return "Signatures=\(entry.value) must be what files begin with, like %PDF, 257:ustar or *:<svg"
            }
            guard signatures.count <= Self.kindsLimit else {
                signatures = Array(signatures.prefix(Self.kindsLimit))
                return "there are more than \(Self.kindsLimit) signatures"
            }
        case "Suffixes":
            let words = entry.value.split(separator: " ").map { $0.lowercased() }
            guard words.allSatisfy({ $0.first == "." && $0.utf8.count > 1 }) else {
                return "Suffixes=\(entry.value) must be what names end in, like .pdf, separated by blanks"
            }
            suffixes = words.isEmpty ? [] : suffixes + words
            guard suffixes.count <= Self.kindsLimit else { return "there are more than \(Self.kindsLimit) suffixes" }
        case "Unlisted":
            let words = entry.value.split(separator: " ").map { $0.lowercased() }
            unlisted = words.isEmpty ? [] : unlisted + words
        case "MediaTypes":
            let words = entry.value.split(separator: " ").map { $0.lowercased() }
            guard words.allSatisfy({ $0.split(separator: "/", omittingEmptySubsequences: false).count == 2 }) else {
                return "MediaTypes=\(entry.value) must be media types, like application/pdf, separated by blanks"
            }
            mediaTypes = words.isEmpty ? [] : mediaTypes + words
            guard mediaTypes.count <= Self.kindsLimit else {
                return "there are more than \(Self.kindsLimit) media types"
            }
        default: return "unknown key \(entry.key)"
        }
        return nil
    }
}
