import Foundation
import Glibc
import SheafInterface
import Testing
import Varlink

/// More documents at work than there may be provider hosts.
@Suite struct HostLimitTests {
    @Test func whoFindsEveryHostAtWorkIsRefusedAndToldOfOnce() throws {
        // Documents of the library are opened in a host of their own.
        let library = "/tmp/sheaf-library-\(getpid())"
        try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: library) }
        try "sheaf-pattern 1\npages = 3\n".write(toFile: library + "/book", atomically: true, encoding: .utf8)
        let service = try RunningService(
            configuration: """
                [Documents]
                LibraryFolders=\(library)
                [Cache]
                ReadAhead=0
                [Hosts]
                HostsMax=1

                """, providers: ["test-plain", "sheaf-pattern"])
        let path = try service.file("tar-pit", Data("plain 1\npages=5\nhang=60 page=2\ndeaf=1\n".utf8))
        let reader = try TestReader(service, path, width: 60, height: 80)
        try reader.client.send(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 2))
        let client = try service.connect()
        for _ in 0..<1_000 {
            let status = try client.call(ManagerInterface.Status.self, .init()).parameters
            if status.cache.reserved > 0 { break }
            usleep(10_000)
        }
        for _ in 0..<2 {
            let refusal = try failure {
                _ = try client.call(
                    ReaderInterface.Open.self, .init(path: library + "/book", viewport: .init(width: 9, height: 9)))
            }
            #expect(refusal == .serviceOverloaded(reason: "all 1 provider hosts are at work"))
        }
        let line = "uid \(getuid()) opened nothing: all 1 provider hosts are at work (HostsMax=)"
        #expect(service.log.components(separatedBy: line).count == 2)
    }
}
