import SheafInterface
import Varlink

/// A part of a page, as large as it is seen: what the viewer shows of a page that is zoomed into.
struct ZoomedPart: Equatable, Sendable {
    /// The page's index.
    var index: Int
    /// The viewport that the page is rendered for: the terminal, as many times as large as the zoom says.
    var viewport: ReaderInterface.Viewport
    /// In pixels of the page in that viewport.
    var region: ReaderInterface.Region
}

/// Asks for what is to be seen of pages, one thing at a time: of what is wanted meanwhile the last counts.
///
/// The reader itself keeps the viewport of the terminal, in which its pages are turned and read ahead: all of a page at the largest zoom is
/// more than a user may hold.
final class PartRequests {
    /// The outcome of a request.
    enum Outcome {
        case page(ReaderInterface.Page, VarlinkDescriptors)
        /// The region is not within the page, which has so many pixels.
        case outside(width: Int, height: Int)
        case refused(ControlError)
    }

    /// Of a page, or with nil all of it as the reader shows it.
    private typealias Request = (index: Int, part: ZoomedPart?)

    private let service: ViewService
    private let completion: (Int, ZoomedPart?, Outcome) -> Void
    private var underWay: Request?
    private var wanted: Request?
    /// The request that was refused last. It is not made again until another one was.
    private var refused: Request?

    /// - Parameter completion: gets the page's index and the part that was asked for, and what came of it.
    init(_ service: ViewService, completion: @escaping (Int, ZoomedPart?, Outcome) -> Void) {
        self.service = service
        self.completion = completion
    }

    /// Asks for a part of a page, or for all of it.
    func ask(for part: ZoomedPart?, ofPage index: Int) {
        if let refused, refused == (index, part) { return }
        refused = nil
        if let underWay, underWay == (index, part) { return wanted = nil }
        wanted = (index, part)
        askNext()
    }

    /// Asks for nothing more than is under way.
    func forgetWanted() { wanted = nil }

    /// The service has gone: what was asked for does not come.
    func lose() { (underWay, wanted) = (nil, nil) }

    private func askNext() {
        guard underWay == nil, let request = wanted else { return }
        wanted = nil
        underWay = request
        let isAsked = service.callAside(
            ReaderInterface.GetPage.self,
            .init(
                reader: service.reader, index: request.index, region: request.part?.region, handover: .descriptor,
                viewport: request.part?.viewport)
        ) { [weak self] result in self?.ended(request, result) }
        if !isAsked { underWay = nil }
    }

    private func ended(
        _ request: Request,
        _ result: Result<VarlinkReply<ReaderInterface.GetPageReply>, VarlinkCallError<ReaderInterface.Failure>>
    ) {
        underWay = nil
        let outcome: Outcome? =
            switch result {
            case .success(let reply): .page(reply.parameters.page, reply.descriptors)
            case .failure(.failed(.invalidRegion(let width, let height))): .outside(width: width, height: height)
            // The page, or its document, has changed: it is asked for again when it is drawn.
            case .failure(.failed(.superseded)), .failure(.connection): nil
            case .failure(let error): .refused(ControlError(cannot: "get \(PageText.name(request.index))", error))
            }
        if case .refused = outcome { refused = request }
        if let outcome { completion(request.index, request.part, outcome) }
        askNext()
    }
}
