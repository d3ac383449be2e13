import SheafInterface
import SheafOS
import Varlink

// "sheafctl cfi": places in EPUBs, for other programs. "goto" is the way back.

extension Verb {
    /// `sheafctl cfi [N]`.
    static let cfi = Verb(
        "cfi", "[N]", summary: "name where a page of an EPUB begins, for other programs and devices",
        details: """
            Of page N, by default the one that the reader shows: an EPUB CFI, which is the same at every size of page and type.
            "sheafctl goto" turns to one, of whatever program.
            """,
        options: [axisOption], parse: CFICommand.init)
}

/// Names where a page begins.
struct CFICommand: Command {
    /// From 0; nil for the page that the reader shows.
    var index: Int?
    /// nil for the reader's first.
    var axis: DocumentInterface.Axis?

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) { (index, axis) = try line.contentPage() }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reply = try session.call(
            DocumentInterface.GetCFI.self, .init(reader: try session.reader(), axis: axis, index: index),
            attempt: "name the place"
        ).parameters
        try console.show(reply, as: reply.cfi)
    }
}
