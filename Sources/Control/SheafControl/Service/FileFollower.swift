import SheafInterface
import SheafOS

/// Waits for the file that takes the place of the one that a reader was opened from, and says when it is there: programs that save
/// remove the old one, and write the new one before or after that, in one piece or in several.
struct FileFollower {
    /// The result of a look at the paths.
    enum Finding {
        /// The files that the service has.
        case same
        /// Nothing yet, or what is being written, or what the service has refused.
        case nothing
        /// Another file, which was as it is when that was looked at last: the service may have it.
        case another([SharedDescriptor])
    }

    /// The pause between looks, in microseconds; after ``shortLooks`` of them, and then.
    private static let pauses: (short: UInt64, long: UInt64) = (250_000, 1_000_000)
    private static let shortLooks = 40

    /// The paths, and the files that the service has of them.
    var files: OpenedFiles
    /// When to look next, on the loop's clock; nil: there is nothing to wait for.
    private(set) var due: UInt64?
    private var looks = 0
    private var last: [FileStatus] = []
    private var refused: [FileStatus] = []

    init(_ files: OpenedFiles) { self.files = files }

    /// The name for people.
    var name: String { files.isAlbum ? "an album of \(files.paths.count) files" : files.paths.first ?? "" }

    /// The file may have lost its name: looks are due from now on.
    mutating func begin(at now: UInt64) {
        guard due == nil else { return }
        looks = 0
        due = now
    }

    /// Looks at what lies there.
    mutating func look(at now: UInt64) -> Finding {
        looks += 1
        due = now + (looks < Self.shortLooks ? Self.pauses.short : Self.pauses.long)
        guard let open = try? files.open(),
            let found = try? open.map({ file throws(OSError) in try FileStatus(of: file.number) })
        else { return .nothing }
        if found.map({ .init(device: $0.device, inode: $0.inode) }) == files.shown {
            due = nil
            return .same
        }
        guard found == last, found != refused else {
            last = found
            return .nothing
        }
        return .another(open)
    }

    /// The service has the files. What lies there is looked at once more: it may be another one by now.
    mutating func shown(_ descriptors: [SharedDescriptor]) {
        if let names = try? OpenedFiles.names(of: descriptors) { files.shown = names }
    }

    /// The service has refused the file: it is given the next one, or this one when it was written on.
    mutating func refused(_ failure: ReaderInterface.Failure) {
        switch failure {
        // That passes.
        case .limitReached, .serviceOverloaded: break
        default: refused = last
        }
    }
}

/// Sentences about a reload, for people.
enum ReloadText {
    /// "the file book.pdf was opened, 3 marks were copied to it"
    static func done(_ name: String, _ reply: ReaderInterface.ReloadReply) -> String {
        let marks = reply.marks ?? 0
        let copied = marks == 0 ? "" : ", \(Units.count(marks, "mark")) \(marks == 1 ? "was" : "were") copied to it"
        return "\(TerminalText.safe(name)) was opened as it is now\(copied)"
    }
}
