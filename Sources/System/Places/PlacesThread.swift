package import SheafOS

/// The thread that has the database of places: a loop hands it work and is told what came of it, and never waits for a disk.
package final class PlacesThread {
    /// So much work may wait; more is refused.
    package static let maxWaiting = 4_096

    private final class Desk {
        let database: PlacesDatabase
        let loopQueue: WorkThread<Desk>.LoopQueue

        init(_ loopQueue: WorkThread<Desk>.LoopQueue, folder: String, report: @escaping (String) -> Void) {
            self.loopQueue = loopQueue
            database = PlacesDatabase(folder: folder, report: report)
        }
    }

    private let loop: EventLoop
    private let thread: WorkThread<Desk>

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - folder: where the database is.
    ///   - report: told on the loop, in a line, what the operator should know.
    package init(on loop: EventLoop, folder: String, report: @escaping (String) -> Void) throws(OSError) {
        self.loop = loop
        let ofLoop = OfLoop(value: report)
        thread = try WorkThread(on: loop, maxWaiting: Self.maxWaiting) { loopQueue in
            Desk(loopQueue, folder: folder) { text in loopQueue.enqueue { ofLoop.value(text) } }
        }
    }

    /// Has something done with the database. The completion is called on the loop, never from within this call.
    package func perform<Value: Sendable>(
        _ work: @escaping @Sendable (PlacesDatabase) throws(PlacesFailure) -> Value,
        completion: @escaping (Result<Value, PlacesFailure>) -> Void
    ) {
        let ofLoop = OfLoop(value: completion)
        let isTaken = thread.hand(over: { desk in
            let result: Result<Value, PlacesFailure>
            do throws(PlacesFailure) { result = .success(try work(desk.database)) } catch { result = .failure(error) }
            desk.loopQueue.enqueue { ofLoop.value(result) }
        })
        guard !isTaken else { return }
        let why = thread.hasEnded ? Self.ended : Self.overloaded
        loop.afterThisBatch { completion(.failure(why)) }
    }

    /// The digest of a file that was read before, and has not changed since; nil where there is none, or the database can't say it.
    ///
    /// - Parameter file: on a file system of this machine: others may never answer.
    package func digest(knownOf file: SharedDescriptor, completion: @escaping (DocumentDigest?) -> Void) {
        perform { database throws(PlacesFailure) in
            guard let identity = try? FileStatus(of: file.number) else { return DocumentDigest?.none }
            return try database.digest(of: identity)
        } completion: { result in
            completion((try? result.get()) ?? nil)
        }
    }

    /// Notes the digest of a file. Where that fails it is read again next time.
    package func note(_ digest: DocumentDigest, of file: FileStatus) {
        perform { database throws(PlacesFailure) in
            try database.note(digest, of: file)
        } completion: { _ in
        }
    }

    /// Waits until all work is done that was handed over, and what came of it told. Then the thread ends.
    package func finish() { thread.finish() }

    private static let ended = PlacesFailure.failed("places are kept no more: ask again")
    private static let overloaded = PlacesFailure.failed("\(maxWaiting) requests wait for the disk already")
}
