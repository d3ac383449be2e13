import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

/// Clients that do what no viewer does: others are served meanwhile, and nothing of them stays when they have gone.
@Suite struct BadClientTests {
    /// Users that have nothing to do with the service.
    private static let strangers: [UInt32] = [65_534, 65_501, 65_502, 65_503]

    /// How many descriptors the service has.
    private static func descriptors(of service: RunningService) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(service.process.processIdentifier)/fd").count
    }

    /// A service that strangers can connect to, with a reader on a document.
    private static func service(_ configuration: String = "") throws -> (RunningService, TestReader) {
        let service = try RunningService(configuration: configuration, providers: ["sheaf-pattern"])
        for path in [service.folder.path, service.socket] { chmod(path, 0o777) }
        let reader = try TestReader(service, service.pattern("pages = 9\nwidth = 60\nheight = 80"))
        _ = try reader.page(0)
        _ = try reader.page(1)
        return (service, reader)
    }

    /// Where there is one user only, that one does it.
    private static var stranger: UInt32? { geteuid() == 0 ? strangers[0] : nil }

    @Test(arguments: ["over themselves", "over each other", "half with descriptors", "half", "never read", "oneway"])
    func othersAreServedAndNothingStays(act: String) throws {
        let (service, reader) = try Self.service()
        let before = try Self.descriptors(of: service)
        let bad = try BadClient(service, act, connections: 900, user: Self.stranger)
        for index in [0, 1, 0, 1] { #expect(try reader.navigate(.init(index: index)).parameters.hit) }
        let held = try Self.descriptors(of: service) - before
        // 900 connections, what one user may have received, and what the closing thread has to do still.
        #expect(held < 900 + 256 + 300, "\(held)")
        _ = try TestReader(service, service.pattern("pages = 3", name: "other")).page(0)
        bad.end()
        try eventually(log: service.log) {
            try service.connect().status().connections
        } until: {
            $0 <= 3
        }
        try eventually {
            try Self.descriptors(of: service)
        } until: {
            // Another document and its pages.
            $0 < before + 30
        }
        #expect(service.process.isRunning)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to be five users"))
    func fourUsersLeaveTheOperatorsRoom() throws {
        let (service, reader) = try Self.service()
        let others = try Self.strangers.map { try BadClient(service, "hold", connections: 1_024, user: $0) }
        // This test's own are among the 4,096.
        let served = others.map(\.served)
        #expect(served.reduce(0, +) >= 4_000 && served[0] == 1_024, "\(served)")
        #expect(try BadClient(service, "hold", connections: 3, user: 65_504).served == 0)
        #expect(try service.connect().status().connections >= 4_096)
        #expect(try reader.navigate(.init(index: 1)).parameters.hit)
        #expect(service.log.contains("Connections="))
        others[0].end()
        try eventually {
            try BadClient(service, "hold", connections: 3, user: 65_504).served
        } until: {
            $0 == 3
        }
    }

    /// To learn of providers hosts are started: nobody is told what they say.
    @Test func whatOnlyTellsSomethingIsNotLookedUpForNobody() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let client = try service.connect()
        for _ in 0..<100 { try client.send(ManagerInterface.ListProviders.self, .init(), flags: .oneway) }
        #expect(try client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts.isEmpty)
        try client.send(ManagerInterface.ListProviders.self, .init())
        #expect(try client.receive(ManagerInterface.ListProviders.self).parameters.providers.count == 1)
        #expect(try client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts.count == 1)
    }

    @Test func fiveThousandConnectionsAreWhatOneUserMayHave() throws {
        let (service, reader) = try Self.service()
        let bad = try BadClient(service, "hold", connections: 5_000, user: Self.stranger)
        #expect(bad.served <= 1_024 + (Self.stranger == nil ? 64 : 0), "\(bad.served)")
        #expect(bad.served >= 1_000, "\(bad.served)")
        #expect(try reader.navigate(.init(index: 1)).parameters.hit)
        bad.end()
        try eventually {
            try service.connect().status().connections
        } until: {
            $0 <= 3
        }
    }
}

/// A process that runs clients/bad_client.py.
private final class BadClient {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    /// How many of its connections were served.
    private(set) var served = 0

    /// Starts it and waits until it has done what it does.
    init(_ service: RunningService, _ act: String, connections: Int, user: UInt32?) throws {
        let script = Build.project.appendingPathComponent("Tests/System/clients/bad_client.py").path
        let prefix = user.map { ["/usr/bin/setpriv"] + Command.asUser($0) } ?? []
        let words = prefix + ["/usr/bin/python3", script, service.socket, act, "\(connections)"]
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardInput = input
        process.standardOutput = output
        try process.start()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), let first = byte.first, first != 10 {
            line.append(first)
        }
        guard let count = Int(String(decoding: line, as: UTF8.self)) else { throw TestFailure("no client: \(line)") }
        served = count
    }

    deinit { end() }

    /// Ends it with SIGKILL.
    func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
