import SheafInterface
import SheafOS
import Varlink

extension CommandRunner {
    /// Gets a page, or those of the spread that the reader shows, and writes each to a file.
    func writePages(_ request: PageRequest) throws(ControlError) {
        let reader = try session.reader()
        guard request.index == nil else {
            return try writePage(request.index, on: request.axis, to: request.output, request, of: reader)
        }
        let pages = try state(of: reader).front
        let axis = pages.first.map { $0.surface == .vertical ? ReaderInterface.Axis.vertical : .horizontal }
        let isSpread = pages.count > 1 && (request.axis ?? axis) == axis
        if isSpread, request.output.second == nil {
            throw ControlError(
                "the reader shows pages \(PageText.numbers(pages)), and standard output takes one: name it with --page")
        }
        try writePage(nil, on: request.axis, to: request.output, request, of: reader)
        guard isSpread, let output = request.output.second else { return }
        try writePage(pages[1].index, on: axis, to: output, request, of: reader)
    }

    private func writePage(
        _ index: Int?, on axis: ReaderInterface.Axis?, to output: PageRequest.Output, _ request: PageRequest,
        of reader: String
    ) throws(ControlError) {
        let start = EventLoop.now
        let attempt = index.map { "get \(name(ofPage: $0))" } ?? "get the page"
        let reply = try session.call(
            ReaderInterface.GetPage.self,
            .init(
                reader: reader, index: index, axis: axis, region: request.region, format: request.format,
                quality: request.quality, handover: .descriptor),
            attempt: attempt)
        let arrival = EventLoop.now
        let page = reply.parameters.page
        guard let index = page.fileDescriptor, let memory = reply.descriptors.take(at: index) else {
            throw ControlError("\(attempt): the service passed no descriptor along: check --socket")
        }
        let written = Result { () throws(OSError) in
            let bytes = try SharedMemory(mapping: memory.number, size: page.size, writable: false)
            try write(bytes, of: page, to: output)
        }
        try release(page, of: reader)
        do throws(OSError) { try written.get() } catch { throw ControlError("\(error): give another -o FILE") }
        try tell(WrittenPage(page: page.written, output: output, microseconds: arrival - start))
    }

    private func write(
        _ memory: SharedMemory, of page: ReaderInterface.Page, to output: PageRequest.Output
    ) throws(OSError) {
        let write = { (bytes: RawSpan) in Result { () throws(OSError) in try self.write(bytes, to: output) } }
        let result =
            page.isCut
            ? memory.withRows(
                from: page.offset ?? 0, length: page.width * 4, stride: page.stride, count: page.height, write)
            : memory.withBytes(write)
        try result.get()
    }

    private func write(_ bytes: RawSpan, to output: PageRequest.Output) throws(OSError) {
        switch output {
        case .file(let path): try UserFile.write(bytes, to: path)
        case .standardOutput: try StandardStream.output.write(bytes)
        }
    }

    private func tell(_ page: WrittenPage) throws(ControlError) {
        guard case .file(let path) = page.output else { return }
        if console.isJSON { return try console.json(page) }
        try console.say(page.line(path))
    }
}
