package import HostProtocol
package import SheafOS
import Varlink

// What a document's provider can be asked: a method of org.sheaf.Host each, with its parameters and what its reply means.
// `ask` does the rest; the host's part of a method is its function in HostRequests.

extension HostDocument {
    /// Asks a host about this document.
    ///
    /// - Parameters:
    ///   - kind: the kind of work that it is, what people call that, and of which page, for ``RequestSubject``.
    ///   - extent: the pixels that are asked for.
    ///   - user: on whose behalf; nil: the service's own. The users of a document of the library are served in turn.
    ///   - reader: the one that it is for; the readers of a user are served in turn.
    ///   - canBeEnded: whether it may be ended for a demand and asked again.
    ///   - parameters: made for each time that it is asked (a second host is asked where the first one dies), of the
    ///     request's serial and the document's number.
    ///   - value: what a reply means; nil where no host answers this.
    func ask<Method: VarlinkMethod, Value>(
        _ method: Method.Type, _ kind: RequestSubject.Kind, _ verb: String, of page: Int64? = nil, extent: UInt64 = 0,
        priority: HostPriority = .demand, for user: UInt32? = nil, reader: UInt64? = nil, canBeEnded: Bool = false,
        descriptors: @escaping (HostConnection) -> [SharedDescriptor] = { _ in [] }, handed: Int = 0,
        late: LateThumbnail? = nil,
        _ completion: @escaping HostCompletion<Value>,
        parameters: @escaping (_ serial: Int, _ document: Int) -> Method.Parameters,
        value: @escaping (Method.Reply) -> Value?
    ) -> HostTicket where Method.Failure == HostInterface.Failure {
        let number = Int(record.id.number)
        return pool.request(
            method, of: record.id, subject: subject(kind, verb, page, extent), priority: priority, for: user,
            reader: reader, canBeEnded: canBeEnded, descriptors: descriptors, handed: handed, late: late,
            parameters: { parameters($0, number) }, decode: { value($0.parameters) }, completion: completion)
    }

    private func subject(
        _ kind: RequestSubject.Kind, _ verb: String, _ page: Int64?, _ extent: UInt64
    ) -> RequestSubject {
        RequestSubject(
            kind: kind, verb: verb, page: page,
            isNumbered: capabilities.isDisjoint(with: [.pageIDs, .pageStep]), extent: extent)
    }

    /// Drawing a page, as failures of it are counted.
    func drawing(_ page: Int64, pixels: Int) -> RequestSubject {
        subject(.drawing, "render", page, UInt64(clamping: pixels))
    }

    // MARK: Pages

    /// Counts the pages, or counts them on. ``count`` follows.
    @discardableResult
    package func pageCount(
        priority: HostPriority = .demand, completion: @escaping HostCompletion<PageCount>
    ) -> HostTicket {
        ask(HostInterface.PageCount.self, .counting, "count its pages", priority: priority, completion) {
            .init(serial: $0, document: $1)
        } value: { [record, pool] reply in
            PageCount(reply.count).map { count in
                record.count = count
                pool.keep(reply.kept, of: record)
                return count
            }
        }
    }

    /// The ids of up to `length` pages from `index` on; fewer at the end. At most ``HostLimits/pageIDsAtOnce``.
    @discardableResult
    package func pageIDs(
        from index: Int64, length: Int, priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping HostCompletion<[Int64]>
    ) -> HostTicket {
        ask(HostInterface.PageIds.self, .numbering, "name its pages", priority: priority, for: user, completion) {
            .init(serial: $0, document: $1, index: Int(index), length: length)
        } value: {
            $0.pages.count <= length ? $0.pages.map { Int64($0) } : nil
        }
    }

    /// The ids of up to `length` pages from `index` on with their sizes and labels, in one request; fewer at the end. At most
    /// ``HostLimits/metricsAtOnce``.
    @discardableResult
    package func lookUp(
        from index: Int64, length: Int, priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping HostCompletion<PageLookUp>
    ) -> HostTicket {
        ask(HostInterface.LookUp.self, .measuring, "measure its pages", priority: priority, for: user, completion) {
            .init(serial: $0, document: $1, index: Int(index), length: length)
        } value: {
            PageLookUp($0, length: length)
        }
    }

    /// The page `step` pages after `page`; with nil, after the first one. ``HostError/Code/endOfDocument`` where there
    /// is none.
    @discardableResult
    package func page(
        _ step: Int64, after page: Int64?, completion: @escaping HostCompletion<Int64>
    ) -> HostTicket {
        ask(HostInterface.PageStep.self, .numbering, "turn its pages", completion) {
            .init(serial: $0, document: $1, page: page.map { Int($0) }, step: Int(step))
        } value: {
            Int64($0.page)
        }
    }

