import SheafInterface
import SheafOS
import Varlink

/// Which bytes a document has, as URLs say it: ``length`` hexadecimal digits.
enum DocumentVersion {
    /// 128 bits. Versions tell states of one document apart, for which a few would do; but whoever writes a document could make two states
    /// with the same 64 bits, and what caches have of the first would pass for the second. 2^64 attempts are too many for that.
    static let length = 32

    /// The version of a document with a digest, as org.sheaf.Document has it: the beginning of that.
    ///
    /// Of a file whose middle was not read, half of the digits are of the time of its last change.
    static func of(digest: String, _ state: FileStatus) -> String? {
        let parts = digest.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count >= length, isVersion(String(parts[1].prefix(length))) else {
            return nil
        }
        guard parts[0] == "sha256-ends" else { return String(parts[1].prefix(length)) }
        return parts[1].prefix(length / 2) + time(of: state)
    }

    /// The version of a document that has no digest: of its size and the time of its last change.
    static func of(_ state: FileStatus) -> String { TextHash.digits(of: "\(state.size)") + time(of: state) }

    private static func time(of state: FileStatus) -> String { TextHash.digits(of: "\(state.modified)") }

    /// Whether a text may be one.
    static func isVersion(_ text: String) -> Bool {
        text.utf8.count == length && text.utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    }
}

/// The versions of files, as far as they were learnt: each is asked for once, as long as its file stays, whichever run that was in.
final class DocumentVersions {
    /// How many are remembered: as many as documents are listed.
    static let limit = LibraryIndex.documentsLimit

    private let service: ServiceConnections
    /// Where they are kept for the next run; nil: nowhere.
    private let store: CoverStore?
    private var memory = RecentMemory<DocumentState, String>(limit: limit)

    init(service: ServiceConnections, store: CoverStore? = nil) {
        (self.service, self.store) = (service, store)
        for (state, version) in store?.versions() ?? [] { memory[state] = version }
    }

    /// The version that a document has, where that is known.
    func known(of document: LibraryDocument) -> String? { memory[DocumentState(document)] }

    /// Finds the version of a document: sheafd reads it, and reads on after this has timed out, as long as the reader is open.
    ///
    /// - Parameter reader: that shows the document.
    func learn(
        of document: LibraryDocument, _ reader: String,
        completion: @escaping (Result<String, ServiceConnections.Failure<DocumentInterface.Failure>>) -> Void
    ) {
        if let known = known(of: document) { return completion(.success(known)) }
        service.call(DocumentInterface.GetDigest.self, .init(reader: reader), readsFile: true) { [self] result in
            let version: String
            switch result {
            case .success(let reply):
                guard let found = DocumentVersion.of(digest: reply.parameters.digest, document.state) else {
                    return completion(.failure(.unreachable("the service answers a digest that is none")))
                }
                version = found
            case .failure(.declared(.noDigest)): version = DocumentVersion.of(document.state)
            case .failure(let failure): return completion(.failure(failure))
            }
            // What was read may be what the file had before, or has now.
            if document.isCurrent {
                memory[DocumentState(document)] = version
                store?.keep(version, of: document)
            }
            completion(.success(version))
        }
    }
}

/// Values by keys, of which those that were used longest ago go: those of the last half of a limit stay.
struct RecentMemory<Key: Hashable, Value> {
    private let half: Int
    private var recent: [Key: Value] = [:]
    private var older: [Key: Value] = [:]

    /// - Parameter limit: how many there are at most, two or more.
    init(limit: Int) { half = max(limit / 2, 1) }

    var count: Int { recent.count + older.count }

    subscript(key: Key) -> Value? {
        mutating get {
            if let value = recent[key] { return value }
            guard let value = older.removeValue(forKey: key) else { return nil }
            self[key] = value
            return value
        }
        set {
            older[key] = nil
            recent[key] = newValue
            guard recent.count >= half else { return }
            (older, recent) = (recent, [:])
        }
    }
}
