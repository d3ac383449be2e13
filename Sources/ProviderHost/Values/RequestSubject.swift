/// What a provider is asked for, as people are told where that ends its host or never ends: "render page 3".
package struct RequestSubject: Equatable, Sendable, CustomStringConvertible {
    /// What people call a page.
    enum Page: Equatable, Sendable {
        /// Its number, from 1, of a provider whose pages' ids are their indexes.
        case number(Int64)
        /// Its id, where that alone is known.
        case id(Int64)
    }

    /// A verb phrase, to which the page is the object.
    let verb: String
    /// Nil: it is about the document as a whole.
    var page: Page?

    /// Finding out which document it is, and opening it.
    static let opening = RequestSubject(verb: "open it")
    /// What no other subject is said of.
    static let other = RequestSubject(verb: "answer")

    package var description: String {
        switch page {
        case nil: verb
        case .number(let number): "\(verb) page \(number)"
        case .id(let id): "\(verb) the page with the id \(id)"
        }
    }
}
