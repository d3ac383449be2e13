import SheafInterface
import SheafMetrics
import SheafOS
import Varlink

/// The numbers of the page server, as far as this program's user sees them, and of this one: OpenMetrics text.
final class MetricsService {
    /// What this program counts.
    struct Own {
        var requests = 0
        var images = 0
        var connections = 0
        var refusedConnections = 0
        var openDocuments = 0
        var readers = 0
    }

    private let service: ServiceConnections
    private let own: () -> Own

    init(service: ServiceConnections, own: @escaping () -> Own) {
        (self.service, self.own) = (service, own)
    }

    /// Answers with all numbers; with its own alone where the page server can't be reached.
    func serve(_ request: HTTPRequest) {
        service.call(ManagerInterface.Status.self, .init()) { [self] status in
            guard case .success(let status) = status else { return answer(request, nil) }
            service.call(ManagerInterface.GetCache.self, .init()) { [self] cache in
                guard case .success(let cache) = cache else { return answer(request, nil) }
                answer(request, (status.parameters, cache.parameters))
            }
        }
    }

    private func answer(
        _ request: HTTPRequest, _ numbers: (ManagerInterface.StatusReply, ManagerInterface.GetCacheReply)?
    ) {
        var metrics = OpenMetrics()
        let own = own()
        metrics.add("sheaf_web_service_up", .gauge, "Whether the page server answers.", [.init(numbers == nil ? 0 : 1)])
        metrics.add("sheaf_web_requests", .counter, "Requests that have come.", [.init(own.requests)])
        metrics.add("sheaf_web_images", .counter, "Images that were handed out.", [.init(own.images)])
        metrics.add("sheaf_web_connections", .gauge, "Connections of clients.", [.init(own.connections)])
        metrics.add(
            "sheaf_web_connections_refused", .counter, "Connections that were closed since there were too many.",
            [.init(own.refusedConnections)])
        metrics.add("sheaf_web_documents", .gauge, "Documents that are open for clients.", [.init(own.openDocuments)])
        metrics.add("sheaf_web_readers", .gauge, "Documents that are read in browsers.", [.init(own.readers)])
        if let (status, cache) = numbers { MetricsText.add(status, cache, to: &metrics) }
        var response = HTTPResponse(
            .bytes(Array(metrics.text.utf8)),
            type: "application/openmetrics-text; version=1.0.0; charset=utf-8")
        response.headers.append(("Cache-Control", "no-store"))
        request.answer(response)
    }
}
