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
        // Nobody would be handed what a oneway call has rendered.
        guard call.isOpen else { return }
        guard let index = parameters.index, index != reader.shown.location.index else {
            return get(reader.shown, in: reader, parameters, format: format, call: call)
        }
        if let found = reader.document.known(at: index) {
            return get(found, in: reader, parameters, format: format, call: call)
        }
        find(.number(.index(index)), in: reader.document) { [self] result in
            switch result {
            case _ where reader.isClosed: call.fail(.noSuchReader(reader: reader.id))
            case .success(let found): get(found, in: reader, parameters, format: format, call: call)
            case .failure(let failure): call.fail(failure)
            }
        }
    }

    func releasePage(
        _ parameters: ReaderInterface.ReleasePageParameters, _ call: VarlinkCall<ReaderInterface.ReleasePage>
    ) throws(ReaderInterface.Failure) {
        let reader = try reader(parameters.reader, for: call)
        guard reader.held.remove(number: parameters.rendition) else {
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
        _ found: ServedDocument.FoundPage, in reader: Reader, _ parameters: ReaderInterface.GetPageParameters,
        format: PixelFormat, call: VarlinkCall<ReaderInterface.GetPage>
    ) {
        do throws(ReaderInterface.Failure) {
            let handover = parameters.handover ?? .descriptor
            let rendition = try rendition(of: found, in: reader, region: parameters.region, format: format)
            if handover == .inline, format == .bgrx8888, rendition.pixelBytes > PageHandover.maxInline {
                throw .inlineTooLarge(bytes: rendition.pixelBytes, limit: PageHandover.maxInline)
            }
            if let cached = pages.cached(rendition) {
                return answer(call, with: cached, of: found, in: reader, handover: handover)
            }
            let waiter = pages.render(
                rendition, of: reader.document.opened, for: reader.key, purpose: .call
            ) { [self] result in
                switch result {
                case _ where reader.isClosed: call.fail(.noSuchReader(reader: reader.id))
                case .success(let page): answer(call, with: page, of: found, in: reader, handover: handover)
                case .failure(let failure): call.fail(.init(page: found.location.index, failure))
                }
            }
            call.onDisconnect { [pages] in pages.leave(waiter: waiter) }
        } catch {
            call.fail(error)
        }
    }

    private func rendition(
        of found: ServedDocument.FoundPage, in reader: Reader, region wire: ReaderInterface.Region?,
        format: PixelFormat
    ) throws(ReaderInterface.Failure) -> Rendition {
        let (size, scale) = reader.geometry(of: found)
        var region = PixelRegion(all: size)
        if let wire {
            region = PixelRegion(x: wire.x, y: wire.y, width: wire.width, height: wire.height)
            guard region.isWithin(size) else {
                throw .invalidRegion(pageWidth: size.width, pageHeight: size.height)
            }
        }
        let rendition = Rendition(
            document: reader.document.id, page: found.location.page,
            edition: reader.document.edition(of: found.location.page), scale: scale,
            rotation: reader.viewport.rotation, region: region, format: format, pageSize: size)
        guard rendition.pixelBytes <= settings.pageMax else {
            throw .pageTooLarge(bytes: rendition.pixelBytes, limit: settings.pageMax)
        }
        return rendition
    }

    private func answer(
        _ call: VarlinkCall<ReaderInterface.GetPage>, with page: ServedPage, of found: ServedDocument.FoundPage,
        in reader: Reader, handover: ReaderInterface.Handover
    ) {
        do throws(ReaderInterface.Failure) {
            let handed = try PageHandover(
                page, of: found, pageSize: reader.geometry(of: found).size, handover: handover)
            if handover != .none { reader.held.add(page.memory) }
            call.reply(.init(page: handed.page), descriptors: handed.descriptors)
        } catch {
            call.fail(error)
        }
    }
}
