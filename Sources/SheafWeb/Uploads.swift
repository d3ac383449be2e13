import Glibc
import SheafOS

/// A folder of the library into which documents are put over HTTP (`--upload`): PUT documents/NAME.
///
/// What comes is written beside its place, under a hidden name, and stands there whole or not at all. Nothing is written over.
final class Uploads {
    /// Documents that come at once; a further one is refused.
    static let limit = 4
    /// So many bytes of a name, as file systems have it, with room for what is hidden before it.
    static let nameLimit = 200
    /// The names under which documents come begin so.
    private static let hidden = ".sheaf-upload-"

    private let folder: String
    /// The bytes that one document may have.
    private let maxSize: Int
    private let added: (String) -> LibraryDocument?
    private var active = 0

    /// - Parameter added: called with the path of a document that has come; returns what it is called.
    /// - Throws: where the folder can't be written to.
    init(folder: String, maxSize: Int, added: @escaping (String) -> LibraryDocument?) throws(OSError) {
        let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        self.folder = folder
        self.maxSize = maxSize
        self.added = added
        // What a run that was killed has left.
        for name in try Folder.names(in: folder) where name.hasPrefix(Self.hidden) {
            unsafe unlink("\(folder)/\(name)")
        }
        guard unsafe access(folder, W_OK | X_OK) == 0 else {
            throw OSError(code: errno, operation: "write to the folder for uploads", subject: folder)
        }
    }

    /// The file that a request's body goes to; nil where it is refused (``refusal(of:_:)``), or there is no disk for it.
    func begin(_ request: HTTPRequest, _ name: String) -> Upload? {
        guard refusal(of: request, name) == nil, active < Self.limit,
            let identifier = try? RandomIdentifier.make().text
        else { return nil }
        let path = "\(folder)/\(Self.hidden)\(identifier)"
        let number = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard number >= 0 else { return nil }
        // sheafd is another user, and may read it whatever the umask says.
        fchmod(number, 0o644)
        active += 1
        return Upload(FileDescriptor(owning: number), path: path, target: "\(folder)/\(name)") { [weak self] in
            self?.active -= 1
        }
    }

    /// Answers a request that puts a document: when all of it has come, or at once where it is refused.
    func serve(_ request: HTTPRequest, _ name: String) {
        guard let upload = request.upload else {
            let busy = HTTPResponse(
                503, active < Self.limit ? "the document can't be written" : "others are sending documents: try again")
            var response = refusal(of: request, name) ?? busy
            // What follows of it is nothing that anybody reads.
            response.headers.append(("Connection", "close"))
            return request.answer(response)
        }
        let code = upload.finish()
        switch code {
        case 0:
            guard let document = added(upload.target) else {
                return request.answer(HTTPResponse(500, "the document is gone again"))
            }
            let entry: JSONTree = ["name": .string(document.name), "title": .string(document.title)]
            var response = HTTPResponse(.bytes(entry.bytes), type: "application/json")
            response.status = 201
            response.headers.append(("Cache-Control", "no-store"))
            request.answer(response)
        case EEXIST: request.answer(HTTPResponse(409, "there is a document of this name"))
        case ENOSPC, EDQUOT, EFBIG: request.answer(HTTPResponse(507, "there is no room for the document"))
        default: request.answer(HTTPResponse(500, "the document can't be written: \(OSError.text(of: code))"))
        }
    }

    /// Why a request puts no document; nil where it may.
    func refusal(of request: HTTPRequest, _ name: String) -> HTTPResponse? {
        guard request.method == "PUT" else { return HTTPResponse(405, "documents are put (PUT)") }
        guard request.count(of: "Transfer-Encoding") == 0, request.count(of: "Content-Length") == 1,
            let text = request.header("Content-Length"), !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 })
        else { return HTTPResponse(411, "a document comes with its Content-Length") }
        guard let length = Int(text), length <= maxSize else {
            return HTTPResponse(413, "a document has at most \(maxSize) bytes")
        }
        guard length > 0 else { return HTTPResponse(400, "a document has at least a byte") }
        guard 1...Self.nameLimit ~= name.utf8.count, !name.utf8.contains(UInt8(ascii: "/")), name.first != "." else {
            return HTTPResponse(400, "a name has 1 to \(Self.nameLimit) bytes, no slash, and no dot at its beginning")
        }
        let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        guard LibraryIndex.endings.contains(ending) else {
            return HTTPResponse(415, "no document that is served has such an ending")
        }
        if unsafe access("\(folder)/\(name)", F_OK) == 0 {
            return HTTPResponse(409, "there is a document of this name")
        }
        return nil
    }
}

/// A document that comes. It is gone where it does not come whole.
final class Upload {
    /// What its bytes are written to.
    let file: FileDescriptor
    /// Where it is to stand.
    let target: String
    /// The errno of the first write that failed, or 0.
    var failure: Int32 = 0
    private let path: String
    private let ended: () -> Void

    fileprivate init(_ file: consuming FileDescriptor, path: String, target: String, ended: @escaping () -> Void) {
        self.file = file
        self.path = path
        self.target = target
        self.ended = ended
    }

    deinit {
        unsafe unlink(path)
        ended()
    }

    /// Puts it in its place, where nothing is.
    ///
    /// - Returns: 0, or an errno.
    fileprivate func finish() -> Int32 {
        if failure != 0 { return failure }
        // On disk before its name is.
        guard fdatasync(file.number) == 0, unsafe link(path, target) == 0 else { return errno }
        return 0
    }
}
