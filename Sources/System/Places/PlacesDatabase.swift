import Glibc
import SheafOS

/// Where users have stopped reading, and what they have marked: an SQLite database, on disk when a call returns.
///
/// A file that is no database, or a damaged one, is set aside under another name, and a new one begun. It is used by one thread.
package final class PlacesDatabase {
    /// The name of the file in its folder.
    package static let fileName = "places.sqlite3"
    /// So many documents of one user have a place: of more the one that was read longest ago is forgotten.
    package static let placesPerUser = 10_000
    /// So many files are known without being read again.
    static let maxFiles = 65_536
    /// The version of the schema, which the file bears.
    private static let version: Int64 = 1

    private static let schema = """
        CREATE TABLE files (
            device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
            changed INTEGER NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (device, inode)) STRICT;
        CREATE TABLE places (
            uid INTEGER NOT NULL, digest TEXT NOT NULL, page INTEGER NOT NULL, pages INTEGER NOT NULL,
            position INTEGER, title TEXT, time INTEGER NOT NULL, PRIMARY KEY (uid, digest)) STRICT, WITHOUT ROWID;
        CREATE TABLE marks (
            uid INTEGER NOT NULL, digest TEXT NOT NULL, id TEXT NOT NULL, kind INTEGER NOT NULL, page INTEGER NOT NULL,
            position INTEGER, label TEXT, boxes TEXT NOT NULL, layout TEXT NOT NULL, text TEXT, note TEXT, color TEXT,
            created INTEGER NOT NULL, changed INTEGER NOT NULL, PRIMARY KEY (uid, digest, id)) STRICT, WITHOUT ROWID;
        PRAGMA user_version = 1;
        """

    private let folder: String
    private let maxPages: Int?
    private let report: (String) -> Void
    private var database: SQLite?

    private var path: String { "\(folder)/\(Self.fileName)" }

    /// - Parameters:
    ///   - folder: where the file is; it must be there.
    ///   - maxPages: how many pages of 4 KiB the file may have, where that is limited.
    ///   - report: told, in a line, what the operator should know.
    package init(folder: String, maxPages: Int? = nil, report: @escaping (String) -> Void) {
        self.folder = folder
        self.maxPages = maxPages
        self.report = report
    }

    // MARK: Files

    /// The digest of a file that was read before, and has not changed since.
    func digest(of file: FileStatus) throws(PlacesFailure) -> DocumentDigest? {
        try perform { database throws(SQLiteError) in
            try database.run(
                """
                SELECT digest FROM files WHERE device = ? AND inode = ? AND size = ? AND modified = ? AND changed = ?
                """, file.values
            ) { DocumentDigest($0.text(0)) }.first ?? nil
        }
    }

    /// The digest of a file that was read once, as it was then.
    ///
    /// - Parameter changed: its ctime, in nanoseconds since 1970.
    package func digest(
        device: UInt64, inode: UInt64, size: Int64, changed: Int64
    ) throws(PlacesFailure) -> DocumentDigest? {
        try perform { database throws(SQLiteError) in
            try database.run(
                "SELECT digest FROM files WHERE device = ? AND inode = ? AND size = ? AND changed = ?",
                [
                    .integer(Int64(bitPattern: device)), .integer(Int64(bitPattern: inode)), .integer(size),
                    .integer(changed),
                ]
            ) { DocumentDigest($0.text(0)) }.first ?? nil
        }
    }

    /// Notes the digest of a file.
    func note(_ digest: DocumentDigest, of file: FileStatus) throws(PlacesFailure) {
        try change { database throws(SQLiteError) in
            try database.run(
                "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)", file.values + [.text(digest.text)])
            let count = try database.run("SELECT count(*) FROM files") { $0.integer(0) }.first ?? 0
            // Which ones go makes no difference but for the time that it takes to read them again.
            if count > Self.maxFiles { try database.run("DELETE FROM files") }
        }
    }

    // MARK: Places

    /// Where a user has stopped reading a document; nil where nothing is known of that.
    package func place(of uid: UInt32, in digest: DocumentDigest) throws(PlacesFailure) -> ReadingPlace? {
        try perform { database throws(SQLiteError) in
            try database.run(
                "SELECT page, pages, position, title, time FROM places WHERE uid = ? AND digest = ?",
                [.integer(Int64(uid)), .text(digest.text)]
            ) { $0.place(from: 0) }.first
        }
    }

    /// Keeps where users have stopped reading.
    package func keep(
        _ places: [(uid: UInt32, digest: DocumentDigest, place: ReadingPlace)]
    ) throws(PlacesFailure) {
        try change { database throws(SQLiteError) in
            for (uid, digest, place) in places {
                try database.put(place, of: uid, in: digest, orElse: "REPLACE")
            }
            for uid in Set(places.map(\.uid)) {
                try database.run(
                    """
                    DELETE FROM places WHERE uid = ?1 AND digest IN (
                        SELECT digest FROM places WHERE uid = ?1 ORDER BY time DESC, digest LIMIT -1 OFFSET ?2)
                    """, [.integer(Int64(uid)), SQLValue(Self.placesPerUser)])
            }
        }
    }

    /// The documents that a user has read or marked something in, the latest first.
    package func documents(
        of uid: UInt32, first: Int, count: Int
    ) throws(PlacesFailure) -> [ReadDocument] {
        try perform { database throws(SQLiteError) in
            try database.run(
                """
                SELECT page, pages, position, title, time, digest,
                    (SELECT count(*) FROM marks WHERE marks.uid = places.uid AND marks.digest = places.digest)
                FROM places WHERE uid = ? ORDER BY time DESC, digest LIMIT ? OFFSET ?
                """, [.integer(Int64(uid)), SQLValue(count), SQLValue(first)]
            ) { row in
                DocumentDigest(row.text(5)).map {
                    ReadDocument(digest: $0, place: row.place(from: 0), marks: Int(row.integer(6)))
                }
            }.compactMap { $0 }
        }
    }

    /// Forgets where a user has stopped reading, and all marks: in one document, or in all.
    ///
    /// - Returns: how many places and marks that were.
    package func forget(
        _ digest: DocumentDigest?, of uid: UInt32
    ) throws(PlacesFailure) -> (places: Int, marks: Int) {
        let forgotten = try change { database throws(SQLiteError) in
            let condition = digest == nil ? "uid = ?" : "uid = ? AND digest = ?"
            let values = [.integer(Int64(uid))] + (digest.map { [SQLValue.text($0.text)] } ?? [])
            try database.run("DELETE FROM places WHERE \(condition)", values)
            let places = database.changes
            try database.run("DELETE FROM marks WHERE \(condition)", values)
            return (places, database.changes)
        }
        // Nothing of it is to be left in the log.
        _ = try perform { database throws(SQLiteError) in
            try database.run("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
        }
        return forgotten
    }

    // MARK: Marks

    /// Returns the marks of a user in a document, in the document's order.
    package func marks(
        of uid: UInt32, in digest: DocumentDigest, first: Int, count: Int
    ) throws(PlacesFailure) -> [Mark] {
        try perform { database throws(SQLiteError) in
            try database.run(
                """
                \(Self.selectMarks) ORDER BY coalesce(position, page), created, id LIMIT ? OFFSET ?
                """, [.integer(Int64(uid)), .text(digest.text), SQLValue(count), SQLValue(first)]
            ) { $0.mark }
        }
    }

    private static let selectMarks = """
        SELECT id, kind, page, position, label, boxes, layout, text, note, color, created, changed
        FROM marks WHERE uid = ? AND digest = ?
        """

    /// Keeps a mark; in the place of one with its id, where there is one.
    ///
    /// - Parameters:
    ///   - place: where its user is, kept where no place in the document is.
    ///   - limit: how many marks a user may have; one that was copied counts once.
    /// - Throws: ``PlacesFailure/limitReached(_:)``.
    package func add(
        _ mark: Mark, of uid: UInt32, in digest: DocumentDigest, at place: ReadingPlace, limit: Int
    ) throws(PlacesFailure) {
        let isFull = try change { database throws(SQLiteError) in
            let others =
                try database.run(
                    "SELECT count(DISTINCT id) FROM marks WHERE uid = ? AND id <> ?",
                    [.integer(Int64(uid)), .text(mark.id)]
                ) { $0.integer(0) }.first ?? 0
            guard others < limit else { return true }
            try database.put(mark, of: uid, in: digest)
            try database.put(place, of: uid, in: digest, orElse: "IGNORE")
            return false
        }
        if isFull { throw .limitReached(limit) }
    }

    /// Keeps marks in what a document has become, too: under the ids that they have. Of one that is there already the one that was
    /// changed last is kept. Each is kept in the ``Mark/maxCopies`` documents that were read last.
    ///
    /// - Parameter place: where its user is, kept where no place in the document is.
    package func copy(
        _ marks: [Mark], of uid: UInt32, to digest: DocumentDigest, at place: ReadingPlace
    ) throws(PlacesFailure) {
        try change { database throws(SQLiteError) in
            let there = try database.run(
                "SELECT id, changed FROM marks WHERE uid = ? AND digest = ?",
                [.integer(Int64(uid)), .text(digest.text)]
            ) { ($0.text(0), $0.integer(1)) }
            let changed = Dictionary(there) { $1 }
            for mark in marks where changed[mark.id].map({ $0 < mark.changed }) ?? true {
                try database.put(mark, of: uid, in: digest)
            }
            try database.put(place, of: uid, in: digest, orElse: "IGNORE")
            try database.run(
                """
                DELETE FROM marks WHERE uid = ?1 AND (digest, id) IN (
                    SELECT digest, id FROM (
                        SELECT marks.digest, marks.id, row_number() OVER (
                            PARTITION BY marks.id
                            ORDER BY marks.digest = ?2 DESC, coalesce(places.time, 0) DESC, marks.digest) AS number
                        FROM marks LEFT JOIN places ON places.uid = marks.uid AND places.digest = marks.digest
                        WHERE marks.uid = ?1
                            AND marks.id IN (SELECT id FROM marks WHERE uid = ?1 AND digest = ?2))
                    WHERE number > ?3)
                """, [.integer(Int64(uid)), .text(digest.text), SQLValue(Mark.maxCopies)])
        }
    }

    /// Changes what a user has to say of a mark.
    ///
    /// - Parameters:
    ///   - note: nil: as it was; empty: none.
    ///   - color: the same.
    /// - Returns: the mark as it is now.
    /// - Throws: ``PlacesFailure/noSuchMark``.
    package func change(
        _ id: String, of uid: UInt32, in digest: DocumentDigest, note: String?, color: String?, time: Int64
    ) throws(PlacesFailure) -> Mark {
        let changed = try change { database throws(SQLiteError) in
            var mark = try database.run(
                "\(Self.selectMarks) AND id = ?", [.integer(Int64(uid)), .text(digest.text), .text(id)]
            ) { $0.mark }.first
            if let note { mark?.note = note.isEmpty ? nil : note }
            if let color { mark?.color = color.isEmpty ? nil : color }
            mark?.changed = time
            if let mark { try database.put(mark, of: uid, in: digest) }
            return mark
        }
        guard let changed else { throw .noSuchMark }
        return changed
    }

    /// Takes a mark away.
    ///
    /// - Throws: ``PlacesFailure/noSuchMark``.
    package func remove(_ id: String, of uid: UInt32, in digest: DocumentDigest) throws(PlacesFailure) {
        let count = try change { database throws(SQLiteError) in
            try database.run(
                "DELETE FROM marks WHERE uid = ? AND digest = ? AND id = ?",
                [.integer(Int64(uid)), .text(digest.text), .text(id)])
            return database.changes
        }
        if count == 0 { throw .noSuchMark }
    }

    // MARK: The file

    private func change<Value>(
        _ body: (SQLite) throws(SQLiteError) -> Value
    ) throws(PlacesFailure) -> Value {
        try perform { database throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in try body(database) }
        }
    }

    /// Does something with the database, opened first where it is not; where it turns out to be damaged, with a new one.
    private func perform<Value>(_ body: (SQLite) throws(SQLiteError) -> Value) throws(PlacesFailure) -> Value {
        do throws(SQLiteError) {
            return try body(try opened())
        } catch {
            guard error.isOfDamage else { throw failure(error) }
            try setAside(error)
        }
        do throws(SQLiteError) { return try body(try opened()) } catch { throw failure(error) }
    }

    private func failure(_ error: SQLiteError) -> PlacesFailure {
        .failed("\(path): \(error.message)")
    }

    private func opened() throws(SQLiteError) -> SQLite {
        if let database { return database }
        // SQLite gives its files the permissions of the first.
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
        let database = try SQLite(path: path)
        try database.execute(
            """
            PRAGMA busy_timeout = 1000; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON;
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            """)
        if let maxPages { try database.execute("PRAGMA max_page_count = \(maxPages)") }
        let found = try database.run("PRAGMA user_version") { $0.integer(0) }.first ?? 0
        guard found <= Self.version else {
            throw SQLiteError(code: 1, message: "it is of version \(found), and this program knows \(Self.version)")
        }
        let state = try database.run("PRAGMA quick_check(1)") { $0.text(0) }.first ?? ""
        guard state == "ok" else { throw SQLiteError(code: 11, message: state) }
        if found == 0 {
            try database.transaction { () throws(SQLiteError) in try database.execute(Self.schema) }
        }
        self.database = database
        return database
    }

    /// Gives a damaged database another name, so that a new one can be begun.
    private func setAside(_ error: SQLiteError) throws(PlacesFailure) {
        database = nil
        var number = 1
        while unsafe access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
        let name = "\(path).damaged-\(number)"
        for suffix in ["-wal", "-shm"] { unsafe rename("\(path)\(suffix)", "\(name)\(suffix)") }
        guard unsafe rename(path, name) == 0 else {
            throw .failed("\(path) is damaged (\(error.message)), and can't be renamed: \(OSError.text(of: errno))")
        }
        report(
            """
            the database of places is damaged (\(error.message)): it was renamed to \(name), and a new one begun; \
            "sqlite3 \(name) .recover" may get back what was in it
            """)
    }
}

