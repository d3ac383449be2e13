import Glibc
import HostProtocol
import HostSupervision
package import PageModel
import Places
import SheafBase
package import SheafDocuments
import SheafOS

/// Copies the marks of users to what their documents have become, where a file was written anew or another one has taken its place: as
/// far as their text is found there, or their page.
package final class MarkCopies {
    private let context: ReaderContext
    private let digests: DocumentDigests
    private let readers: ReaderTable
    /// The marks that came to open documents from what these were before, by their users.
    private var copies: [DocumentID: [UInt32: CopiedMarks]] = [:]

    package init(context: ReaderContext, digests: DocumentDigests, readers: ReaderTable) {
        self.context = context
        self.digests = digests
        self.readers = readers
    }

    /// A document has another content now. What it was before is looked up at once: soon somebody may ask what it is.
    ///
    /// - Returns: what is to be called when its readers have taken that in: all users who read it get their marks there.
    package func documentChanges(_ document: ServedDocument) -> () -> Void {
        let before = document.markedIdentity
        document.markedIdentity = document.opened.identity
        guard before != document.markedIdentity, let places = digests.places else { return {} }
        let content = EarlierContent()
        if case .success(let digest)? = document.digesting?.result, document.digesting?.identity == before {
            content.learn(digest)
        } else {
            places.digest(knownOf: before) { content.learn($0) }
        }
        return { [self] in documentChanged(document, from: content) }
    }

    private func documentChanged(_ document: ServedDocument, from content: EarlierContent) {
        for (user, sessions) in Dictionary(grouping: readers.all.filter { $0.document === document }, by: \.uid) {
            for session in sessions { session.keepPlaceAnew(in: digests.places) }
            guard let session = sessions.first(where: \.isInDocumentOrder) else { continue }
            let copied = copied(of: user, in: document)
            copied.begin { [self] in
                content.whenKnown { [self] digest in
                    copy(from: digest, and: copied.left, to: session, in: document, copied)
                }
            }
        }
    }

    /// A reader has gone over from one document to another, which has taken the place of its file: its user gets the marks there.
    ///
    /// - Parameters:
    ///   - old: open until this is done.
    ///   - completion: called when it is.
    func replaced(_ old: ServedDocument, in session: ReaderSession, completion: @escaping () -> Void) {
        let (user, document) = (session.uid, session.document)
        guard digests.places != nil, session.isInDocumentOrder else { return completion() }
        // Noted while both are open. What is still being copied to the old one counts.
        let (before, copied) = (copied(of: user, in: old), copied(of: user, in: document))
        before.whenDone { [self] in
            let left = before.left
            copied.begin { [self] in
                digests.digest(of: old, for: user) { [self] digest in
                    copy(from: try? digest.get(), and: left + copied.left, to: session, in: document, copied)
                }
            }
            copied.whenDone(completion)
        }
    }

    /// Calls `body` when a user's marks in a document are copied, now where they are: with how many there were, nil where there was
    /// nothing to do.
    func whenCopied(of user: UInt32, in document: ServedDocument, _ body: @escaping (Int?) -> Void) {
        guard let copied = copies[document.id]?[user] else { return body(nil) }
        copied.whenDone { body(copied.count) }
    }

    private func copied(of user: UInt32, in document: ServedDocument) -> CopiedMarks {
        if let known = copies[document.id]?[user] { return known }
        let copied = CopiedMarks()
        copies[document.id, default: [:]][user] = copied
        return copied
    }

    /// A document is not open any more.
    package func documentClosed(_ document: DocumentID) { copies[document] = nil }

    /// - Parameters:
    ///   - old: what the file was before; nil where that is not known.
    ///   - left: marks that were not found in it for sure, of what it was still earlier.
    private func copy(
        from old: DocumentDigest?, and left: [LeftMark], to session: ReaderSession, in document: ServedDocument,
        _ copied: CopiedMarks
    ) {
        guard let places = digests.places else { return copied.end(left: left) }
        let user = session.uid
        guard let old else { return search(for: left.map(\.mark), session, document, copied) }
        places.perform(for: user) { database throws(PlacesFailure) in
            try database.marks(of: user, in: old, first: 0, count: Int(Int32.max))
        } completion: { [self] result in
            guard case .success(let marks) = result else { return copied.end(left: left) }
            let earlier = Dictionary(left.map { ($0.mark.id, $0) }) { $1 }
            let ids = Set(marks.map(\.id))
            // A copy that is there no more was taken away; one that was changed since counts as it is.
            let missing = left.filter { !$0.isCopied && !ids.contains($0.mark.id) }.map(\.mark)
            let there = marks.map { mark in
                earlier[mark.id].flatMap { $0.mark.changed == mark.changed ? $0.mark : nil } ?? mark
            }
            search(for: there + missing, session, document, copied)
        }
    }

    private func search(
        for marks: [Mark], _ session: ReaderSession, _ document: ServedDocument, _ copied: CopiedMarks
    ) {
        guard !marks.isEmpty else {
            copied.count = 0
            return copied.end(left: [])
        }
        MarkSearch(for: marks, in: document, by: session, on: context.loop) { [self] found, missing in
            keep(found, missing, session, document, copied)
        }.start()
    }

    private func keep(
        _ found: [FoundMark], _ missing: [Mark], _ session: ReaderSession, _ document: ServedDocument,
        _ copied: CopiedMarks
    ) {
        let user = session.uid
        let missing = missing.map { LeftMark(mark: $0, isCopied: false) }
        guard !found.isEmpty else {
            copied.count = 0
            return copied.end(left: missing)
        }
        let notCopied = found.map { LeftMark(mark: $0.before, isCopied: false) } + missing
        let marks = found.map(\.now)
        let place = session.place(at: Int64(time(nil)))
        digests.digest(of: document, for: user) { [self] digest in
            guard let places = digests.places, let digest = try? digest.get() else {
                return copied.end(left: notCopied)
            }
            places.perform(for: user) { database throws(PlacesFailure) in
                try database.copy(marks, of: user, to: digest, at: place)
            } completion: { [self] result in
                guard case .success = result else {
                    context.journal.log(
                        .warning,
                        "\(found.count) marks of uid \(user) could not be copied to document \(document.logName)",
                        .document(document.name), .user(user))
                    return copied.end(left: notCopied)
                }
                copied.count = found.count
                copied.end(
                    left: missing + found.filter(\.isFar).map { LeftMark(mark: $0.before, isCopied: true) })
                readers.marksChanged(of: user, in: digest)
            }
        }
    }
}

