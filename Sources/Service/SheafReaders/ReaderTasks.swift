import Varlink

/// Something that goes on for a reader for a while, of which there is one of a kind at a time.
protocol ReaderTask: AnyObject {
    /// Ends the task: its reader has ended, or shows other documents, or another task of the kind has taken its place.
    func end(_ reason: ReaderError)
    /// Ends the task where it goes by a connection that has ended.
    func connectionEnded(_ connection: ConnectionID)
}

extension ReaderTask {
    func connectionEnded(_ connection: ConnectionID) {}
}

/// A drag, or a page that is moved by hand: it is let go when the connection ends over which it was begun.
final class Hold: ReaderTask {
    private let connection: ConnectionID
    private let isLetGoAtEnd: Bool
    private let letGo: () -> Void

    /// - Parameter isLetGoAtEnd: whether it is let go too where its reader ends, or shows other documents.
    init(over connection: ConnectionID, isLetGoAtEnd: Bool, letGo: @escaping () -> Void) {
        self.connection = connection
        self.isLetGoAtEnd = isLetGoAtEnd
        self.letGo = letGo
    }

    func end(_ reason: ReaderError) {
        if isLetGoAtEnd { letGo() }
    }

    func connectionEnded(_ connection: ConnectionID) {
        if connection == self.connection { letGo() }
    }
}

/// The tasks of one reader, which end with it.
struct ReaderTasks {
    /// The kinds of tasks, in the order in which they end.
    enum Kind: CaseIterable {
        /// A drag, or a page that is moved by hand.
        case hold
        /// The region that was asked for last.
        case region
        /// A search through a document.
        case search
        /// Thumbnails that are handed over.
        case thumbnails
    }

    private var tasks: [Kind: any ReaderTask] = [:]

    /// The task of a kind; nil where there is none.
    subscript(kind: Kind) -> (any ReaderTask)? {
        get { tasks[kind] }
        set { tasks[kind] = newValue }
    }

    /// The tasks that there are, in the order in which they end.
    var all: [any ReaderTask] { Kind.allCases.compactMap { tasks[$0] } }
}