    /// The size and the label of a page, or why ``lookUp(from:length:priority:completion:)`` has none.
    @discardableResult
    package func metrics(
        of page: Int64, priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping HostCompletion<PageMetrics>
    ) -> HostTicket {
        ask(HostInterface.PageMetrics.self, .measuring, "measure", of: page, priority: priority, for: user, completion)
        {
            .init(serial: $0, document: $1, page: Int(page))
        } value: {
            PageMetrics($0.metrics)
        }
    }

    /// The index of the page with this label: exactly this, else this but for its case. ``HostError/Code/noSuchPage``
    /// where there is none.
    @discardableResult
    package func findIndex(
        label: String, for user: UInt32? = nil, completion: @escaping HostCompletion<Int64>
    ) -> HostTicket {
        if let error = Self.tooLong(label, "label") { return refuse(error, completion) }
        return ask(HostInterface.FindLabel.self, .labels, "find a label", for: user, completion) {
            .init(serial: $0, document: $1, label: label)
        } value: {
            let index = Int64($0.index)
            return (0..<HostLimits.pages).contains(index) ? index : nil
        }
    }

    /// Where in its text some pages begin, at most ``HostLimits/positionsAtOnce``; nil of one that can't be told. Only of a
    /// document that flows.
    @discardableResult
    package func positions(
        of pages: [Int64], priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping HostCompletion<[Int64?]>
    ) -> HostTicket {
        ask(
            HostInterface.Positions.self, .positions, "find places in its text", priority: priority, for: user,
            completion
        ) {
            .init(serial: $0, document: $1, pages: pages.map { Int($0) })
        } value: {
            Self.found($0.positions, count: pages.count)
        }
    }

    /// The pages on which such positions are, as ``positions(of:for:completion:)``.
    @discardableResult
    package func pages(
        at positions: [Int64], priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping HostCompletion<[Int64?]>
    ) -> HostTicket {
        ask(
            HostInterface.PagesAt.self, .positions, "find pages in its text", priority: priority, for: user, completion
        ) {
            .init(serial: $0, document: $1, positions: positions.map { Int($0) })
        } value: {
            Self.found($0.pages, count: positions.count)
        }
    }

    /// The EPUB CFI of the text from a position to before `end`; in a document that does not flow, of the page with that id.
    @discardableResult
    package func cfi(
        from position: Int64, to end: Int64, for user: UInt32? = nil, completion: @escaping HostCompletion<String>
    ) -> HostTicket {
        ask(HostInterface.GetCFI.self, .positions, "name a place in its text", for: user, completion) {
            .init(serial: $0, document: $1, position: Int(position), end: Int(end))
        } value: {
            $0.cfi
        }
    }

    /// Where an EPUB CFI leads, and where that ends, as ``cfi(from:to:for:completion:)`` has it.
    @discardableResult
    package func place(
        ofCFI cfi: String, for user: UInt32? = nil, completion: @escaping HostCompletion<[Int64?]>
    ) -> HostTicket {
        ask(HostInterface.FindCFI.self, .positions, "find a place in its text", for: user, completion) {
            .init(serial: $0, document: $1, cfi: cfi)
        } value: {
            [Int64($0.position), Int64($0.end)]
        }
    }

    private static func found(_ numbers: [Int], count: Int) -> [Int64?]? {
        guard numbers.count == count else { return nil }
        return numbers.map { $0 < 0 ? nil : Int64($0) }
    }

    /// Renders a region of a page into the job's memory. Its thumbnail comes after it (``ThumbnailJob/finished``).
    @discardableResult
    package func render(
        _ job: RenderJob, priority: HostPriority = .demand, for user: UInt32? = nil, reader: UInt64? = nil,
        completion: @escaping HostCompletion<RenderedPage>
    ) -> HostTicket {
        do throws(HostError) {
            try job.order.check(limit: pool.limits.renderBytes)
        } catch {
            return refuse(error) { result in
                completion(result)
                job.thumbnail?.finished(false)
            }
        }
        let late = job.thumbnail.map { LateThumbnail(finished: $0.finished) }
        return ask(
            HostInterface.Render.self, .drawing, "render", of: job.page, extent: UInt64(clamping: job.pixelCount),
            priority: priority,
            for: user, reader: reader,
            canBeEnded: true, descriptors: job.descriptors(for:), handed: job.handedBytes, late: late,
            { result in
                completion(job.target.failure.map { .failure(HostError(.busy, $0.description)) } ?? result)
            }
        ) {
            job.parameters(serial: $0, document: $1)
        } value: {
            RenderedPage($0, of: job)
        }
    }

