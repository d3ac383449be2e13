import HostProtocol
import HostSupervision
import Navigation
import PageModel
import SheafDocuments
import SheafPages

/// Why a command is not done at once.
enum Interruption: Error {
    /// The command can't be done. Nothing has changed but what was due before it.
    case failure(ReaderError)
    /// The command needs the answer to a question first (``CommandInputs/asked``), and is performed again when that is there.
    case needsAnswer
}

/// A page that is about to be moved, or dropped: the machine has said that it fits, and its provider is asked.
struct PendingMove {
    let move: ReaderMachine.Move
    var end: ReaderMachine.MoveEnd?
}

/// The answers that a command has got so far: it is performed from its beginning each time that it gets one more.
final class CommandInputs {
    /// How many questions of one kind a command may ask. Most of all asks a change of a document, of each place that its reader goes
    /// by: these are 512 pages that come and go and 200 of the history, asked for again as often as ``maxTimes`` says.
    static let maxOfAKind = 4_096
    /// So often it is asked what is where: a document that changes all the time is taken as it was.
    static let maxTimes = 4

    /// The priority with which documents are asked.
    fileprivate let priority: HostPriority

    private struct Given {
        let answer: DocumentQuery.Answer
        let generation: Int?
        let times: Int
    }

    private var given: [DocumentQuery: Given] = [:]
    /// How many questions of each kind were asked.
    private var counts: [String: Int] = [:]
    /// The question that was asked last and has no answer yet.
    fileprivate var asked: DocumentQuery?
    /// The move of a page that the command has begun already, and must not begin twice: it goes on there after the next
    /// answer.
    var move: PendingMove?
    /// The closure that is called when the command is over, done or failed.
    private var afterCommand: (() -> Void)?

    fileprivate init(_ priority: HostPriority) { self.priority = priority }

    /// The answer to a question. What is where is asked again when the document has changed meanwhile: all answers that a command
    /// has are of one state of it.
    ///
    /// - Throws: that it is needed, where it was not asked yet; or that too much of the kind was asked, and no answer was the last one
    ///   that is needed.
    func answer(to question: DocumentQuery.Question, of document: ServedDocument) throws(Interruption)
        -> DocumentQuery.Answer
    {
        let query = DocumentQuery(document: document, question: question)
        guard let known = given[query], known.generation == query.generation || known.times >= Self.maxTimes else {
            guard counts[question.kind, default: 0] < Self.maxOfAKind else {
                let asked = "the document was asked \(Self.maxOfAKind) times \(question.kind)"
                throw .failure(.overloaded("\(asked), and what is needed changes with each answer: try again"))
            }
            counts[question.kind, default: 0] += 1
            asked = query
            throw .needsAnswer
        }
        return known.answer
    }

    /// Whether an answer is of an earlier state of its document than it is in now.
    var isStale: Bool { given.contains { $1.generation != $0.generation } }

    /// Has something done when the command is over, done or failed; of several the first.
    ///
    /// - Returns: whether it is the first.
    func afterCommand(_ body: @escaping () -> Void) -> Bool {
        guard afterCommand == nil else { return false }
        afterCommand = body
        return true
    }

    fileprivate func end() {
        let body = afterCommand
        afterCommand = nil
        body?()
    }

    fileprivate func add(_ answer: DocumentQuery.Answer, to query: DocumentQuery) {
        given[query] = Given(
            answer: answer, generation: query.generation, times: (given[query]?.times ?? 0) + 1)
    }
}

/// A command of a reader, or a question about it.
struct ReaderCommand {
    /// Does it, and answers whoever asked.
    let perform: (CommandInputs) throws(Interruption) -> Void
    /// Says that it was not done.
    let fail: (ReaderError) -> Void

    init(perform: @escaping (CommandInputs) throws(Interruption) -> Void, fail: @escaping (ReaderError) -> Void) {
        self.perform = perform
        self.fail = fail
    }

    /// A question about a reader as it stands. What it goes by (the time, a position, the page that is shown) is taken once, and is the
    /// same however often documents have to be asked for the answer: else the answer to one question raises the next, as long as pages move.
    ///
    /// - Parameters:
    ///   - take: gets the answers too, for what has to be known before; it is done once without asking.
    ///   - answer: performed each time that a document has answered.
    init<Taken>(
        taking take: @escaping (CommandInputs) throws(Interruption) -> Taken,
        answer: @escaping (Taken, CommandInputs) throws(Interruption) -> Void, fail: @escaping (ReaderError) -> Void
    ) {
        var taken: Taken?
        self.init(
            perform: { inputs throws(Interruption) in
                if let taken { return try answer(taken, inputs) }
                let new = try take(inputs)
                taken = new
                try answer(new, inputs)
            }, fail: fail)
    }
}

