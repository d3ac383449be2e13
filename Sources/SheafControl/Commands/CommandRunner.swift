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
        case .page(let request): try writePage(request)
        case .watch: try watch()
        case .close: try close()
        case .readers: try listReaders()
        case .documents: try listDocuments()
        case .providers: try listProviders()
        case .status: try showStatus()
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
