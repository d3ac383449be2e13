import Glibc
import SheafOS

/// The files of the library page and the reader. They are opened once, and found by their names in a table: no URL is a path.
final class Assets {
    private struct Asset {
        let file: SharedDescriptor
        let length: Int
        let type: String
        let tag: String
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml",
    ]
    /// The pages load what this server has, and nothing else.
    private static let policy =
        "default-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

    private var assets: [String: Asset] = [:]

    /// - Parameter folder: with the files. Where it can't be read there are none.
    init(folder: String) throws(OSError) {
        for name in try Folder.names(in: folder) {
            let ending = name.split(separator: ".").last.map(String.init) ?? ""
            guard !name.hasPrefix("."), let type = Self.types[ending] else { continue }
            let file = SharedDescriptor(try FileDescriptor.open("\(folder)/\(name)"))
            let text = try TextFile.read("\(folder)/\(name)")
            assets[name] = Asset(file: file, length: text.utf8.count, type: type, tag: EntityTag.of(text))
        }
    }

    /// Answers with a file. False where there is none of this name.
    ///
    /// - Parameter status: 404 of a page that says that there is nothing.
    func serve(_ request: HTTPRequest, _ name: String, status: UInt32 = 200) -> Bool {
        guard let asset = assets[name] else { return false }
        let headers = [
            ("Cache-Control", "no-cache"), ("ETag", asset.tag), ("Content-Security-Policy", Self.policy),
            ("Referrer-Policy", "same-origin"),
        ]
        if status != 200 || !request.answerUnchanged(asset.tag, headers) {
            request.answer(
                HTTPResponse(
                    .file(asset.file, offset: 0, length: asset.length), type: asset.type, status: status, headers))
        }
        return true
    }
}
