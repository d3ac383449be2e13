import SheafInterface
import SheafOS
import Varlink

/// A page of a document with certain bytes, as URLs name it: "5d1f…-9ab3…-17", or "5d1f….night-9ab3…-17", where pages are counted from 1.
struct ImageName: Equatable, Sendable {
    let document: String
    /// Nil: whichever it has, "5d1f…-17".
    let version: String?
    /// From 0.
    let index: Int

    init(_ document: LibraryDocument, _ version: String, _ index: Int) {
        (self.document, self.version, self.index) = (document.name, version, index)
    }

    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, 16...48 ~= parts[0].utf8.count, let page = parts.last, 1...9 ~= page.utf8.count,
            page.utf8.allSatisfy({ 48...57 ~= $0 }), !page.hasPrefix("0"), let number = Int(page)
        else { return nil }
        let version = parts.count == 3 ? String(parts[1]) : nil
        guard version.map(DocumentVersion.isVersion) ?? true else { return nil }
        (document, self.version, index) = (String(parts[0]), version, number - 1)
    }

    var text: String { "\(document)-\(version.map { "\($0)-" } ?? "")\(index + 1)" }
}

/// The IIIF Image API: pages of the library's documents as images. An image's URL says which bytes its document has, and never means another
/// image: it may be kept for ever.
final class ImageService {
    /// The sides of a tile, in pixels.
    static let tile = 512
    /// The Cache-Control of answers that may be kept for ever.
    static let immutable = "public, max-age=31536000, immutable"

    let limit: ImageLimit
    private let library: LibraryIndex
    private let documents: OpenDocuments
    private let service: ServiceConnections
    private let workers: PixelWorkers
    /// Where covers are kept; nil: nowhere.
    private let covers: CoverStore?
    /// How many images were handed out.
    private(set) var imagesServed = 0

    init(
        library: LibraryIndex, documents: OpenDocuments, service: ServiceConnections, workers: PixelWorkers,
        covers: CoverStore?, limit: ImageLimit
    ) {
        (self.library, self.documents, self.service, self.workers, self.covers, self.limit) =
            (library, documents, service, workers, covers, limit)
    }

    // MARK: Requests

    /// Answers what is asked of the images of a version: what is behind "iiif/3".
    func serve(_ request: HTTPRequest, _ parts: ArraySlice<String>, base: String, version: ImageVersion) {
        let parts = Array(parts)
        guard let first = parts.first, let name = ImageName(first),
            let document = request.found(name.document, in: library)
        else { return request.refuse(.notFound("there is no such image")) }
        documents.version(of: document) { [self] result in
            guard let current = request.value(of: result) else { return }
            switch name.version {
            case nil: redirect(request, to: ImageName(document, current, name.index), parts.count)
            case current: serve(request, name, document, parts, base: base, version: version)
            default: request.refuse(.notFound("there is no such image"))
            }
        }
    }

    /// Names the image that is meant now: what is asked for by no version is another image when the document has changed.
    ///
    /// - Parameter depth: how many parts the request has from the image's name on.
    private func redirect(_ request: HTTPRequest, to name: ImageName, _ depth: Int) {
        // As it was asked for: behind "", "iiif", the version and the image's name.
        let path = request.target.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        let rest = path.dropFirst(4).map { "/\($0)" }.joined()
        let location = String(repeating: "../", count: depth - 1) + name.text + rest
        request.answer(HTTPResponse(status: 302, [("Location", location), ("Cache-Control", "no-cache")]))
    }

    private func serve(
        _ request: HTTPRequest, _ name: ImageName, _ document: LibraryDocument, _ parts: [String], base: String,
        version: ImageVersion
    ) {
        switch parts.count {
        case _ where parts.count == 1 || parts.count == 2 && parts[1].isEmpty:
            let location = parts.count == 1 ? "\(name.text)/info.json" : "info.json"
            request.answer(HTTPResponse(status: 303, [("Location", location)]))
        case 2 where parts[1] == "info.json":
            information(request, name, document, id: "\(base)/iiif/\(version.rawValue)/\(name.text)", version)
        case 5: image(request, name, document, parts.dropFirst(), version)
        default: request.refuse(.notFound("there is no such image"))
        }
    }

    private func information(
        _ request: HTTPRequest, _ name: ImageName, _ document: LibraryDocument, id: String, _ version: ImageVersion
    ) {
        page(name, of: document) { [limit] result in
            guard let (_, image) = request.value(of: result) else { return }
            let isLinked = request.header("Accept").map { $0.includes("application/ld+json") } ?? false
            let profile = "http://iiif.io/api/image/\(version.rawValue)/context.json"
            let type = isLinked ? "application/ld+json;profile=\"\(profile)\"" : "application/json"
            request.answer(
                Self.information(image, id: id, version, limit), type: type,
                [document.caching("public, max-age=86400"), ForwardedBase.vary, version.profileLink])
        }
    }

