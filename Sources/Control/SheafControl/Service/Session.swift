import Glibc
import ServiceDiscovery
import SheafInterface
import SheafOS
import Varlink

/// The settings of every verb besides its own arguments.
struct Settings: Equatable, Sendable {
    /// How long to wait for an answer, in seconds.
    static let defaultTimeout = 60

    /// Which sheafd is meant.
    var service = ServiceChoice.automatic
    /// A reader's id or the beginning of one; nil for the one that the user used last.
    var reader: String?
    /// Whether to print one JSON object a line instead of text for people.
    var isJSON = false
    /// How long to wait for an answer, in milliseconds.
    var timeoutMilliseconds = defaultTimeout * 1_000
}

/// A command's connections to the service. Where the service ends one, it is opened again.
final class Session {
    let settings: Settings
    /// Finds the service.
    let finder: ServiceFinder
    /// From which files readers were opened.
    let notes: ReaderNotes
    /// Makes a client, with what is done while it waits.
    private let make: (WaitHook?) -> VarlinkReconnectingClient
    private let client: VarlinkReconnectingClient
    /// Shows the progress to whoever waits; nil where there is no terminal.
    private let progress: CountProgress?

    /// - Parameters:
    ///   - reconnection: how long and how often to try where the service is restarted.
    ///   - notes: where it is noted from which files readers were opened.
    ///   - showProgress: writes to a terminal; nil where there is none.
    ///   - mayStart: whether a service of the user's is started where there is none.
    ///   - tell: shows a person what a service says that was started.
    ///   - connect: connects to the service; nil: to the one of the settings.
    init(
        _ settings: Settings, mayStart: Bool = false, tell: @escaping (String) -> Void = { _ in },
        reconnection: VarlinkReconnection = VarlinkReconnection(),
        notes: ReaderNotes = .ofThisUser,
        showProgress: ((String) -> Void)? = nil, connect: VarlinkConnecting? = nil
    ) {
        self.settings = settings
        let finder = ServiceFinder(settings.service, mayStart: mayStart, tell: tell)
        self.finder = finder
        self.notes = notes
        let make = { (waiting: WaitHook?) in
            VarlinkReconnectingClient(
                timeoutMilliseconds: settings.timeoutMilliseconds, reconnection: reconnection, whileWaiting: waiting
            ) { () throws(OSError) in
                if let connect { try connect() } else { VarlinkBlockingClient(try finder.connect()) }
            }
        }
        self.make = make
        var waiting: WaitHook?
        if let showProgress {
            let progress = CountProgress(showProgress) { make(nil) }
            waiting = WaitHook(everyMilliseconds: CountProgress.interval) { progress.look() }
            self.progress = progress
        } else {
            progress = nil
        }
        client = make(waiting)
    }

    /// Another client of the service, with a connection of its own.
    func makeClient() -> VarlinkReconnectingClient { make(nil) }

