import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// A service in use, as fast as it goes: readers come, turn, drag and go, documents change, hosts die, memory is short, the
/// configuration is read anew. `make torture` does that for as long as asked (SHEAF_TORTURE_SECONDS).
@Suite struct SoakTests {
    @Test(canBeLookedInto) func nothingIsLeftOfWhatCameAndWent() throws {
        let soak = try Soak()
        // What a service keeps for the next time it has by then.
        try soak.run(steps: 200)
        #expect(try soak.showsAPage())
        let before = try soak.footprint()
        let seconds = ProcessInfo.processInfo.environment["SHEAF_TORTURE_SECONDS"].flatMap { Int($0) }
        let end = ContinuousClock.now + .seconds(seconds ?? 0)
        repeat { try soak.run(steps: 200) } while ContinuousClock.now < end
        let after = try soak.footprint(atMost: before.descriptors)
        print("soak: \(soak.steps) steps, \(soak.refusals) refused; at rest before: \(before); after: \(after)")
        #expect(after.pages == 0 && before.pages == 0)
        // Malloc keeps what it has in pieces; what leaks grows with the steps.
        #expect(after.memoryFileBytes <= before.memoryFileBytes)
        let drift = after.privateBytes - before.privateBytes
        #expect(drift < (isSanitized ? 256 << 20 : 16 << 20), "\(drift) bytes more")
        #expect(soak.turns > soak.steps / 8)
        // Whatever a document becomes while its pages are asked for, it has them.
        #expect(soak.failedPages == [])
    }

    /// Pages that are on screen in the middle of a drag and have no room show that the soak sees what it looks for.
    @Test func whatIsDeferredIsSeen() throws {
        let service = try RunningService()
        let reader = try TestReader(
            service, service.pattern("pages = 9\nwidth = 64\nheight = 64\n"), width: 64, height: 64)
        for index in 0..<3 { _ = try reader.page(index, handover: .some(.none)) }
        try reader.beginDrag()
        try reader.drag(to: 0.5)
        let client = try service.connect()
        _ = try client.call(ManagerInterface.WarnMemory.self, .init(level: .critical))
        #expect(try client.cache(list: false).states.deferred.pages > 0)
        try reader.releaseDrag()
        try service.checkNothingIsDeferred()
    }
}

extension RunningService {
    /// All readers are at rest, or will be soon: nothing is deferred for them, and a critical warning changes nothing about that.
    func checkNothingIsDeferred(at location: SourceLocation = #_sourceLocation) throws {
        let client = try connect()
        _ = try client.call(ManagerInterface.WarnMemory.self, .init(level: .critical))
        try eventually(log: log, at: location) {
            try client.cache(list: true).pages?.filter { $0.state == .deferred } ?? []
        } until: { (deferred: [ManagerInterface.CachePage]) in
            deferred.isEmpty
        }
    }
}

/// The descriptors, the memory and the cached pages of a service that nobody uses.
private struct Footprint: CustomStringConvertible {
    /// The open descriptors of the service.
    let descriptors: Int
    /// The private memory of the service (RssAnon), in bytes.
    let privateBytes: Int
    /// The shared memory of the service (RssShmem), in bytes.
    let sharedBytes: Int
    /// The bytes in memory files that the service has open, mapped or not.
    let memoryFileBytes: Int
    /// The pages in the service's cache.
    let pages: Int

    var description: String {
        """
        \(descriptors) descriptors, \(privateBytes >> 10) KiB private, \(sharedBytes >> 10) KiB shared, \
        \(memoryFileBytes >> 10) KiB in memory files
        """
    }
}

private final class Soak {
    // Whoever runs the tests looks into the service.
    let service: RunningService
    private(set) var steps = 0
    /// Turns that were answered.
    private(set) var turns = 0
    /// Commands that were answered with a declared error.
    private(set) var refusals = 0
    /// Why pages could not be rendered.
    private(set) var failedPages: [String] = []
    private var readers: [TestReader] = []
    private var generator = SystemRandomNumberGenerator()
    private let patterns: [String]
    private let book: String
    private static let settings = "height = 160\nmovable = on\n"
    private static let readers = 6
    /// After so many steps everything comes to rest.
    private static let stepsToRest = 50

    init() throws {
        service = try RunningService(
            configuration: "[Service]\nCoreDumps=yes\n[Cache]\nCacheMax=8M\n[Readers]\nReaderKeepSec=1s\n")
        patterns = try (0..<2).map { [service] in
            try service.pattern(Self.settings + "width = 120\npages = 40", name: "pattern\($0)")
        }
        book = try Documents.policy.get()
    }

    func run(steps count: Int) throws {
        for _ in 0..<count {
            steps += 1
            do throws(ReaderError) {
                try step()
            } catch .failed(let failure) {
                refusals += 1
                if case .pageFailed(_, let reason) = failure { failedPages.append(reason) }
            }
            if steps.isMultiple(of: Self.stepsToRest) { try service.checkNothingIsDeferred() }
        }
    }

