import Varlink

// The calls about what is in an open document.

extension HostRequests {
    func pageCount(
        _ parameters: HostInterface.PageCountParameters, _ call: VarlinkCall<HostInterface.PageCount>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            HostInterface.PageCountReply(count: try hosted.count(request).wire)
        }
    }

    func pageIds(
        _ parameters: HostInterface.PageIdsParameters, _ call: VarlinkCall<HostInterface.PageIds>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            guard parameters.index >= 0 else {
                throw HostError(.invalid(parameter: "index"), "pages are counted from 0, not \(parameters.index)")
            }
            guard (1...HostLimits.pageIDsAtOnce).contains(parameters.length) else {
                throw HostError(.invalid(parameter: "length"), "1 to \(HostLimits.pageIDsAtOnce) ids can be asked for")
            }
            let pages = try hosted.pageIDs(from: Int64(parameters.index), length: parameters.length, request)
            return HostInterface.PageIdsReply(pages: pages.map { Int($0) })
        }
    }

    func pageStep(
        _ parameters: HostInterface.PageStepParameters, _ call: VarlinkCall<HostInterface.PageStep>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            let page = try hosted.page(Int64(parameters.step), after: parameters.page.map { Int64($0) }, request)
            return HostInterface.PageStepReply(page: Int(page))
        }
    }

    func pageMetrics(
        _ parameters: HostInterface.PageMetricsParameters, _ call: VarlinkCall<HostInterface.PageMetrics>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            guard parameters.pages.count <= HostLimits.metricsAtOnce else {
                throw HostError(.invalid(parameter: "pages"), "at most \(HostLimits.metricsAtOnce) pages at once")
            }
            let metrics = try hosted.metrics(of: parameters.pages.map { Int64($0) }, request)
            return HostInterface.PageMetricsReply(metrics: metrics.map(\.wire))
        }
    }

    func findLabel(
        _ parameters: HostInterface.FindLabelParameters, _ call: VarlinkCall<HostInterface.FindLabel>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            HostInterface.FindLabelReply(index: Int(try hosted.findIndex(label: parameters.label, request)))
        }
    }

    func prefetch(
        _ parameters: HostInterface.PrefetchParameters, _ call: VarlinkCall<HostInterface.Prefetch>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            try hosted.prefetch(parameters.pages.map { Int64($0) }, request)
            return JSONEmpty()
        }
    }

    func cancelPrefetch(
        _ parameters: HostInterface.CancelPrefetchParameters, _ call: VarlinkCall<HostInterface.CancelPrefetch>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            try hosted.cancelPrefetch(parameters.pages.map { Int64($0) }, request)
            return JSONEmpty()
        }
    }

    func appearance(
        _ parameters: HostInterface.AppearanceParameters, _ call: VarlinkCall<HostInterface.Appearance>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            guard parameters.pages.count == parameters.events.count else {
                throw HostError(.invalid(parameter: "events"), "there is not one event for each page")
            }
            for (page, number) in zip(parameters.pages, parameters.events) {
                guard let event = UInt32(exactly: number).flatMap(AppearanceEvent.init(rawValue:)) else {
                    throw HostError(.invalid(parameter: "events"), "there is no event \(number)")
                }
                try hosted.appearance(of: Int64(page), event, request)
            }
            return JSONEmpty()
        }
    }

    func refresh(
        _ parameters: HostInterface.RefreshParameters, _ call: VarlinkCall<HostInterface.Refresh>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            try hosted.refresh(request)
            return JSONEmpty()
        }
    }

    func move(
        _ parameters: HostInterface.MoveParameters, _ call: VarlinkCall<HostInterface.Move>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            guard let stage = UInt32(exactly: parameters.stage).flatMap(PageMove.Stage.init(rawValue:)) else {
                throw HostError(.invalid(parameter: "stage"), "there is no stage \(parameters.stage)")
            }
            let move = PageMove(stage: stage, page: Int64(parameters.page), index: Int64(parameters.index))
            try hosted.move(move, request)
            return JSONEmpty()
        }
    }

    func hit(
        _ parameters: HostInterface.HitParameters, _ call: VarlinkCall<HostInterface.Hit>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            let result = try hosted.hit(Int64(parameters.page), x: parameters.x, y: parameters.y, request)
            return HostInterface.HitReply(target: result.wire)
        }
    }

    func text(
        _ parameters: HostInterface.TextParameters, _ call: VarlinkCall<HostInterface.Text>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            let list = try hosted.text(of: Int64(parameters.page), request)
            return HostInterface.TextReply(items: list.items.map(\.wire), truncated: list.isTruncated)
        }
    }

    func outline(
        _ parameters: HostInterface.OutlineParameters, _ call: VarlinkCall<HostInterface.Outline>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            let list = try hosted.outline(request)
            return HostInterface.OutlineReply(items: list.items.map(\.wire), truncated: list.isTruncated)
        }
    }

    func links(
        _ parameters: HostInterface.LinksParameters, _ call: VarlinkCall<HostInterface.Links>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            let list = try hosted.links(of: Int64(parameters.page), request)
            return HostInterface.LinksReply(items: list.items.map(\.wire), truncated: list.isTruncated)
        }
    }

    func search(
        _ parameters: HostInterface.SearchParameters, _ call: VarlinkCall<HostInterface.Search>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            let list = try hosted.search(for: parameters.needle, on: Int64(parameters.page), request)
            return HostInterface.SearchReply(items: list.items.map(\.wire), truncated: list.isTruncated)
        }
    }

    func metadata(
        _ parameters: HostInterface.MetadataParameters, _ call: VarlinkCall<HostInterface.Metadata>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            let list = try hosted.metadata(request)
            return HostInterface.MetadataReply(items: list.items.map(\.wire), truncated: list.isTruncated)
        }
    }
}
