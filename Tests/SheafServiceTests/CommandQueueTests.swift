import Navigation
import Testing

@testable import SheafDocuments
@testable import SheafReaders

/// The commands of a reader, one after the other.
@Suite struct CommandQueueTests {
    /// A command that asks a document is not performed again for those behind it: a provider would move a page twice.
    @Test func aCommandThatWaitsIsNotPerformedAgain() throws {
        let test = try TestTable()
        try test.write("sheaf-pattern 1\npages = 9\n")
        let document = try test.openFile()
        let queue = CommandQueue(of: 1)
        var times = 0
        var done: [Int] = []
        queue.append(
            ReaderCommand(
                perform: { inputs throws(Interruption) in
                    times += 1
                    _ = try inputs.answer(to: .page(at: 3), of: document)
                    done.append(0)
                },
                fail: { _ in }))
        for number in 1...5 {
            queue.append(ReaderCommand(perform: { _ throws(Interruption) in done.append(number) }, fail: { _ in }))
        }
        #expect(times == 1 && done.isEmpty)
        try test.run { queue.isIdle }
        #expect(times == 2 && done == Array(0...5))
    }

    /// An offset that was refused would take along those that come after it.
    @Test func anOffsetThatIsRefusedTakesNoOthersPlace() throws {
        let test = try TestTable()
        try test.write("sheaf-pattern 1\npages = 9\n")
        let document = try test.openFile()
        let queue = CommandQueue(of: 1)
        var held = CommandQueue.limit
        for number in 0...CommandQueue.limit {
            queue.append(
                ReaderCommand(
                    perform: { inputs throws(Interruption) in
                        // The first ones are done one by one, the rest waits.
                        _ = try inputs.answer(to: .page(at: number % 9), of: document)
                        held = min(held, CommandQueue.limit - number)
                    },
                    fail: { _ in }))
        }
        var done: [Double] = []
        var failed: [Double] = []
        func drag(to offset: Double) {
            queue.run(offset: offset, mayBeReplaced: true) { pending in
                ReaderCommand(
                    perform: { _ throws(Interruption) in done.append(pending.offset) },
                    fail: { _ in failed.append(pending.offset) })
            }
        }
        drag(to: 1)
        #expect(failed == [1])
        try test.run { held < CommandQueue.limit - 10 }
        drag(to: 2)
        try test.run { queue.isIdle }
        #expect(done == [2] && failed == [1])
    }

    /// A closure that is to follow a command is called however the command ends.
    @Test func whatIsToFollowACommandFollowsIt() throws {
        let test = try TestTable()
        try test.write("sheaf-pattern 1\npages = 9\n")
        let document = try test.openFile()
        let queue = CommandQueue(of: 1)
        var told: [String] = []
        for isDone in [true, false] {
            queue.append(
                ReaderCommand(
                    perform: { inputs throws(Interruption) in
                        if inputs.afterCommand({ told.append("after") }) { told.append("begun") }
                        _ = try inputs.answer(to: .page(at: 3), of: document)
                        if !isDone { throw .failure(.empty) }
                        told.append("done")
                    },
                    fail: { _ in told.append("failed") }))
        }
        try test.run { queue.isIdle }
        #expect(told == ["begun", "done", "after", "begun", "failed", "after"])
    }

    /// Nor does a command that adds another one while it is performed.
    @Test func aCommandThatAddsAnotherIsPerformedOnce() throws {
        let test = try TestTable()
        try test.write("sheaf-pattern 1\npages = 9\n")
        let document = try test.openFile()
        let queue = CommandQueue(of: 1)
        var done: [Int] = []
        queue.append(
            ReaderCommand(
                perform: { inputs throws(Interruption) in
                    _ = try inputs.answer(to: .page(at: 3), of: document)
                    done.append(0)
                    guard done.count < 9 else { return }
                    queue.append(
                        ReaderCommand(perform: { _ throws(Interruption) in done.append(1) }, fail: { _ in }))
                },
                fail: { _ in }))
        try test.run { queue.isIdle }
        #expect(done == [0, 1])
    }

