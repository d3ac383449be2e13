import Glibc
package import SheafOS
import Synchronization

/// The thread that has the database of places, and reads documents for their digests: a loop hands it work and is told what came
/// of it, and never waits for a disk.
///
/// Work is done in the order in which it comes. Documents are read a part at a time, in turn, where nothing else is to be done.
package final class PlacesThread {
    /// So much work may wait; more is refused.
    package static let maxWaiting = 4_096
    /// How long ``finish()`` waits for what was handed over, in milliseconds.
    private static let finishTime: Int32 = 5_000
    /// A byte a piece of work; where it is full the thread wakes anyway.
    private static let pipeCapacity: UInt32 = 4_096

    private let loop: EventLoop
    private let exchange = Exchange()
    /// Wakes the thread; closed, it ends.
    private var wake: SharedDescriptor?
    /// Tells that something was done; hung up when the thread has ended.
    private let done: SharedDescriptor
    private var source: DescriptorSource?

    /// What the two threads hand each other.
    private final class Exchange: Sendable {
        struct Work {
            var waiting: [@Sendable (Desk) -> Void] = []
            /// To be called on the loop.
            var done: [@Sendable () -> Void] = []
            var isEnding = false
        }

        let work = Mutex(Work())
    }

    /// What the thread works with, and its ends of the pipes.
    private final class Desk {
        let database: PlacesDatabase
        let exchange: Exchange
        let wake: FileDescriptor
        let done: FileDescriptor
        var readings: [(reading: DigestReading, finish: (Result<DocumentDigest, PlacesFailure>) -> Void)] = []

        init(
            _ database: PlacesDatabase, _ exchange: Exchange, wake: consuming FileDescriptor,
            done: consuming FileDescriptor
        ) {
            self.database = database
            self.exchange = exchange
            self.wake = wake
            self.done = done
        }

        /// Has something called on the loop.
        func tell(_ body: @escaping @Sendable () -> Void) {
            exchange.work.withLock { $0.done.append(body) }
            var byte: UInt8 = 0
            _ = unsafe write(done.number, &byte, 1)
        }
    }

    /// What belongs to the loop, and the thread only passes back.
    private struct OfLoop<Value>: @unchecked Sendable {
        let value: Value
    }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - folder: where the database is.
    ///   - report: told on the loop, in a line, what the operator should know.
    package init(on loop: EventLoop, folder: String, report: @escaping (String) -> Void) throws(OSError) {
        self.loop = loop
        let (wakeEnds, doneEnds) = (try Self.pipe(), try Self.pipe())
        // The loop waits for nothing there that may not come.
        _ = fcntl(doneEnds.reading, F_SETFL, O_NONBLOCK)
        wake = SharedDescriptor(FileDescriptor(owning: wakeEnds.writing))
        done = SharedDescriptor(FileDescriptor(owning: doneEnds.reading))
        let ofLoop = OfLoop(value: report)
        let start = Start { [exchange] in
            weak var known: Desk?
            let desk = Desk(
                PlacesDatabase(folder: folder) { text in known?.tell { ofLoop.value(text) } }, exchange,
                wake: FileDescriptor(owning: wakeEnds.reading), done: FileDescriptor(owning: doneEnds.writing))
            known = desk
            Self.work(at: desk)
        }
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(start)
        let failure = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, argument.toOpaque())
        guard failure == 0 else {
            unsafe argument.release()
            close(wakeEnds.reading)
            close(doneEnds.writing)
            throw OSError(code: failure, operation: "start the thread of places")
        }
        pthread_detach(thread)
        source = try loop.watch(done.number, for: .readable) { [unowned self] _ in deliver() }
    }

    private final class Start {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }
    }

    deinit { source?.cancel() }

    /// Has something done with the database. The completion is called on the loop, never from within this call.
    package func perform<Value: Sendable>(
        _ work: @escaping @Sendable (PlacesDatabase) throws(PlacesFailure) -> Value,
        completion: @escaping (Result<Value, PlacesFailure>) -> Void
    ) {
        let ofLoop = OfLoop(value: completion)
        let isTaken = hand(over: { desk in
            let result: Result<Value, PlacesFailure>
            do throws(PlacesFailure) { result = .success(try work(desk.database)) } catch { result = .failure(error) }
            desk.tell { ofLoop.value(result) }
        })
        if !isTaken { refuse(completion) }
    }

    /// Finds the digest of a document.
    ///
    /// - Parameters:
    ///   - files: open for reading, on file systems of this machine: others may never answer.
    ///   - isAlbum: whether they are an album's.
    package func digest(
        of files: [SharedDescriptor], isAlbum: Bool,
        completion: @escaping (Result<DocumentDigest, PlacesFailure>) -> Void
    ) {
        let ofLoop = OfLoop(value: completion)
        let isTaken = hand(over: { desk in
            let finish = { (result: Result<DocumentDigest, PlacesFailure>) in desk.tell { ofLoop.value(result) } }
            let reading = DigestReading(of: files, isAlbum: isAlbum)
            // What the database can't say is read.
            let file = try? reading.fileIdentity()
            if let file, let known = try? desk.database.digest(of: file) { return finish(.success(known)) }
            desk.readings.append((reading, finish))
        })
        if !isTaken { refuse(completion) }
    }

    /// Waits until all work is done that was handed over, and what came of it told; documents that are being read are not read on.
    /// Then the thread ends.
    package func finish() {
        guard wake != nil else { return }
        exchange.work.withLock { $0.isEnding = true }
        wake = nil
        while true {
            var end = pollfd(fd: done.number, events: Int16(POLLIN), revents: 0)
            let count = unsafe poll(&end, 1, Self.finishTime)
            if count < 0, errno == EINTR { continue }
            deliver()
            if count <= 0 || end.revents & Int16(POLLIN) == 0 { break }
        }
        source?.cancel()
        source = nil
    }

    // MARK: On the loop

    private static let ended = PlacesFailure.failed("places are kept no more: ask again")
    private static let overloaded = PlacesFailure.failed("\(maxWaiting) requests wait for the disk already")

    /// - Returns: false where too much waits.
    private func hand(over work: @escaping @Sendable (Desk) -> Void) -> Bool {
        guard let wake else { return false }
        let isTaken = exchange.work.withLock { exchanged in
            guard exchanged.waiting.count < Self.maxWaiting else { return false }
            exchanged.waiting.append(work)
            return true
        }
        var byte: UInt8 = 0
        _ = unsafe write(wake.number, &byte, 1)
        return isTaken
    }

    private func refuse<Value>(_ completion: @escaping (Result<Value, PlacesFailure>) -> Void) {
        let why = wake == nil ? Self.ended : Self.overloaded
        loop.afterThisBatch { completion(.failure(why)) }
    }

    private func deliver() {
        var bytes: (UInt64, UInt64) = (0, 0)
        let count = unsafe Glibc.read(done.number, &bytes, 16)
        if count == 0 {
            source?.cancel()
            source = nil
        }
        let done = exchange.work.withLock { work in
            let done = work.done
            work.done = []
            return done
        }
        for body in done { body() }
    }

    private static func pipe() throws(OSError) -> (reading: Int32, writing: Int32) {
        var ends: (Int32, Int32) = (-1, -1)
        try Pipe.make(capacity: pipeCapacity) { ends = ($0.release(), $1.release()) }
        return ends
    }

    // MARK: On the thread

    private static func work(at desk: Desk) {
        while true {
            let (waiting, isEnding) = desk.exchange.work.withLock { work in
                let waiting = work.waiting
                work.waiting = []
                return (waiting, work.isEnding)
            }
            for work in waiting { work(desk) }
            guard waiting.isEmpty else { continue }
            if isEnding {
                for (_, finish) in desk.readings { finish(.failure(ended)) }
                // They hold the desk, whose end is what the loop waits for.
                desk.readings = []
                return
            }
            if desk.readings.isEmpty {
                var bytes: (UInt64, UInt64) = (0, 0)
                _ = unsafe Glibc.read(desk.wake.number, &bytes, 16)
            } else {
                readDocument(at: desk)
            }
        }
    }

    /// Reads a part of the next document.
    private static func readDocument(at desk: Desk) {
        let (reading, finish) = desk.readings.removeFirst()
        do throws(OSError) {
            guard let digest = try reading.advance() else {
                desk.readings.append((reading, finish))
                return
            }
            // Where it can't be noted it is read again next time.
            if let file = reading.file { try? desk.database.note(digest, of: file) }
            finish(.success(digest))
        } catch {
            finish(.failure(.failed(error.description)))
        }
    }
}
