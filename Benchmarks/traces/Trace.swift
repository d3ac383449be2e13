/// What readers asked for, in the order of time.
package struct Trace: Sendable {
    /// Why a page was asked for.
    package enum Kind: Sendable {
        /// The next or previous page.
        case turn
        /// A page further off.
        case jump
        /// A page that a fling passes slowly enough to be shown.
        case passing
    }

    /// A page that a reader turned to.
    package struct Request: Sendable {
        /// Microseconds from the beginning.
        package let time: UInt64
        package let reader: Int
        package let document: Int
        /// In the document.
        package let index: Int
        package let kind: Kind
        /// 1 or −1: the direction of the reader's last movement.
        package let direction: Int
        /// Where the service can tell that the reader may go from here: where it jumped from, the latest first, and the
        /// targets of the links on this page.
        package let anticipated: [Int]

        package init(
            time: UInt64, reader: Int, document: Int, index: Int, kind: Kind = .turn, direction: Int = 1,
            anticipated: [Int] = []
        ) {
            self.time = time
            self.reader = reader
            self.document = document
            self.index = index
            self.kind = kind
            self.direction = direction
            self.anticipated = anticipated
        }
    }

    package let documents: [TraceDocument]
    package let requests: [Request]

    package init(documents: [TraceDocument], requests: [Request]) {
        self.documents = documents
        self.requests = requests
    }
}
