/// The subject of a request to a provider: the kind of work, and on which page. Its description ("render page 3") is
/// what people are told where the request ends its host or never ends.
package struct RequestSubject: Equatable, Sendable, CustomStringConvertible {
    /// The kinds of work. Each kind fails on its own.
    package enum Kind: Hashable, Sendable {
        case opening, drawing, measuring, hit, counting, numbering, labels, positions, moving, refreshing, advice,
            appearance, other
        case contents(ContentKind)
    }

    /// The work that a failure is counted on, whatever the size, needle or slice: one kind of work on a page, by its
    /// id; nil: on the document as a whole.
    package struct Work: Hashable, Sendable {
        package let kind: Kind
        package var page: Int64?

        package init(kind: Kind, page: Int64? = nil) {
            self.kind = kind
            self.page = page
        }
    }

    package let kind: Kind
    /// A verb phrase, to which the page is the object.
    package let verb: String
    /// The id of the page; nil: it is about the document as a whole.
    package var page: Int64?
    /// Whether the ids of pages are their indexes: people know a page by its number then, which counts from 1.
    package var isNumbered = false
    /// How large what is asked for is, in pixels; 0 where it has no size.
    package var extent: UInt64 = 0

    package init(kind: Kind, verb: String, page: Int64? = nil, isNumbered: Bool = false, extent: UInt64 = 0) {
        self.kind = kind
        self.verb = verb
        self.page = page
        self.isNumbered = isNumbered
        self.extent = extent
    }

    /// The subject of examining a file and opening the document.
    package static let opening = RequestSubject(kind: .opening, verb: "open it")
    /// The subject of requests that have no subject of their own.
    package static let other = RequestSubject(kind: .other, verb: "answer")

    /// The work that failures of this request are counted on.
    package var work: Work { Work(kind: kind, page: page) }

    /// Measuring a page, for a request that came to it.
    package func measuring(_ page: Int64) -> RequestSubject {
        RequestSubject(kind: .measuring, verb: "measure", page: page, isNumbered: isNumbered)
    }

    package var description: String {
        switch page {
        case nil: verb
        case let page? where isNumbered && page < .max: "\(verb) page \(page + 1)"
        case let page?: "\(verb) the page with the id \(page)"
        }
    }
}

extension RequestSubject.Kind {
    /// The kinds of work that are not about contents.
    private static let others: [RequestSubject.Kind] = [
        .opening, .drawing, .measuring, .hit, .counting, .numbering, .labels, .positions, .moving, .refreshing, .advice,
        .appearance, .other,
    ]

    /// The name of the kind, as it is stored.
    package var name: String {
        if case .contents(let kind) = self { kind.name } else { "\(self)" }
    }

    /// The kind of a name; nil where there is none.
    package init?(name: String) {
        let contents = ContentKind(name: name).map(RequestSubject.Kind.contents)
        guard let kind = contents ?? Self.others.first(where: { $0.name == name }) else { return nil }
        self = kind
    }
}
