package import HostProtocol
package import HostSupervision
package import PageModel

/// A question to a document's provider about something that only the provider knows.
package struct DocumentQuery: Hashable {
    /// The question that a document's provider is asked.
    package enum Question: Hashable {
        /// Which pages are in a range, and how large they are; afterwards the document knows those that there are.
        case pages(Range<Int>)
        /// Which page is at an index, and how large it is; afterwards the document knows it, where it is there.
        case page(at: Int)
        /// How many pages there are; afterwards the document knows, where its provider was counting them.
        case count
        /// The index of the page with a label.
        case label(String)
        /// A part of what it says of a kind, on a page or as a whole; of a text, of some of it.
        case contents(ContentKind, ItemPart, of: PageID? = nil, TextExtent = .all)
        /// Where something stands in the text of a page: the first matches.
        case matches(PageID, TextQuery)
        /// Where pages are now that were at an index each.
        case positions([PagePosition])
        /// Where pages are now that were at an index each; afterwards the document knows their labels, as far as they
        /// can be found.
        case labels([PagePosition])
        /// A hit test: what a drag at a point of a page would meet. The point is in points of the page.
        case hit(PageID, x: Double, y: Double)
        /// Where in the text of a document that flows some pages begin.
        case textPositions([PageID])
        /// The pages on which such positions are.
        case pagesAt([Int64])
        /// How an EPUB names the text from a position to before another one; in a document that does not flow, the page with that id.
        case cfi(from: Int64, to: Int64)
        /// Which position such a name has, and where its text ends.
        case place(ofCFI: String)
        /// A step of moving a page by hand: its provider does it.
        case move(PageMove)

        /// The kind of the question in words, to go on after "the document was asked …".
        package var kind: String {
            switch self {
            case .pages: "which pages are in a range"
            case .page: "which page is at an index"
            case .count: "how many pages it has"
            case .label: "which page has a label"
            case .contents(let kind, _, _, _): "to \(kind.row.verb)"
            case .matches: "where something stands on a page"
            case .positions, .labels: "where pages are"
            case .hit: "what is at a point"
            case .textPositions: "where in its text pages begin"
            case .pagesAt: "on which pages parts of its text are"
            case .cfi, .place: "how a place in its text is named"
            case .move: "to move a page"
            }
        }

        /// Whether the answer is of no use any more when pages have come, gone or moved.
        fileprivate var isOfIndexes: Bool {
            switch self {
            case .pages, .page, .label, .positions, .labels: true
            case .count, .contents, .matches, .textPositions, .pagesAt, .cfi, .place, .hit, .move: false
            }
        }
    }

    /// A page and its index.
    package struct PagePosition: Hashable {
        package let page: PageID
        package let index: Int

        package init(page: PageID, index: Int) {
            self.page = page
            self.index = index
        }
    }

    /// The answer to a question.
    package enum Answer {
        /// The look-up or step is done; or the error that it failed with.
        case done(HostError?)
        case index(Result<Int, HostError>)
        case items(Result<ItemList, HostError>)
        case matches(Result<MatchList, HostError>)
        case positions(Result<[PageID: Int], HostError>)
        case numbers(Result<[Int64?], HostError>)
        case cfi(Result<String, HostError>)
        case hit(HitResult)

        /// The error where there is no answer; nil where there is one.
        package var failure: HostError? {
            switch self {
            case .done(let failure): failure
            case .index(.failure(let failure)), .items(.failure(let failure)), .positions(.failure(let failure)),
                .numbers(.failure(let failure)), .matches(.failure(let failure)), .cfi(.failure(let failure)):
                failure
            case .index, .items, .matches, .positions, .numbers, .cfi, .hit: nil
            }
        }
    }

    package let document: ServedDocument
    package let question: Question
    /// Which state of the document's pages it was asked about; nil where that makes no difference.
    package let generation: Int?

    package init(document: ServedDocument, question: Question) {
        self.document = document
        self.question = question
        generation = question.isOfIndexes ? document.pages.generation : nil
    }

    package static func == (one: DocumentQuery, other: DocumentQuery) -> Bool {
        one.document === other.document && one.question == other.question
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(document))
        hasher.combine(question)
    }

    /// Asks the document. The completion is called once, on the loop, never from within this call.
    ///
    /// - Parameters:
    ///   - user: who wants to know.
    ///   - priority: what it is served before. A point and a move are always asked for as pages are.
    package func ask(for user: UInt32, priority: HostPriority = .demand, completion: @escaping (Answer) -> Void) {
        let opened = document.opened
        switch question {
        case .pages(let range):
            document.find(in: range, priority: priority, for: user) { completion(.done($0.failure)) }
        case .page(let index): document.find(at: index, priority: priority, for: user) { completion(.done($0.failure)) }
        case .count: document.countAll(priority: priority) { completion(.done($0)) }
        case .label(let label):
            opened.findIndex(label: label, for: user) { completion(.index($0.map { Int($0) })) }
        case .contents(let kind, let part, let page, let extent):
            opened.contents(kind, of: page?.number, extent, part: part, priority: priority, for: user) {
                completion(.items($0))
            }
        case .matches(let page, let query):
            opened.find(query, on: page.number, priority: priority, for: user) { completion(.matches($0)) }
        case .positions(let pages):
            document.positions(of: pages.map { ($0.page, $0.index) }, priority: priority, for: user) {
                completion(.positions($0))
            }
        case .labels(let pages):
            document.positions(of: pages.map { ($0.page, $0.index) }, priority: priority, for: user) { result in
                guard case .success(let positions) = result else { return completion(.positions(result)) }
                document.findAll(at: positions.values.sorted()[...], priority: priority, for: user) {
                    completion(.positions(result))
                }
            }
        case .hit(let page, let x, let y):
            opened.hit(page.number, x: x, y: y, for: user) { completion(.hit((try? $0.get()) ?? .unclaimed)) }
        case .textPositions(let pages):
            opened.positions(of: pages.map(\.number), for: user) { completion(.numbers($0)) }
        case .pagesAt(let positions): opened.pages(at: positions, for: user) { completion(.numbers($0)) }
        case .cfi(let position, let end): opened.cfi(from: position, to: end, for: user) { completion(.cfi($0)) }
        case .place(let cfi): opened.place(ofCFI: cfi, for: user) { completion(.numbers($0)) }
        case .move(let move): opened.move(move, for: user) { completion(.done($0.failure)) }
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
