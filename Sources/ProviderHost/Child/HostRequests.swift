import SheafOS
import Varlink

/// Answers the service's calls in a host: one provider, its documents, one call at a time.
///
/// Its methods are those of org.sheaf.Host; that file says what they do.
final class HostRequests: HostHandler {
    private let arguments: HostArguments
    private let services: HostServices
    private let cancelWord: CancelWord
    private var loaded: LoadedProvider?
    private var documents: [Int: HostedDocument] = [:]
    private let buffer = PixelBuffer()

    init(arguments: HostArguments, services: HostServices, cancelWord: CancelWord) {
        self.arguments = arguments
        self.services = services
        self.cancelWord = cancelWord
    }

    // MARK: What every method needs

    /// Does something for a call, and answers with what comes of it.
    func answer<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, serial: Int, descriptors: [SharedDescriptor] = [],
        _ body: (RequestContext) throws(HostError) -> Method.Reply
    ) throws(HostInterface.Failure) {
        guard let serial = UInt32(exactly: serial) else {
            throw .invalid(name: "serial", message: "a serial has 32 bits")
        }
        let request = RequestContext(serial: serial, cancelWord: cancelWord)
        do throws(HostError) {
            call.reply(try body(request))
        } catch {
            throw error.wire
        }
    }

    /// As ``answer(_:serial:descriptors:_:)``, with an open document.
    func answer<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, serial: Int, document: Int,
        _ body: (HostedDocument, RequestContext) throws(HostError) -> Method.Reply
    ) throws(HostInterface.Failure) {
        try answer(call, serial: serial) { request throws(HostError) in
            guard let hosted = documents[document] else {
                throw HostError(.invalid(parameter: "document"), "this host has no document \(document)")
            }
            return try body(hosted, request)
        }
    }

    /// Takes a descriptor that came with a call.
    private func take<Method: VarlinkMethod>(
        _ index: Int, of call: VarlinkCall<Method>, _ name: String
    ) throws(HostError) -> FileDescriptor {
        guard let descriptor = call.descriptors.take(at: index) else {
            throw HostError(.invalid(parameter: name), "no descriptor came with the call")
        }
        return descriptor
    }

    private func provider() throws(HostError) -> LoadedProvider {
        guard let loaded else { throw HostError(.providerRefused, "no provider is loaded") }
        return loaded
    }

    // MARK: The provider

    func load(
        _ parameters: HostInterface.LoadParameters, _ call: VarlinkCall<HostInterface.Load>
    ) throws(HostInterface.Failure) {
        do throws(HostError) {
            guard loaded == nil else {
                throw HostError(.invalid(parameter: "path"), "a host loads one provider, and this one has")
            }
            let provider = try LoadedProvider(path: parameters.path, services: services)
            loaded = provider
            let library = provider.library
            call.reply(
                HostInterface.LoadReply(
                    name: library.name, version: library.version, summary: library.summary,
                    abiVersion: library.abiVersion, capabilities: library.capabilities.names))
        } catch {
            throw error.wire
        }
    }

    func configure(
        _ parameters: HostInterface.ConfigureParameters, _ call: VarlinkCall<HostInterface.Configure>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial) { request throws(HostError) in
            try provider().configure(parameters.key, parameters.value, request)
            return JSONEmpty()
        }
    }

    func trim(
        _ parameters: HostInterface.TrimParameters, _ call: VarlinkCall<HostInterface.Trim>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial) { _ throws(HostError) in
            guard let level = UInt32(exactly: parameters.level).flatMap(TrimLevel.init(rawValue:)) else {
                throw HostError(.invalid(parameter: "level"), "there is no level \(parameters.level)")
            }
            loaded?.trim(level)
            buffer.release()
            CurrentProcess.returnFreeMemory()
            return JSONEmpty()
        }
    }

    // MARK: Files and documents

    func examine(
        _ parameters: HostInterface.ExamineParameters, _ call: VarlinkCall<HostInterface.Examine>
    ) throws(HostInterface.Failure) {
        do throws(HostError) {
            if let index = parameters.fileDescriptor {
                let file = try take(index, of: call, "fileDescriptor")
                call.reply(try Self.status(of: file.number))
            } else {
                guard let index = parameters.folderDescriptor, let path = parameters.path else {
                    throw HostError(.invalid(parameter: "path"), "a folder and a path are needed where no file comes")
                }
                let folder = try take(index, of: call, "folderDescriptor")
                let file = SharedDescriptor(try Self.open(path, beneath: folder.number))
                var reply = try Self.status(of: file.number)
                reply.fileDescriptor = 0
                call.reply(reply, descriptors: [file])
            }
        } catch {
            throw error.wire
        }
    }

    private static func open(_ path: String, beneath folder: Int32) throws(HostError) -> FileDescriptor {
        do throws(OSError) {
            return try Folder.openFile(path, beneath: folder)
        } catch {
            throw HostError(.notFound(errno: error.code), error.description)
        }
    }

    private static func status(of file: Int32) throws(HostError) -> HostInterface.ExamineReply {
        let status: FileStatus
        do throws(OSError) { status = try FileStatus(of: file) } catch {
            throw HostError(.notFound(errno: error.code), error.description)
        }
        return HostInterface.ExamineReply(
            device: Int(bitPattern: UInt(status.device)), inode: Int(bitPattern: UInt(status.inode)),
            size: Int(bitPattern: UInt(status.size)), changed: Int(status.changed), regular: status.kind == .regular,
            readable: status.isReadable, remote: status.isRemote)
    }

    func probe(
        _ parameters: HostInterface.ProbeParameters, _ call: VarlinkCall<HostInterface.Probe>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial) { request throws(HostError) in
            let source = DocumentSource(try take(parameters.fileDescriptor, of: call, "fileDescriptor"))
            return HostInterface.ProbeReply(certainty: Int(try provider().probe(source, request)))
        }
    }

    func open(
        _ parameters: HostInterface.OpenParameters, _ call: VarlinkCall<HostInterface.Open>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial) { request throws(HostError) in
            let source = DocumentSource(try take(parameters.fileDescriptor, of: call, "fileDescriptor"))
            let hosted = try provider().open(source, handle: Int64(parameters.document), request)
            let count = try hosted.count(request)
            let first = try hosted.firstPage(request)
            documents[parameters.document] = hosted
            return HostInterface.OpenReply(count: count.wire, firstPage: first.map { Int($0) })
        }
    }

    func close(
        _ parameters: HostInterface.CloseParameters, _ call: VarlinkCall<HostInterface.Close>
    ) throws(HostInterface.Failure) {
        documents[parameters.document] = nil
        call.reply()
    }

    func render(
        _ parameters: HostInterface.RenderParameters, _ call: VarlinkCall<HostInterface.Render>
    ) throws(HostInterface.Failure) {
        try answer(call, serial: parameters.serial, document: parameters.document) {
            hosted, request throws(HostError) in
            let memory = try take(parameters.fileDescriptor, of: call, "fileDescriptor")
            guard let order = RenderOrder(parameters) else {
                throw HostError(.invalid(parameter: "region"), "the rendering's numbers have more than 32 bits")
            }
            let thumbnail = try parameters.thumbnail.map { wire throws(HostError) in
                try ThumbnailWriter(
                    width: wire.width, height: wire.height,
                    memory: take(wire.fileDescriptor, of: call, "thumbnail.fileDescriptor"))
            }
            let rendered = try hosted.render(
                order, into: buffer, memory: memory.number, thumbnail: thumbnail, limit: arguments.renderBytes, request)
            return HostInterface.RenderReply(
                bytes: rendered.bytes, stride: rendered.stride, cuttable: rendered.isCuttable,
                microseconds: Int(rendered.microseconds), thumbnail: rendered.hasThumbnail)
        }
    }
}

extension RenderOrder {
    /// nil where a number does not fit.
    fileprivate init?(_ wire: HostInterface.RenderParameters) {
        guard let rotation = UInt32(exactly: wire.rotation), let x = Int32(exactly: wire.x),
            let y = Int32(exactly: wire.y), let width = Int32(exactly: wire.width),
            let height = Int32(exactly: wire.height)
        else { return nil }
        self.init(
            page: Int64(wire.page), scale: wire.scale, rotation: rotation, x: x, y: y, width: width, height: height,
            format: RenderFormat(wire.format, quality: wire.quality))
    }
}
