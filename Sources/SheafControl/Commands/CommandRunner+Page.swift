import SheafInterface
import SheafOS
import Varlink

extension CommandRunner {
    /// Gets a page and writes it to a file.
    func writePage(_ request: PageRequest) throws(ControlError) {
        let reader = try session.reader()
        let start = EventLoop.now
        let attempt = request.index.map { "get \(name(ofPage: $0))" } ?? "get the page"
        let reply = try session.call(
            ReaderInterface.GetPage.self,
            .init(
                reader: reader, index: request.index, region: request.region, format: request.format,
                quality: request.quality, handover: .descriptor),
            attempt: attempt)
        let arrival = EventLoop.now
        let page = reply.parameters.page
        guard let index = page.fileDescriptor, let memory = reply.descriptors.take(at: index) else {
            throw ControlError("\(attempt): the service passed no descriptor along: check --socket")
        }
        let written = Result { () throws(OSError) in
            let bytes = try SharedMemory(mapping: memory.number, size: page.size, writable: false)
            try write(bytes, to: request.output)
        }
        try release(page, of: reader)
        do throws(OSError) { try written.get() } catch { throw ControlError("\(error): give another -o FILE") }
        try tell(WrittenPage(page: page, output: request.output, microseconds: arrival - start))
    }

    private func write(_ memory: SharedMemory, to output: PageRequest.Output) throws(OSError) {
        let result = memory.withBytes { bytes in
            Result { () throws(OSError) in
                switch output {
                case .file(let path): try UserFile.write(bytes, to: path)
                case .standardOutput: try StandardStream.output.write(bytes)
                }
            }
        }
        try result.get()
    }

    private func tell(_ page: WrittenPage) throws(ControlError) {
        guard case .file(let path) = page.output else { return }
        if console.isJSON { return try console.json(page) }
        try console.say(page.line(path))
    }
}