    private static func document(_ test: TestTable) throws -> ServedDocument {
        try test.write("sheaf-pattern 1\npages = 9999\n")
        return try test.openFile()
    }

    /// A question about a reader does not keep the reader from going on.
    @Test func aQuestionHoldsUpNothingBehindIt() throws {
        let test = try TestTable()
        let document = try Self.document(test)
        let queue = CommandQueue(of: 1)
        var done: [String] = []
        queue.ask(
            taking: { _ in "as it was" },
            answer: { taken, inputs throws(Interruption) in
                _ = try inputs.answer(to: .page(at: 3), of: document)
                done.append(taken)
            }, fail: { _ in })
        queue.append(ReaderCommand(perform: { _ throws(Interruption) in done.append("behind") }, fail: { _ in }))
        #expect(done == ["behind"] && queue.isIdle)
        try test.run { done.count == 2 }
        #expect(done == ["behind", "as it was"])
    }

    /// A question is asked of the reader as the commands before have left it, and as it is at that time.
    @Test func aQuestionIsAboutTheTimeOfItsTurn() throws {
        let test = try TestTable()
        let document = try Self.document(test)
        let queue = CommandQueue(of: 1)
        var position = 0
        queue.append(
            ReaderCommand(
                perform: { inputs throws(Interruption) in
                    _ = try inputs.answer(to: .page(at: 3), of: document)
                    position = 1
                }, fail: { _ in }))
        var (taken, answered): ([Int], [Int]) = ([], [])
        queue.ask(
            taking: { _ in
                taken.append(position)
                return position
            },
            answer: { position, inputs throws(Interruption) in
                for index in 10..<14 { _ = try inputs.answer(to: .page(at: index * (position + 1)), of: document) }
                answered.append(position)
            }, fail: { _ in })
        queue.append(ReaderCommand(perform: { _ throws(Interruption) in position = 2 }, fail: { _ in }))
        try test.run { !answered.isEmpty }
        #expect(taken == [1] && answered == [1] && position == 2)
    }

    /// The reader is closed while a document is asked.
    @Test func aQuestionFailsWithItsReader() throws {
        let test = try TestTable()
        let document = try Self.document(test)
        let queue = CommandQueue(of: 1)
        var failures = 0
        queue.ask(
            taking: { _ in },
            answer: { _, inputs throws(Interruption) in
                _ = try inputs.answer(to: .page(at: 3), of: document)
                Issue.record("it was answered")
            },
            fail: { failure in if case .closed = failure { failures += 1 } })
        queue.close()
        #expect(failures == 1)
    }

    /// A command whose every answer raises another question ends, and says why.
    @Test(arguments: [CommandInputs.maxOfAKind, CommandInputs.maxOfAKind + 1])
    func aCommandAsksSoManyQuestionsOfAKind(count: Int) throws {
        let test = try TestTable()
        let document = try Self.document(test)
        let queue = CommandQueue(of: 1)
        var (answered, isDone) = (0, false)
        var failure: String?
        queue.append(
            ReaderCommand(
                perform: { inputs throws(Interruption) in
                    // Questions of another kind count for themselves.
                    for index in 0..<5 { _ = try inputs.answer(to: .pages(index..<index + 1), of: document) }
                    while answered < count {
                        _ = try inputs.answer(to: .page(at: answered), of: document)
                        answered += 1
                    }
                    isDone = true
                }, fail: { if case .overloaded(let reason) = $0 { failure = reason } }))
        try test.run { queue.isIdle }
        #expect(isDone == (count <= CommandInputs.maxOfAKind))
        let reason =
            "the document was asked 4096 times which page is at an index, and what is needed changes with each answer: try again"
        #expect(failure == (count <= CommandInputs.maxOfAKind ? nil : reason))
    }

    /// The most questions of a kind are those for a reader's places after a change, as long as the document goes on
    /// changing.
    @Test func noChangeAsksTooMuch() {
        let places = ReaderMachine.maxPages + 2 * JumpHistory.limit
        #expect(CommandInputs.maxTimes * places < CommandInputs.maxOfAKind)
    }
}
