import CSheafProvider
import Glibc
import HostProtocol
import SheafOS
import Varlink

/// The table of a provider that is a program: each function asks the program by the method of its name, so that nothing else in a
/// host knows what its provider is.
///
/// `plugin` is a ``Plugin``, `document` a ``Document``; both are as good as the objects. The functions that answer with items are in
/// ContentFunctions.
enum ProgramFunctions {
    /// A program, as the functions get it.
    @safe final class Plugin: LentObject {
        fileprivate let program: ProviderProgram
        fileprivate let services: HostServices

        init(_ program: ProviderProgram, _ services: HostServices) {
            self.program = program
            self.services = services
        }
    }

    /// A document that is open in a program. It lives until `close`.
    @safe private final class Document: LentObject {
        let plugin: Plugin
        /// How the program knows it.
        let number: Int

        init(_ plugin: Plugin) {
            self.plugin = plugin
            number = plugin.program.nextDocument()
        }
    }

    // MARK: The table

    /// The table with the functions that a program says it has. Its texts are never freed: a table lives as long as the process.
    static func table(of reply: ProviderInterface.LoadReply) -> sheaf_provider {
        var table = unsafe sheaf_provider()
        unsafe table.size = UInt32(MemoryLayout<sheaf_provider>.size)
        unsafe table.abi_version = SHEAF_PROVIDER_ABI_VERSION
        unsafe table.name = UnsafePointer(strdup(reply.name))
        unsafe table.version = UnsafePointer(strdup(reply.version))
        unsafe table.summary = UnsafePointer(strdup(reply.summary))
        // It was loaded when it said this.
        unsafe table.load = { _, _, _ in 0 }
        unsafe table.open = { unsafe ProgramFunctions.open($0, $1, $2, $3) }
        unsafe table.close = { unsafe ProgramFunctions.close($0) }
        unsafe table.metrics = { unsafe ProgramFunctions.metrics($0, $1, $2, $3) }
        unsafe table.render = { unsafe ProgramFunctions.render($0, $1, $2) }
        unsafe addFunctions(Set(reply.functions), to: &table)
        return unsafe table
    }

    private static func addFunctions(_ names: Set<String>, to table: inout sheaf_provider) {
        if names.contains("Config") { unsafe table.config = { unsafe ProgramFunctions.config($0, $1, $2, $3) } }
        if names.contains("Probe") { unsafe table.probe = { unsafe ProgramFunctions.probe($0, $1, $2, $3) } }
        if names.contains("Count") { unsafe table.count = { unsafe ProgramFunctions.count($0, $1, $2) } }
        if names.contains("PageIds") {
            unsafe table.page_ids = { unsafe ProgramFunctions.pageIDs($0, $1, $2, $3, $4, $5) }
        }
        if names.contains("PageStep") {
            unsafe table.page_step = { document, request, from, step, page in
                unsafe ProgramFunctions.ask(document, request, ProviderInterface.PageStep.self) {
                    .init(request: $0, document: $1, from: from < 0 ? nil : Int(from), step: Int(step))
                } take: {
                    unsafe ProgramFunctions.write(Int64($0.page), to: page)
                }
            }
        }
        if names.contains("Prefetch") {
            unsafe table.prefetch = { document, request, pages, length in
                let pages = unsafe UnsafeBufferPointer(start: pages, count: Int(length)).map { Int($0) }
                return unsafe ProgramFunctions.ask(document, request, ProviderInterface.Prefetch.self) {
                    .init(request: $0, document: $1, pages: pages)
                }
            }
        }
        if names.contains("CancelPrefetch") {
            unsafe table.cancel_prefetch = { document, request, pages, length in
                let pages = unsafe UnsafeBufferPointer(start: pages, count: Int(length)).map { Int($0) }
                return unsafe ProgramFunctions.ask(document, request, ProviderInterface.CancelPrefetch.self) {
                    .init(request: $0, document: $1, pages: pages)
                }
            }
        }
        if names.contains("Appearance") {
            unsafe table.appearance = { unsafe ProgramFunctions.appearance($0, $1, $2, $3) }
        }
        if names.contains("Refresh") { unsafe table.refresh = { unsafe ProgramFunctions.refresh($0, $1) } }
        if names.contains("Move") { unsafe table.move = { unsafe ProgramFunctions.move($0, $1, $2) } }
        if names.contains("Hit") { unsafe table.hit = { unsafe ProgramFunctions.hit($0, $1, $2, $3, $4, $5) } }
        if names.contains("Ink") { unsafe table.ink = { unsafe ProgramFunctions.ink($0, $1, $2, $3) } }
        if names.contains("Position") {
            unsafe table.position = { document, request, page, position in
                unsafe ProgramFunctions.ask(document, request, ProviderInterface.Position.self) {
                    .init(request: $0, document: $1, page: Int(page))
                } take: {
                    unsafe ProgramFunctions.write(Int64($0.position), to: position)
                }
            }
        }
        if names.contains("PageAt") {
            unsafe table.page_at = { document, request, position, page in
                unsafe ProgramFunctions.ask(document, request, ProviderInterface.PageAt.self) {
                    .init(request: $0, document: $1, position: Int(position))
                } take: {
                    unsafe ProgramFunctions.write(Int64($0.page), to: page)
                }
            }
        }
        if names.contains("Passage") { unsafe table.passage = { unsafe ProgramFunctions.passage($0, $1, $2, $3) } }
        if names.contains("Trim") { unsafe table.trim = { unsafe ProgramFunctions.trim($0, $1) } }
        unsafe ContentKind.addFunctions(names, to: &table)
    }

