import Varlink

extension OpenedDocument {
    private var number: Int { Int(record.id.number) }

    /// The text of a page, in reading order.
    @discardableResult
    package func text(
        of page: Int64, completion: @escaping (Result<ItemList, HostError>) -> Void
    ) -> HostTicket {
        let number = self.number
        return supervisor.request(
            HostInterface.Text.self, of: record.id,
            parameters: { HostInterface.TextParameters(serial: $0, document: number, page: Int(page)) },
            decode: { ItemList($0.parameters.items, truncated: $0.parameters.truncated) }, completion: completion)
    }

    /// The links of a page.
    @discardableResult
    package func links(
        of page: Int64, priority: HostPriority = .demand,
        completion: @escaping (Result<ItemList, HostError>) -> Void
    ) -> HostTicket {
        let number = self.number
        return supervisor.request(
            HostInterface.Links.self, of: record.id, priority: priority,
            parameters: { HostInterface.LinksParameters(serial: $0, document: number, page: Int(page)) },
            decode: { ItemList($0.parameters.items, truncated: $0.parameters.truncated) }, completion: completion)
    }

    /// The matches of a text on a page, without regard to case.
    @discardableResult
    package func search(
        for needle: String, on page: Int64, priority: HostPriority = .demand,
        completion: @escaping (Result<ItemList, HostError>) -> Void
    ) -> HostTicket {
        let number = self.number
        if let error = Self.tooLong(needle, "needle") { return refuse(error, completion) }
        return supervisor.request(
            HostInterface.Search.self, of: record.id, priority: priority,
            parameters: {
                HostInterface.SearchParameters(serial: $0, document: number, page: Int(page), needle: needle)
            },
            decode: { ItemList($0.parameters.items, truncated: $0.parameters.truncated) }, completion: completion)
    }

    /// The table of contents.
    @discardableResult
    package func outline(completion: @escaping (Result<ItemList, HostError>) -> Void) -> HostTicket {
        let number = self.number
        return supervisor.request(
            HostInterface.Outline.self, of: record.id,
            parameters: { HostInterface.OutlineParameters(serial: $0, document: number) },
            decode: { ItemList($0.parameters.items, truncated: $0.parameters.truncated) }, completion: completion)
    }

    /// What the document says about itself.
    @discardableResult
    package func metadata(completion: @escaping (Result<ItemList, HostError>) -> Void) -> HostTicket {
        let number = self.number
        return supervisor.request(
            HostInterface.Metadata.self, of: record.id,
            parameters: { HostInterface.MetadataParameters(serial: $0, document: number) },
            decode: { ItemList($0.parameters.items, truncated: $0.parameters.truncated) }, completion: completion)
    }

    /// What a drag at a point of a page would meet, in points of the page.
    @discardableResult
    package func hit(
        _ page: Int64, x: Double, y: Double, completion: @escaping (Result<HitResult, HostError>) -> Void
    ) -> HostTicket {
        let number = self.number
        guard x.isFinite, y.isFinite else {
            return refuse(HostError(.invalid(parameter: "point"), "\(x), \(y) is no point"), completion)
        }
        return supervisor.request(
            HostInterface.Hit.self, of: record.id,
            parameters: { HostInterface.HitParameters(serial: $0, document: number, page: Int(page), x: x, y: y) },
            decode: { HitResult($0.parameters.target) }, completion: completion)
    }

    /// Moves a page by hand.
    @discardableResult
    package func move(
        _ move: PageMove, completion: @escaping (Result<Void, HostError>) -> Void
    ) -> HostTicket {
        let number = self.number
        return supervisor.request(
            HostInterface.Move.self, of: record.id,
            parameters: {
                HostInterface.MoveParameters(
                    serial: $0, document: number, page: Int(move.page), stage: Int(move.stage.rawValue),
                    index: Int(move.index))
            },
            decode: { _ in () }, completion: completion)
    }

    /// Has the provider look at the source again; what is new comes through ``changed``.
    @discardableResult
    package func refresh(completion: @escaping (Result<Void, HostError>) -> Void) -> HostTicket {
        let number = self.number
        return supervisor.request(
            HostInterface.Refresh.self, of: record.id,
            parameters: { HostInterface.RefreshParameters(serial: $0, document: number) },
            decode: { _ in () }, completion: completion)
    }

    /// Advice to the provider: a reader may ask for these pages, the likeliest first; with none it gives up what it had.
    /// Without effect where the provider takes none. Told soon; what a following plan takes back before that never is.
    ///
    /// - Parameter reader: whose plan it is; the one that it had is given up.
    package func plan(_ pages: [Int64], for reader: UInt64) {
        guard capabilities.contains(.prefetch) else { return }
        advice.plan(pages, for: reader, of: self)
    }

    func prefetch(_ pages: [Int64]) {
        guard !pages.isEmpty else { return }
        let number = self.number
        supervisor.request(
            HostInterface.Prefetch.self, of: record.id, priority: .prefetch,
            parameters: {
                HostInterface.PrefetchParameters(serial: $0, document: number, pages: pages.map { Int($0) })
            },
            decode: { $0.parameters }, completion: { _ in })
    }

    func cancelPrefetch(_ pages: [Int64]) {
        guard !pages.isEmpty else { return }
        let number = self.number
        supervisor.request(
            HostInterface.CancelPrefetch.self, of: record.id, priority: .prefetch,
            parameters: {
                HostInterface.CancelPrefetchParameters(serial: $0, document: number, pages: pages.map { Int($0) })
            },
            decode: { $0.parameters }, completion: { _ in })
    }

    /// Tells the provider that a page comes on some screen or leaves it, where it wants to know; soon, and in order.
    package func appearance(of page: Int64, _ event: AppearanceEvent) {
        guard capabilities.contains(.appearance) else { return }
        appearances.add(page, event, of: self)
    }

    /// Sends events that were gathered, and calls back once the provider has taken note of them, or never will.
    ///
    /// - Parameter completion: told whether there is still somebody to be told.
    func send(_ events: ArraySlice<AppearanceNotes.Note>, completion: @escaping (Bool) -> Void) {
        let number = self.number
        supervisor.request(
            HostInterface.Appearance.self, of: record.id,
            parameters: {
                HostInterface.AppearanceParameters(
                    serial: $0, document: number, pages: events.map { Int($0.page) },
                    events: events.map { Int($0.event.rawValue) })
            },
            decode: { $0.parameters },
            completion: { result in
                if case .failure(let failure) = result { completion(failure.code != .closed) } else { completion(true) }
            })
    }
}
