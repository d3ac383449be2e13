import SheafInterface
import SheafOS
import Varlink

extension CommandRunner {
    /// Tells what happens to a reader until it is closed.
    func watch() throws(ControlError) {
        let reader = try session.reader()
        let stream = try ReaderStream(of: reader, over: try session.connect())
        var text = WatchText(state: stream.state, style: console.style)
        let start = EventLoop.now
        var told: ReaderInterface.WatchReply? = ReaderInterface.WatchReply(state: stream.state)
        while let reply = told {
            if console.isJSON {
                try console.json(reply)
            } else {
                try console.say(text.line(reply, microseconds: EventLoop.now - start))
            }
            told = try stream.next()
        }
    }
}
