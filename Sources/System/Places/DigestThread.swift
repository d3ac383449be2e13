package import SheafOS

/// Why a document has no digest.
package enum DigestFailure: Error, Equatable, Sendable {
    /// The document's bytes are not read for a digest.
    case noDigest(reason: String)
    /// The document's bytes can't be read, or change all the time.
    case unreadable(reason: String)
    /// The document has no digest yet; it may have one for a caller who asks again.
    case notNow(reason: String)

    /// In words.
    package var reason: String {
        switch self {
        case .noDigest(let reason), .unreadable(let reason), .notNow(let reason): reason
        }
    }
}

/// The thread that reads documents for their digests: a loop is told of each when it is known, and never waits for a disk.
///
/// Documents are read a part at a time, in turn: a small one does not wait for a large one, and what one user wants read makes that of
/// another wait for as much again at most.
package final class DigestThread {
    /// So many documents may be begun, joined or given up while the thread waits for a disk; more are refused.
    static let maxWaiting = 4_096

    /// A digest, and what file it is of where it is of one.
    package typealias Answer = Result<(digest: DocumentDigest, file: FileStatus?), DigestFailure>

    private struct Reading {
        let reading: DigestReading
        let finish: @Sendable (Answer) -> Void
    }

    private final class Desk {
        let loopQueue: WorkThread<Desk>.LoopQueue
        private var readings: [UInt64: Reading] = [:]
        private var turns = DigestTurns()
        /// Gone when nothing is to be read.
        private var buffer: DigestBuffer?

        init(_ loopQueue: WorkThread<Desk>.LoopQueue) { self.loopQueue = loopQueue }

        func add(_ reading: Reading, _ number: UInt64, for users: [UInt32]) {
            readings[number] = reading
            for user in users { turns.add(number, for: user) }
        }

        func join(_ number: UInt64, _ user: UInt32) { if readings[number] != nil { turns.add(number, for: user) } }

        func remove(_ number: UInt64) {
            readings[number] = nil
            turns.remove(number)
        }

        /// Reads a part of the next document.
        func read() -> Bool {
            guard let number = turns.next(), let next = readings[number] else {
                buffer = nil
                return false
            }
            let buffer = buffer ?? DigestBuffer()
            self.buffer = buffer
            do throws(OSError) {
                guard let digest = try next.reading.advance(with: buffer) else { return true }
                next.finish(.success((digest, next.reading.file)))
            } catch {
                next.finish(.failure(.unreadable(reason: error.description)))
            }
            remove(number)
            return true
        }

        /// Ends: nothing is read on.
        func end() {
            for reading in readings.values { reading.finish(.failure(DigestThread.ended)) }
            readings = [:]
        }
    }

    private let loop: EventLoop
    private let thread: WorkThread<Desk>
    /// The completions of the readings that are under way, by number.
    private var completions: [UInt64: (Answer) -> Void] = [:]
    private var lastNumber: UInt64 = 0

    /// Starts the thread.
    package init(on loop: EventLoop) throws(OSError) {
        self.loop = loop
        thread = try WorkThread(on: loop, maxWaiting: Self.maxWaiting, desk: { Desk($0) }) { desk in
            desk.read()
        } end: { desk in
            desk.end()
        }
    }

    /// Finds the digest of a document. The completion is called on the loop, never from within this call.
    ///
    /// - Parameters:
    ///   - files: open for reading, on file systems of this machine: others may never answer.
    ///   - isAlbum: whether they are an album's.
    ///   - users: who wait for it.
    /// - Returns: what ``join(_:by:)`` and ``giveUp(_:)`` take.
    @discardableResult
    package func digest(
        of files: [SharedDescriptor], isAlbum: Bool, for users: [UInt32], completion: @escaping (Answer) -> Void
    ) -> UInt64 {
        lastNumber += 1
        let number = lastNumber
        let deliver = OfLoop(value: { [weak self] (answer: Answer) in
            self?.completions.removeValue(forKey: number)?(answer)
        })
        let isTaken = thread.hand(over: { desk in
            let loopQueue = desk.loopQueue
            let reading = Reading(reading: DigestReading(of: files, isAlbum: isAlbum)) { answer in
                loopQueue.enqueue { deliver.value(answer) }
            }
            desk.add(reading, number, for: users)
        })
        if isTaken {
            completions[number] = completion
        } else {
            let why = thread.hasEnded ? Self.ended : Self.overloaded
            loop.afterThisBatch { completion(.failure(why)) }
        }
        return number
    }

    /// Another user waits for a document that is being read: it is read in the turns of that one too.
    package func join(_ number: UInt64, by user: UInt32) {
        guard completions[number] != nil else { return }
        _ = thread.hand(over: { desk in desk.join(number, user) })
    }

    /// A document is not read on, unless its digest is known by now: nobody is told it.
    package func giveUp(_ number: UInt64) {
        guard completions.removeValue(forKey: number) != nil else { return }
        _ = thread.hand(over: { desk in desk.remove(number) })
    }

    /// Ends the thread. Documents that are being read are not read on, and who waits for them is told so.
    package func finish() { thread.finish() }

    private static let ended = DigestFailure.notNow(reason: "the service ends: ask again")
    private static let overloaded = DigestFailure.notNow(
        reason: "\(maxWaiting) documents wait for the disk to be read for their digests")
}

/// Which document is read next for its digest: users take turns, and so do the documents that each of them waits for.
struct DigestTurns {
    /// The numbers of the readings that a user waits for, the next one first.
    private var readings: [UInt32: [UInt64]] = [:]
    /// The next one first.
    private var users: [UInt32] = []

    /// The reading whose turn it is, of which the next turn is the last one of its user; nil where there is none.
    mutating func next() -> UInt64? {
        guard let user = users.first, let number = readings[user]?.first else { return nil }
        users.removeFirst()
        users.append(user)
        readings[user]?.removeFirst()
        readings[user]?.append(number)
        return number
    }

    /// A user waits for a reading: it is read in that user's turns, and in those of others who wait for it.
    mutating func add(_ number: UInt64, for user: UInt32) {
        let known = readings[user] ?? []
        if known.isEmpty { users.append(user) }
        if !known.contains(number) { readings[user] = known + [number] }
    }

    /// Nobody waits for a reading any more.
    mutating func remove(_ number: UInt64) {
        for user in users {
            readings[user]?.removeAll { $0 == number }
            if readings[user]?.isEmpty ?? false { readings[user] = nil }
        }
        users.removeAll { readings[$0] == nil }
    }
}