/// The commands of one reader: done in the order in which they came, where a command that has to ask a document holds up those
/// behind it; or beside that order, each as soon as it has its answers.
final class CommandQueue {
    /// How many commands may wait for one that asks a document.
    static let limit = 64
    /// How many commands wait when drag offsets that follow each other are merged: only the last one waits then.
    static let offsetLimit = 32

    private final class Waiting {
        let command: ReaderCommand
        let inputs: CommandInputs
        /// Whether it was performed, and may wait for an answer: that alone goes on with it.
        var isBegun = false
        /// Whether it is being performed, or was: what it comes to is told by itself.
        var isPerforming = false

        init(_ command: ReaderCommand, priority: HostPriority = .demand) {
            self.command = command
            inputs = CommandInputs(priority)
        }
    }

    /// The user whose reader it is.
    private let user: UInt32
    /// The commands that wait, in order; the first one is the one that waits for an answer.
    private var waiting: [Waiting] = []
    private var isRunning = false
    /// The commands that keep to no order.
    private var beside: [Waiting] = []
    /// The drag offset that waits behind everything else.
    private var lastOffset: PendingOffset?

    /// - Parameter user: whose reader it is.
    init(of user: UInt32) { self.user = user }

    /// Whether a command would be done at once.
    var isIdle: Bool { waiting.isEmpty && !isRunning }

    /// How many commands wait behind the one that waits for an answer.
    var count: Int { max(waiting.count - 1, 0) }

    /// Does a command now where none is under way, else when its turn comes.
    ///
    /// - Returns: false where too many wait, and it was refused.
    @discardableResult
    func run(_ command: ReaderCommand) -> Bool {
        guard waiting.count <= Self.limit else {
            command.fail(.overloaded("\(Self.limit) commands of this reader wait already"))
            return false
        }
        append(command)
        return true
    }

    /// Does a command that nobody has asked for: now where none is under way, else when its turn comes. It is never
    /// refused.
    func append(_ command: ReaderCommand) {
        lastOffset = nil
        waiting.append(Waiting(command))
        runWaiting()
    }

    /// Does a command as soon as it has its answers, whatever else waits.
    ///
    /// - Parameter priority: with which it asks documents.
    func runBeside(_ command: ReaderCommand, priority: HostPriority = .demand) {
        let entry = Waiting(command, priority: priority)
        beside.append(entry)
        perform(entry) { [self] in beside.removeAll { $0 === entry } }
    }

    /// Answers a question about the reader as it stands when all that was asked before is done. What has to be asked of documents for
    /// that is asked beside the queue: a question changes nothing, and nothing waits for it.
    ///
    /// - Parameters:
    ///   - take: what the answer goes by, as in ``ReaderCommand/init(taking:answer:fail:)``.
    ///   - answer: performed each time that a document has answered.
    ///   - fail: says that there is no answer.
    func ask<Taken>(
        taking take: @escaping (CommandInputs) throws(Interruption) -> Taken,
        answer: @escaping (Taken, CommandInputs) throws(Interruption) -> Void, fail: @escaping (ReaderError) -> Void
    ) {
        run(
            ReaderCommand(
                taking: take,
                answer: { [self] taken, _ throws(Interruption) in
                    runBeside(
                        ReaderCommand(
                            perform: { inputs throws(Interruption) in try answer(taken, inputs) }, fail: fail))
                }, fail: fail))
    }

    /// Moves a drag to an offset when its turn comes.
    ///
    /// - Parameters:
    ///   - mayBeReplaced: whether a later offset may take its place where too much waits: nobody waits for its answer.
    func run(offset: Double, mayBeReplaced: Bool, _ command: (PendingOffset) -> ReaderCommand) {
        if mayBeReplaced, let lastOffset, count >= Self.offsetLimit {
            lastOffset.offset = offset
            return
        }
        let pending = PendingOffset(offset)
        // One that was refused takes no other's place: that would be dropped without a word.
        if run(command(pending)), mayBeReplaced, !isIdle { lastOffset = pending }
    }

