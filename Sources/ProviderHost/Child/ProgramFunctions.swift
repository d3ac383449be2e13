import CSheafProvider
import Glibc
import SheafOS
import Varlink

/// The table of a provider that is a program: each function asks the program by the method of its name, so that nothing else in a
/// host knows what its provider is.
///
/// `plugin` is a ``Plugin``, `document` a ``Document``; both are as good as the objects.
enum ProgramFunctions {
    typealias Answer<Reply> = Result<Reply, ProviderInterface.Failure>

    /// A program, as the functions get it.
    @safe final class Plugin {
        fileprivate let program: ProviderProgram
        fileprivate let services: HostServices

        init(_ program: ProviderProgram, _ services: HostServices) {
            self.program = program
            self.services = services
        }

        /// It is good for as long as this object lives.
        var pointer: OpaquePointer { unsafe OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

        fileprivate static func from(_ pointer: OpaquePointer?) -> Plugin? {
            unsafe pointer.map { unsafe Unmanaged<Plugin>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
        }
    }

    /// A document that is open in a program. It lives until `close`.
    @safe private final class Document {
        let plugin: Plugin
        /// How the program knows it.
        let number: Int

        init(_ plugin: Plugin) {
            self.plugin = plugin
            number = plugin.program.nextDocument()
        }

        static func from(_ pointer: OpaquePointer?) -> Document? {
            unsafe pointer.map { unsafe Unmanaged<Document>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
        }

        func call<Method: VarlinkMethod>(
            _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = []
        ) -> Answer<Method.Reply> where Method.Failure == ProviderInterface.Failure {
            plugin.program.call(method, parameters, descriptors: descriptors)
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
        let functions = Set(reply.functions)
        unsafe addFunctions(functions, to: &table)
        unsafe addContents(functions, to: &table)
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
                unsafe ProgramFunctions.ask(document, request) {
                    $0.call(
                        ProviderInterface.PageStep.self,
                        .init(request: $1, document: $0.number, from: from < 0 ? nil : Int(from), step: Int(step)))
                } take: {
                    unsafe ProgramFunctions.write(Int64($0.page), to: page)
                }
            }
        }
        if names.contains("Prefetch") {
            unsafe table.prefetch = { document, request, pages, length in
                let pages = unsafe UnsafeBufferPointer(start: pages, count: Int(length)).map { Int($0) }
                return unsafe ProgramFunctions.ask(document, request) {
                    $0.call(
                        ProviderInterface.Prefetch.self, .init(request: $1, document: $0.number, pages: pages))
                }
            }
        }
        if names.contains("CancelPrefetch") {
            unsafe table.cancel_prefetch = { document, request, pages, length in
                let pages = unsafe UnsafeBufferPointer(start: pages, count: Int(length)).map { Int($0) }
                return unsafe ProgramFunctions.ask(document, request) {
                    $0.call(
                        ProviderInterface.CancelPrefetch.self, .init(request: $1, document: $0.number, pages: pages))
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
                unsafe ProgramFunctions.ask(document, request) {
                    $0.call(
                        ProviderInterface.Position.self, .init(request: $1, document: $0.number, page: Int(page)))
                } take: {
                    unsafe ProgramFunctions.write(Int64($0.position), to: position)
                }
            }
        }
        if names.contains("PageAt") {
            unsafe table.page_at = { document, request, position, page in
                unsafe ProgramFunctions.ask(document, request) {
                    $0.call(
                        ProviderInterface.PageAt.self,
                        .init(request: $1, document: $0.number, position: Int(position)))
                } take: {
                    unsafe ProgramFunctions.write(Int64($0.page), to: page)
                }
            }
        }
        if names.contains("Trim") { unsafe table.trim = { unsafe ProgramFunctions.trim($0, $1) } }
    }

    /// Those that answer with items.
    private static func addContents(_ names: Set<String>, to table: inout sheaf_provider) {
        if names.contains("Text") {
            unsafe table.text = { document, request, page in
                unsafe ProgramFunctions.list(document, request, .text) {
                    $0.call(
                        ProviderInterface.Text.self, .init(request: $1, document: $0.number, page: Int(page))
                    ).map(\.items)
                }
            }
        }
        if names.contains("Outline") {
            unsafe table.outline = { document, request in
                unsafe ProgramFunctions.list(document, request, .outline) {
                    $0.call(ProviderInterface.Outline.self, .init(request: $1, document: $0.number)).map(\.items)
                }
            }
        }
        if names.contains("Links") {
            unsafe table.links = { document, request, page in
                unsafe ProgramFunctions.list(document, request, .link) {
                    $0.call(
                        ProviderInterface.Links.self, .init(request: $1, document: $0.number, page: Int(page))
                    ).map(\.items)
                }
            }
        }
        if names.contains("Search") {
            unsafe table.search = { document, request, page, needle in
                let needle = unsafe needle.map { unsafe String(cString: $0) } ?? ""
                return unsafe ProgramFunctions.list(document, request, .match) {
                    $0.call(
                        ProviderInterface.Search.self,
                        .init(request: $1, document: $0.number, page: Int(page), needle: needle)
                    ).map(\.items)
                }
            }
        }
        if names.contains("Metadata") {
            unsafe table.metadata = { document, request in
                unsafe ProgramFunctions.list(document, request, .metadata) {
                    $0.call(ProviderInterface.Metadata.self, .init(request: $1, document: $0.number)).map(\.items)
                }
            }
        }
        if names.contains("Annotations") {
            unsafe table.annotations = { document, request, page in
                unsafe ProgramFunctions.list(document, request, .annotation) {
                    $0.call(
                        ProviderInterface.Annotations.self, .init(request: $1, document: $0.number, page: Int(page))
                    ).map(\.items)
                }
            }
        }
        if names.contains("Pictures") {
            unsafe table.pictures = { document, request, page in
                unsafe ProgramFunctions.list(document, request, .picture) {
                    $0.call(
                        ProviderInterface.Pictures.self, .init(request: $1, document: $0.number, page: Int(page))
                    ).map(\.items)
                }
            }
        }
    }

    // MARK: What every function needs

    /// Asks about an open document: `call` gets it and the request's number, `take` what was answered.
    private static func ask<Reply>(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ call: (Document, Int) -> Answer<Reply>,
        take: (Reply) -> Int32 = { _ in 0 }
    ) -> Int32 {
        guard let document = unsafe Document.from(document), let request = unsafe request else { return -EINVAL }
        let context = unsafe RequestContext.from(request)
        return result(of: call(document, Int(context.serial)), context, take)
    }

    /// What a function of the table returns for an answer.
    private static func result<Reply>(
        of answer: Answer<Reply>, _ request: RequestContext, _ take: (Reply) -> Int32
    ) -> Int32 {
        switch answer {
        case .success(let reply): return take(reply)
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

    /// Hands over a list of items.
    private static func list(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ kind: DocumentItem.Kind,
        _ call: (Document, Int) -> Answer<[ProviderInterface.Item]>
    ) -> Int32 {
        unsafe ask(document, request, call) { items in
            guard let request = unsafe request else { return -EINVAL }
            let context = unsafe RequestContext.from(request)
            for item in items {
                let result = context.add(DocumentItem(item, kind))
                guard result == 0 else { return result }
            }
            return 0
        }
    }

    /// Tells the service what a document says has changed.
    private static func report(_ changes: [ProviderInterface.Change], of pointer: OpaquePointer?) -> Int32 {
        guard let document = unsafe Document.from(pointer), let pointer = unsafe pointer else { return -EINVAL }
        for change in changes {
            let kind =
                switch change.kind {
                case .pages: SHEAF_CHANGED_PAGES
                case .page: SHEAF_CHANGED_PAGE
                case .all: SHEAF_CHANGED_ALL
                }
            unsafe document.plugin.services.changed(
                pointer,
                sheaf_change(
                    size: UInt32(MemoryLayout<sheaf_change>.size), kind: kind, page: Int64(change.page ?? -1)))
        }
        return 0
    }

    // MARK: The functions

    private static func config(
        _ plugin: OpaquePointer?, _ request: OpaquePointer?, _ key: UnsafePointer<CChar>?,
        _ value: UnsafePointer<CChar>?
    ) -> Int32 {
        guard let plugin = unsafe Plugin.from(plugin), let request = unsafe request, let key = unsafe key,
            let value = unsafe value
        else { return -EINVAL }
        let context = unsafe RequestContext.from(request)
        let parameters = unsafe ProviderInterface.ConfigParameters(
            request: Int(context.serial), key: String(cString: key), value: String(cString: value))
        return result(of: plugin.program.call(ProviderInterface.Config.self, parameters), context) { _ in 0 }
    }

    private static func probe(
        _ plugin: OpaquePointer?, _ request: OpaquePointer?, _ source: OpaquePointer?,
        _ certainty: UnsafeMutablePointer<UInt32>?
    ) -> Int32 {
        guard let plugin = unsafe Plugin.from(plugin), let request = unsafe request, let source = unsafe source else {
            return -EINVAL
        }
        // What no descriptor is of it does not open.
        guard let file = unsafe DocumentSource.from(source).copy() else { return 0 }
        let context = unsafe RequestContext.from(request)
        let parameters = ProviderInterface.ProbeParameters(request: Int(context.serial), fileDescriptor: 0)
        let answer = plugin.program.call(ProviderInterface.Probe.self, parameters, descriptors: [file])
        return result(of: answer, context) { reply in
            unsafe certainty?.pointee = UInt32(clamping: reply.certainty)
            return 0
        }
    }

    private static func open(
        _ plugin: OpaquePointer?, _ request: OpaquePointer?, _ source: OpaquePointer?,
        _ document: UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32 {
        guard let plugin = unsafe Plugin.from(plugin), let request = unsafe request, let source = unsafe source,
            let file = unsafe DocumentSource.from(source).copy()
        else { return -EINVAL }
        let context = unsafe RequestContext.from(request)
        let opened = Document(plugin)
        let parameters = ProviderInterface.OpenParameters(
            request: Int(context.serial), document: opened.number, fileDescriptor: 0, password: context.givenPassword,
            flow: context.givenFlow?.provided)
        let answer = plugin.program.call(ProviderInterface.Open.self, parameters, descriptors: [file])
        return result(of: answer, context) { reply in
            // To ask for either is to say that the document is such a one.
            if reply.locked ?? false { _ = unsafe context.askForPassword() }
            if reply.flows ?? false { _ = unsafe context.askForFlow() }
            unsafe document?.pointee = OpaquePointer(Unmanaged.passRetained(opened).toOpaque())
            return 0
        }
    }

    private static func close(_ document: OpaquePointer?) {
        guard let pointer = unsafe document, let known = unsafe Document.from(document) else { return }
        _ = known.call(ProviderInterface.Close.self, .init(document: known.number))
        unsafe Unmanaged<Document>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }

    private static func metrics(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ page: Int64,
        _ metrics: UnsafeMutablePointer<sheaf_metrics>?
    ) -> Int32 {
        unsafe ask(document, request) {
            $0.call(ProviderInterface.Metrics.self, .init(request: $1, document: $0.number, page: Int(page)))
        } take: { reply in
            unsafe metrics?.pointee.kind = reply.estimated ?? false ? SHEAF_ESTIMATED : SHEAF_EXACT
            unsafe metrics?.pointee.width = reply.width
            unsafe metrics?.pointee.height = reply.height
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
        return unsafe ask(document, request) {
            unsafe $0.call(
                ProviderInterface.Render.self,
                .init(
                    request: $1, document: $0.number, page: Int(order.page), scale: order.scale,
                    rotation: Int(order.rotation), x: Int(order.x), y: Int(order.y), width: Int(order.width),
                    height: Int(order.height), stride: stride, fileDescriptor: 0), descriptors: [memory])
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
        unsafe ask(document, request) {
            $0.call(ProviderInterface.Count.self, .init(request: $1, document: $0.number))
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
        unsafe ask(document, request) {
            $0.call(
                ProviderInterface.PageIds.self,
                .init(request: $1, document: $0.number, index: Int(index), length: Int(length)))
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
        return unsafe ask(document, request) {
            $0.call(
                ProviderInterface.Appearance.self,
                .init(request: $1, document: $0.number, page: Int(page), event: named))
        }
    }

    private static func refresh(_ document: OpaquePointer?, _ request: OpaquePointer?) -> Int32 {
        unsafe ask(document, request) {
            $0.call(ProviderInterface.Refresh.self, .init(request: $1, document: $0.number))
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
        return unsafe ask(document, request) {
            $0.call(
                ProviderInterface.Move.self,
                .init(
                    request: $1, document: $0.number, stage: stage, page: Int(step.page), index: Int(step.index)))
        } take: {
            unsafe report($0.changes, of: document)
        }
    }

    private static func hit(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ page: Int64, _ x: Double, _ y: Double,
        _ claims: UnsafeMutablePointer<UInt32>?
    ) -> Int32 {
        unsafe ask(document, request) {
            $0.call(
                ProviderInterface.Hit.self, .init(request: $1, document: $0.number, page: Int(page), x: x, y: y))
        } take: { reply in
            unsafe claims?.pointee = reply.target == .claimed ? 1 : 0
            return reply.target == .background ? SHEAF_BACKGROUND : 0
        }
    }

    private static func ink(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ page: Int64, _ box: UnsafeMutablePointer<sheaf_box>?
    ) -> Int32 {
        unsafe ask(document, request) {
            $0.call(ProviderInterface.Ink.self, .init(request: $1, document: $0.number, page: Int(page)))
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

extension DocumentItem {
    /// An item of a program's.
    fileprivate init(_ item: ProviderInterface.Item, _ kind: Kind) {
        func finite(_ number: Double?) -> Double { number.map { $0.isFinite ? $0 : 0 } ?? 0 }
        self.init(
            kind: kind, level: UInt32(clamping: item.level ?? 0), page: item.page.flatMap { $0 < 0 ? nil : Int64($0) },
            x0: finite(item.box?.x0), y0: finite(item.box?.y0), x1: finite(item.box?.x1), y1: finite(item.box?.y1),
            targetX: finite(item.targetX), targetY: finite(item.targetY), key: item.key, text: item.text, uri: item.uri)
        if kind == .annotation { (author, modified) = (item.author, item.modified.map { Int64($0) }) }
        boxes = (item.boxes ?? []).map {
            PointBox(x0: finite($0.x0), y0: finite($0.y0), x1: finite($0.x1), y1: finite($0.y1))
        }
        cut(to: HostLimits.itemBytes)
    }
}

extension DocumentLooks.Flow {
    fileprivate var provided: ProviderInterface.Flow {
        ProviderInterface.Flow(
            width: width, height: height, fontSize: fontSize, fontFamily: fontFamily, lineHeight: lineHeight,
            margin: margin, columns: columns, justify: justify)
    }
}
