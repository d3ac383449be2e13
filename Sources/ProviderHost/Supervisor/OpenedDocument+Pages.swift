import Varlink

extension OpenedDocument {
    private var number: Int { Int(record.id.number) }

    /// Counts the pages. ``count`` follows.
    @discardableResult
    package func pageCount(completion: @escaping (Result<PageCount, HostError>) -> Void) -> HostTicket {
        let number = self.number
        return supervisor.request(
            HostInterface.PageCount.self, of: record.id,
            parameters: { HostInterface.PageCountParameters(serial: $0, document: number) },
            decode: { [record] reply in
                guard let count = ProviderHost.PageCount(reply.parameters.count) else { return nil }
                record.count = count
                return count
            },
            completion: completion)
    }

    /// The ids of up to `length` pages from `index` on; fewer at the end. At most ``HostLimits/pageIDsAtOnce``.
    @discardableResult
    package func pageIDs(
        from index: Int64, length: Int, priority: HostPriority = .demand,
        completion: @escaping (Result<[Int64], HostError>) -> Void
    ) -> HostTicket {
        let number = self.number
        return supervisor.request(
            HostInterface.PageIds.self, of: record.id, priority: priority,
            parameters: {
                HostInterface.PageIdsParameters(serial: $0, document: number, index: Int(index), length: length)
            },
            decode: { reply in reply.parameters.pages.count <= length ? reply.parameters.pages.map { Int64($0) } : nil
            },
            completion: completion)
    }

    /// The page `step` pages after `page`; with nil, after the first one. ``HostError/Code/endOfDocument`` where there
    /// is none.
    @discardableResult
    package func page(
        _ step: Int64, after page: Int64?, completion: @escaping (Result<Int64, HostError>) -> Void
    ) -> HostTicket {
        let number = self.number
        return supervisor.request(
            HostInterface.PageStep.self, of: record.id,
            parameters: {
                HostInterface.PageStepParameters(
                    serial: $0, document: number, page: page.map { Int($0) }, step: Int(step))
            },
            decode: { Int64($0.parameters.page) }, completion: completion)
    }

    /// The sizes and labels of pages, in their order. At most ``HostLimits/metricsAtOnce``.
    @discardableResult
    package func metrics(
        of pages: [Int64], priority: HostPriority = .demand,
        completion: @escaping (Result<[PageMetrics], HostError>) -> Void
    ) -> HostTicket {
        let number = self.number
        return supervisor.request(
            HostInterface.PageMetrics.self, of: record.id, priority: priority,
            parameters: {
                HostInterface.PageMetricsParameters(serial: $0, document: number, pages: pages.map { Int($0) })
            },
            decode: { reply in
                let metrics = reply.parameters.metrics.compactMap(ProviderHost.PageMetrics.init)
                return metrics.count == pages.count ? metrics : nil
            },
            completion: completion)
    }

    /// The index of the page with this label: exactly this, else this but for its case. ``HostError/Code/noSuchPage`` where there is
    /// none.
    @discardableResult
    package func findIndex(
        label: String, completion: @escaping (Result<Int64, HostError>) -> Void
    ) -> HostTicket {
        let number = self.number
        if let error = Self.tooLong(label, "label") { return refuse(error, completion) }
        return supervisor.request(
            HostInterface.FindLabel.self, of: record.id,
            parameters: { HostInterface.FindLabelParameters(serial: $0, document: number, label: label) },
            decode: { reply in
                let index = Int64(reply.parameters.index)
                return (0..<HostLimits.pages).contains(index) ? index : nil
            },
            completion: completion)
    }

    /// What a text that a client gave is refused for.
    static func tooLong(_ text: String, _ parameter: String) -> HostError? {
        guard text.utf8.count > HostLimits.parameterBytes else { return nil }
        return HostError(
            .invalid(parameter: parameter),
            "it has \(text.utf8.count) bytes, and \(HostLimits.parameterBytes) are allowed")
    }
}
