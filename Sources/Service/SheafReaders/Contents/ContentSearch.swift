import HostProtocol
import HostSupervision
import PageModel
import SheafDocuments
import SheafInterface
import SheafOS
import Varlink

/// A search through all pages of an axis, from the reader's on and around the end. It asks for one page at a time, behind all
/// pages that somebody waits for and in turn with what is read ahead, and no further while its client does not read. Of a text that can be
/// searched before it is laid out it asks for the pages where something was found there.
final class ContentSearch: ReaderTask {
    /// How long a needle may be, in bytes.
    static let maxNeedle = 1_024
    /// The client is told how far it is at least each time that it has searched so many pages.
    static let progressInterval = 64
    /// No further page is searched while the client has not read so many bytes.
    static let maxQueuedBytes = 256 << 10

    private let query: TextQuery
    private let isBackward: Bool
    /// Whether the client wants to know what is found in a text before it is laid out.
    private let isEarly: Bool
    private let start: Int
    private let axis: ReaderAxis
    private let session: ReaderSession
    private let call: VarlinkCall<DocumentInterface.Search>
    private let fail: (ReaderError) -> Void
    /// The page that is searched, on the axis.
    private var index: Int
    /// Whether it goes backward now; it has to end forward where nobody knows which page is the last.
    private var goesBackward: Bool
    /// Whether it has come around the end.
    private var isAround = false
    /// Which matches of the page are asked for.
    private var part = ItemPart(count: ContentLimits.entries)
    private var found = 0
    private var searched = 0
    private var unreadable = 0
    /// The pages that it had searched when its client was told something.
    private var reportedPages = 0
    private var ticket: HostTicket?
    private var isOpen = true
    /// The search without pages; nil where the document can't be searched so.
    private var scan: PassageScan?
    /// Where the match is whose page is searched for it.
    private var placed: Int64?

    /// - Parameter fail: answers the call with an error.
    init(
        _ query: TextQuery, from start: Int, isBackward: Bool, isEarly: Bool, on axis: ReaderAxis,
        of session: ReaderSession,
        _ call: VarlinkCall<DocumentInterface.Search>, fail: @escaping (ReaderError) -> Void
    ) {
        self.query = query
        self.start = start
        index = start
        self.isBackward = isBackward
        self.isEarly = isEarly
        goesBackward = isBackward
        self.axis = axis
        self.session = session
        self.call = call
        self.fail = fail
    }

    /// Begins. It keeps itself until it has ended.
    func begin() {
        session.begin(self, as: .search)
        call.onDisconnect { self.end() }
        session.prefetch.searchBegan(on: axis)
        beginScan()
    }

    /// Ends it with an error where it has not ended.
    func end(_ error: ReaderError) {
        guard isOpen else { return }
        end()
        fail(error)
    }

    private func refuseNeedle(_ failure: HostError) {
        end()
        call.fail(.invalidNeedle(reason: failure.message))
    }

    private func end() {
        isOpen = false
        ticket?.cancel()
        ticket = nil
        session.ended(self, of: .search)
    }

    // MARK: Text without pages

    /// Begins with the text where that can be searched before it is laid out, else with the pages.
    private func beginScan() {
        let opened = axis.document.opened
        guard opened.flows, opened.capabilities.contains(.passage), axis.isWhole else { return search() }
        // Backward, from where the page ends.
        let first = isBackward ? start + 1 : start
        guard first > 0, let page = axis.document.pages.knownID(at: first) else {
            return scan(from: isBackward ? .max : 0)
        }
        ticket = opened.positions(of: [page.number], priority: .prefetch, for: session.uid) { [self] result in
            guard isOpen else { return }
            let position = (try? result.get())?.first ?? nil
            scan(from: position ?? (isBackward ? .max : 0))
        }
    }

    private func scan(from position: Int64) {
        scan = PassageScan(query, from: position, isBackward: isBackward, for: session.uid)
        scanOn()
    }

    private func scanOn() {
        guard isOpen, let scan else { return }
        ticket = scan.search(axis.document.opened) { [self] result in
            guard isOpen else { return }
            switch result {
            case .success(let matches): scanned(matches, scan)
            case .failure(let failure):
                if failure.isOfNeedle { return refuseNeedle(failure) }
                guard failure.leavesOtherPages else { return end(.document(failure)) }
                // Page by page it can be read where it is not damaged.
                self.scan = nil
                search()
            }
        }
    }

