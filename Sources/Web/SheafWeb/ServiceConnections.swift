import Glibc
import SheafOS
import Varlink

/// Connections to sheafd, each of which does one call at a time: one that waits for a page holds up its own connection only. A service that
/// was restarted is connected to again, and what was lost is asked again: all that is asked here may be asked twice.
final class ServiceConnections {
    /// How many there are at most.
    static let limit = 8
    /// Calls that wait for one; a further one fails.
    static let waitingLimit = 512
    /// How many of them wait for sheafd to read a whole file, at most: that takes long, and pages have the others.
    static let readingLimit = 2
    /// How long a call may take, in microseconds: as long as sheafd lets a provider work, and a little.
    static let callTime: UInt64 = 60_000_000
    /// How often something is asked that is lost with its connection, and the pause before the second time, in microseconds, which doubles: 3 s
    /// in all.
    static let attempts = 7
    private static let firstPause: UInt64 = 50_000

    /// How long to wait before something is asked again that was lost with its connection, in microseconds.
    ///
    /// - Parameter attempt: how often it was asked.
    static func pause(after attempt: Int) -> UInt64 { firstPause << UInt64(attempt - 1) }

    /// Why there is no answer.
    enum Failure<Declared: VarlinkFailure>: Error {
        case declared(Declared)
        /// Too much is asked for at once.
        case busy
        case timedOut
        /// The service can't be reached, with the reason.
        case unreachable(String)
    }

    private final class PooledConnection {
        var client: VarlinkClient?
        var isBusy = false
    }

    private let loop: EventLoop
    private let callTime: UInt64
    private let connect: () throws(OSError) -> FileDescriptor
    private var pool: [PooledConnection] = []
    private var waiting: [(PooledConnection) -> Void] = []
    private var firstWaiting = 0
    /// Calls that read a file: how many are made or are among those that wait for a connection, and those that wait for these.
    private var readings = 0
    private var waitingReadings: [(PooledConnection) -> Void] = []

    /// - Parameters:
    ///   - callTime: how long a call may take, in microseconds.
    ///   - connect: makes a connection. It waits only where it starts a service.
    init(
        loop: EventLoop, callTime: UInt64 = ServiceConnections.callTime,
        connect: @escaping () throws(OSError) -> FileDescriptor
    ) {
        self.loop = loop
        self.callTime = callTime
        self.connect = connect
    }

    /// Calls, and passes the outcome on: never from within this call.
    ///
    /// - Parameter readsFile: whether sheafd has to read a whole file for it. Of these ``readingLimit`` are made at once.
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [],
        readsFile: Bool = false,
        completion: @escaping (Result<VarlinkReply<Method.Reply>, Failure<Method.Failure>>) -> Void
    ) {
        call(method, parameters, Attempt(readsFile: readsFile, descriptors: descriptors), completion: completion)
    }

    /// Gives something back that the service holds for this program: a reader, a page. It is never too much, since what it is the end of was not.
    func giveBack<Method: VarlinkMethod>(_ method: Method.Type, _ parameters: Method.Parameters) {
        call(method, parameters, Attempt(isRefusable: false)) { _ in }
    }

    private struct Attempt {
        var number = 1
        /// Whether it fails where too much waits.
        var isRefusable = true
        var readsFile = false
        var descriptors: [SharedDescriptor] = []
    }

    private func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, _ attempt: Attempt,
        completion: @escaping (Result<VarlinkReply<Method.Reply>, Failure<Method.Failure>>) -> Void
    ) {
        guard
            !attempt.isRefusable || waiting.count - firstWaiting + waitingReadings.count < Self.waitingLimit
        else {
            return loop.afterThisBatch { completion(.failure(.busy)) }
        }
        let job = { [self] (pooled: PooledConnection) in
            var isTimedOut = false
            let timer = try? loop.schedule(after: callTime) {
                // Its render is cancelled with the connection.
                isTimedOut = true
                pooled.client?.close()
            }
            let finish = { [self] (result: Result<VarlinkReply<Method.Reply>, VarlinkCallError<Method.Failure>>) in
                timer?.cancel()
                pooled.isBusy = false
                if attempt.readsFile { endReading() }
                switch result {
                case .success(let reply): completion(.success(reply))
                case .failure(.failed(let failure)): completion(.failure(.declared(failure)))
                case .failure(.undeclared(let name, _)):
                    completion(.failure(.unreachable("the service answers \(name)")))
                case .failure(.connection) where isTimedOut: completion(.failure(.timedOut))
                case .failure(.connection(let error)):
                    if attempt.number < Self.attempts, again(method, parameters, attempt, completion) { break }
                    completion(.failure(.unreachable(error.description)))
                }
                next()
            }
            do throws(OSError) {
                try client(of: pooled).call(method, parameters, descriptors: attempt.descriptors, completion: finish)
            } catch {
                let failure = VarlinkError(.unreachable(error.code), error.description)
                loop.afterThisBatch { finish(.failure(.connection(failure))) }
            }
        }
        if attempt.readsFile, readings == Self.readingLimit {
            waitingReadings.append(job)
        } else {
            if attempt.readsFile { readings += 1 }
            waiting.append(job)
        }
        next()
    }

    /// One that reads a file is done: another one may.
    private func endReading() {
        if waitingReadings.isEmpty { readings -= 1 } else { waiting.append(waitingReadings.removeFirst()) }
    }

    /// Makes a call once more, after a while.
    private func again<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, _ attempt: Attempt,
        _ completion: @escaping (Result<VarlinkReply<Method.Reply>, Failure<Method.Failure>>) -> Void
    ) -> Bool {
        var timer: TimerSource?
        timer = try? loop.schedule(after: Self.pause(after: attempt.number)) { [self] in
            timer = nil
            var next = attempt
            next.number += 1
            call(method, parameters, next, completion: completion)
        }
        return timer != nil
    }

    private func client(of pooled: PooledConnection) throws(OSError) -> VarlinkClient {
        if let client = pooled.client, client.isOpen { return client }
        let client = try VarlinkClient(try connect(), on: loop) { [weak pooled] _ in pooled?.client = nil }
        pooled.client = client
        return client
    }

    /// Gives what waits to the connections that are free.
    private func next() {
        while firstWaiting < waiting.count, let pooled = freeConnection() {
            let job = waiting[firstWaiting]
            firstWaiting += 1
            if firstWaiting == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                firstWaiting = 0
            } else if firstWaiting > 1_024 {
                waiting.removeFirst(firstWaiting)
                firstWaiting = 0
            }
            pooled.isBusy = true
            job(pooled)
        }
    }

    private func freeConnection() -> PooledConnection? {
        if let pooled = pool.first(where: { !$0.isBusy }) { return pooled }
        guard pool.count < Self.limit else { return nil }
        let pooled = PooledConnection()
        pool.append(pooled)
        return pooled
    }
}
