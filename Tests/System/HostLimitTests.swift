import Foundation
import Glibc
import SheafInterface
import Testing
import Varlink

/// More documents at work than there may be provider hosts.
@Suite struct HostLimitTests {
    @Test func whoFindsEveryHostAtWorkIsRefusedAndToldOfOnce() throws {
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\n[Hosts]\nHostsMax=1\n", providers: ["test-plain", "sheaf-pattern"])
        let path = try service.file("tar-pit", Data("plain 1\npages=5\nhang=60 page=2\ndeaf=1\n".utf8))
        let reader = try TestReader(service, path, width: 60, height: 80)
        try reader.client.send(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 2))
        let client = try service.connect()
        for _ in 0..<1_000 {
            let status = try client.call(ManagerInterface.Status.self, .init()).parameters
            if status.cache.reserved > 0 { break }
            usleep(10_000)
        }
        let other = try service.pattern("pages = 3")
        for _ in 0..<2 {
            let refusal = try failure { _ = try TestReader(service, other) }
            #expect(refusal == .serviceOverloaded(reason: "all 1 provider hosts are at work"))
        }
        let line = "uid \(getuid()) opened nothing: all 1 provider hosts are at work"
        #expect(service.log.components(separatedBy: line).count == 2)
    }
}