    private func scanned(_ matches: [TextMatch], _ scan: PassageScan) {
        // Where all pages are counted, what is found is told with its page at once.
        let isLaidOut = axis.document.counted == nil
        let isTold = isEarly && !isLaidOut && !isBackward && !matches.isEmpty
        scan.keep(matches, isEarly: isTold)
        if isTold { found += matches.count }
        searched = max(searched, Int(Double(axis.count.pages) * scan.share))
        let goOn = { [self] in
            let mayPlace =
                isBackward ? scan.isOver : scan.isOver || isLaidOut || scan.found.count >= PassageScan.maxFound
            if mayPlace, !scan.found.isEmpty || scan.isOver { placeNext() } else { scanOn() }
        }
        if isTold { tell(matches, goOn) } else { tellProgress(goOn) }
    }

    /// Searches the page of the next match that was found without it.
    private func placeNext() {
        guard isOpen, let scan else { return }
        guard let next = scan.found.first else { return scan.isOver ? finish() : scanOn() }
        placed = next.position
        ticket = axis.document.opened.pages(at: [next.position], priority: .prefetch, for: session.uid) {
            [self] result in
            guard isOpen else { return }
            guard let number = (try? result.get())?.first ?? nil else {
                unreadable += 1
                return pageEnded(nil)
            }
            let page = PageID(number)
            // Most providers number their pages.
            axis.document.positions(of: [(page, Int(clamping: number))], priority: .prefetch, for: session.uid) {
                [self] result in
                guard isOpen else { return }
                guard let position = (try? result.get())?[page], let index = axis.index(ofDocumentIndex: position)
                else {
                    unreadable += 1
                    return pageEnded(page)
                }
                self.index = index
                search(page, at: position)
            }
        }
    }

    // MARK: Pages

    /// Searches the page at the index, once it is known which that is.
    private func search() {
        guard isOpen else { return }
        let document = axis.document
        guard let position = axis.documentIndex(of: index), index < axis.exactCount ?? .max else {
            return pageEnded(nil)
        }
        guard let page = document.pages.knownID(at: position) else {
            return document.ids(
                in: position..<position + Self.progressInterval, priority: .prefetch, for: session.uid
            ) { [self] result in
                guard isOpen else { return }
                switch result {
                case .failure(let failure) where failure.isPastTheEnd: pageEnded(nil)
                case .failure(let failure): end(.document(failure))
                case .success(let ids): if ids.isEmpty { pageEnded(nil) } else { search() }
                }
            }
        }
        search(page, at: position)
    }

    private func search(_ page: PageID, at position: Int) {
        let document = axis.document
        let completion: HostCompletion<MatchList> = { [self] result in
            guard isOpen else { return }
            switch result {
            case .success(let list): report(list, on: page, at: position)
            case .failure(let failure):
                if failure.isOfNeedle { return refuseNeedle(failure) }
                guard failure.leavesOtherPages else { return end(.document(failure)) }
                unreadable += 1
                pageEnded(page)
            }
        }
        let opened = document.opened
        // What a provider without text finds by itself is found without regard to case.
        if !opened.capabilities.contains(.contents(.text)), opened.capabilities.contains(.contents(.search)),
            query.isOfAnyCase,
            !query.isOfWholeWords
        {
            ticket = opened.contents(
                .search, of: page.number, needle: query.needle, priority: .prefetch, for: session.uid
            ) {
                completion($0.map { MatchList($0) })
            }
        } else {
            ticket = opened.find(
                query, on: page.number, isBackward: isBackward, part: part, priority: .prefetch, for: session.uid,
                completion: completion)
        }
    }

    private func report(_ list: MatchList, on page: PageID, at position: Int) {
        guard !list.matches.isEmpty else { return pageEnded(page) }
        // A match may go on on the page behind.
        let last = list.matches.contains { !$0.rest.isEmpty } ? position + 1 : position
        whenKnown(position...last) { [self] in send(list, on: page) }
    }

    /// Goes on when some pages were looked for.
    private func whenKnown(_ positions: ClosedRange<Int>, _ body: @escaping () -> Void) {
        guard let unknown = positions.first(where: { axis.document.pages.known(at: $0) == nil }) else { return body() }
        axis.document.find(at: unknown, priority: .prefetch, for: session.uid) { [self] _ in
            guard isOpen else { return }
            if unknown < positions.upperBound { whenKnown(unknown + 1...positions.upperBound, body) } else { body() }
        }
    }