    // MARK: What every function needs

    /// Asks about an open document: `parameters` gets the numbers of the request and the document, `take` what was answered. `name` is
    /// that of another method that takes and answers the same.
    static func ask<Method: VarlinkMethod>(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ method: Method.Type, named name: String? = nil,
        descriptors: [SharedDescriptor] = [], _ parameters: (_ request: Int, _ document: Int) -> Method.Parameters,
        take: (Method.Reply) -> Int32 = { _ in 0 }
    ) -> Int32 where Method.Failure == ProviderInterface.Failure {
        guard let document = unsafe Document.from(document) else { return -EINVAL }
        return unsafe ask(document.plugin, request, method, named: name, descriptors) {
            parameters(Int($0.serial), document.number)
        } take: { reply, _ in
            take(reply)
        }
    }

    /// Asks a program. The result is what a function of the table returns for the answer.
    private static func ask<Method: VarlinkMethod>(
        _ plugin: Plugin?, _ request: OpaquePointer?, _ method: Method.Type, named name: String? = nil,
        _ descriptors: [SharedDescriptor] = [],
        parameters: (RequestContext) -> Method.Parameters, take: (Method.Reply, RequestContext) -> Int32
    ) -> Int32 where Method.Failure == ProviderInterface.Failure {
        guard let plugin, let request = unsafe RequestContext.from(request) else { return -EINVAL }
        switch plugin.program.call(method, named: name, parameters(request), descriptors: descriptors) {
        case .success(let reply): return take(reply, request)
        case .failure(.cancelled): return SHEAF_CANCELLED
        case .failure(.noSuchPage): return SHEAF_END
        case .failure(.passwordNeeded):
            _ = unsafe request.askForPassword()
            return SHEAF_PASSWORD_NEEDED
        case .failure(.failed(let errno, let message)):
            request.errorText = BoundedText.line(message, limit: HostLimits.textBytes)
            return (1..<4_096).contains(errno) ? -Int32(errno) : -EIO
        case .failure(.service(let failure)):
            request.errorText = "the provider does not do what it says it does: \(failure.errorName)"
            return -EPROTO
        }
    }

    private static func write(_ number: Int64, to place: UnsafeMutablePointer<Int64>?) -> Int32 {
        unsafe place?.pointee = number
        return 0
    }

    /// Tells the service what a document says has changed.
    private static func report(_ changes: [ProviderInterface.Change], of pointer: OpaquePointer?) -> Int32 {
        guard let document = unsafe Document.from(pointer), let pointer = unsafe pointer else { return -EINVAL }
        for change in changes {
            let told: DocumentChange =
                switch change.kind {
                case .pages: .pages
                case .page: .page(Int64(change.page ?? -1))
                case .all: .all
                }
            unsafe document.plugin.services.changed(pointer, told)
        }
        return 0
    }

    // MARK: The functions

    private static func config(
        _ plugin: OpaquePointer?, _ request: OpaquePointer?, _ key: UnsafePointer<CChar>?,
        _ value: UnsafePointer<CChar>?
    ) -> Int32 {
        guard let key = unsafe key, let value = unsafe value else { return -EINVAL }
        return unsafe ask(Plugin.from(plugin), request, ProviderInterface.Config.self) {
            unsafe .init(request: Int($0.serial), key: String(cString: key), value: String(cString: value))
        } take: { _, _ in
            0
        }
    }

