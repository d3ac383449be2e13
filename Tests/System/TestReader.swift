import Foundation
import SheafInterface
import SheafOS
import Varlink

typealias ReaderError = VarlinkCallError<ReaderInterface.Failure>

/// A reader with a connection of its own, as a viewer uses it.
final class TestReader {
    let client: VarlinkBlockingClient
    private(set) var state: ReaderInterface.State

    var id: String { state.reader }

    init(
        _ service: some TestedService, _ path: String, width: Int = 600, height: Int = 800,
        viewport: ReaderInterface.Viewport? = nil, provider: String? = nil, target: ReaderInterface.Target? = nil,
        axes: [ReaderInterface.AxisSetup]? = nil, background: ReaderInterface.Background? = nil,
        manual: Bool? = nil, client: VarlinkBlockingClient? = nil
    ) throws {
        self.client = try client ?? service.connect()
        let file = SharedDescriptor(try FileDescriptor.open(path))
        state = try self.client.call(
            ReaderInterface.Open.self,
            .init(
                fileDescriptor: 0, provider: provider, viewport: viewport ?? .init(width: width, height: height),
                target: target, axes: axes, background: background, manual: manual),
            descriptors: [file]
        ).parameters.state
    }

    @discardableResult
    func navigate(
        _ target: ReaderInterface.Target, handover: ReaderInterface.Handover? = nil
    ) throws -> VarlinkReply<ReaderInterface.NavigateReply> {
        try client.call(
            ReaderInterface.Navigate.self, .init(reader: id, target: target, handover: handover))
    }

    func page(
        _ index: Int? = nil, region: ReaderInterface.Region? = nil, format: ReaderInterface.Format? = nil,
        quality: Int? = nil, handover: ReaderInterface.Handover? = nil
    ) throws -> HandedPage {
        let reply = try client.call(
            ReaderInterface.GetPage.self,
            .init(reader: id, index: index, region: region, format: format, quality: quality, handover: handover))
        return try HandedPage(reply.parameters.page, reply.descriptors)
    }

    /// Returns a page.
    func release(_ page: ReaderInterface.Page) throws {
        _ = try client.call(ReaderInterface.ReleasePage.self, .init(reader: id, rendition: page.rendition))
    }

    func close() throws { _ = try client.call(ReaderInterface.Close.self, .init(reader: id)) }
}

/// A page with its bytes.
struct HandedPage {
    let page: ReaderInterface.Page
    let bytes: [UInt8]
    let seals: UInt32?

    init(_ page: ReaderInterface.Page, _ descriptors: VarlinkDescriptors) throws {
        self.page = page
        if let index = page.fileDescriptor {
            guard let memory = descriptors.take(at: index) else { throw TestFailure("no descriptor \(index)") }
            seals = try Memfd.seals(of: memory.number)
            let mapping = try SharedMemory(mapping: memory.number, size: page.size, writable: false)
            let all = mapping.withBytes { span in span.withUnsafeBytes { Array($0) } }
            bytes = Array(all.dropFirst(page.offset ?? 0))
        } else {
            seals = nil
            bytes = page.data.flatMap { Base64.decode($0) } ?? []
        }
    }

    /// Whether its pixels have these values of red, green and blue, row by row.
    func shows(rgb: [UInt8]) -> Bool {
        guard rgb.count == page.width * page.height * 3 else { return false }
        return rgb.withUnsafeBufferPointer { rgb in
            bytes.withUnsafeBufferPointer { bytes in
                var next = 0
                for row in 0..<page.height {
                    var place = row * page.stride
                    for _ in 0..<page.width {
                        guard bytes[place + 2] == rgb[next], bytes[place + 1] == rgb[next + 1],
                            bytes[place] == rgb[next + 2], bytes[place + 3] == 255
                        else { return false }
                        place += 4
                        next += 3
                    }
                }
                return true
            }
        }
    }
}

/// The declared error that a call is answered with; nil where it succeeds.
func failure(of body: () throws -> Void) throws -> ReaderInterface.Failure? {
    do {
        try body()
        return nil
    } catch ReaderError.failed(let failure) {
        return failure
    }
}
