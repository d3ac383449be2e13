import Glibc
import SheafOS

@testable import HostProcess
@testable import HostProtocol
@testable import HostSupervision
@testable import Varlink

/// A client of a host that answers with bytes, as they come.
final class FuzzedHost {
    nonisolated(unsafe) static let shared = FuzzedHost()

    private let loop: EventLoop
    private let job: RenderJob

    private init() {
        do throws(OSError) {
            loop = try EventLoop()
            // As a host leaves it that has rendered the page.
            let memory = try RenderTarget(400) { () throws(OSError) in
                let memory = SharedDescriptor(try Memfd.create(name: "fuzzed", size: 400))
                try Memfd.seal(memory.number)
                return memory
            }
            job = RenderJob(page: 1, scale: 1, width: 10, height: 10, target: memory)
        } catch {
            fatalError("there is no event loop: \(error)")
        }
    }

    /// Asks a host for everything whose answer says much, and has it answer `input`.
    func answer(_ input: [UInt8]) {
        var hasEnded = false
        try? UnixSocket.pair { near, far throws(OSError) in
            let client = try VarlinkClient(near, on: loop) { _ in hasEnded = true }
            ask(client)
            var rest = input[...]
            while !rest.isEmpty, !hasEnded {
                let sent = send(far.number, Array(rest), rest.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
                guard sent > 0 else { break }
                rest = rest.dropFirst(sent)
                try loop.runOnce(timeoutMilliseconds: 0)
            }
            client.close()
            while !hasEnded { try loop.runOnce(timeoutMilliseconds: 10) }
        }
    }

    private func ask(_ client: VarlinkClient) {
        let job = job
        client.call(HostInterface.Render.self, job.parameters(serial: 1, document: 1)) { result in
            guard let page = Self.value(of: result).flatMap({ RenderedPage($0, of: job) }) else { return }
            if page.bytes != job.target.capacity {
                fatalError("a page of \(page.bytes) bytes has \(job.target.capacity)")
            }
        }
        client.call(HostInterface.LookUp.self, .init(serial: 2, document: 1, index: 0, length: 4)) { result in
            guard let found = Self.value(of: result).flatMap({ PageLookUp($0, length: 4) }) else { return }
            if found.pages.count > 4 { fatalError("\(found.pages.count) pages were found of 4") }
        }
        client.call(HostInterface.PageCount.self, .init(serial: 3, document: 1)) { result in
            _ = Self.value(of: result).flatMap { PageCount($0.count) }
        }
        let part = ItemPart()
        client.call(
            HostInterface.Contents.self,
            .init(
                serial: 4, document: 1, kind: Int(ContentKind.text.rawValue), page: 1, first: part.first,
                count: part.count)
        ) { result in
            _ = Self.value(of: result).flatMap { ItemList($0, part: part) }
        }
        client.call(
            HostInterface.Find.self,
            .init(
                serial: 5, document: 1, page: 1, needle: "a", anyCase: true, anyMarks: true, wholeWords: false,
                backward: false, first: part.first, count: part.count)
        ) { result in
            _ = Self.value(of: result).flatMap { MatchList($0, part: part) }
        }
    }

    /// Reads one packet of a host's notices.
    static func readNotice(_ input: [UInt8]) {
        guard let notice = HostNotice(input.span.bytes.extracting(first: min(input.count, HostNotice.packetSize)))
        else { return }
        let packet = notice.packet
        if packet.count > HostNotice.packetSize { fatalError("a packet of \(packet.count) bytes") }
        // A text is cut where it has become longer by what stands for broken characters.
        if case .log = notice { return }
        guard HostNotice(packet.span.bytes) == notice else { fatalError("a notice changes on its way") }
    }

    private static func value<Reply>(
        of result: Result<VarlinkReply<Reply>, VarlinkCallError<HostInterface.Failure>>
    ) -> Reply? {
        switch result {
        case .success(let reply): return reply.parameters
        case .failure(.failed(let failure)): _ = HostError(failure)
        case .failure: break
        }
        return nil
    }
}
