import Glibc
import HostProtocol
import HostSupervision
import PageModel
import Places
package import SheafDocuments
package import SheafOS

/// Keeps where users have stopped reading documents, and what they have marked there (`Places=`), by what is in the documents.
///
/// Nobody waits for a disk: where readers are is looked at some time after they have turned, and when they are closed. What a client
/// is answered of marks is on disk.
package final class PlaceKeeper {
    /// How long a reader that is opened waits for its place at most once its document is open, in microseconds: until then a document
    /// that nobody has opened here before is read for its digest.
    static let patience: UInt64 = 250_000
    /// How long after a turn the places are kept of all that have turned, in microseconds.
    static let interval: UInt64 = 2_000_000

    /// The most requests of one user that may wait for the database; more are refused.
    static let requestsPerUser = 1_024

    private struct Key: Hashable {
        let uid: UInt32
        let digest: DocumentDigest
    }

    /// How many marks one user may have.
    package var marksPerUser: Int
    private let loop: EventLoop
    private let journal: Journal
    private let readers: ReaderTable
    private let documents: DocumentTable
    private let digests: DocumentDigests
    private let thread: PlacesThread
    private var timer: TimerSource?
    /// Places that are to be written.
    private var pending: [Key: ReadingPlace] = [:]
    private var isWriting = false
    private var hasFailed = false
    private var isFinished = false
    /// The waiting work of each user who has a piece of work with the thread. The thread gets one piece of a user's
    /// work at a time, so that nobody waits behind all that another user has asked for.
    private var waiting: [UInt32: [() -> Void]] = [:]

    /// - Parameter folder: where the database is.
    package init(
        on loop: EventLoop, folder: String, marksPerUser: Int, readers: ReaderTable, documents: DocumentTable,
        digests: DocumentDigests, journal: Journal
    ) throws(OSError) {
        self.loop = loop
        self.marksPerUser = marksPerUser
        self.digests = digests
        self.journal = journal
        self.readers = readers
        self.documents = documents
        thread = try PlacesThread(on: loop, folder: folder) { journal.log(.warning, $0) }
    }

    /// A reader may have turned. It is called at each turn of a page, and looks at no clock.
    package func touch() {
        guard timer == nil else { return }
        timer = try? loop.schedule(after: Self.interval) { [unowned self] in
            timer = nil
            keepAll()
        }
    }

    /// Ends: all that is known is written.
    package func finish() {
        timer?.cancel()
        timer = nil
        for session in readers.all { keepNow(session) }
        write()
        isFinished = true
        let rest = waiting.values.joined()
        waiting = [:]
        for start in rest { start() }
        thread.finish()
    }

    /// A reader ends.
    func readerCloses(_ session: ReaderSession) {
        guard session.hasPlaceToKeep else { return }
        let (document, user) = (session.document, session.uid)
        // Where in its text that is has to be asked.
        documents.addReader(to: document, of: user)
        keep(session) { [documents] in documents.release([document], of: user) }
    }

    // MARK: Places

    /// Where a user has stopped reading a document. The completion is called once, after ``patience`` at the latest, and with nil
    /// where that is not known.
    func place(of user: UInt32, in document: ServedDocument, completion: @escaping (ReadingPlace?) -> Void) {
        let answer = OnceAnswer(completion)
        guard let timer = try? loop.schedule(after: Self.patience, handler: { answer.give(nil) }) else {
            return completion(nil)
        }
        answer.timer = timer
        digests.digest(of: document, for: user) { [self] result in
            guard case .success(let digest) = result else { return answer.give(nil) }
            // What was not written yet is newer.
            if let place = pending[Key(uid: user, digest: digest)] { return answer.give(place) }
            thread.perform { database throws(PlacesFailure) in
                try database.place(of: user, in: digest)
            } completion: { [self] result in
                if case .failure(let failure) = result { report(failure) }
                answer.give((try? result.get()) ?? nil)
            }
        }
    }

    private final class OnceAnswer {
        var timer: TimerSource?
        private var completion: ((ReadingPlace?) -> Void)?

        init(_ completion: @escaping (ReadingPlace?) -> Void) { self.completion = completion }

        func give(_ place: ReadingPlace?) {
            timer?.cancel()
            let completion = completion
            self.completion = nil
            completion?(place)
        }
    }

    private func keepAll() {
        for session in readers.all where session.hasPlaceToKeep { keep(session) {} }
        // What could not be written before.
        if !pending.isEmpty { writeSoon() }
    }

    /// Keeps where a reader is.
    private func keep(_ session: ReaderSession, completion: @escaping () -> Void) {
        guard let stop = session.takeStop() else { return completion() }
        let (document, user) = (session.document, session.uid)
        let place = stop.place(in: document, at: Int64(time(nil)))
        digests.digest(of: document, for: user) { [self] result in
            guard case .success(let digest) = result else { return completion() }
            guard document.opened.flows, place.position == nil else {
                note(place, of: user, in: digest)
                return completion()
            }
            document.opened.positions(of: [stop.page.number], for: user) { [self] result in
                var place = place
                place.position = (try? result.get())?.first ?? nil
                note(place, of: user, in: digest)
                completion()
            }
        }
    }

    /// Keeps where a reader is as far as that is known now.
    private func keepNow(_ session: ReaderSession) {
        guard session.hasPlaceToKeep, let stop = session.takeStop(),
            case .success(let digest)? = session.document.digesting?.result
        else { return }
        pending[Key(uid: session.uid, digest: digest)] = stop.place(in: session.document, at: Int64(time(nil)))
    }

    private func note(_ place: ReadingPlace, of user: UInt32, in digest: DocumentDigest) {
        guard !isFinished else { return }
        pending[Key(uid: user, digest: digest)] = place
        writeSoon()
    }

    private func writeSoon() {
        guard !isWriting else { return }
        isWriting = true
        loop.afterThisBatch { self.write() }
    }

    private func write() {
        guard !pending.isEmpty else { return isWriting = false }
        let written = pending
        let places = written.map { (uid: $0.key.uid, digest: $0.key.digest, place: $0.value) }
        isWriting = true
        thread.perform { database throws(PlacesFailure) in
            try database.keep(places)
        } completion: { [self] result in
            isWriting = false
            switch result {
            case .success:
                hasFailed = false
                pending = pending.filter { written[$0.key] != $0.value }
                if !pending.isEmpty { writeSoon() }
            case .failure(let failure):
                // They wait for the next time that somebody turns.
                report(failure)
            }
        }
    }

    private func report(_ failure: PlacesFailure) {
        if !hasFailed { journal.log(.warning, "places can't be kept now: \(failure.reason)") }
        hasFailed = true
    }

    // MARK: The database

    /// Has something done with the marks and places of a user, behind what that user has asked for before. The completion is called on
    /// the loop, later.
    func perform<Value: Sendable>(
        for user: UInt32, _ work: @escaping @Sendable (PlacesDatabase) throws(PlacesFailure) -> Value,
        completion: @escaping (Result<Value, PlacesFailure>) -> Void
    ) {
        let start = { [self] in
            thread.perform(work) { [self] result in
                performNext(of: user)
                completion(result)
            }
        }
        guard let count = waiting[user]?.count else {
            waiting[user] = []
            return start()
        }
        guard count < Self.requestsPerUser else {
            let refusal = PlacesFailure.failed("\(count) requests of this user wait for the disk already")
            return loop.afterThisBatch { completion(.failure(refusal)) }
        }
        waiting[user]?.append(start)
    }

    private func performNext(of user: UInt32) {
        guard let next = waiting[user]?.first else { return waiting[user] = nil }
        waiting[user]?.removeFirst()
        next()
    }

    /// The digest of a file that was read before, and has not changed since.
    func digest(knownOf file: SharedDescriptor, completion: @escaping (DocumentDigest?) -> Void) {
        thread.digest(knownOf: file, completion: completion)
    }

    /// The digest of a file as it was once: it may be another one now.
    func digest(knownOf identity: DocumentIdentity, completion: @escaping (DocumentDigest?) -> Void) {
        thread.perform { database throws(PlacesFailure) in
            try database.digest(
                device: identity.device, inode: identity.inode, size: Int64(bitPattern: identity.size),
                changed: identity.changed)
        } completion: {
            completion((try? $0.get()) ?? nil)
        }
    }

    /// Notes the digest of a file.
    func note(_ digest: DocumentDigest, of file: FileStatus) { thread.note(digest, of: file) }

    /// Drops the places of a user that are still to be written: in the document with a digest, or in all.
    func forget(_ digest: DocumentDigest?, of user: UInt32) {
        pending = pending.filter { $0.key.uid != user || digest.map { [key = $0.key] in $0 != key.digest } ?? false }
    }
}

extension PlacesFailure {
    /// The failure in words.
    var reason: String {
        switch self {
        case .noSuchMark: "there is no such mark"
        case .limitReached(let limit): "a user may have \(limit) marks"
        case .failed(let reason): reason
        }
    }
}
