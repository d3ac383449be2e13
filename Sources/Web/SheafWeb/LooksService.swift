import SheafInterface
import Varlink

/// Which looks a document may have, for the reader, and on which page of it in other looks the text of a page is.
final class LooksService {
    private let library: LibraryIndex
    private let service: ServiceConnections

    init(library: LibraryIndex, service: ServiceConnections) {
        (self.library, self.service) = (library, service)
    }

    /// Answers whether a document flows, and with a page of it and other looks, which page that is then.
    ///
    /// - Parameter query: `page`, counted from 1, and `to`, the looks; neither where nothing is to be found.
    func serve(_ name: String, _ query: [String: String], _ request: HTTPRequest) {
        guard let document = request.document(name, in: library) else { return }
        let page = query["page"].map { Int($0) ?? 0 }
        let looks = query["to"].map { ViewLooks($0) }
        guard page.map({ 1...(1 << 30) ~= $0 }) ?? true, (page == nil) == (looks == nil),
            looks.map({ $0 != nil }) ?? true
        else {
            return request.answer(HTTPResponse(400, "page is a number from 1 on, and comes with to, which is looks"))
        }
        var parameters = document.opening(in: .init(width: 1, height: 1))
        parameters.target = page.map { .init(index: $0 - 1) }
        let files = document.name(in: &parameters)
        service.call(ReaderInterface.Open.self, parameters, descriptors: files) { [self] result in
            guard let state = request.value(of: result.mapError { WebFailure($0) })?.parameters.state else { return }
            guard let looks = looks ?? nil else { return answer(request, state, of: nil) }
            show(state, in: looks, request)
        }
    }

    private func show(_ state: ReaderInterface.State, in looks: ViewLooks, _ request: HTTPRequest) {
        service.call(
            ReaderInterface.SetLooks.self, .init(reader: state.reader, looks: looks.wire ?? .init())
        ) { [self] result in
            switch result {
            case .failure(let failure):
                close(state.reader)
                request.refuse(WebFailure(failure))
            case .success(let reply): answer(request, reply.parameters.state, of: reply.parameters.state.location)
            }
        }
    }

    private func answer(
        _ request: HTTPRequest, _ state: ReaderInterface.State, of location: ReaderInterface.Location?
    ) {
        close(state.reader)
        let text = (["flows": .bool(state.document.flows ?? false)] as JSONTree)
            .with("page", location.map { .int($0.index + 1) })
        request.answer(HTTPResponse(.bytes(text.bytes), type: "application/json", [("Cache-Control", "no-cache")]))
    }

    private func close(_ reader: String) {
        service.giveBack(ReaderInterface.Close.self, .init(reader: reader))
    }
}