    private static func probe(
        _ plugin: OpaquePointer?, _ request: OpaquePointer?, _ source: OpaquePointer?,
        _ certainty: UnsafeMutablePointer<UInt32>?
    ) -> Int32 {
        guard let plugin = unsafe Plugin.from(plugin), let source = unsafe DocumentSource.from(source) else {
            return -EINVAL
        }
        // What no descriptor is of it does not open.
        guard let file = source.copy() else { return 0 }
        return unsafe ask(plugin, request, ProviderInterface.Probe.self, [file]) {
            .init(
                request: Int($0.serial), fileDescriptor: 0,
                suffix: plugin.program.takesSuffix ? $0.givenSuffix : nil)
        } take: { reply, _ in
            unsafe certainty?.pointee = UInt32(clamping: reply.certainty)
            return 0
        }
    }

    private static func open(
        _ plugin: OpaquePointer?, _ request: OpaquePointer?, _ source: OpaquePointer?,
        _ document: UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32 {
        guard let plugin = unsafe Plugin.from(plugin), let file = unsafe DocumentSource.from(source)?.copy() else {
            return -EINVAL
        }
        let opened = Document(plugin)
        return unsafe ask(plugin, request, ProviderInterface.Open.self, [file]) {
            .init(
                request: Int($0.serial), document: opened.number, fileDescriptor: 0, password: $0.givenPassword,
                flow: $0.givenFlow?.provided, suffix: plugin.program.takesSuffix ? $0.givenSuffix : nil)
        } take: { reply, context in
            // To ask for either is to say that the document is such a one.
            if reply.locked ?? false { _ = unsafe context.askForPassword() }
            if reply.flows ?? false { _ = unsafe context.askForFlow() }
            if reply.sequential ?? false { context.traits |= SHEAF_DOCUMENT_SEQUENTIAL }
            unsafe document?.pointee = OpaquePointer(Unmanaged.passRetained(opened).toOpaque())
            return 0
        }
    }

    private static func close(_ document: OpaquePointer?) {
        guard let pointer = unsafe document, let known = unsafe Document.from(document) else { return }
        _ = known.plugin.program.call(ProviderInterface.Close.self, .init(document: known.number))
        unsafe Unmanaged<Document>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }

    private static func metrics(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ page: Int64,
        _ metrics: UnsafeMutablePointer<sheaf_metrics>?
    ) -> Int32 {
        unsafe ask(document, request, ProviderInterface.Metrics.self) {
            .init(request: $0, document: $1, page: Int(page))
        } take: { reply in
            unsafe metrics?.pointee.kind = reply.estimated ?? false ? SHEAF_ESTIMATED : SHEAF_EXACT
            unsafe metrics?.pointee.width = reply.width
            unsafe metrics?.pointee.height = reply.height
            unsafe metrics?.pointee.frames = UInt32(clamping: reply.frames ?? 0)
            guard let metrics = unsafe metrics else { return -EINVAL }
            // What is too long is cut where it is read.
            let label = (reply.label ?? "").utf8.prefix(Int(SHEAF_LABEL_SIZE) - 1)
            unsafe withUnsafeMutableBytes(of: &metrics.pointee.label) { bytes in
                unsafe bytes.copyBytes(from: label)
                unsafe bytes[label.count] = 0
            }
            return 0
        }
    }

    private static func render(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ render: UnsafePointer<sheaf_render>?
    ) -> Int32 {
        guard let order = unsafe render?.pointee, let known = unsafe Document.from(document) else { return -EINVAL }
        let stride = unsafe Int(order.stride)
        let bytes = unsafe stride * Int(order.height)
        let memory: SharedDescriptor
        do throws(OSError) { memory = try known.plugin.program.pixelMemory(bytes) } catch { return -error.code }
        return unsafe ask(document, request, ProviderInterface.Render.self, descriptors: [memory]) {
            unsafe .init(
                request: $0, document: $1, page: Int(order.page), scale: order.scale, rotation: Int(order.rotation),
                x: Int(order.x), y: Int(order.y), width: Int(order.width), height: Int(order.height), stride: stride,
                fileDescriptor: 0, frame: order.frame == 0 ? nil : Int(order.frame))
        } take: { reply in
            // Read, not mapped: it is the program's too.
            var done = 0
            while done < bytes {
                let count = unsafe pread(memory.number, order.pixels + done, bytes - done, done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? -errno : -EIO }
                done += count
            }
            if reply.cuttable ?? false { unsafe order.traits?.pointee |= SHEAF_RENDER_CUTTABLE }
            return 0
        }
    }

    private static func count(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ count: UnsafeMutablePointer<sheaf_count>?
    ) -> Int32 {
        unsafe ask(document, request, ProviderInterface.Count.self) {
            .init(request: $0, document: $1)
        } take: { reply in
            let kind =
                switch reply.kind {
                case .exact: SHEAF_EXACT
                case .estimated: SHEAF_ESTIMATED
                case .unknown: SHEAF_UNKNOWN
                case .counting: SHEAF_COUNTING
                }
            unsafe count?.pointee.kind = kind
            unsafe count?.pointee.pages = Int64(reply.pages)
            unsafe count?.pointee.counted = Int64(reply.counted ?? 0)
            return 0
        }
    }

    private static func pageIDs(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ index: Int64, _ length: UInt32,
        _ ids: UnsafeMutablePointer<Int64>?, _ written: UnsafeMutablePointer<UInt32>?
    ) -> Int32 {
        unsafe ask(document, request, ProviderInterface.PageIds.self) {
            .init(request: $0, document: $1, index: Int(index), length: Int(length))
        } take: { reply in
            let pages = reply.pages.prefix(Int(length))
            for (offset, page) in pages.enumerated() { unsafe ids?[offset] = Int64(page) }
            unsafe written?.pointee = UInt32(pages.count)
            return 0
        }
    }

    private static func appearance(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ page: Int64, _ number: UInt32
    ) -> Int32 {
        guard let event = AppearanceEvent(rawValue: number) else { return -EINVAL }
        let named: ProviderInterface.AppearanceParameters.Event =
            switch event {
            case .willAppear: .willAppear
            case .didAppear: .didAppear
            case .willDisappear: .willDisappear
            case .didDisappear: .didDisappear
            }
        return unsafe ask(document, request, ProviderInterface.Appearance.self) {
            .init(request: $0, document: $1, page: Int(page), event: named)
        }
    }

    private static func refresh(_ document: OpaquePointer?, _ request: OpaquePointer?) -> Int32 {
        unsafe ask(document, request, ProviderInterface.Refresh.self) {
            .init(request: $0, document: $1)
        } take: {
            unsafe report($0.changes, of: document)
        }
    }

    private static func move(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ move: UnsafePointer<sheaf_move>?
    ) -> Int32 {
        guard let step = unsafe move?.pointee else { return -EINVAL }
        let stage: ProviderInterface.MoveParameters.Stage =
            switch step.stage {
            case SHEAF_MOVE_BEGIN: .begin
            case SHEAF_MOVE_UPDATE: .update
            case SHEAF_MOVE_END: .end
            default: .cancel
            }
        return unsafe ask(document, request, ProviderInterface.Move.self) {
            .init(request: $0, document: $1, stage: stage, page: Int(step.page), index: Int(step.index))
        } take: {
            unsafe report($0.changes, of: document)
        }
    }

    private static func hit(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ page: Int64, _ x: Double, _ y: Double,
        _ claims: UnsafeMutablePointer<UInt32>?
    ) -> Int32 {
        unsafe ask(document, request, ProviderInterface.Hit.self) {
            .init(request: $0, document: $1, page: Int(page), x: x, y: y)
        } take: { reply in
            unsafe claims?.pointee = reply.target == .claimed ? 1 : 0
            return reply.target == .background ? SHEAF_BACKGROUND : 0
        }
    }

    private static func ink(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ page: Int64, _ box: UnsafeMutablePointer<sheaf_box>?
    ) -> Int32 {
        unsafe ask(document, request, ProviderInterface.Ink.self) {
            .init(request: $0, document: $1, page: Int(page))
        } take: { reply in
            guard let ink = reply.box else { return SHEAF_BACKGROUND }
            unsafe box?.pointee = sheaf_box(x0: Float(ink.x0), y0: Float(ink.y0), x1: Float(ink.x1), y1: Float(ink.y1))
            return 0
        }
    }

    private static func trim(_ plugin: OpaquePointer?, _ number: UInt32) {
        guard let plugin = unsafe Plugin.from(plugin), let level = TrimLevel(rawValue: number) else { return }
        plugin.program.releasePixels()
        let named: ProviderInterface.TrimParameters.Level =
            switch level {
            case .low: .low
            case .medium: .medium
            case .critical: .critical
            }
        _ = plugin.program.call(ProviderInterface.Trim.self, .init(level: named))
    }
}