/// An earlier content of a file, by its digest.
private final class EarlierContent {
    private var digest: DocumentDigest??
    private var waiting: [(DocumentDigest?) -> Void] = []

    /// - Parameter digest: nil where nobody has read it.
    func learn(_ digest: DocumentDigest?) {
        self.digest = .some(digest)
        let bodies = waiting
        waiting = []
        for body in bodies { body(digest) }
    }

    func whenKnown(_ body: @escaping (DocumentDigest?) -> Void) {
        if let digest { body(digest) } else { waiting.append(body) }
    }
}

/// The marks of a user that came to a document from what it was before.
final class CopiedMarks {
    /// How many were found there, when its file changed last; nil while that is not known.
    fileprivate(set) var count: Int?
    /// Marks that were not found, or far from where they ought to be: the next change may bring what they are of, as where a file is
    /// written in two halves.
    fileprivate private(set) var left: [LeftMark] = []
    private var isUnderWay = false
    private var waiting: [() -> Void] = []

    /// Begins to copy once more, after what is under way.
    fileprivate func begin(_ body: @escaping () -> Void) {
        whenDone { [self] in
            isUnderWay = true
            count = nil
            body()
        }
    }

    fileprivate func end(left: [LeftMark]) {
        isUnderWay = false
        self.left = left
        let bodies = waiting
        waiting = []
        for body in bodies { whenDone(body) }
    }

    fileprivate func whenDone(_ body: @escaping () -> Void) {
        if isUnderWay { waiting.append(body) } else { body() }
    }
}

/// A mark as it was in an earlier content of a file.
private struct LeftMark {
    let mark: Mark
    /// Whether something that may be it was found in a later one.
    let isCopied: Bool
}

/// A mark as it was, and as it is.
private struct FoundMark {
    let before: Mark
    let now: Mark
    /// Whether its text was not found near where it ought to be: it may be another place that says the same, as a table of contents.
    let isFar: Bool
}

