import CGcrypt
import CSheafShims
import Glibc
import SheafOS

/// The digest of a document's bytes, by which it is known wherever it lies and whatever it is called.
///
/// `sha256:` and 64 hexadecimal digits, those of sha256sum(1), of a file of up to ``wholeLimit`` bytes; `sha256-ends:` of a larger
/// one, whose first and last ``wholeLimit`` / 2 bytes are read, and its size; `sha256-album:` of the digests of an album's files;
/// `sha256-path:` of the path of a folder, which has no bytes of its own.
package struct DocumentDigest: Hashable, Sendable {
    /// Up to so many bytes of a file are read, which takes a quarter of a second where they are in memory. Editions that differ in
    /// neither end nor in their size are not met: a PDF has its table of objects at its end, an archive its directory.
    package static let wholeLimit: Int64 = 256 << 20

    package let text: String

    /// Reads a digest as text; nil where it is none.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, ["sha256", "sha256-ends", "sha256-album", "sha256-path"].contains(parts[0]),
            parts[1].utf8.count == 64,
            parts[1].utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.text = text
    }

    init(_ kind: String, _ hash: consuming SHA256) { text = "\(kind):\(hash.finish())" }

    /// Makes the digest of a folder: of its path.
    package init(folder path: String) {
        var hash = SHA256()
        hash.add(path)
        self.init("sha256-path", hash)
    }
}

/// SHA-256, by libgcrypt.
@safe struct SHA256: ~Copyable {
    /// Once: libgcrypt does not keep two threads from getting it ready.
    private static let begin: Void = sheaf_gcrypt_begin()

    private var state: gcry_md_hd_t?

    init() {
        Self.begin
        // It fails for want of memory only, and then finish() says so.
        unsafe gcry_md_open(&state, Int32(GCRY_MD_SHA256.rawValue), 0)
    }

    deinit { unsafe gcry_md_close(state) }

    mutating func add(_ bytes: UnsafeRawBufferPointer) { unsafe gcry_md_write(state, bytes.baseAddress, bytes.count) }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { unsafe add(UnsafeRawBufferPointer($0)) }
    }

    /// In hexadecimal digits.
    consuming func finish() -> String {
        guard let bytes = unsafe gcry_md_read(state, Int32(GCRY_MD_SHA256.rawValue)) else { return "" }
        let digits = Array("0123456789abcdef")
        return String(
            (0..<32).flatMap { index in
                let byte = Int(unsafe bytes[index])
                return [digits[byte >> 4], digits[byte & 15]]
            })
    }
}

/// Reads the files of a document for their digest, a part at a time: others may want something of the thread that does it.
final class DigestReading {
    /// So many bytes are read at once.
    static let part = 4 << 20

    private let files: [SharedDescriptor]
    private let isAlbum: Bool
    private var album = SHA256()
    private var current = 0
    /// The file that was read, where the document is one.
    private(set) var file: FileStatus?
    private var identity: FileStatus?
    private var hash = SHA256()
    private var offset: Int64 = 0
    private var restarts = 0

    /// - Parameter isAlbum: whether several files are one document.
    init(of files: [SharedDescriptor], isAlbum: Bool) {
        self.files = files
        self.isAlbum = isAlbum
    }

    /// Reads one part more.
    ///
    /// - Parameter buffer: what it is read into.
    /// - Returns: the digest, when all is read.
    /// - Throws: where a file can't be read, or changes all the time.
    func advance(with buffer: DigestBuffer) throws(OSError) -> DocumentDigest? {
        guard current < files.count else {
            var whole = SHA256()
            swap(&whole, &album)
            return DocumentDigest("sha256-album", whole)
        }
        let file = files[current].number
        let identity: FileStatus
        if let known = self.identity { identity = known } else { identity = try FileStatus(of: file) }
        self.identity = identity
        let half = DocumentDigest.wholeLimit / 2
        let hasEndsOnly = identity.size > DocumentDigest.wholeLimit
        let partEnd = hasEndsOnly && offset < half ? half : identity.size
        let wanted = Int(min(Int64(Self.part), partEnd - offset))
        let count = wanted == 0 ? 0 : unsafe pread(file, buffer.bytes.baseAddress, wanted, off_t(offset))
        guard count >= 0 else { throw OSError(code: errno, operation: "read a document for its digest") }
        unsafe hash.add(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]))
        offset += Int64(count)
        if hasEndsOnly, offset == half { offset = identity.size - half }
        guard offset >= identity.size || count == 0 else { return nil }
        let isUnchanged = try FileStatus(of: file) == identity && offset >= identity.size
        guard isUnchanged else {
            restarts += 1
            guard restarts < 3 else { throw OSError(code: EAGAIN, operation: "read a document that changes meanwhile") }
            begin()
            return nil
        }
        if hasEndsOnly { hash.add("\(identity.size)") }
        var whole = SHA256()
        swap(&whole, &hash)
        let digest = DocumentDigest(hasEndsOnly ? "sha256-ends" : "sha256", whole)
        guard isAlbum else {
            self.file = identity
            return digest
        }
        album.add("\(digest.text)\n")
        current += 1
        begin()
        return nil
    }

    private func begin() {
        hash = SHA256()
        identity = nil
        offset = 0
    }
}

/// Room for a part of a document.
@safe final class DigestBuffer {
    fileprivate let bytes: UnsafeMutableRawBufferPointer

    init() { unsafe bytes = .allocate(byteCount: DigestReading.part, alignment: 64) }

    deinit { unsafe bytes.deallocate() }
}