    private func step() throws(ReaderError) {
        do {
            guard let reader = readers.randomElement(using: &generator), readers.count >= roll(Self.readers) else {
                return try open()
            }
            switch roll(26) {
            case 0...8:
                _ = try reader.navigate(.init(index: roll(30)))
                turns += 1
            case 9, 10: _ = try reader.page(roll(30))
            case 11: _ = try reader.page(roll(30), format: .jpeg, quality: 80)
            case 12: _ = try reader.page(roll(30), format: .png, handover: .inline)
            case 13, 14: try drag(reader)
            case 15: try reader.setViewport(.init(width: 60 + roll(4) * 60, height: 160))
            case 16: _ = try (reader.layout(), reader.history(), reader.hit(30, 40))
            case 17: try rewrite()
            case 18: try reader.reload()
            case 19: try warn()
            case 20: if let host = service.hosts.randomElement(using: &generator) { kill(host, SIGKILL) }
            case 21: kill(service.process.processIdentifier, SIGHUP)
            case 22: try turnALeaf(of: reader)
            // A host that is started anew finds what nobody has looked at.
            case 23:
                try rewrite()
                for host in service.hosts { kill(host, SIGKILL) }
                for _ in 0..<3 { _ = try reader.page(roll(30)) }
            default:
                readers.removeAll { $0 === reader }
                // A viewer that ends does not always say so.
                if roll(2) == 0 { try reader.close() }
            }
        } catch let error as ReaderError {
            throw error
        } catch {
            fatalError("the soak can't go on: \(error)\n\(service.log)")
        }
    }

    private func rewrite() throws {
        let size = "width = \(80 + roll(3) * 20)\npages = \(30 + roll(20))"
        _ = try service.pattern(Self.settings + size, name: "pattern\(roll(2))")
    }

    /// Turns a leaf there and back, and then in another size, so that its back is in memory as it was.
    private func turnALeaf(of reader: TestReader) throws {
        let arrangement = ReaderInterface.Arrangement(
            spread: roll(3) == 0 ? .single : .leaf, back: roll(2) == 0 ? .nextPage : nil)
        try reader.setAxis(.horizontal, arrangement: arrangement)
        for target in [2, 0] {
            try reader.jump(.init(index: target), milliseconds: roll(2) * 50)
            _ = try (reader.page(target), reader.page(target + 1))
        }
        try reader.setViewport(.init(width: 60 + roll(4) * 60, height: 160))
    }

    private func open() throws {
        let path = roll(3) == 0 ? book : patterns[roll(patterns.count)]
        readers.append(try TestReader(service, path, width: 120, height: 160))
    }

    private func drag(_ reader: TestReader) throws {
        _ = try reader.beginDrag()
        for _ in 0..<5 { try reader.sendDrag(to: Double(roll(300)) / 10) }
        try reader.releaseDrag(velocity: Double(roll(3) - 1))
    }

    private func warn() throws {
        let level = ManagerInterface.PressureLevel.allCases[roll(3)]
        _ = try service.connect().call(ManagerInterface.WarnMemory.self, .init(level: level))
    }

    private func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &generator) }

    /// Whether a page that a reader shows is among the memory files.
    func showsAPage() throws -> Bool {
        _ = try TestReader(service, book, width: 120, height: 160).page(0)
        return try memoryFileBytes() >= 120 * 120 * 4
    }

    /// The bytes of the memory files that it has open, each once.
    private func memoryFileBytes() throws -> Int {
        let folder = "/proc/\(service.process.processIdentifier)/fd/"
        var bytes: [ino_t: Int] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + name)) ?? ""
            var status = stat()
            guard target.hasPrefix("/memfd:"), stat(folder + name, &status) == 0 else { continue }
            bytes[status.st_ino] = Int(status.st_blocks) * 512
        }
        return bytes.values.reduce(0, +)
    }

    /// Returns the footprint of the service at rest, when everybody has left.
    ///
    /// - Parameter wanted: the most descriptors that the service has when everything is closed, which another thread
    ///   does; nil where that is not known.
    func footprint(atMost wanted: Int? = nil) throws -> Footprint {
        for reader in readers { _ = try? reader.close() }
        readers = []
        let client = try service.connect()
        try eventually(log: service.log) {
            try client.call(ManagerInterface.ListReaders.self, .init()).parameters.readers.isEmpty
        }
        try eventually(log: service.log) {
            for host in service.hosts { kill(host, SIGKILL) }
            _ = try client.call(ManagerInterface.WarnMemory.self, .init(level: .critical))
            return try service.hosts.isEmpty && client.status().cache.pages == 0
        }
        let process = service.process.processIdentifier
        var last = -1
        let descriptors = try eventually(log: service.log) {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
        } until: { count in
            defer { last = count }
            // Before, some may not have been closed yet.
            return wanted.map { count <= $0 } ?? (count == last)
        }
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func kilobytes(_ field: String) throws -> Int {
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(field + ":") })
            return try #require(Int(line.split(whereSeparator: \.isWhitespace)[1]))
        }
        return Footprint(
            descriptors: descriptors, privateBytes: try kilobytes("RssAnon") << 10,
            sharedBytes: try kilobytes("RssShmem") << 10, memoryFileBytes: try memoryFileBytes(),
            pages: try client.status().cache.pages)
    }
}
