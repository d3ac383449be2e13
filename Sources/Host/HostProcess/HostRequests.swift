import HostProtocol
import SheafOS
import Varlink

/// Answers the service's calls in a host: one provider, its documents, one call at a time.
///
/// Its methods are those of org.sheaf.Host; that file says what they do.
final class HostRequests: HostHandler {
    let arguments: HostArguments
    private let services: HostServices
    private let loop: EventLoop
    private let cancelWord: CancelWord
    private var loaded: LoadedProvider?
    /// The provider's process, where it is a program.
    private var program: ProviderProgram?
    /// Whether this process has confined itself: nothing is loaded before.
    private var isConfined = false
    private var documents: [Int: ProviderDocument] = [:]
    /// The memory that pages are rendered into.
    let buffer = PixelBuffer()
    /// The thumbnail of the image in the buffer. It is made as soon as the rendering is answered.
    private var lateThumbnail: (writer: ThumbnailWriter?, serial: UInt32)?
    /// Whether a part of the next page's memory is to be prepared after this batch.
    private var isPreparing = false
    /// Whether the service runs on the same processor.
    private let hasOneProcessor = CurrentProcess.processors == 1
    /// On a single processor a thumbnail waits so long, or until something is asked: the service, and whoever gets the page, take
    /// less.
    private static let thumbnailDelay: Int32 = 2

    init(arguments: HostArguments, services: HostServices, cancelWord: CancelWord, loop: EventLoop) {
        self.arguments = arguments
        self.services = services
        self.cancelWord = cancelWord
        self.loop = loop
    }

    // MARK: What every method needs

