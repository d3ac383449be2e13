import Foundation
import SheafInterface
import Testing
import Varlink

/// Lists that are long come in slices, for those who take more replies than one.
@Suite struct ListTests {
    private static let readers = 1_300
    private static let configuration = "[Readers]\nReadersPerUser=2000\n[Cache]\nReadAhead=0\n"

    private static func service() throws -> (RunningService, TestReader) {
        let service = try RunningService(configuration: configuration, providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 3\nwidth = 60\nheight = 80")
        let first = try TestReader(service, path)
        for _ in 1..<readers { _ = try TestReader(service, path, client: first.client) }
        return (service, first)
    }

    /// Returns the readers that each reply lists.
    private static func slices(_ client: VarlinkBlockingClient) throws -> [[String]] {
        var slices: [[String]] = []
        while true {
            let reply = try client.receive(ManagerInterface.ListReaders.self)
            #expect(reply.parameters.leftOut == nil)
            slices.append(reply.parameters.readers.map(\.reader))
            if !reply.continues { return slices }
        }
    }

    @Test func aListIsWholeInSlicesAndCutInOneReply() throws {
        let (service, first) = try Self.service()
        let client = try service.connect()
        let one = try client.call(ManagerInterface.ListReaders.self, .init()).parameters
        #expect(one.readers.count == 1_024 && one.leftOut == Self.readers - 1_024)
        try client.send(ManagerInterface.ListReaders.self, .init(), flags: .more)
        let slices = try Self.slices(client)
        #expect(slices.map(\.count) == [256, 256, 256, 256, 256, 20])
        #expect(slices.joined().prefix(1_024).elementsEqual(one.readers.map(\.reader)))
        #expect(Set(slices.joined()).count == Self.readers)
        // As people see it.
        let shown = try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, ["--socket", service.socket, "readers"])
        #expect(shown.text.split(separator: "\n").count == Self.readers + 1, "\(shown.errors)")
        try client.send(ManagerInterface.ListDocuments.self, .init(), flags: .more)
        let documents = try client.receive(ManagerInterface.ListDocuments.self)
        #expect(documents.parameters.documents.map(\.readers) == [Self.readers] && !documents.continues)
        withExtendedLifetime(first) {}
    }

    /// Others are served while nobody takes the rest, and who has gone meanwhile is not in it.
    @Test func whoHasGoneBetweenTwoSlicesIsInNone() throws {
        let (service, first) = try Self.service()
        let client = try service.connect()
        try client.send(ManagerInterface.ListReaders.self, .init(), flags: .more)
        let all = try Self.slices(client).flatMap(\.self)
        try client.send(ManagerInterface.ListReaders.self, .init(), flags: .more)
        let begin = try client.receive(ManagerInterface.ListReaders.self).parameters.readers.map(\.reader)
        // The socket has room for three slices: the last is not made until somebody reads.
        let gone = try #require(all.last)
        _ = try first.client.call(ReaderInterface.Close.self, .init(reader: gone))
        let listed = Set(begin + (try Self.slices(client).joined()))
        #expect(listed.isSuperset(of: all.dropLast()) && !listed.contains(gone) && listed.count == Self.readers - 1)
    }
}