    /// Tells the client of matches on a page, and goes on when it has read enough of what it was told.
    private func send(_ list: MatchList, on page: PageID) {
        guard let content = session.contentPage(of: page, at: index, on: axis) else {
            unreadable += 1
            return pageEnded(page)
        }
        let behind = axis.documentIndex(of: index + 1).flatMap { axis.document.pages.knownID(at: $0) }
            .flatMap { session.contentPage(of: $0, at: index + 1, on: axis) }
        let told = list.matches.last?.position.map { scan?.drop(upTo: $0) ?? 0 } ?? 0
        found += max(list.matches.count - told, 0)
        session.prefetch.found(index, on: axis)
        reportedPages = searched
        let isOpen = call.replyAndContinue(
            .init(
                page: content.wire,
                matches: list.matches.map { match in
                    .init(
                        before: match.before, text: match.text, after: match.after,
                        places: match.boxes.map { content.place(of: $0) },
                        rest: match.rest.isEmpty ? nil : behind.map { page in match.rest.map { page.place(of: $0) } },
                        position: match.position.map { Int($0) })
                }, found: found, searched: searched, pages: axis.count.documentWire, unreadable: unreadable))
        guard isOpen, self.isOpen else { return }
        let next = part.first + list.matches.count
        if list.isTruncated, next < HostLimits.listedItems {
            part.first = next
            whenRead { [self] in search() }
        } else {
            whenRead { [self] in pageEnded(page) }
        }
    }

    private func whenRead(_ body: @escaping () -> Void) {
        if call.queuedBytes <= Self.maxQueuedBytes { body() } else { call.onDrained(body) }
    }

    /// Goes on with the next page, or ends.
    ///
    /// - Parameter page: nil: there is none at the index.
    private func pageEnded(_ page: PageID?) {
        guard isOpen else { return }
        part.first = 0
        if let scan, let placed {
            // It is told, or will never be.
            _ = scan.drop(upTo: placed)
            return axis.document.opened.afterThisEvent { self.placeNext() }
        }
        if page != nil { searched += 1 }
        guard advance(isThere: page != nil) else { return finish() }
        tellProgress { [self] in search() }
    }

    /// Tells how far it is where that is due, and goes on.
    private func tellProgress(_ body: @escaping () -> Void) {
        guard searched >= reportedPages + Self.progressInterval else {
            return axis.document.opened.afterThisEvent { body() }
        }
        tell([]) { [self] in axis.document.opened.afterThisEvent { body() } }
    }

    /// Tells of matches whose pages are not known, or how far it is, and goes on when the client has read enough.
    private func tell(_ matches: [TextMatch], _ body: @escaping () -> Void) {
        reportedPages = searched
        let isOpen = call.replyAndContinue(
            .init(
                matches: matches.map { match in
                    .init(
                        before: match.before, text: match.text, after: match.after, places: [],
                        position: match.position.map { Int($0) })
                }, found: found, searched: searched, pages: axis.count.documentWire, unreadable: unreadable,
                end: matches.isEmpty ? nil : scan.map { Int($0.end) }))
        if isOpen { whenRead(body) }
    }

    /// - Returns: false where all pages have been searched.
    private func advance(isThere: Bool) -> Bool {
        if goesBackward {
            if index > 0, isThere {
                index -= 1
            } else {
                guard !isAround else { return false }
                isAround = true
                if let count = axis.exactCount {
                    index = count - 1
                } else {
                    goesBackward = false
                    index = start + 1
                }
            }
            return !goesBackward || !isAround || index > start
        }
        if isBackward {
            // Nobody knew where the end is.
            index += 1
            return isThere && index < axis.exactCount ?? .max
        }
        index += 1
        if !isThere || index >= axis.exactCount ?? .max {
            guard !isAround else { return false }
            isAround = true
            index = 0
        }
        return !isAround || index < start
    }

    private func finish() {
        end()
        if scan != nil { searched = axis.count.pages }
        call.reply(
            .init(
                matches: [], found: found, searched: searched, pages: axis.count.documentWire, unreadable: unreadable))
    }
}

extension HostError {
    /// Whether it is of a page that was asked for, and others may do better: who goes through pages goes on.
    var leavesOtherPages: Bool {
        switch code {
        case .documentError, .workRefused, .timedOut, .noSuchPage, .endOfDocument, .tooLarge: true
        default: false
        }
    }

    /// Whether a host refuses what it is to search for.
    fileprivate var isOfNeedle: Bool { code == .invalid(parameter: "needle") }
}
