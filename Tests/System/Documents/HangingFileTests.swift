import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Files on a FUSE file system that never answers, and in an overlay over one: whoever opens them, nobody else waits.
@Suite(HangingFiles.isPossible)
struct HangingFileTests {
    private static let remote = "org.sheaf.Reader.RemoteDocument"

    /// A service that other users reach.
    private static func makeService(configuration: String = "") throws -> RunningService {
        let service = try RunningService(configuration: configuration, providers: ["sheaf-pattern"])
        for path in [service.folder.path, service.socket] { chmod(path, 0o777) }
        return service
    }

    /// Another user opens, reads and closes a document that no host has open yet.
    private static func expectService(_ service: RunningService, _ name: String) throws {
        let path = try service.pattern("pages = 5", name: name)
        let reader = try TestReader(service, path)
        _ = try reader.page(2)
        let isOpen = { try openFiles(of: service).contains { $0.contains(path) } }
        #expect(try isOpen())
        try reader.close()
        try eventually(log: service.log) { try !isOpen() }
    }

    private static func openFiles(of service: RunningService) throws -> [String] {
        let folder = "/proc/\(service.process.processIdentifier)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
    }

    @Test(arguments: ["fuse", "overlay"])
    func theyAreRefusedAndNobodyWaits(place: String) throws {
        let service = try Self.makeService()
        let client = try HangingFiles(service.socket)
        #expect(try client.perform("open \(place)") == Self.remote)
        try Self.expectService(service, "one")
        // Another user's document has another host, which begins with what the service has open.
        #expect(try client.perform("open \(place)") == Self.remote)
        try Self.expectService(service, "two")
        #expect(service.stop() == 0)
    }

    /// More than are closed at once: the ones that are never closed keep nothing else from it.
    @Test(arguments: ["fuse", "overlay"])
    func descriptorsThatNobodyTakesKeepNothingOpen(place: String) throws {
        let service = try Self.makeService()
        let client = try HangingFiles(service.socket)
        for _ in 0..<3 { #expect(try client.perform("stray \(place) 16") == "answered") }
        #expect(try client.perform("half \(place)") == "sent")
        try service.answer()
        try Self.expectService(service, "one")
        #expect(service.stop() == 0)
    }

    /// Once their file system has gone they are closed, and nothing is left of them.
    @Test func theyAreClosedWhenTheirFileSystemGoes() throws {
        let service = try Self.makeService()
        let client = try HangingFiles(service.socket)
        let isHeld = { try Self.openFiles(of: service).contains { $0.hasSuffix("/fuse/file") } }
        #expect(try client.perform("stray fuse 16") == "answered")
        #expect(try client.perform("stray fuse 16") == "answered")
        try service.answer()
        #expect(try isHeld())
        client.end()
        try eventually(log: service.log) { try !isHeld() }
    }

    /// Where the operator allows them they are shown by who does nothing else, and nobody else reads them.
    @Test(arguments: ["fuse", "overlay"])
    func whatIsOnThemHasNoDigest(place: String) throws {
        let service = try Self.makeService(configuration: "[Documents]\nRemoteFileSystems=yes\n")
        let client = try HangingFiles(service.socket, never: "NONE")
        #expect(try client.perform("digest \(place)") == "org.sheaf.Document.NoDigest")
    }

    /// Where the operator allows them, their host hangs, and is given up.
    @Test func whereTheyAreAllowedOthersGoOn() throws {
        let service = try Self.makeService(
            configuration: "[Documents]\nRemoteFileSystems=yes\n[Hosts]\nRequestTimeSec=5\n")
        let client = try HangingFiles(service.socket)
        #expect(try client.perform("send fuse") == "sent")
        try eventually { service.hosts.count == 1 }
        try Self.expectService(service, "one")
        #expect(try client.perform("open fuse").hasPrefix("org.sheaf.Reader."))
        try Self.expectService(service, "two")
        #expect(service.stop() == 0)
    }
}
