import Glibc
import SheafInterface
import SheafOS
import Varlink

/// Connections to sheafd, each of which does one call at a time: one that waits for a page holds up its own connection only. A service that
/// was restarted is connected to again, and what was lost is asked again: all that is asked here may be asked twice.
final class ServiceConnections {
    /// How many there are at most.
    static let limit = 8
    /// Calls that wait for one; a further one fails.
    static let waitingLimit = 512
    /// How long a call may take, in microseconds: as long as sheafd lets a provider work, and a little.
    static let callTime: UInt64 = 60_000_000
    /// How often a call is made that is lost with its connection, and the pause before the second time, in microseconds, which doubles: 6 s in
    /// all.
    private static let attempts = 7
    private static let pause: UInt64 = 50_000

    /// Why there is no answer.
    enum Failure<Declared: VarlinkFailure>: Error {
        case declared(Declared)
        /// Too much is asked for at once.
        case busy
        case timedOut
        /// The service can't be reached, with the reason.
        case unreachable(String)
    }

    private final class Lane {
        var client: VarlinkClient?
        var isBusy = false
    }

    private let loop: EventLoop
    private let connect: () throws(OSError) -> FileDescriptor
    private var lanes: [Lane] = []
    private var waiting: [(Lane) -> Void] = []
    private var firstWaiting = 0

    /// - Parameter connect: makes a connection, without waiting.
    init(loop: EventLoop, connect: @escaping () throws(OSError) -> FileDescriptor) {
        self.loop = loop
        self.connect = connect
    }

    /// Calls, and passes the outcome on: never from within this call.
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters,
        completion: @escaping (Result<VarlinkReply<Method.Reply>, Failure<Method.Failure>>) -> Void
    ) {
        call(method, parameters, attempt: 1, completion: completion)
    }

    private func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, attempt: Int,
        completion: @escaping (Result<VarlinkReply<Method.Reply>, Failure<Method.Failure>>) -> Void
    ) {
        guard waiting.count - firstWaiting < Self.waitingLimit else {
            return loop.afterThisBatch { completion(.failure(.busy)) }
        }
        waiting.append { [self] lane in
            var isTimedOut = false
            let timer = try? loop.schedule(after: Self.callTime) {
                // Its render is cancelled with the connection.
                isTimedOut = true
                lane.client?.close()
            }
            let finish = { [self] (result: Result<VarlinkReply<Method.Reply>, VarlinkCallError<Method.Failure>>) in
                timer?.cancel()
                lane.isBusy = false
                switch result {
                case .success(let reply): completion(.success(reply))
                case .failure(.failed(let failure)): completion(.failure(.declared(failure)))
                case .failure(.undeclared(let name, _)):
                    completion(.failure(.unreachable("the service answers \(name)")))
                case .failure(.connection) where isTimedOut: completion(.failure(.timedOut))
                case .failure(.connection(let error)):
                    if attempt < Self.attempts, again(method, parameters, attempt: attempt, completion) { break }
                    completion(.failure(.unreachable(error.description)))
                }
                next()
            }
            do throws(OSError) {
                try client(of: lane).call(method, parameters, completion: finish)
            } catch {
                let failure = VarlinkError(.unreachable(error.code), error.description)
                loop.afterThisBatch { finish(.failure(.connection(failure))) }
            }
        }
        next()
    }

    /// Makes a call once more, after a while.
    private func again<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, attempt: Int,
        _ completion: @escaping (Result<VarlinkReply<Method.Reply>, Failure<Method.Failure>>) -> Void
    ) -> Bool {
        var timer: TimerSource?
        timer = try? loop.schedule(after: Self.pause << UInt64(attempt - 1)) { [self] in
            timer = nil
            call(method, parameters, attempt: attempt + 1, completion: completion)
        }
        return timer != nil
    }

    private func client(of lane: Lane) throws(OSError) -> VarlinkClient {
        if let client = lane.client, client.isOpen { return client }
        let client = try VarlinkClient(try connect(), on: loop) { [weak lane] _ in lane?.client = nil }
        lane.client = client
        return client
    }

    /// Gives what waits to the connections that are free.
    private func next() {
        while firstWaiting < waiting.count, let lane = freeLane() {
            let job = waiting[firstWaiting]
            firstWaiting += 1
            if firstWaiting == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                firstWaiting = 0
            } else if firstWaiting > 1_024 {
                waiting.removeFirst(firstWaiting)
                firstWaiting = 0
            }
            lane.isBusy = true
            job(lane)
        }
    }

    private func freeLane() -> Lane? {
        if let lane = lanes.first(where: { !$0.isBusy }) { return lane }
        guard lanes.count < Self.limit else { return nil }
        let lane = Lane()
        lanes.append(lane)
        return lane
    }
}
