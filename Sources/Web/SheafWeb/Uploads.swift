import Glibc
import SheafOS

/// A folder of the library into which documents are put over HTTP (`--upload`): PUT documents/NAME.
///
/// What comes is written beside its place, under a hidden name, and stands there whole or not at all. Nothing is written over.
final class Uploads {
    /// Documents that come at once; a further one is refused.
    static let limit = 8
    /// One client may send a quarter of these documents.
    private static let share = 4
    /// So many bytes of a name, as file systems have it, with room for what is hidden before it.
    static let nameLimit = 200
    /// The names under which documents come begin so.
    private static let hidden = ".sheaf-upload-"
    /// After so long it is looked anew at what the folder holds, in microseconds.
    private static let freshness: UInt64 = 1_000_000

    /// The quota of the folder for uploads.
    struct Quota: Equatable, Sendable {
        /// Bytes of one document.
        var documentBytes = 256 << 20
        /// Bytes, and files, that the folder itself may hold, whoever has put them there.
        var bytes = 16 << 30
        var files = 4_096
    }

    /// The desk of the thread: where it tells what came of its work.
    private final class Desk {
        let loopQueue: WorkThread<Desk>.LoopQueue

        init(_ loopQueue: WorkThread<Desk>.LoopQueue) { self.loopQueue = loopQueue }
    }

    private let folder: String
    private let quota: Quota
    private let library: LibraryIndex
    private let seats = ClientShares(limit: limit, share: share)
    /// Waits for the disk.
    private let thread: WorkThread<Desk>
    /// The bytes and files that the folder held when it was looked at last, and when that was.
    private var held = (bytes: 0, files: 0, at: nil as UInt64?)
    /// Bytes, and files, that are to come, and are not held yet.
    private var expected = (bytes: 0, files: 0)

    /// - Parameter library: the folder is one of its, or below one.
    /// - Throws: where the folder can't be written to.
    init(folder: String, quota: Quota, on loop: EventLoop, library: LibraryIndex) throws(OSError) {
        let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        self.folder = folder
        self.quota = quota
        self.library = library
        thread = try WorkThread(on: loop, maxWaiting: Self.limit) { Desk($0) }
        // What a run that was killed has left.
        for name in try Folder.names(in: folder) where name.hasPrefix(Self.hidden) {
            unsafe unlink("\(folder)/\(name)")
        }
        guard unsafe access(folder, W_OK | X_OK) == 0 else {
            throw OSError(code: errno, operation: "write to the folder for uploads", subject: folder)
        }
    }

    /// The file that a request's body goes to; nil where it is refused (``refusal(of:_:)``), or there is no disk for it.
    func begin(_ request: HTTPRequest, _ name: String, for holder: ClientShares.Holder) -> Upload? {
        guard refusal(of: request, name) == nil, let identifier = try? RandomIdentifier.make().text,
            let seat = seats.take(for: holder)
        else { return nil }
        let path = "\(folder)/\(Self.hidden)\(identifier)"
        let number = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard number >= 0 else { return nil }
        // sheafd is another user, and may read it whatever the umask says.
        fchmod(number, 0o644)
        let length = Self.length(of: request) ?? 0
        expected = (expected.bytes + length, expected.files + 1)
        return Upload(FileDescriptor(owning: number), path: path, target: "\(folder)/\(name)") { [weak self] in
            guard let self else { return }
            expected = (expected.bytes - length, expected.files - 1)
            withExtendedLifetime(seat) {}
        }
    }

    /// Answers a request that puts a document: when all of it has come and is on disk, or at once where it is refused.
    func serve(_ request: HTTPRequest, _ name: String, for holder: ClientShares.Holder) {
        guard let upload = request.upload else {
            let reason =
                seats.isAtItsShare(holder)
                ? "this client sends \(seats.perClient) documents already, as many as one may at once"
                : seats.total < seats.limit - seats.reserve
                    ? "the document can't be written" : "others are sending documents: try again"
            return request.answer((refusal(of: request, name) ?? HTTPResponse(503, reason)).closing)
        }
        guard upload.failure == 0 else { return answer(request, upload, upload.failure) }
        let (folder, file) = (folder, upload.file.number)
        let (path, target) = (upload.path, upload.target)
        // It stays until the thread is done, whether anybody waits for the answer or not.
        let tell = OfLoop(value: { [self] (code: Int32) in answer(request, upload, code) })
        let isTaken = thread.hand { desk in
            let code = Self.keep(file, path, target, in: folder)
            desk.loopQueue.enqueue { tell.value(code) }
        }
        if !isTaken { answer(request, upload, EAGAIN) }
    }