extension FileStatus {
    fileprivate var values: [SQLValue] {
        [
            .integer(Int64(bitPattern: device)), .integer(Int64(bitPattern: inode)), .integer(size), .integer(modified),
            .integer(changed),
        ]
    }
}

extension SQLite {
    /// - Parameter conflict: what is done where there is one: REPLACE or IGNORE.
    fileprivate func put(
        _ place: ReadingPlace, of uid: UInt32, in digest: DocumentDigest, orElse conflict: String
    ) throws(SQLiteError) {
        try run(
            "INSERT OR \(conflict) INTO places VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(Int64(uid)), .text(digest.text), SQLValue(place.index), SQLValue(place.pages),
                SQLValue(place.position), SQLValue(place.title), .integer(place.time),
            ])
    }

    fileprivate func put(_ mark: Mark, of uid: UInt32, in digest: DocumentDigest) throws(SQLiteError) {
        let boxes = mark.boxes.map { "\($0.x0) \($0.y0) \($0.x1) \($0.y1)" }.joined(separator: ",")
        try run(
            "INSERT OR REPLACE INTO marks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(Int64(uid)), .text(digest.text), .text(mark.id), .integer(mark.kind.rawValue),
                SQLValue(mark.index), SQLValue(mark.position), SQLValue(mark.label), .text(boxes), .text(mark.layout),
                SQLValue(mark.text), SQLValue(mark.note), SQLValue(mark.color), .integer(mark.created),
                .integer(mark.changed),
            ])
    }
}

extension Statement {
    private func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    fileprivate func place(from column: Int32) -> ReadingPlace {
        ReadingPlace(
            index: Int(clamping: integer(column)), pages: Int(clamping: integer(column + 1)),
            position: isNull(column + 2) ? nil : integer(column + 2), title: optionalText(column + 3),
            time: integer(column + 4))
    }

    fileprivate var mark: Mark {
        let boxes = text(5).split(separator: ",").compactMap { box -> MarkBox? in
            let sides = box.split(separator: " ").compactMap { Double($0) }
            return sides.count == 4 ? MarkBox(x0: sides[0], y0: sides[1], x1: sides[2], y1: sides[3]) : nil
        }
        return Mark(
            id: text(0), kind: Mark.Kind(rawValue: integer(1)) ?? .bookmark, index: Int(clamping: integer(2)),
            label: optionalText(4), position: isNull(3) ? nil : integer(3), boxes: boxes, layout: text(6),
            text: optionalText(7), note: optionalText(8), color: optionalText(9), created: integer(10),
            changed: integer(11))
    }
}