/// Looks for marks in a document, one page at a time: the pages are asked for behind all that somebody waits for.
private final class MarkSearch {
    /// So many pages on either side of the one where a highlight ought to be are looked at for its text: one on which it stands as it did
    /// comes before one on which it stands elsewhere.
    private static let pagesNear = 4
    /// Where it is not on these, the others are looked at, so many for all marks together.
    private static let pagesFar = 4_096

    private let document: ServedDocument
    private let identity: DocumentIdentity
    private let session: ReaderSession
    private let loop: EventLoop
    private let completion: (_ found: [FoundMark], _ missing: [Mark]) -> Void
    private var waiting: ArraySlice<Mark>
    private var found: [FoundMark] = []
    private var missing: [Mark] = []
    /// By how many pages the last highlight has moved.
    private var shift = 0
    private var searches = MarkSearch.pagesFar

    init(
        for marks: [Mark], in document: ServedDocument, by session: ReaderSession, on loop: EventLoop,
        completion: @escaping (_ found: [FoundMark], _ missing: [Mark]) -> Void
    ) {
        self.document = document
        identity = document.opened.identity
        self.session = session
        self.loop = loop
        self.completion = completion
        waiting = marks[...]
    }

    func start() {
        guard let mark = waiting.first else { return completion(found, missing) }
        ask(mark) { [shift, session] inputs throws(Interruption) in
            try session.expectedPage(of: mark, shiftedBy: shift, inputs)
        } completion: { [self] expected in
            guard let expected else { return next(mark, nil, 0) }
            look(for: mark, around: expected, at: 0)
        }
    }

    /// - Parameters:
    ///   - step: 0 for the expected page, 1 and 2 for those beside it, and so on outwards.
    ///   - nearest: the first that was found so far, elsewhere on its page than it was.
    private func look(for mark: Mark, around expected: Int, at step: Int, nearest: Mark? = nil) {
        let end = document.count.pages
        // It may have become shorter.
        let middle = mark.text != nil && end > 0 ? min(expected, end - 1) : expected
        let distance = (step + 1) / 2
        let isPast = middle + distance >= end && middle - distance < 0
        guard step == 0 || mark.text != nil && !isPast else { return next(mark, nearest, expected) }
        if distance > Self.pagesNear {
            guard nearest == nil, searches > 0 else { return next(mark, nearest, expected) }
            searches -= 1
        }
        let index = step % 2 == 1 ? middle + distance : middle - distance
        guard step == 0 || (0..<end).contains(index) else {
            return look(for: mark, around: expected, at: step + 1, nearest: nearest)
        }
        ask(mark) { [session] inputs throws(Interruption) in
            try session.find(mark, onPage: index, inputs)
        } completion: { [self] there in
            if let there, mark.text == nil || there.boxes == mark.boxes {
                return next(mark, there, expected)
            }
            look(for: mark, around: expected, at: step + 1, nearest: nearest ?? there)
        }
    }

    private func next(_ mark: Mark, _ there: Mark?, _ expected: Int) {
        waiting.removeFirst()
        if let there {
            let isFar = mark.text != nil && abs(there.index - expected) > Self.pagesNear
            found.append(FoundMark(before: mark, now: there, isFar: isFar))
        } else {
            missing.append(mark)
        }
        if let there, mark.text != nil { shift += there.index - expected }
        start()
    }

    /// Asks the document something for a mark, and goes on in another round of the loop.
    private func ask<Value>(
        _ mark: Mark, _ question: @escaping (CommandInputs) throws(Interruption) -> Value?,
        completion: @escaping (Value?) -> Void
    ) {
        let stop = { [self] in
            let rest = found.map(\.before) + missing + waiting
            loop.afterThisBatch { [completion = self.completion] in completion([], rest) }
        }
        session.queue.runBeside(
            ReaderCommand(
                perform: { [self] inputs throws(Interruption) in
                    // What was found so far is of another file.
                    guard session.document === document, document.opened.identity == identity else { return stop() }
                    let value = try question(inputs)
                    loop.afterThisBatch { completion(value) }
                },
                fail: { [self] failure in
                    if case .closed = failure { return stop() }
                    loop.afterThisBatch { completion(nil) }
                }), priority: .contents)
    }
}
