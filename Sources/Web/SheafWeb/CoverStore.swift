import Glibc
import SheafInterface
import SheafOS

/// Covers and versions of documents, on disk: after a restart the library's page is there without a document being opened.
///
/// A cover is kept under its document's version. What a password opens is kept nowhere.
final class CoverStore {
    /// The box of a cover, in pixels, as the library's page asks for it. Other pictures are not kept.
    static let box = (width: 360, height: 480)
    /// The pictures of covers.
    static let kind = CacheFolder.Kind(mark: "sheafpic", largest: 1 << 20, isName: isName)
    /// A file that has changed so shortly before may change again without looking so: its version is not kept. In nanoseconds.
    private static let settling: Int64 = 100_000_000

    private let path: String
    private let kept: CacheThread
    /// How many covers came from here.
    private(set) var coversFound = 0

    /// - Parameters:
    ///   - path: of the folder, which is made where it is missing.
    ///   - limit: the bytes of all covers.
    ///   - warn: called once where nothing can be written any more.
    /// - Throws: where the folder can't be made or written to, or is not this user's alone.
    init(_ path: String, limit: Int, on loop: EventLoop, warn: @escaping (String) -> Void) throws(OSError) {
        self.path = path
        kept = try CacheThread(path, of: Self.kind, for: "covers", limit: limit, on: loop, warn: warn)
    }

    private var versionFile: String { "\(path)/versions" }

    /// The versions that runs before this one have learnt, the latest last.
    func versions() -> [VersionFile.Entry] { VersionFile.read(versionFile) }

    /// Keeps a version for the next run, unless a password has opened the document.
    func keep(_ version: String, of document: LibraryDocument) {
        guard document.password == nil, WallClock.now - document.state.changed > Self.settling else { return }
        let entry = (state: DocumentState(document), version: version)
        kept.write { [versionFile] _ throws(OSError) in try VersionFile.add(entry, to: versionFile) }
    }

    /// The name under which the cover of a document is kept; nil where the picture is no cover, or a password has opened the document. What it is
    /// opened by goes by the ending of its file, and how it is drawn by this program's version.
    static func name(of image: ImageName, _ asked: ImageRequest, _ document: LibraryDocument) -> String? {
        guard image.index == 0, asked == cover, document.password == nil, document.looks == ViewLooks(),
            let version = image.version
        else { return nil }
        return "\(version)-\(TextHash.digits(of: "\(SheafVersion.current) \(document.format)"))"
    }

    private static let cover = try? ImageRequest(
        ["full", "!\(box.width),\(box.height)", "0", "default.jpg"], version: .three)

    /// Whether a file of this name is a cover's.
    static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && DocumentVersion.isVersion(String(parts[0])) && parts[1].utf8.count == 16
    }

    /// Finds the cover of a name: an open file, in which it begins at ``CacheFolder/headLength``.
    func find(_ name: String, completion: @escaping ((file: SharedDescriptor, length: Int)?) -> Void) {
        kept.find(name) { [self] found in
            if found != nil { coversFound += 1 }
            completion(found.map { ($0.file, length: $0.content.count) })
        }
    }

    /// Keeps a cover.
    func keep(_ picture: [UInt8], as name: String) { kept.keep(picture, as: name) }
}