    /// Has the host with the document map memory for the next page, behind earlier requests.
    ///
    /// - Parameter memory: nobody else may have it; `bytes` long.
    /// - Returns: nil where no host has it open.
    package func prepare(_ memory: SharedDescriptor, bytes: Int) -> PreparedMemory? {
        pool.host(of: record.id)?.prepare(memory, bytes: bytes)
    }

    /// The bytes of the memory that the host that has it open has mapped for the next page; 0 where there is none.
    package var preparedBytes: Int { pool.host(of: record.id)?.prepared?.bytes ?? 0 }

    /// Takes the memory that the host has mapped, where it is for a page of `bytes` bytes; nil where there is none.
    package func takePrepared(_ bytes: Int) -> PreparedMemory? {
        pool.host(of: record.id)?.takePrepared(bytes)
    }

    /// Asks for the target of a drag that begins at a point of a page, in points of the page.
    @discardableResult
    package func hit(
        _ page: Int64, x: Double, y: Double, for user: UInt32? = nil, completion: @escaping HostCompletion<HitResult>
    ) -> HostTicket {
        guard x.isFinite, y.isFinite else {
            return refuse(HostError(.invalid(parameter: "point"), "\(x), \(y) is no point"), completion)
        }
        return ask(HostInterface.Hit.self, .hit, "say what is at a point of", of: page, for: user, completion) {
            .init(serial: $0, document: $1, page: Int(page), x: x, y: y)
        } value: {
            HitResult($0.target)
        }
    }

    /// Moves a page by hand.
    @discardableResult
    package func move(
        _ move: PageMove, for user: UInt32? = nil, completion: @escaping HostCompletion<Void>
    ) -> HostTicket {
        // The order is its host's from now on.
        pool.scheduler.pin(record.id)
        return ask(HostInterface.Move.self, .moving, "move", of: move.page, for: user, completion) {
            .init(
                serial: $0, document: $1, page: Int(move.page), stage: Int(move.stage.rawValue), index: Int(move.index))
        } value: { [record] _ in
            record.changes.hurry()
        }
    }

    /// Has the provider look at the source again; what is new comes through ``changed``.
    @discardableResult
    package func refresh(completion: @escaping HostCompletion<Void>) -> HostTicket {
        ask(HostInterface.Refresh.self, .refreshing, "look at its source", completion) {
            .init(serial: $0, document: $1)
        } value: { [record] _ in
            record.changes.hurry()
        }
    }

    // MARK: What ProviderAdvice sends

    /// Advice: these pages will be asked for, the likeliest first.
    func prefetch(_ pages: [Int64]) {
        guard !pages.isEmpty else { return }
        _ = ask(HostInterface.Prefetch.self, .advice, "prefetch pages", priority: .prefetch, { _ in }) {
            .init(serial: $0, document: $1, pages: pages.map { Int($0) })
        } value: {
            $0
        }
    }

    /// The advice for these pages no longer holds.
    func cancelPrefetch(_ pages: [Int64]) {
        guard !pages.isEmpty else { return }
        _ = ask(HostInterface.CancelPrefetch.self, .advice, "cancel prefetching", priority: .prefetch, { _ in }) {
            .init(serial: $0, document: $1, pages: pages.map { Int($0) })
        } value: {
            $0
        }
    }

    /// Sends appearance events, in their order.
    ///
    /// - Parameter completion: called once the provider has them, or never will; with whether the document is open.
    func send(_ events: ArraySlice<AppearanceNotes.Note>, completion: @escaping (_ isOpen: Bool) -> Void) {
        let sent: HostCompletion<JSONEmpty> = { result in
            if case .failure(let failure) = result { completion(failure.code != .closed) } else { completion(true) }
        }
        // Nobody waits for it.
        _ = ask(HostInterface.Appearance.self, .appearance, "take note of an appearance", priority: .contents, sent) {
            .init(
                serial: $0, document: $1, pages: events.map { Int($0.page) },
                events: events.map { Int($0.event.rawValue) })
        } value: {
            $0
        }
    }

    // MARK: Refusals

    /// Answers a request that no host need see.
    func refuse<Value>(_ error: HostError, _ completion: @escaping HostCompletion<Value>) -> HostTicket {
        pool.loop.afterThisBatch { completion(.failure(error)) }
        return HostTicket(pool)
    }

    /// Why a text that a client gave is refused.
    static func tooLong(_ text: String, _ parameter: String) -> HostError? {
        guard text.utf8.count > HostLimits.parameterBytes else { return nil }
        return HostError(
            .invalid(parameter: parameter),
            "it has \(text.utf8.count) bytes, and \(HostLimits.parameterBytes) are allowed")
    }
}
