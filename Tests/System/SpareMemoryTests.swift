import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Memory that is allocated for a page before anybody asks for it.
@Suite struct SpareMemoryTests {
    /// The memory of pages in a service that nothing was rendered into: its inodes.
    private static func spares(of service: RunningService) throws -> [UInt64] {
        let folder = "/proc/\(service.process.processIdentifier)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
            let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")) ?? ""
            guard target.hasPrefix("/memfd:sheaf-page") else { return nil }
            // It may be closed meanwhile.
            guard let memory = try? FileDescriptor.open("\(folder)/\(name)"), !Memfd.isSealed(memory.number) else {
                return nil
            }
            return try? Memfd.inode(of: memory.number)
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