    /// Returns the info.json of a page.
    static func information(
        _ image: PageImage, id: String, _ version: ImageVersion, _ limit: ImageLimit
    ) -> JSONTree {
        let factors = image.scaleFactors(tile: tile)
        let sizes = factors.reversed().filter { image.width / $0 * (image.height / $0) <= limit.area }.map {
            ["width": .int((image.width + $0 - 1) / $0), "height": .int((image.height + $0 - 1) / $0)] as JSONTree
        }
        let tiles: JSONTree = [
            ["width": .int(tile), "height": .int(tile), "scaleFactors": .array(factors.map { .int($0) })]
        ]
        let start: JSONTree =
            version == .three
            ? [
                "@context": "http://iiif.io/api/image/3/context.json", "id": .string(id), "type": "ImageService3",
                "protocol": "http://iiif.io/api/image", "profile": "level2",
            ]
            : [
                "@context": "http://iiif.io/api/image/2/context.json", "@id": .string(id),
                "protocol": "http://iiif.io/api/image",
            ]
        let middle = start.with("width", .int(image.width)).with("height", .int(image.height))
            .with("sizes", .array(sizes)).with("tiles", tiles)
        let area = JSONTree.int(limit.area)
        let side = JSONTree.int(ImageLimit.side)
        return version == .three
            ? middle.with("maxArea", area).with("maxWidth", side).with("maxHeight", side)
                .with("extraFormats", ["webp"]).with("extraQualities", ["color", "gray", "bitonal"])
                .with("extraFeatures", ["mirroring", "profileLinkHeader", "sizeUpscaling"])
            : middle.with(
                "profile",
                [
                    "http://iiif.io/api/image/2/level2.json",
                    [
                        "formats": ["jpg", "png", "webp"], "qualities": ["color", "gray", "bitonal", "default"],
                        "supports": ["mirroring", "profileLinkHeader", "regionSquare", "sizeAboveFull"],
                        "maxArea": area, "maxWidth": side, "maxHeight": side,
                    ],
                ])
    }

    // MARK: Images

    private func image(
        _ request: HTTPRequest, _ name: ImageName, _ document: LibraryDocument, _ parts: ArraySlice<String>,
        _ version: ImageVersion
    ) {
        let asked: ImageRequest
        do throws(BadRequest) { asked = try ImageRequest(parts, version: version) } catch {
            return request.answer(HTTPResponse(400, error.reason))
        }
        let tag = EntityTag.of(([name.text] + parts).joined(separator: "/"))
        let headers = [
            document.caching(Self.immutable), ("ETag", tag), version.profileLink,
        ]
        // It is what it was, without a look at the page.
        guard !request.answerUnchanged(tag, headers) else { return }
        find(asked, name, document) { [self] result in
            guard let file = request.value(of: result) else { return }
            // What was rendered in between of another state of the file has another name.
            guard document.isCurrent else {
                file.ended?()
                return request.refuse(.notFound("the document has changed"))
            }
            imagesServed += 1
            // A part is of what the client has (RFC 9110, 13.1.5), and only GET has parts (14.2).
            let isPart = request.method == "GET" && request.header("If-Range").map { $0 == tag } ?? true
            request.answer(
                Self.response(
                    file, type: asked.format.mediaType, headers, range: isPart ? request.header("Range") : nil))
        }
    }

    /// A picture in shared memory.
    private struct Picture {
        let file: SharedDescriptor
        let offset: Int
        let length: Int
        /// To be called when it was sent.
        let ended: (() -> Void)?
    }

    private static func response(
        _ picture: Picture, type: String, _ headers: [(String, String)], range: String?
    ) -> HTTPResponse {
        let range = ByteRange(range, of: picture.length)
        var response: HTTPResponse
        switch range {
        case .all:
            response = HTTPResponse(.file(picture.file, offset: picture.offset, length: picture.length), type: type)
        case .part(let part):
            response = HTTPResponse(
                .file(picture.file, offset: picture.offset + part.lowerBound, length: part.count), type: type)
            response.status = 206
            response.headers.append(
                ("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(picture.length)"))
        case .unsatisfiable:
            response = HTTPResponse(416, "the file has \(picture.length) bytes")
            response.headers.append(("Content-Range", "bytes */\(picture.length)"))
            response.ended = picture.ended
            return response
        }
        response.headers += headers + [("Accept-Ranges", "bytes")]
        response.ended = picture.ended
        return response
    }

