import SheafInterface
import SheafMetrics
import Varlink

/// The numbers of the page server, as far as this program's user sees them, and of this one, in the format that the client prefers.
final class MetricsService {
    /// The numbers that this program counts.
    struct Own {
        var requests = 0
        var images = 0
        var covers = 0
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
        let format = MetricsFormat(preferredBy: request.header("Accept"))
        var metrics = MetricsWriter(format)
        let own = own()
        metrics.add("sheaf_web_service_up", .gauge, "Whether the page server answers.", [.init(numbers == nil ? 0 : 1)])
        metrics.add("sheaf_web_requests", .counter, "Requests that have come.", [.init(own.requests)])
        metrics.add("sheaf_web_images", .counter, "Images that were handed out.", [.init(own.images)])
        metrics.add("sheaf_web_covers", .counter, "Images that were covers kept on disk.", [.init(own.covers)])
        metrics.add("sheaf_web_connections", .gauge, "Connections of clients.", [.init(own.connections)])
        metrics.add(
            "sheaf_web_connections_refused", .counter, "Connections that were closed since there were too many.",
            [.init(own.refusedConnections)])
        metrics.add("sheaf_web_documents", .gauge, "Documents that are open for clients.", [.init(own.openDocuments)])
        metrics.add("sheaf_web_readers", .gauge, "Documents that are read in browsers.", [.init(own.readers)])
        if let (status, cache) = numbers { MetricsText.add(status, cache, to: &metrics) }
        request.answer(
            HTTPResponse(
                .bytes(Array(metrics.text.utf8)), type: format.mediaType, [("Cache-Control", "no-store")]))
    }
}

extension MetricsFormat {
    /// The format that an Accept header prefers (RFC 9110, 12.5.1): the text format where it says nothing of them, or that both are as good.
    init(preferredBy accept: String?) {
        let accepted = AcceptedTypes(accept ?? "")
        let openMetrics = accepted.quality(of: "application/openmetrics-text", version: "1.0.0")
        self = openMetrics > accepted.quality(of: "text/plain", version: "0.0.4") ? .openmetrics : .prometheus
    }
}

/// The media types of an Accept header, with how much each is wanted.
private struct AcceptedTypes {
    private struct Range {
        var type: Substring
        var version: Substring?
        var quality = 1.0
    }

    private let ranges: [Range]

    init(_ header: String) {
        // Blanks and quotes mean nothing in what is looked at here.
        let plain = header.lowercased().filter { !" \t\"".contains($0) }
        ranges = plain.split(separator: ",").compactMap { item in
            let parts = item.split(separator: ";")
            guard let type = parts.first else { return nil }
            var range = Range(type: type)
            for part in parts.dropFirst() {
                let sides = part.split(separator: "=", maxSplits: 1)
                guard sides.count == 2 else { continue }
                switch sides[0] {
                case "version": range.version = sides[1]
                case "q": range.quality = Double(sides[1]) ?? 0
                default: break
                }
            }
            return range
        }
    }

    /// How much a type is wanted, from 0 to 1: by the range that names it most closely.
    func quality(of type: String, version: String) -> Double {
        let group = type.prefix { $0 != "/" } + "/*"
        for name in [Substring(type), group, "*/*"] {
            let matching = ranges.filter { $0.type == name && ($0.version ?? version[...]) == version }
            if let best = matching.map(\.quality).max() { return best }
        }
        return 0
    }
}
