import Navigation
import PageModel
import ProviderHost
import SheafInterface
import Varlink

extension ReaderService {
    func getPage(_ parameters: ReaderInterface.GetPageParameters, _ call: VarlinkCall<ReaderInterface.GetPage>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        let format = try format(of: parameters)
        guard !reader.isComing else {
            return try inOrder(reader, call) { [self] () throws(ReaderInterface.Failure) in
                try getPage(parameters, call)
            }
        }
        // Nobody would be handed what a oneway call has rendered.
        guard call.isOpen else { return }
        let axis = try axis(parameters.axis, of: reader)
        let request = beginRegion(parameters, of: reader, call)
        guard let index = parameters.index else {
            guard let current = reader.current else { throw .empty }
            return get(current, in: reader, parameters, format: format, call: call, for: request)
        }
        let target = "index \(index)"
        guard axis.count.exact != 0 else { throw .empty }
        guard index >= 0, index < axis.count.exact ?? Int(MotionCheck.limit), axis.documentIndex(of: index) != nil
        else { throw .noSuchPage(target: target, pages: axis.count.pages) }
        let spread = axis.arrangement.spreads.spread(ofPage: index)
        lookUp(spread...spread, with: index, on: axis, target: target) { [self] failure in
            let surface = axis.axis.surface
            switch reader.pages.page(at: index, on: surface) {
            case _ where reader.isClosed: call.fail(.noSuchReader(reader: reader.id))
            // Another one was asked for while the page was looked for.
            case _ where request?.isOpen == false: return
            case let page? where failure == nil:
                let location = Location(surface, page: page, index: index)
                get(location, in: reader, parameters, format: format, call: call, for: request)
            default: call.fail(failure ?? .noSuchPage(target: target, pages: axis.count.pages))
            }
        }
    }

    func releasePage(
        _ parameters: ReaderInterface.ReleasePageParameters, _ call: VarlinkCall<ReaderInterface.ReleasePage>
    ) throws(ReaderInterface.Failure) {
        let reader = try reader(parameters.reader, for: call)
        // Nothing that an earlier run handed over is leased any more: there is nothing to do, and the viewer has done its part.
        guard
            leases.remove(parameters.rendition, of: reader, over: call.connection)
                || pages.isOfEarlierRun(parameters.rendition)
        else {
            throw .noSuchRendition(rendition: parameters.rendition)
        }
        call.reply()
    }

    private func format(
        of parameters: ReaderInterface.GetPageParameters
    ) throws(ReaderInterface.Failure) -> PixelFormat {
        if let quality = parameters.quality, parameters.format != .jpeg || !(1...100).contains(quality) {
            throw .service(.invalidParameter(parameter: "quality"))
        }
        return switch parameters.format {
        case .bgrx8888, nil: .bgrx8888
        case .png: .png
        case .jpeg: .jpeg(quality: parameters.quality ?? 85)
        }
    }

    private func get(
        _ location: Location, in reader: Reader, _ parameters: ReaderInterface.GetPageParameters,
        format: PixelFormat, call: VarlinkCall<ReaderInterface.GetPage>, for region: RegionRequest?,
        isStill: Bool = false
    ) {
        do throws(ReaderInterface.Failure) {
            guard let page = reader.shownPage(location) else {
                throw .pageFailed(index: location.index, reason: "the provider does not say how large it is")
            }
            let handover = parameters.handover ?? .descriptor
            let rendition = try rendition(of: page, in: reader, region: parameters.region, format: format)
            if handover == .inline, format == .bgrx8888, rendition.pixelBytes > PageHandover.maxInline {
                throw .inlineTooLarge(bytes: rendition.pixelBytes, limit: PageHandover.maxInline)
            }
            if let ready = region == nil ? pages.cached(rendition) : pages.cachedOrCut(rendition) {
                region?.end()
                return answer(call, with: ready, of: page, in: reader, handover: handover)
            }
            if let region, !isStill, !pages.isAwaited(rendition) {
                // By then the page may have changed, and what it can be cut from may be there.
                return whenStill(region) { [self] in
                    get(location, in: reader, parameters, format: format, call: call, for: region, isStill: true)
                }
            }
            if handover == .descriptor, format == .bgrx8888,
                let refusal = leases.refusal(ofBytes: rendition.pixelBytes, to: reader.uid)
            {
                throw refusal
            }
            let waiter = pages.render(
                rendition, at: page.place, of: page.document.opened, for: reader.key, purpose: .call
            ) { [self] result in
                region?.end()
                switch result {
                case _ where reader.isClosed: call.fail(.noSuchReader(reader: reader.id))
                case .success(let served): answer(call, with: served, of: page, in: reader, handover: handover)
                case .failure(let failure): call.fail(.init(page: location.index, failure))
                }
            }
            let leave = { [pages] in pages.leave(waiter: waiter) }
            if let region { region.render(leave: leave) } else { call.onDisconnect(leave) }
        } catch {
            region?.end()
            call.fail(error)
        }
    }

    private func rendition(
        of page: ShownPage, in reader: Reader, region wire: ReaderInterface.Region?,
        format: PixelFormat
    ) throws(ReaderInterface.Failure) -> Rendition {
        // A region is limited by itself, and not what it is of.
        let (size, scale) = wire == nil ? reader.reducedGeometry(of: page) : reader.geometry(of: page)
        var region = PixelRegion(all: size)
        if let wire {
            region = PixelRegion(x: wire.x, y: wire.y, width: wire.width, height: wire.height)
            guard region.isWithin(size) else {
                throw .invalidRegion(pageWidth: size.width, pageHeight: size.height)
            }
        }
        let rendition = Rendition(
            document: page.document.id, page: page.location.page,
            edition: page.document.edition(of: page.location.page), scale: scale,
            rotation: reader.viewport.rotation, region: region, format: format, pageSize: size)
        let limit = settings.renditionLimit.pixels * 4
        guard rendition.pixelBytes <= limit else {
            throw .pageTooLarge(bytes: rendition.pixelBytes, limit: limit)
        }
        return rendition
    }

    private func answer(
        _ call: VarlinkCall<ReaderInterface.GetPage>, with served: ServedPage, of page: ShownPage,
        in reader: Reader, handover: ReaderInterface.Handover
    ) {
        do throws(ReaderInterface.Failure) {
            let handed = try PageHandover(served, of: page, in: reader, handover: handover)
            if handover == .descriptor {
                if let refusal = leases.refusal(of: [served], to: reader.uid) { throw refusal }
                leases.add([served], to: reader, over: call.connection)
            }
            call.reply(.init(page: handed.page), descriptors: [handed.descriptor].compactMap { $0 })
        } catch {
            call.fail(error)
        }
    }
}
