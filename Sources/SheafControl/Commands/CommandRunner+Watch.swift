import SheafInterface
import SheafOS
import Varlink

extension CommandRunner {
    /// How long events that belong to no turn are waited for, to tell them in one line, in microseconds.
    private static let quiet: UInt64 = 50_000

    /// Tells what happens to a reader until it is closed, also over restarts of the service: those are for whoever looks, and
    /// no data.
    func watch() throws(ControlError) {
        let reader = try session.reader()
        let stream = try ReaderStream(of: reader, in: session)
        var text = WatchText(state: stream.state, style: console.style)
        let start = EventLoop.now
        stream.connectionChanged = { isBack throws(ControlError) in
            // Nobody will tell how it ended.
            if !isBack, !console.isJSON {
                for line in text.flush(microseconds: EventLoop.now - start) { try console.say(line) }
            }
            try console.remark(isBack ? "the connection is back" : "the connection was lost, trying again")
        }
        var told: ReaderInterface.WatchReply? = ReaderInterface.WatchReply(state: stream.state)
        while told != nil || stream.isOpen {
            if console.isJSON {
                if let told { try console.json(told) }
            } else {
                let now = EventLoop.now - start
                for line in told.map({ text.lines($0, microseconds: now) }) ?? text.flush(microseconds: now) {
                    try console.say(line)
                }
            }
            told = try stream.next(until: text.isHolding ? EventLoop.now + Self.quiet : nil)
        }
    }
}
