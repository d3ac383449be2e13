import SheafInterface
import SheafOS
import Varlink

/// Does what a command line asks for.
package struct CommandRunner {
    let session: Session
    let console: Console

    package init(session: Session, console: Console) {
        self.session = session
        self.console = console
    }

    /// Does it, and tells about it on the console.
    package func run(_ command: Command) throws(ControlError) {
        switch command {
        case .open(let request): try open(request)
        case .turn(let request): try turn(request)
        case .drag(let request): try drag(request)
        case .settle(let transition): try settle(transition)
        case .page(let request): try writePages(request)
        case .watch: try watch()
        case .state: try showState()
        case .axis(let request): try axis(request)
        case .viewport(let change): try viewport(change)
        case .layout(let request): try layout(request)
        case .hit(let x, let y): try hit(x: x, y: y)
        case .history: try showHistory()
        case .move(let request): try move(request)
        case .report(let request): try report(request)
        case .refresh: try refresh()
        case .reload: try reload()
        case .close: try close()
        case .readers: try listReaders()
        case .documents: try listDocuments()
        case .providers: try listProviders()
        case .hosts: try listHosts()
        case .status: try showStatus()
        case .top(let request): try TopView(request, session.settings, console).run()
        case .cache(let isListed): try showCache(isListed: isListed)
        case .metrics: try writeMetrics()
        case .warn(let level): try warn(level)
        case .configure: try configure()
        case .logLevel(let level): try logLevel(level)
        case .logTarget(let target): try logTarget(target)
        }
    }

    /// Says that the viewer does not use a page any more. The service counts what is not returned against its user.
    func release(_ page: ReaderInterface.Page, of reader: String) throws(ControlError) {
        _ = try session.call(
            ReaderInterface.ReleasePage.self, .init(reader: reader, rendition: page.rendition),
            attempt: "return \(name(ofPage: page.index))")
    }

    /// "page 6": as sentences name a page.
    func name(ofPage index: Int) -> String { "page \(index + 1)" }
}
