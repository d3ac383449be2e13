import CSheafProvider
import HostProtocol
import SheafOS
import Varlink

// The calls about an open document: a method each, with the function of the provider's that serves it. Texts are as in
// sheaf_provider.h; they are called from HostDocument+Requests and HostDocument+Contents.

extension HostRequests {
    // MARK: Pages

    func pageCount(
        _ asked: HostInterface.PageCountParameters, _ call: VarlinkCall<HostInterface.PageCount>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            let count = try document.count(request).wire
            return .init(count: count, kept: request.keeping.map { unsafe Base64.encode($0.span.bytes) })
        }
    }

    func pageIds(
        _ asked: HostInterface.PageIdsParameters, _ call: VarlinkCall<HostInterface.PageIds>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            let index = try Self.index(asked.index)
            try Self.check(asked.length, upTo: HostLimits.pageIDsAtOnce)
            return .init(pages: try document.pageIDs(from: index, length: asked.length, request).map { Int($0) })
        }
    }

    func lookUp(
        _ asked: HostInterface.LookUpParameters, _ call: VarlinkCall<HostInterface.LookUp>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            let index = try Self.index(asked.index)
            try Self.check(asked.length, upTo: HostLimits.metricsAtOnce)
            let (pages, metrics) = try document.lookUp(from: index, length: asked.length, request)
            return .init(pages: pages.map { Int($0) }, metrics: metrics.map(\.wire))
        }
    }

    func pageStep(
        _ asked: HostInterface.PageStepParameters, _ call: VarlinkCall<HostInterface.PageStep>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            let start = asked.page.map { Int64($0) }
            return .init(page: Int(try document.page(Int64(asked.step), after: start, request)))
        }
    }

    func pageMetrics(
        _ asked: HostInterface.PageMetricsParameters, _ call: VarlinkCall<HostInterface.PageMetrics>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            .init(metrics: try document.metrics(of: Int64(asked.page), request).wire)
        }
    }

    func positions(
        _ asked: HostInterface.PositionsParameters, _ call: VarlinkCall<HostInterface.Positions>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            .init(
                positions: try Self.each(asked.pages) { page throws(HostError) in
                    try unsafe document.position(document.table.position, "position", page, request)
                })
        }
    }

    func pagesAt(
        _ asked: HostInterface.PagesAtParameters, _ call: VarlinkCall<HostInterface.PagesAt>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            .init(
                pages: try Self.each(asked.positions) { position throws(HostError) in
                    try unsafe document.position(document.table.page_at, "pageAt", position, request)
                })
        }
    }

    func getCFI(
        _ asked: HostInterface.GetCFIParameters, _ call: VarlinkCall<HostInterface.GetCFI>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            var cfi: UnsafePointer<CChar>?
            _ = try unsafe document.call(document.table.cfi, "cfi", "name a place in its text", request) {
                unsafe $0(document.pointer, request.pointer, Int64(asked.position), Int64(asked.end), &cfi)
            }
            return .init(cfi: unsafe BoundedText.copy(cfi, limit: HostLimits.cfi) ?? "")
        }
    }

    func findCFI(
        _ asked: HostInterface.FindCFIParameters, _ call: VarlinkCall<HostInterface.FindCFI>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            var (position, end) = (Int64(-1), Int64(-1))
            _ = try unsafe document.call(document.table.find_cfi, "findCFI", "find a place in its text", request) {
                unsafe $0(document.pointer, request.pointer, asked.cfi, &position, &end)
            }
            return .init(position: Int(max(position, 0)), end: Int(max(position, end, 0)))
        }
    }

    /// Returns what `find` gives for each number of a list, and -1 where it throws noSuchPage.
    private static func each(
        _ numbers: [Int], _ find: (Int64) throws(HostError) -> Int64
    ) throws(HostError) -> [Int] {
        try check(numbers.count, upTo: HostLimits.positionsAtOnce)
        return try numbers.map { number throws(HostError) in
            do throws(HostError) { return Int(try find(Int64(number))) } catch {
                guard case .noSuchPage = error.code else { throw error }
                return -1
            }
        }
    }

    func findLabel(
        _ asked: HostInterface.FindLabelParameters, _ call: VarlinkCall<HostInterface.FindLabel>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            .init(index: Int(try document.findIndex(label: asked.label, request)))
        }
    }

    func prepare(
        _ asked: HostInterface.PrepareParameters, _ call: VarlinkCall<HostInterface.Prepare>
    ) throws(HostInterface.Failure) {
        try answer { () throws(HostError) in
            if let index = asked.fileDescriptor {
                buffer.prepare(SharedDescriptor(try descriptor(index, of: call, "fileDescriptor")))
                prepareMore()
            } else {
                buffer.forgetPrepared()
            }
            call.reply()
        }
    }

    func render(
        _ asked: HostInterface.RenderParameters, _ call: VarlinkCall<HostInterface.Render>
    ) throws(HostInterface.Failure) {
        // Its pixels are where this rendering's will be.
        makeLateThumbnail()
        defer { shrinkBuffer() }
        let memory: SharedDescriptor
        do throws(HostError) {
            memory = SharedDescriptor(try descriptor(asked.fileDescriptor, of: call, "fileDescriptor"))
        } catch {
            throw error.wire
        }
        // Whatever comes of it, the service may not ask for another page there.
        defer { buffer.forgetPrepared(memory.number) }
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            guard let order = RenderOrder(asked) else {
                throw HostError(.invalid(parameter: "region"), "the rendering's numbers have more than 32 bits")
            }
            let thumbnail = try asked.thumbnail.map { wire throws(HostError) in
                ThumbnailWriter(
                    width: wire.width, height: wire.height,
                    memory: try descriptor(wire.fileDescriptor, of: call, "thumbnail.fileDescriptor"))
            }
            let rendered =
                if let pixels = asked.pixels {
                    try buffer.encode(
                        order, from: try descriptor(pixels.fileDescriptor, of: call, "pixels.fileDescriptor"),
                        offset: pixels.offset, stride: pixels.stride, shrink: pixels.shrink ?? 1,
                        memory: memory.number, limit: arguments.renderBytes, request)
                } else {
                    try document.render(
                        order, into: buffer, memory: memory.number, limit: arguments.renderBytes, request)
                }
            if thumbnail != nil, buffer.isDrawnInPlace { buffer.keep(memory) }
            // Of an encoded page nobody wants one.
            if let thumbnail { putOff(order.format == .bgrx8888 ? thumbnail : nil, serial: asked.serial) }
            return .init(
                bytes: rendered.bytes, stride: rendered.stride, cuttable: rendered.isCuttable,
                microseconds: Int(rendered.microseconds))
        }
    }

    // MARK: Reading

    func prefetch(
        _ asked: HostInterface.PrefetchParameters, _ call: VarlinkCall<HostInterface.Prefetch>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            let pages = asked.pages.map { Int64($0) }
            return try unsafe document.call(document.table.prefetch, "prefetch", "prefetch pages", request) {
                unsafe $0(document.pointer, request.pointer, pages, UInt32(pages.count))
            }
        }
    }

    func cancelPrefetch(
        _ asked: HostInterface.CancelPrefetchParameters, _ call: VarlinkCall<HostInterface.CancelPrefetch>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            let pages = asked.pages.map { Int64($0) }
            let function = unsafe document.table.cancel_prefetch
            return try unsafe document.call(function, "cancelPrefetch", "cancel prefetching", request) {
                unsafe $0(document.pointer, request.pointer, pages, UInt32(pages.count))
            }
        }
    }

    func appearance(
        _ asked: HostInterface.AppearanceParameters, _ call: VarlinkCall<HostInterface.Appearance>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            guard asked.pages.count == asked.events.count else {
                throw HostError(.invalid(parameter: "events"), "there is not one event for each page")
            }
            for (page, number) in zip(asked.pages, asked.events) {
                guard let event = UInt32(exactly: number).flatMap(AppearanceEvent.init(rawValue:)) else {
                    throw HostError(.invalid(parameter: "events"), "there is no event \(number)")
                }
                let function = unsafe document.table.appearance
                _ = try unsafe document.call(function, "appearance", "take note of an appearance", request) {
                    unsafe $0(document.pointer, request.pointer, Int64(page), event.rawValue)
                }
            }
            return JSONEmpty()
        }
    }

    func refresh(
        _ asked: HostInterface.RefreshParameters, _ call: VarlinkCall<HostInterface.Refresh>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            try unsafe document.call(document.table.refresh, "refresh", "look at the document again", request) {
                unsafe $0(document.pointer, request.pointer)
            }
        }
    }

    func move(
        _ asked: HostInterface.MoveParameters, _ call: VarlinkCall<HostInterface.Move>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            guard let stage = UInt32(exactly: asked.stage).flatMap(PageMove.Stage.init(rawValue:)) else {
                throw HostError(.invalid(parameter: "stage"), "there is no stage \(asked.stage)")
            }
            var step = sheaf_move(
                size: UInt32(MemoryLayout<sheaf_move>.size), stage: stage.rawValue, page: Int64(asked.page),
                index: Int64(asked.index))
            return try unsafe document.call(document.table.move, "move", "move a page", request) {
                unsafe $0(document.pointer, request.pointer, &step)
            }
        }
    }

    func hit(
        _ asked: HostInterface.HitParameters, _ call: VarlinkCall<HostInterface.Hit>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            let origin = try document.shownBox(of: Int64(asked.page), request)
            var claims: UInt32 = 0
            var isBackground = false
            _ = try unsafe document.call(document.table.hit, "hit", "say what is at a point", request) {
                let result = unsafe $0(
                    document.pointer, request.pointer, Int64(asked.page), asked.x + (origin?.x0 ?? 0),
                    asked.y + (origin?.y0 ?? 0), &claims)
                isBackground = result == SHEAF_BACKGROUND
                return isBackground ? 0 : result
            }
            return .init(target: isBackground ? .background : claims != 0 ? .claimed : .unclaimed)
        }
    }

    // MARK: Contents

    func contents(
        _ asked: HostInterface.ContentsParameters, _ call: VarlinkCall<HostInterface.Contents>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            guard let kind = UInt32(exactly: asked.kind).flatMap(ContentKind.init(rawValue:)),
                kind.isOfAPage == (asked.page != nil)
            else { throw HostError(.invalid(parameter: "kind"), "there is no kind \(asked.kind) of such contents") }
            let part = try Self.part(asked.first, asked.count)
            // What of a text is meant is known when it is there.
            let isWhole = asked.clip == nil && asked.selection == nil
            request.part = isWhole ? part : ItemPart(count: HostLimits.listedItems)
            try document.emit(kind, on: asked.page.map { Int64($0) }, needle: asked.needle ?? "", request)
            if asked.carets ?? false { request.addCarets() }
            guard !isWhole else { return request.reply() }
            let text = PageText(request.items)
            if let clip = asked.clip { return RequestContext.reply(text.items(in: PointBox(clip)), part: part) }
            let selected = asked.selection.map { ends in
                text.items(
                    from: text.position(nearX: ends.x0, y: ends.y0), to: text.position(nearX: ends.x1, y: ends.y1))
            }
            return RequestContext.reply(selected ?? [], part: part)
        }
    }

    func find(
        _ asked: HostInterface.FindParameters, _ call: VarlinkCall<HostInterface.Find>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            let part = try Self.part(asked.first, asked.count)
            var needle = try TextNeedle(
                TextQuery(
                    asked.needle, isOfAnyCase: asked.anyCase, isOfAnyMarks: asked.anyMarks,
                    isOfWholeWords: asked.wholeWords))
            let (text, next) = try document.text(
                of: Int64(asked.page), isAlone: asked.alone ?? false, request)
            let search = TextSearch(text, next: next, for: &needle)
            var matches = search.matches(of: needle) { request.isCancelled }
            guard !request.isCancelled else { throw HostError.cancelled }
            if asked.backward { matches.reverse() }
            return RequestContext.reply(matches, part: part)
        }
    }

    func findAhead(
        _ asked: HostInterface.FindAheadParameters, _ call: VarlinkCall<HostInterface.FindAhead>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, asked.document) { document, request throws(HostError) in
            var needle = try TextNeedle(
                TextQuery(
                    asked.needle, isOfAnyCase: asked.anyCase, isOfAnyMarks: asked.anyMarks,
                    isOfWholeWords: asked.wholeWords))
            let found = try document.find(&needle, from: Int64(asked.position), request)
            return .init(
                matches: found.matches.map(\.wire), next: found.next.map { Int($0) }, end: Int(found.end))
        }
    }

    // MARK: What calls have in common

    private static func index(_ index: Int) throws(HostError) -> Int64 {
        guard index >= 0 else {
            throw HostError(.invalid(parameter: "index"), "pages are counted from 0, not \(index)")
        }
        return Int64(index)
    }

    private static func check(_ length: Int, upTo limit: Int) throws(HostError) {
        guard (1...limit).contains(length) else {
            throw HostError(.invalid(parameter: "length"), "1 to \(limit) pages can be asked for, not \(length)")
        }
    }
    private static func part(_ first: Int, _ count: Int) throws(HostError) -> ItemPart {
        guard (0..<HostLimits.listedItems).contains(first), (1...HostLimits.items).contains(count) else {
            throw HostError(
                .invalid(parameter: "first"), "\(count) items from number \(first) on are more than can be asked for")
        }
        return ItemPart(first: first, count: count)
    }
}
