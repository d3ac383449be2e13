/// The pages that readers asked for, in the order of time.
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
        /// The time of the request, in microseconds from the beginning.
        package let time: UInt64
        package let reader: Int
        package let document: Int
        /// The index of the page in its document.
        package let index: Int
        package let kind: Kind
        /// 1 or −1: the direction of the reader's last movement.
        package let direction: Int
        /// Where the service can tell that the reader may go from here: where it jumped from, the latest first, and the
        /// targets of the links on this page.
        package let likelyPages: [Int]
        /// Where the reader jumped from, the latest first.
        package let history: [Int]
        /// The pages that the reader's last search has found, in order.
        package let hits: [Int]
        /// Whether it was to be seen that the reader may turn there: not where it opens a document, chooses a chapter or searches anew.
        package let isForeseeable: Bool

        package init(
            time: UInt64, reader: Int, document: Int, index: Int, kind: Kind = .turn, direction: Int = 1,
            likelyPages: [Int] = [], history: [Int] = [], hits: [Int] = [], isForeseeable: Bool = true
        ) {
            self.time = time
            self.reader = reader
            self.document = document
            self.index = index
            self.kind = kind
            self.direction = direction
            self.likelyPages = likelyPages
            self.history = history
            self.hits = hits
            self.isForeseeable = isForeseeable
        }
    }

    /// A reader lets the pages run.
    package struct Fling: Sendable {
        /// The time of the fling, in microseconds from the beginning.
        package let time: UInt64
        package let reader: Int
        /// Where its speed brings it unless it is stopped: what a viewer knows as soon as the finger has left the screen.
        package let landing: Int
        /// The time constant, in microseconds: the pages that are left to the landing, divided by this, are the speed.
        package let timeConstant: UInt64
    }

    package let documents: [TraceDocument]
    package let requests: [Request]
    /// The flings in the order of time, each before the first request of it.
    package let flings: [Fling]

    package init(documents: [TraceDocument], requests: [Request], flings: [Fling] = []) {
        self.documents = documents
        self.requests = requests
        self.flings = flings
    }
}