    /// Does something for a call, and answers with what comes of it.
    func answer<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, _ serial: Int, password: String? = nil, flow: DocumentLooks.Flow? = nil,
        suffix: String? = nil, kept: [UInt8]? = nil,
        _ body: (RequestContext) throws(HostError) -> Method.Reply
    ) throws(HostInterface.Failure) {
        guard let serial = UInt32(exactly: serial) else {
            throw .invalid(name: "serial", message: "a serial has 32 bits")
        }
        let request = RequestContext(
            serial: serial, cancelWord: cancelWord, password: password, flow: flow, suffix: suffix, kept: kept)
        try answer { () throws(HostError) in call.reply(try body(request)) }
    }

    /// Does what a call that can't be ended is for, its reply included.
    func answer(_ body: () throws(HostError) -> Void) throws(HostInterface.Failure) {
        do throws(HostError) { try body() } catch { throw error.wire }
    }

    /// Answers a call about an open document with the reply that `body` makes of it.
    func answer<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, _ serial: Int, _ document: Int,
        _ body: (ProviderDocument, RequestContext) throws(HostError) -> Method.Reply
    ) throws(HostInterface.Failure) {
        try answer(call, serial) { request throws(HostError) in
            guard let document = documents[document] else {
                throw HostError(.invalid(parameter: "document"), "this host has no such document")
            }
            return try body(document, request)
        }
    }

    /// A descriptor that came with a call.
    func descriptor<Method: VarlinkMethod>(
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

    // MARK: Thumbnails

    /// Makes a thumbnail, or reports that there is none, after the rendering is answered: nobody waits for a thumbnail
    /// as for its page.
    func putOff(_ thumbnail: ThumbnailWriter?, serial: Int) {
        lateThumbnail = (thumbnail, UInt32(truncatingIfNeeded: serial))
        loop.afterThisBatch { [self] in
            // The service serves the page first. Where there is only one processor this must sleep for that: after a yield the
            // kernel has it go on for one page in three.
            if hasOneProcessor {
                CurrentProcess.sleep(untilReadable: HostDescriptors.requests, milliseconds: Self.thumbnailDelay)
            } else {
                CurrentProcess.yield()
            }
            // What it has asked for meanwhile is answered before, unless it is another page.
            loop.afterThisBatch { [self] in
                makeLateThumbnail()
                shrinkBuffer()
            }
        }
    }

    /// Makes the thumbnail that was put off, and reports it.
    func makeLateThumbnail() {
        guard let late = lateThumbnail else { return }
        lateThumbnail = nil
        services.send(.thumbnail(serial: late.serial, isMade: late.writer?.write(buffer) ?? false))
    }

    /// Gives memory back that is not worth keeping, unless a thumbnail is to be made of it.
    func shrinkBuffer() {
        if lateThumbnail == nil { buffer.shrink() }
    }

    // MARK: Memory for the next page

    /// Prepares it part by part: what is asked for meanwhile is done in between.
    func prepareMore() {
        guard !isPreparing, buffer.prepareMore() else { return }
        isPreparing = true
        loop.afterThisBatch { [self] in
            isPreparing = false
            prepareMore()
        }
    }

    // MARK: The provider

    func confine(
        _ asked: HostInterface.ConfineParameters, _ call: VarlinkCall<HostInterface.Confine>
    ) throws(HostInterface.Failure) {
        try answer { () throws(HostError) in
            guard !isConfined else {
                throw HostError(.invalid(parameter: "library"), "a host confines itself once, and this one has")
            }
            var folders: [SharedDescriptor] = []
            for index in asked.folders {
                folders.append(SharedDescriptor(try descriptor(index, of: call, "folders")))
            }
            let confinement = HostConfinement(
                library: asked.library, readablePaths: asked.readablePaths, executableMemory: asked.executableMemory,
                folders: folders.map(\.number),
                program: asked.program ?? false ? try ProgramFile(asked.library) : nil, limits: arguments,
                sandbox: asked.required ? .required : .auto)
            let outcome = try confinement.apply { file throws(HostError) in
                program = try ProviderProgram(
                    file, confinement: confinement, cancelWord: HostDescriptors.cancelWord, on: loop)
            }
            withExtendedLifetime(folders) {}
            isConfined = true
            call.reply(
                HostInterface.ConfineReply(confinement: outcome.parts.map(\.rawValue), missing: outcome.missing))
        }
    }

    func load(
        _ asked: HostInterface.LoadParameters, _ call: VarlinkCall<HostInterface.Load>
    ) throws(HostInterface.Failure) {
        try answer { () throws(HostError) in
            guard isConfined else {
                throw HostError(.invalid(parameter: "path"), "a host confines itself before it loads a provider")
            }
            guard loaded == nil else {
                throw HostError(.invalid(parameter: "path"), "a host loads one provider, and this one has")
            }
            let provider = try LoadedProvider(path: asked.path, program: program, services: services)
            loaded = provider
            let library = provider.library
            call.reply(
                HostInterface.LoadReply(
                    name: library.name, version: library.version, summary: library.summary,
                    abiVersion: library.abiVersion, capabilities: library.capabilities.names,
                    process: program.map { Int($0.pid) }))
        }
    }

    func configure(
        _ asked: HostInterface.ConfigureParameters, _ call: VarlinkCall<HostInterface.Configure>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial) { request throws(HostError) in
            try provider().configure(asked.key, asked.value, request)
            return JSONEmpty()
        }
    }

    func trim(
        _ asked: HostInterface.TrimParameters, _ call: VarlinkCall<HostInterface.Trim>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial) { _ throws(HostError) in
            guard let level = UInt32(exactly: asked.level).flatMap(TrimLevel.init(rawValue:)) else {
                throw HostError(.invalid(parameter: "level"), "there is no level \(asked.level)")
            }
            loaded?.trim(level)
            makeLateThumbnail()
            buffer.release()
            CurrentProcess.returnFreeMemory()
            return JSONEmpty()
        }
    }

    // MARK: Files and documents

    func examine(
        _ asked: HostInterface.ExamineParameters, _ call: VarlinkCall<HostInterface.Examine>
    ) throws(HostInterface.Failure) {
        try answer { () throws(HostError) in
            if let index = asked.fileDescriptor {
                let files = try files(index, asked.album, of: call)
                let archive = try files.names.map { _ throws(HostError) in try FileArchive(of: files) }
                let file = files.descriptors[0]
                var reply = try Self.status(of: file.number, archive)
                if let archive { reply.inode = Int(bitPattern: UInt(archive.hash)) }
                reply.matching = Self.matching(asked.signatures, file.number, archive)
                call.reply(reply)
            } else {
                guard let index = asked.folderDescriptor, let path = asked.path else {
                    throw HostError(.invalid(parameter: "path"), "a folder and a path are needed where no file comes")
                }
                let folder = try descriptor(index, of: call, "folderDescriptor")
                let file = SharedDescriptor(try Self.open(path, beneath: folder.number))
                let archive = try FileArchive(of: file.number)
                var reply = try Self.status(of: file.number, archive)
                reply.fileDescriptor = 0
                reply.folders = archive?.folders
                reply.matching = Self.matching(asked.signatures, file.number, archive)
                call.reply(reply, descriptors: [file])
            }
        }
    }

    /// Returns the file, or the files of the album, that came with a call.
    private func files<Method>(
        _ index: Int, _ album: [String]?, of call: VarlinkCall<Method>
    ) throws(HostError) -> DocumentFiles {
        guard let album else {
            return DocumentFiles(SharedDescriptor(try descriptor(index, of: call, "fileDescriptor")))
        }
        var files: [(name: String, file: SharedDescriptor)] = []
        for (index, name) in album.enumerated() {
            files.append((name, SharedDescriptor(try descriptor(index, of: call, "album"))))
        }
        guard let files = DocumentFiles(album: files) else {
            throw HostError(.invalid(parameter: "album"), "an album without files")
        }
        return files
    }

    private static func open(_ path: String, beneath folder: Int32) throws(HostError) -> FileDescriptor {
        do throws(OSError) {
            return try Folder.openFile(path, beneath: folder)
        } catch {
            throw HostError(.notFound(errno: error.code), error.description)
        }
    }

    private static func status(
        of file: Int32, _ folder: FileArchive? = nil
    ) throws(HostError) -> HostInterface.ExamineReply {
        let status: FileStatus
        do throws(OSError) { status = try FileStatus(of: file) } catch {
            throw HostError(.notFound(errno: error.code), error.description)
        }
        return HostInterface.ExamineReply(
            device: Int(bitPattern: UInt(status.device)), inode: Int(bitPattern: UInt(status.inode)),
            size: Int(folder?.size ?? status.size),
            changed: Int(folder?.changed ?? status.changed))
    }

    /// Which of some signatures a file begins with, or what is packed in it, by their indices. One that can't be read begins with none.
    private static func matching(_ signatures: [String]?, _ file: Int32, _ folder: FileArchive? = nil) -> [Int] {
        guard let signatures, !signatures.isEmpty else { return [] }
        let length = ContentSignature.beginning
        let head = folder?.beginning(length) ?? (try? FileStart.read(file, upTo: length)) ?? []
        let packed = folder == nil ? PackedContent(of: file)?.beginning(of: file, length) ?? [] : []
        return signatures.indices.filter { index in
            ContentSignature(signatures[index]).map { $0.matches(head) || $0.matches(packed) } ?? false
        }
    }

    func probe(
        _ asked: HostInterface.ProbeParameters, _ call: VarlinkCall<HostInterface.Probe>
    ) throws(HostInterface.Failure) {
        try answer(call, asked.serial, suffix: asked.suffix) { request throws(HostError) in
            let source = try DocumentSource(try files(asked.fileDescriptor, asked.album, of: call))
            return HostInterface.ProbeReply(certainty: Int(try provider().probe(source, request)))
        }
    }

    func open(
        _ asked: HostInterface.OpenParameters, _ call: VarlinkCall<HostInterface.Open>
    ) throws(HostInterface.Failure) {
        let looks = DocumentLooks(asked.looks)
        try answer(
            call, asked.serial, password: asked.password, flow: looks.flow, suffix: looks.suffix,
            kept: asked.kept.flatMap(Base64.decode)
        ) { request throws(HostError) in
            let source = try DocumentSource(try files(asked.fileDescriptor, asked.album, of: call))
            let document = try provider().open(source, looks: looks, handle: Int64(asked.document), request)
            document.unmeasured = Set((asked.unmeasured ?? []).map { Int64($0) })
            let count = try document.count(request)
            document.flows = request.flows
            if !request.flows { document.order = looks.order }
            let first = try document.firstPage(request)
            documents[asked.document] = document
            return HostInterface.OpenReply(
                count: count.wire, firstPage: first.map { Int($0) }, locked: request.isLocked,
                title: asked.untitled ?? false ? nil : document.title(request),
                flows: request.flows && document.hasPositions,
                sequential: request.isSequential ? true : nil)
        }
    }

    func close(
        _ asked: HostInterface.CloseParameters, _ call: VarlinkCall<HostInterface.Close>
    ) throws(HostInterface.Failure) {
        documents[asked.document] = nil
        call.reply()
    }
}