    /// Puts a file in its place, where nothing is, once it is on disk, and the name after it.
    ///
    /// - Returns: 0, or an errno.
    private static func keep(_ file: Int32, _ path: String, _ target: String, in folder: String) -> Int32 {
        guard fdatasync(file) == 0, unsafe link(path, target) == 0 else { return errno }
        let number = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if number >= 0 { close(number) } }
        // Some file systems have nothing to do for a folder, and say EINVAL.
        return number < 0 || fsync(number) == 0 || errno == EINVAL ? 0 : errno
    }

    private func answer(_ request: HTTPRequest, _ upload: Upload, _ code: Int32) {
        held.at = nil
        switch code {
        case 0:
            guard let document = library.added(upload.target) else {
                return request.answer(HTTPResponse(500, "the document is gone again"))
            }
            let entry: JSONTree = ["name": .string(document.name), "title": .string(document.title)]
            request.answer(
                HTTPResponse(
                    .bytes(entry.bytes), type: "application/json", status: 201, [("Cache-Control", "no-store")]))
        case EEXIST: request.answer(HTTPResponse(409, "there is a document of this name"))
        case ENOSPC, EDQUOT, EFBIG: request.answer(HTTPResponse(507, "there is no room for the document"))
        default: request.answer(HTTPResponse(500, "the document can't be written: \(OSError.text(of: code))"))
        }
    }

    /// How long a request says that its body is; nil where that is no number.
    private static func length(of request: HTTPRequest) -> Int? {
        guard request.count(of: "Content-Length") == 1, let text = request.header("Content-Length"), !text.isEmpty,
            text.utf8.allSatisfy({ 48...57 ~= $0 })
        else { return nil }
        return Int(text) ?? .max
    }

    /// Why a request puts no document; nil where it may.
    func refusal(of request: HTTPRequest, _ name: String) -> HTTPResponse? {
        guard request.method == "PUT" else { return HTTPResponse(405, "documents are put (PUT)") }
        guard request.count(of: "Transfer-Encoding") == 0, let length = Self.length(of: request) else {
            return HTTPResponse(411, "a document comes with its Content-Length")
        }
        guard length <= quota.documentBytes else {
            return HTTPResponse(413, "a document has at most \(quota.documentBytes) bytes")
        }
        guard length > 0 else { return HTTPResponse(400, "a document has at least a byte") }
        guard 1...Self.nameLimit ~= name.utf8.count, !name.utf8.contains(UInt8(ascii: "/")), name.first != ".",
            TerminalText.safe(name) == name
        else {
            return HTTPResponse(
                400,
                "a name has 1 to \(Self.nameLimit) bytes, no slash, no dot at its beginning, and nothing that turns text around"
            )
        }
        switch library.lists(name) {
        case true?: break
        case false?: return HTTPResponse(415, "no document that is served has such an ending")
        case nil:
            return HTTPResponse(503, "the page server can't be reached, and has not said yet which files it opens")
        }
        if unsafe access("\(folder)/\(name)", F_OK) == 0 {
            return HTTPResponse(409, "there is a document of this name")
        }
        return refusal(ofBytes: length)
    }

    /// Why there is no room for so many bytes more in the folder.
    private func refusal(ofBytes length: Int) -> HTTPResponse? {
        look()
        guard held.bytes + expected.bytes + length <= quota.bytes else {
            return HTTPResponse(
                507,
                """
                the folder has \(held.bytes) bytes of the \(quota.bytes) that it may have (--upload-quota), and \(expected.bytes) \
                are being sent
                """)
        }
        guard held.files + expected.files < quota.files else {
            return HTTPResponse(507, "the folder has as many files as it may have, \(quota.files) (--upload-files)")
        }
        return nil
    }

    /// Looks at what the folder holds, unless that was just done.
    private func look() {
        let now = EventLoop.now
        if let at = held.at, now - at < Self.freshness { return }
        let names = ((try? Folder.names(in: folder)) ?? []).filter { !$0.hasPrefix(Self.hidden) }
        let sizes = names.compactMap { FileStatus(path: "\(folder)/\($0)") }.filter(\.isRegular).map { Int($0.size) }
        held = (sizes.reduce(0, +), sizes.count, now)
    }
}