    /// Calls over the command's own connection.
    ///
    /// - Parameters:
    ///   - isRepeatable: whether this call may be made twice; nil: as its method may.
    ///   - attempt: what the call is to do, as in "cannot open book.pdf".
    ///   - unanswered: the error where it is unknown whether the call was done; nil: the general one.
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [],
        isRepeatable: Bool? = nil, attempt: @autoclosure () -> String,
        unanswered: () throws(ControlError) -> ControlError? = { nil }
    ) throws(ControlError) -> VarlinkReply<Method.Reply> where Method.Failure: ExplainedFailure {
        progress?.begin()
        defer { progress?.end() }
        do throws(VarlinkCallError<Method.Failure>) {
            return try client.call(method, parameters, descriptors: descriptors, isRepeatable: isRepeatable)
        } catch {
            if case .connection(let reason) = error, reason.code == .unanswered, let failure = try unanswered() {
                throw failure
            }
            throw failure(attempt(), error)
        }
    }

    /// Calls for a list that comes in several replies, and waits for all of them.
    func callMore<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, attempt: @autoclosure () -> String
    ) throws(ControlError) -> [Method.Reply] where Method.Failure: ExplainedFailure {
        progress?.begin()
        defer { progress?.end() }
        do throws(VarlinkCallError<Method.Failure>) {
            var reply = try client.callMore(method, parameters)
            var replies = [reply.parameters]
            while reply.continues {
                reply = try client.receive(method)
                replies.append(reply.parameters)
            }
            return replies
        } catch {
            throw failure(attempt(), error)
        }
    }

    /// Asks for a list part by part, and hands over each.
    ///
    /// - Parameters:
    ///   - next: the number from which the next part goes on; nil in the last one.
    ///   - parameters: are given that of the part; nil: of the first.
    func parts<Method: VarlinkMethod>(
        _ method: Method.Type, _ next: KeyPath<Method.Reply, Int?>, _ attempt: String,
        _ parameters: (Int?) -> Method.Parameters, each: (Method.Reply) throws(ControlError) -> Void
    ) throws(ControlError) where Method.Failure: ExplainedFailure {
        var first: Int?
        repeat {
            let part = try call(method, parameters(first), attempt: attempt).parameters
            try each(part)
            first = part[keyPath: next]
        } while first != nil
    }

    /// All parts of a list.
    func parts<Method: VarlinkMethod>(
        _ method: Method.Type, _ next: KeyPath<Method.Reply, Int?>, _ attempt: String,
        _ parameters: (Int?) -> Method.Parameters
    ) throws(ControlError) -> [Method.Reply] where Method.Failure: ExplainedFailure {
        var parts: [Method.Reply] = []
        try self.parts(method, next, attempt, parameters) { parts.append($0) }
        return parts
    }

    /// Calls as ``call(_:_:descriptors:isRepeatable:attempt:unanswered:)`` does what may need a password.
    ///
    /// - Parameter work: what is shown where it takes long, as in "opening book.pdf"; nil: how far the reader's document is counted.
    func callOpening<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [], attempt: String,
        showing work: String? = nil
    ) throws(ControlError) -> PasswordResult<Method.Reply> where Method.Failure == ReaderInterface.Failure {
        if let work { progress?.begin(showing: work) } else { progress?.begin() }
        defer { progress?.end() }
        do throws(VarlinkCallError<Method.Failure>) {
            return .done(try client.call(method, parameters, descriptors: descriptors).parameters)
        } catch {
            let failure = failure(attempt, error)
            guard case .failed(.passwordNeeded(let isWrong)) = error else { throw failure }
            return .needed(isWrong: isWrong, failure)
        }
    }

    /// Calls over the same connection, without a reply.
    func send<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, attempt: @autoclosure () -> String
    ) throws(ControlError) where Method.Failure: ExplainedFailure {
        do throws(VarlinkCallError<Method.Failure>) {
            try client.send(method, parameters)
        } catch {
            throw failure(attempt(), error)
        }
    }

    /// The error of a call that failed.
    func failure<Failure: ExplainedFailure>(_ attempt: String, _ error: VarlinkCallError<Failure>) -> ControlError {
        if case .connection(let reason) = error, case .unreachable(let code) = reason.code {
            return cannotReach(code)
        }
        return ControlError(cannot: attempt, error)
    }

    /// The error where the service could not be connected to, with the errno of the attempt.
    func cannotReach(_ code: Int32) -> ControlError {
        ControlError(finder.problem(code))
    }

    /// Waits for so many milliseconds.
    func pause(_ milliseconds: Int) {
        poll(nil, 0, Int32(clamping: milliseconds))
    }
}

extension Session {
    /// The id of the reader that the command line means.
    func reader() throws(ControlError) -> String {
        let reader = try ReaderChoice.choose(
            settings.reader, among: readers(attempt: "find your reader"), user: CurrentProcess.user)
        showProgress(of: reader)
        return reader
    }

    /// The readers that the user may see.
    func readers(attempt: String) throws(ControlError) -> [ManagerInterface.ReaderEntry] {
        try callMore(ManagerInterface.ListReaders.self, .init(), attempt: attempt).flatMap(\.readers)
    }

