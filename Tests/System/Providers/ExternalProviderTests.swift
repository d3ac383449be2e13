import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// A provider that is a program, in a whole service: docs/examples/netpbm-provider, and one that harms itself.
@Suite struct ExternalProviderTests {
    private func service(_ programs: [String: String]) throws -> RunningService {
        let service = try RunningService(
            configuration: "[Hosts]\nHostSandbox=required\nRequestTimeSec=5s\n[Cache]\nReadAhead=0\n",
            providers: ["sheaf-mupdf"])
        for (name, path) in programs {
            try FileManager.default.createSymbolicLink(
                at: service.folder.appendingPathComponent("providers/\(name)"),
                withDestinationURL: Build.project.appendingPathComponent(path))
        }
        return service
    }

    private static func hosts(_ service: RunningService) throws -> [ManagerInterface.HostEntry] {
        try service.connect().call(ManagerInterface.ListHosts.self, .init()).parameters.hosts
    }

    private static func greymap(_ pages: Int) -> (file: Data, grey: (Int, Int, Int) -> UInt8) {
        let grey = { (page: Int, x: Int, y: Int) in UInt8(truncatingIfNeeded: page * 50 + y * 20 + x) }
        var file = Data()
        for page in 0..<pages {
            file += Data("P5\n20 10 255\n".utf8)
            file += Data((0..<200).map { grey(page, $0 % 20, $0 / 20) })
        }
        return (file, grey)
    }

    @Test func theExampleServesReadersAndIsRevived() throws {
        let service = try service(["netpbm": "docs/examples/netpbm-provider"])
        let (file, grey) = Self.greymap(3)
        let reader = try TestReader(service, try service.file("x.pgm", file), width: 20, height: 10)
        #expect(reader.opened.document.provider == "netpbm" && reader.opened.document.count.pages == 3)
        for page in [0, 2] {
            let shown = try reader.page(page)
            #expect((shown.page.width, shown.page.height) == (20, 10))
            let expected = (0..<200).flatMap { index in
                let value = grey(page, index % 20, index / 20)
                return [value, value, value, 255]
            }
            let rows = (0..<10).flatMap { shown.bytes[$0 * shown.page.stride..<$0 * shown.page.stride + 80] }
            #expect(rows == expected)
        }
        let before = try #require(try Self.hosts(service).first { $0.provider == "netpbm" })
        #expect(before.confinement.count == 6 && before.program != nil)
        kill(Int32(before.program ?? 0), SIGKILL)
        #expect(try reader.page(1).page.index == 1)
        let after = try #require(try Self.hosts(service).first { $0.provider == "netpbm" && $0.state != .ending })
        #expect(after.pid != before.pid && after.program != before.program)
        let listed = try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, ["--socket", service.socket, "hosts"])
        #expect(listed.text.contains("netpbm (\(after.program ?? 0))"), "\(listed.text)")
        #expect(service.stop() == 0)
        try eventually { kill(Int32(after.program ?? 0), 0) != 0 }
    }

    @Test func aProgramThatHangsOrCrashesCostsItsOwnDocumentOnly() throws {
        let service = try service([
            "netpbm": "docs/examples/netpbm-provider", "program": "Tests/Providers/Program/program",
        ])
        let neighbour = try TestReader(service, try service.file("x.pgm", Self.greymap(9).file))
        for what in ["crash", "hang", "exit", "nonsense"] {
            let path = try service.file("\(what).txt", Data("program 1\n\(what)\n".utf8))
            let reader = try TestReader(service, path, width: 100, height: 100)
            #expect(reader.opened.document.provider == "program")
            #expect(try reader.page(2).page.index == 2)
            // What a program does not know it is not asked for.
            let error = try #require(throws: (any Error).self) {
                try reader.client.call(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 2, frame: 1))
            }
            #expect("\(error)".contains("has 1 frame"), "\(error)")
            #expect(throws: ReaderError.self) { _ = try reader.page(1) }
            #expect(try neighbour.page(3).page.index == 3)
            try reader.close()
        }
        #expect(service.process.isRunning)
        #expect(service.log.contains("program") && service.log.contains("SIGSEGV"))
    }
}
