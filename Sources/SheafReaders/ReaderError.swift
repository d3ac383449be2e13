import Navigation
import PageModel
import ProviderHost
import SheafPages

/// Why a command of a reader came to nothing. What a client is told of it is ``ReaderService``'s to say.
enum ReaderError: Error {
    /// The reader was closed.
    case closed
    /// The command does not fit where the reader stands.
    ///
    /// - Parameters:
    ///   - axis: the one that it was for; nil: the one in front.
    ///   - target: what was asked for, in words.
    case refused(NavigationError, axis: Axis? = nil, target: String = "")
    /// There is no such page, in a document or a part of one that has so many.
    case noSuchPage(target: String, pages: Int)
    /// The document has no pages.
    case empty
    /// A page can't be looked up or rendered.
    case page(index: Int, HostError)
    /// A page can't be shown, for a reason in words.
    case pageFailed(index: Int, reason: String)
    /// A document can't be asked.
    case document(HostError)
    /// A provider did not do what only some can.
    case provider(HostError)
    /// A provider could not look at its source again.
    case refresh(HostError)
    /// No provider does this.
    case unsupported(String)
    /// The bytes of a page do not fit in a message.
    case inlineTooLarge(bytes: Int, limit: Int)
    /// A page, or a region of one, has more bytes than may be rendered.
    case tooLarge(bytes: Int, limit: Int)
    /// A region is not within its page, which measures so many pixels.
    case invalidRegion(page: PixelSize)
    /// A limit of the configuration is reached.
    case limitReached(name: String, value: Int)
    /// Another region was asked for since, or another search.
    case superseded
    /// Too much is asked for at once, or the system refuses.
    case overloaded(String)
    /// A field of an arrangement makes no sense for the document.
    case invalidArrangement(field: String, reason: String)
    /// Viewer or document do not take this orientation.
    case orientation(Orientation, allowed: Set<Orientation>)
    /// A page in this state can't take this step.
    case noSuchStep(index: Int, Navigation.AppearanceEvent)
    /// Another reader of the document moves a page, which is at this index.
    case movedElsewhere(index: Int)
}

extension ReaderError {
    /// The document changed each time that it was asked.
    static let changing = ReaderError.overloaded("the document changes while it is read: try again")
}

extension ReaderError {
    /// A user holds as many pages as one may.
    init(_ refusal: LeaseRefusal) { self = .limitReached(name: refusal.name, value: refusal.value) }
}

extension Interruption {
    /// There is no such page.
    static func noSuchPage(_ target: String, on axis: ReaderAxis) -> Interruption {
        .failure(.noSuchPage(target: target, pages: axis.count.pages))
    }
}