    /// Shows how far this reader's document is counted where a call takes long.
    func showProgress(of reader: String) { progress?.reader = reader }

    /// The state of a reader.
    func state(of reader: String) throws(ControlError) -> ReaderInterface.State {
        try call(
            ReaderInterface.GetState.self, .init(reader: reader), attempt: "ask where the reader stands"
        ).parameters.state
    }

    /// Finds out whether there is a page.
    func probe(page index: Int, of reader: String) throws(VarlinkCallError<ReaderInterface.Failure>) {
        _ = try client.call(
            ReaderInterface.GetPage.self, .init(reader: reader, index: index, handover: .some(.none)))
    }

    /// Returns a page that the service has handed over: it counts what is not returned against the user.
    func release(_ page: ReaderInterface.Page, of reader: String) throws(ControlError) {
        _ = try call(
            ReaderInterface.ReleasePage.self, .init(reader: reader, rendition: page.rendition),
            attempt: "return \(PageText.name(page.index))")
    }
}

/// The result of a call that may need a password.
enum PasswordResult<Reply> {
    case done(Reply)
    /// The document is locked; the error says so to people.
    case needed(isWrong: Bool, ControlError)

    func get() throws(ControlError) -> Reply {
        switch self {
        case .done(let reply): return reply
        case .needed(_, let error): throw error
        }
    }
}

/// Finds the reader that a command works on.
enum ReaderChoice {
    /// How much of an id is shown at least.
    private static let shortest = 8
    /// How many readers an error lists.
    private static let mostListed = 4
    /// How many columns of a terminal the title of a document takes there.
    private static let titleWidth = 40

    /// Chooses one of the readers that there are.
    ///
    /// - Parameters:
    ///   - name: an id or its beginning; nil for the reader of the user that was used last.
    ///   - user: the user who is meant where `name` is nil.
    /// - Returns: a whole id.
    static func choose(
        _ name: String?, among readers: [ManagerInterface.ReaderEntry], user: UInt32
    ) throws(ControlError) -> String {
        guard let name else { return try current(readers.filter { $0.uid == Int(user) }, among: readers) }
        let found = readers.filter { $0.reader.hasPrefix(name) }
        if let reader = found.first, found.count == 1 { return reader.reader }
        guard found.isEmpty else {
            throw ControlError(
                "\(found.count) readers have an id that begins with \(name): give more of it: \(list(found, readers))")
        }
        let known = readers.isEmpty ? "there is none now: \"sheafctl open FILE\" opens one" : list(readers, readers)
        throw ControlError("no reader has an id that begins with \(name): \(known)")
    }

    private static func current(
        _ own: [ManagerInterface.ReaderEntry], among all: [ManagerInterface.ReaderEntry]
    ) throws(ControlError) -> String {
        guard let first = own.first else {
            throw ControlError("you have no reader: \"sheafctl open FILE\" opens one")
        }
        if own.count == 1 { return first.reader }
        // A service from before there was one does not say.
        guard let current = own.first(where: { $0.current ?? false }) else {
            throw ControlError("you have \(own.count) readers: name one with --reader ID: \(list(own, all))")
        }
        return current.reader
    }

    private static func list(
        _ readers: [ManagerInterface.ReaderEntry], _ all: [ManagerInterface.ReaderEntry]
    ) -> String {
        let length = shortLength(all.map(\.reader))
        let names = readers.prefix(mostListed).map { reader in
            let title = reader.title.map { DisplayText.cut($0, to: titleWidth) } ?? reader.document
            return "\(reader.reader.prefix(length)) (\(title), page \(reader.index + 1))"
        }
        let rest = readers.count - names.count
        return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more: \"sheafctl readers\" lists them" : "")
    }

    /// How many characters of the ids to show: as many as tell them apart, in steps of 4.
    static func shortLength(_ ids: [String]) -> Int {
        var length = shortest
        while length < 32, Set(ids.map { $0.prefix(length) }).count < Set(ids).count { length += 4 }
        return length
    }
}
