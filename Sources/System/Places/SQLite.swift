import CSQLite

/// An error that SQLite reports.
struct SQLiteError: Error {
    /// The result code of SQLite, without what extends it.
    let code: Int32
    let message: String

    /// Whether the file is no database, or not a whole one.
    var isOfDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
}

/// A connection to a database, used by one thread at a time.
@safe final class SQLite {
    private let connection: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Opens a database, or makes one.
    init(path: String) throws(SQLiteError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard let connection = unsafe opened, result == SQLITE_OK else {
            let message =
                unsafe opened.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? "there is no memory for it"
            unsafe sqlite3_close_v2(opened)
            throw SQLiteError(code: result & 0xff, message: message)
        }
        unsafe self.connection = connection
    }

    deinit {
        statements = [:]
        unsafe sqlite3_close_v2(connection)
    }

    /// Performs statements that answer nothing.
    func execute(_ script: String) throws(SQLiteError) {
        try check(unsafe sqlite3_exec(connection, script, nil, nil, nil))
    }

    /// Performs a statement with values for its parameters.
    ///
    /// - Returns: what `row` makes of each row.
    @discardableResult
    func run<Row>(
        _ text: String, _ values: [SQLValue] = [], _ row: (borrowing Statement) -> Row
    ) throws(SQLiteError) -> [Row] {
        let statement = try statement(text)
        defer { statement.reset() }
        for (index, value) in values.enumerated() { try check(statement.bind(value, at: Int32(index) + 1)) }
        var rows: [Row] = []
        while true {
            switch statement.step() {
            case SQLITE_ROW: rows.append(row(statement))
            case SQLITE_DONE: return rows
            case let code: throw error(code)
            }
        }
    }

    /// Runs a statement that returns no rows.
    func run(_ text: String, _ values: [SQLValue] = []) throws(SQLiteError) {
        try run(text, values) { (_: borrowing Statement) in }
    }

    /// Performs what `body` does as a whole, or not at all.
    func transaction<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            // SQLite may have done that by itself.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// How many rows the last statement has changed.
    var changes: Int { Int(unsafe sqlite3_changes(connection)) }

    private func statement(_ text: String) throws(SQLiteError) -> Statement {
        if let known = statements[text] { return known }
        var prepared: OpaquePointer?
        try check(unsafe sqlite3_prepare_v3(connection, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
        guard let prepared = unsafe prepared else { throw error(SQLITE_MISUSE) }
        let statement = unsafe Statement(prepared)
        statements[text] = statement
        return statement
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code & 0xff, message: unsafe String(cString: sqlite3_errmsg(connection)))
    }
}

/// A value for a parameter of a statement.
enum SQLValue {
    case null
    case integer(Int64)
    case text(String)

    init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }

    init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }

    init(_ value: String?) { self = value.map { .text($0) } ?? .null }
}

/// A statement that was prepared, and the row that it is on.
@safe final class Statement {
    private let statement: OpaquePointer

    fileprivate init(_ statement: OpaquePointer) { unsafe self.statement = statement }

    deinit { unsafe sqlite3_finalize(statement) }

    fileprivate func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return unsafe sqlite3_bind_null(statement, index)
        case .integer(let number): return unsafe sqlite3_bind_int64(statement, index, number)
        case .text(let text):
            // SQLITE_TRANSIENT: it makes a copy.
            let copies = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            return unsafe sqlite3_bind_text(statement, index, text, Int32(clamping: text.utf8.count), copies)
        }
    }

    fileprivate func step() -> Int32 { unsafe sqlite3_step(statement) & 0xff }

    fileprivate func reset() {
        unsafe sqlite3_reset(statement)
        unsafe sqlite3_clear_bindings(statement)
    }

    func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(statement, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(statement, column) }

    func text(_ column: Int32) -> String {
        guard let bytes = unsafe sqlite3_column_text(statement, column) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(statement, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
