import Glibc
import SheafInterface
import SheafOS

/// A document of the library as it is found in a folder. Its content is not looked at: sheafd alone opens it.
struct LibraryDocument: Equatable, Sendable {
    /// The document's name in URLs, as long as its path below its folder stays: 16 hexadecimal digits, and behind a
    /// point the looks that it is to have.
    private(set) var name: String
    /// How its pages are to look.
    private(set) var looks = ViewLooks()
    /// The state of the document's file.
    let state: FileStatus
    /// The path of its file. The service is given this, or a descriptor of the file.
    let path: String
    /// Whether it is opened here and passed on as a descriptor: the service is this user's own, and has no library folders.
    let isPassed: Bool
    /// The password that opens it, where it is locked and a browser has given that.
    private(set) var password: String?

    /// The name without looks.
    var plainName: String { String(name.prefix { $0 != "." }) }

    /// The name of its file without its ending, for people: with nothing in it that shows another name than it is.
    var title: String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let name = file.lastIndex(of: ".").map { $0 == file.startIndex ? file : String(file[..<$0]) } ?? file
        return TerminalText.safe(name)
    }

    /// The format as people call it: the ending of its file in capitals; empty where it has none.
    var format: String {
        let file = path.split(separator: "/").last ?? ""
        return file.lastIndex(of: ".").map { TerminalText.safe(file[file.index(after: $0)...].uppercased()) } ?? ""
    }

    /// When its bytes were changed last, in seconds since 1970.
    var modified: Int { Int(state.modified / 1_000_000_000) }

    /// Looks at a file: nil where it is not there, or is none.
    init?(path: String, name: String, isPassed: Bool = false) {
        guard let state = FileStatus(path: path), state.isRegular else { return nil }
        (self.path, self.name, self.state, self.isPassed) = (path, name, state, isPassed)
    }

    /// Why this user can't read it; nil where it can be read.
    var refusal: String? { unsafe access(path, R_OK) == 0 ? nil : OSError.text(of: errno) }

    /// The beginning of a call that opens a reader which shows nothing, and is asked about pages one by one.
    func opening(in viewport: ReaderInterface.Viewport) -> ReaderInterface.OpenParameters {
        .init(
            viewport: viewport, looks: looks.wire,
            axes: [.init(axis: .horizontal, start: 0, arrangement: .init(spread: .single))], manual: true)
    }

    /// Says in a call that opens the document which one that is.
    ///
    /// - Returns: the descriptors that go with the call.
    func name(in parameters: inout ReaderInterface.OpenParameters) -> [SharedDescriptor] {
        // A reader that is lost is opened anew; with this program nobody comes back to it.
        parameters.keep = 0
        parameters.password = password
        // One that can't be opened is asked for by its path, which the service refuses.
        guard isPassed, let file = try? FileDescriptor.open(path) else {
            parameters.path = path
            return []
        }
        parameters.fileDescriptor = 0
        parameters.name = path.split(separator: "/").last.map(String.init) ?? path
        return [SharedDescriptor(file)]
    }

    /// Returns the name of a document in URLs: the same wherever the library's folders are.
    ///
    /// - Parameters:
    ///   - path: below its folder.
    ///   - folder: which of the library's folders that is, from 0.
    static func name(of path: String, below folder: Int) -> String {
        TextHash.digits(of: folder == 0 ? path : "\(folder)\0\(path)")
    }

    /// Returns this document in other looks than its own.
    func looking(_ looks: ViewLooks) -> LibraryDocument {
        var other = self
        other.looks = looks
        if looks != ViewLooks() { other.name = "\(name).\(looks.text)" }
        return other
    }

    /// Returns this document with the password that opens it; nil: nobody has given one.
    func unlocked(by password: String?) -> LibraryDocument {
        var other = self
        other.password = password
        return other
    }

    /// Returns the Cache-Control of an answer with a part of it: no cache has any of what a password opens.
    func caching(_ value: String) -> (name: String, value: String) {
        ("Cache-Control", password == nil ? value : "private, no-store")
    }

    /// Whether its file is as it was.
    var isCurrent: Bool { FileStatus(path: path) == state }
}