    /// Fails all that waits; what is answered after this is of no interest to anybody.
    func close() {
        let rest = waiting + beside
        waiting = []
        beside = []
        lastOffset = nil
        for entry in rest where !entry.isPerforming { entry.command.fail(.closed) }
    }

    private func runWaiting() {
        guard !isRunning else { return }
        isRunning = true
        // A loop, not a recursion: a thousand commands may be done without waiting.
        var isDone = true
        while isDone, let first = waiting.first, !first.isBegun {
            isDone = false
            var isWithin = true
            perform(first) { [self] in
                guard waiting.first === first else { return }
                waiting.removeFirst()
                if waiting.isEmpty { lastOffset = nil }
                isDone = true
                if !isWithin { runWaiting() }
            }
            isWithin = false
        }
        isRunning = false
    }

    /// - Parameter done: called when the command is done or has failed, at once or later.
    private func perform(_ entry: Waiting, done: @escaping () -> Void) {
        entry.isBegun = true
        entry.isPerforming = true
        do throws(Interruption) {
            try entry.command.perform(entry.inputs)
            entry.inputs.end()
            done()
        } catch {
            switch error {
            case .failure(let failure):
                entry.command.fail(failure)
                entry.inputs.end()
                done()
            case .needsAnswer:
                entry.isPerforming = false
                guard let query = entry.inputs.asked else { return done() }
                query.ask(for: user, priority: entry.inputs.priority) { [self] answer in
                    // A queue that was closed has let go of it.
                    guard holds(entry) else { return }
                    entry.inputs.add(answer, to: query)
                    perform(entry, done: done)
                }
            }
        }
    }

    private func holds(_ entry: Waiting) -> Bool {
        waiting.first === entry || beside.contains { $0 === entry }
    }
}

/// A drag offset that waits; one that comes later takes its place where too many do.
final class PendingOffset {
    var offset: Double

    init(_ offset: Double) {
        self.offset = offset
    }
}

/// Why a command of a reader came to nothing. What a client is told of it is ``ReaderService``'s to say.
enum ReaderError: Error {
    /// The reader was closed.
    case closed
    /// The command does not fit where the reader stands.
    ///
    /// - Parameters:
    ///   - axis: the one that it was for; nil: the one in front.
    ///   - target: what was asked for, in words.
    case refused(NavigationError, axis: Axis? = nil, target: String = "")
    /// There is no such page, in a document or a part of one that has so many.
    case noSuchPage(target: String, pages: Int)
    /// The document has no pages.
    case empty
    /// A page can't be looked up or rendered.
    case page(index: Int, HostError)
    /// A page can't be shown, for a reason in words.
    case pageFailed(index: Int, reason: String)
    /// A document can't be asked.
    case document(HostError)
    /// A provider did not do what only some can.
    case provider(HostError)
    /// A provider could not look at its source again.
    case refresh(HostError)
    /// No provider does this.
    case unsupported(String)
    /// The bytes of a page do not fit in a message.
    case inlineTooLarge(bytes: Int, limit: Int)
    /// A page, or a region of one, has more bytes than may be rendered.
    case tooLarge(bytes: Int, limit: Int)
    /// A region is not within its page, which measures so many pixels.
    case invalidRegion(page: PixelSize)
    /// A limit of the configuration is reached.
    case limitReached(name: String, value: Int)
    /// Another region was asked for since, or another search.
    case superseded
    /// Too much is asked for at once, or the system refuses.
    case overloaded(String)
    /// A field of an arrangement makes no sense for the document.
    case invalidArrangement(field: String, reason: String)
    /// Viewer or document do not take this orientation.
    case orientation(Orientation, allowed: Set<Orientation>)
    /// A page in this state can't take this step.
    case noSuchStep(index: Int, Navigation.AppearanceEvent)
    /// Another reader of the document moves a page, which is at this index.
    case movedElsewhere(index: Int)
}

extension ReaderError {
    /// The document changed each time that it was asked.
    static let changing = ReaderError.overloaded("the document changes while it is read: try again")
}

extension ReaderError {
    /// A user holds as many pages as one may.
    init(_ refusal: LeaseRefusal) { self = .limitReached(name: refusal.name, value: refusal.value) }
}

extension Interruption {
    /// Makes the failure that there is no such page.
    static func noSuchPage(_ target: String, on axis: ReaderAxis) -> Interruption {
        .failure(.noSuchPage(target: target, pages: axis.count.pages))
    }
}
