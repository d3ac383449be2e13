import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Memory that is allocated for a page before anybody asks for it.
@Suite(canBeLookedInto) struct SpareMemoryTests {
    /// The memory of pages in a service that nothing was rendered into: its inodes.
    private static func spares(of service: RunningService) throws -> [UInt64] {
        try unwritten(in: service).compactMap { try? Memfd.inode(of: $0.number) }
    }

    /// The memory of pages in a service that nothing was rendered into, or that are being rendered.
    private static func unwritten(in service: RunningService) throws -> [SharedDescriptor] {
        let folder = "/proc/\(service.process.processIdentifier)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
            let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")) ?? ""
            guard target.hasPrefix("/memfd:sheaf-page") else { return nil }
            // It may be closed meanwhile.
            guard let memory = try? FileDescriptor.open("\(folder)/\(name)"), !Memfd.isSealed(memory.number) else {
                return nil
            }
            return SharedDescriptor(memory)
        }
    }

    /// The inode of the memory that a page comes in.
    private static func memory(of index: Int, _ reader: TestReader) throws -> UInt64 {
        let reply = try reader.client.call(ReaderInterface.GetPage.self, .init(reader: reader.id, index: index))
        let number = try #require(reply.parameters.page.fileDescriptor)
        guard let memory = reply.descriptors.take(at: number) else { throw TestFailure("no descriptor \(number)") }
        #expect(Memfd.isSealed(memory.number))
        return try Memfd.inode(of: memory.number)
    }

    private func open(_ configuration: String) throws -> (RunningService, TestReader) {
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\n" + configuration, providers: ["sheaf-pattern"])
        // Pages of 7.7 MB.
        return (service, try TestReader(service, try service.pattern("pages = 20"), width: 1_200, height: 1_600))
    }

    @Test func thePageAfterAPauseIsWrittenThere() throws {
        let (service, reader) = try open("")
        _ = try Self.memory(of: 0, reader)
        for index in 1..<4 {
            let spares = try eventually {
                try Self.spares(of: service)
            } until: {
                $0.count == 1
            }
            #expect(try Self.memory(of: index, reader) == spares[0])
        }
    }

    @Test func behindAPageThatWasLeafedPastNothingIsAllocatedAhead() throws {
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\n[Hosts]\nHostsPerProvider=1\n", providers: ["sheaf-pattern"])
        let reader = try TestReader(
            service, try service.pattern("pages = 20\nrender-ms = 700\ncost = sleep"), width: 1_200, height: 1_600)
        for index in 0..<3 { _ = try Self.memory(of: index, reader) }
        /// How much there is of each memory.
        func blocks() throws -> [Int] {
            let memories = try Self.unwritten(in: service).map {
                (try Memfd.inode(of: $0.number), allocatedBytes(of: $0.number))
            }
            return Dictionary(memories, uniquingKeysWith: max).map(\.value)
        }
        func ask(for index: Int) throws -> RawConnection {
            let client = try RawConnection(service.socket)
            try client.send(
                #"{"method":"org.sheaf.Reader.GetPage","parameters":{"reader":"\#(reader.id)","index":\#(index)}}"#)
            return client
        }
        // The host works on the page that is shown, now in another size.
        _ = try reader.client.call(
            ReaderInterface.SetViewport.self, .init(reader: reader.id, viewport: .init(width: 1_100, height: 1_500)))
        try withExtendedLifetime(ask(for: 1)) {
            _ = try eventually(blocks) { $0.count == 2 && !$0.contains(0) }
        }
        _ = try eventually(blocks) { $0.count == 1 }
        try withExtendedLifetime(ask(for: 2)) {
            _ = try eventually(blocks) { $0.count == 2 }
            try remains(for: .milliseconds(100), because: "memory that is not allocated tells nobody") {
                try blocks().contains(0)
            }
        }
    }

    @Test func itGoesWithTheDocument() throws {
        let (service, reader) = try open("")
        _ = try Self.memory(of: 0, reader)
        try eventually { try Self.spares(of: service).count == 1 }
        _ = try reader.client.call(ReaderInterface.Close.self, .init(reader: reader.id))
        try eventually { try Self.spares(of: service).isEmpty }
    }

    @Test func itGoesWhenMemoryIsShort() throws {
        let (service, reader) = try open("")
        _ = try Self.memory(of: 0, reader)
        try eventually { try Self.spares(of: service).count == 1 }
        _ = try reader.client.call(ManagerInterface.WarnMemory.self, .init(level: .critical))
        try eventually { try Self.spares(of: service).isEmpty }
    }

    @Test func noPageGoesForIt() throws {
        let (service, reader) = try open("CacheMax=20M\n")
        _ = try Self.memory(of: 0, reader)
        try eventually { try Self.spares(of: service).count == 1 }
        _ = try Self.memory(of: 1, reader)
        try remains(for: .milliseconds(200), because: "memory that is not allocated tells nobody") {
            try Self.spares(of: service).isEmpty
        }
        let cache = try reader.client.status().cache
        #expect(cache.pages == 2 && cache.evicted == 0)
    }
}
