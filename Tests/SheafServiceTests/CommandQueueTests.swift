import Testing

@testable import SheafService

/// The commands of a reader, one after the other.
@Suite struct CommandQueueTests {
    /// What comes behind a command that asks a document has it ask nothing again: a provider would move a page twice.
    @Test func aCommandThatWaitsIsNotPerformedAgain() throws {
        let test = try TestTable()
        try test.write("sheaf-pattern 1\npages = 9\n")
        let document = try test.openFile()
        let queue = CommandQueue(of: 1)
        var times = 0
        var done: [Int] = []
        queue.append(
            ReaderCommand(
                perform: { answers throws(Interruption) in
                    times += 1
                    _ = try answers.answer(to: .page(at: 3), of: document)
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
                    perform: { answers throws(Interruption) in
                        // The first ones are done one by one, the rest waits.
                        _ = try answers.answer(to: .page(at: number % 9), of: document)
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

    /// What follows a command follows it however it ends.
    @Test func whatIsToFollowACommandFollowsIt() throws {
        let test = try TestTable()
        try test.write("sheaf-pattern 1\npages = 9\n")
        let document = try test.openFile()
        let queue = CommandQueue(of: 1)
        var told: [String] = []
        for isDone in [true, false] {
            queue.append(
                ReaderCommand(
                    perform: { answers throws(Interruption) in
                        if answers.afterCommand({ told.append("after") }) { told.append("begun") }
                        _ = try answers.answer(to: .page(at: 3), of: document)
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
                perform: { answers throws(Interruption) in
                    _ = try answers.answer(to: .page(at: 3), of: document)
                    done.append(0)
                    guard done.count < 9 else { return }
                    queue.append(
                        ReaderCommand(perform: { _ throws(Interruption) in done.append(1) }, fail: { _ in }))
                },
                fail: { _ in }))
        try test.run { queue.isIdle }
        #expect(done == [0, 1])
    }
}