    private typealias Outcome = (Result<Picture, WebFailure>) -> Void

    /// Finds a cover where covers are kept; makes any other picture, and keeps it where it is one.
    private func find(
        _ asked: ImageRequest, _ name: ImageName, _ document: LibraryDocument, completion: @escaping Outcome
    ) {
        guard let covers, let kept = CoverStore.name(of: name, asked, document) else {
            return make(asked, name, document, again: true, completion: completion)
        }
        covers.find(kept) { [self] found in
            if let found {
                let start = CacheFolder.headLength
                return completion(.success(Picture(file: found.file, offset: start, length: found.length, ended: nil)))
            }
            make(asked, name, document, again: true) { result in
                // What was made of a file that has changed meanwhile has another version.
                if document.isCurrent, case .success(let picture) = result,
                    let bytes = try? Memfd.read(picture.file.number, picture.length, at: picture.offset)
                {
                    covers.keep(bytes, as: kept)
                }
                completion(result)
            }
        }
    }

    private func make(
        _ asked: ImageRequest, _ name: ImageName, _ document: LibraryDocument, again: Bool,
        completion: @escaping Outcome
    ) {
        page(name, of: document) { [self] result in
            guard let (document, image) = result.value(or: { completion(.failure($0)) }) else { return }
            let plan: ImagePlan
            do throws(BadRequest) { plan = try ImagePlan(asked, of: image, within: limit) } catch {
                return completion(.failure(WebFailure(400, error.reason)))
            }
            render(plan, asked, name.index, of: document) { [self] result in
                if again, case .failure(let failure) = result, failure.isReaderGone {
                    return make(asked, name, document.document, again: false, completion: completion)
                }
                completion(result)
            }
        }
    }

    private func render(
        _ plan: ImagePlan, _ asked: ImageRequest, _ index: Int, of document: OpenDocument,
        completion: @escaping Outcome
    ) {
        let format = plan.pixels == nil ? asked.format.wire : .bgrx8888
        let parameters = ReaderInterface.GetPageParameters(
            reader: document.reader, index: index,
            region: plan.isWholePage ? nil : .init(x: plan.x, y: plan.y, width: plan.width, height: plan.height),
            format: format,
            viewport: .init(width: 1, height: 1, fit: .scale, scale: plan.scale, rotation: plan.rotation))
        documents.call(ReaderInterface.GetPage.self, parameters, of: document) { [self] result in
            guard let reply = result.value(or: { completion(.failure($0)) }) else { return }
            let page = reply.parameters.page
            let release = { [service] in
                service.giveBack(
                    ReaderInterface.ReleasePage.self, .init(reader: document.reader, rendition: page.rendition))
            }
            guard let index = page.fileDescriptor, let taken = reply.descriptors.take(at: index) else {
                return completion(.failure(WebFailure(502, "the page server has sent no page")))
            }
            let memory = SharedDescriptor(taken)
            guard let change = plan.pixels else {
                return completion(.success(Picture(file: memory, offset: 0, length: page.size, ended: release)))
            }
            convert(page, memory, change, asked.format) { result in
                // The picture is this program's own.
                release()
                completion(result)
            }
        }
    }

    private func convert(
        _ page: ReaderInterface.Page, _ memory: SharedDescriptor, _ change: ImagePlan.PixelChange,
        _ format: ImageRequest.Format, completion: @escaping Outcome
    ) {
        do throws(OSError) {
            try workers.make(
                change, as: format, of: memory, size: page.size, offset: page.offset ?? 0, stride: page.stride,
                part: (page.width, page.height)
            ) { result in
                completion(
                    result.map { Picture(file: $0, offset: 0, length: $1, ended: nil) }
                        .mapError { WebFailure(500, $0.description) })
            }
        } catch {
            completion(.failure(WebFailure(503, error.description)))
        }
    }

    /// Opens a document, and finds one of its pages.
    private func page(
        _ name: ImageName, of document: LibraryDocument, again: Bool = true,
        completion: @escaping (Result<(OpenDocument, PageImage), WebFailure>) -> Void
    ) {
        documents.open(document) { [self] result in
            switch result {
            case .failure(let failure): completion(.failure(failure))
            case .success(let open):
                documents.image(of: name.index, in: open) { [self] image in
                    if again, case .failure(let failure) = image, failure.isReaderGone {
                        return page(name, of: document, again: false, completion: completion)
                    }
                    completion(image.map { (open, $0) })
                }
            }
        }
    }
}
