import Glibc
import SheafOS

@testable import Places

/// The database of places and marks, damaged: it is read, written, or set aside, and nothing else ends.
enum FuzzedPlaces {
    private static let digest = DocumentDigest(folder: "/fuzzed")
    private static var folder: String { FuzzFolder.places }
    /// The bytes of one that is whole.
    private static let whole: [UInt8] = {
        let database = PlacesDatabase(folder: folder) { _ in }
        use(database)
        guard let file = try? FileDescriptor.open("\(folder)/\(PlacesDatabase.fileName)"),
            let bytes = try? FileStart.read(file.number, upTo: 1 << 20), !bytes.isEmpty
        else { fatalError("there is no database") }
        return bytes
    }()

    /// Writes each three bytes of `input` as one byte to a position.
    static func read(_ input: [UInt8]) {
        var bytes = whole
        for start in stride(from: 0, to: input.count - 2, by: 3) {
            bytes[(Int(input[start + 1]) << 8 | Int(input[start + 2])) % bytes.count] = input[start]
        }
        FuzzFolder.empty(folder)
        let file = open("\(folder)/\(PlacesDatabase.fileName)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0, write(file, bytes, bytes.count) == bytes.count else {
            fatalError("no database can be written")
        }
        close(file)
        use(PlacesDatabase(folder: folder) { _ in })
    }

    private static func use(_ database: PlacesDatabase) {
        for uid in [1, 2] as [UInt32] {
            _ = try? database.place(of: uid, in: digest)
            _ = try? database.documents(of: uid, first: 0, count: 9)
            _ = try? database.marks(of: uid, in: digest, first: 0, count: 9)
            let place = ReadingPlace(index: 3, pages: 9, position: .max, title: "Fuzzed", time: 7)
            try? database.keep([(uid, digest, place)])
            let mark = Mark(id: "\(uid)", kind: .bookmark, index: 3, position: nil, created: 7, changed: 7)
            try? database.add(mark, of: uid, in: digest, at: place, limit: 9)
        }
    }
}
