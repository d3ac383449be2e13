import Foundation
import Glibc
import SheafOS
import TestSupport
import Testing

/// Whose group a connection is of (SO_PEERGROUPS).
@Suite struct PeerGroupTests {
    /// The first of the groups that a client has.
    private static let first: UInt32 = 100_000
    /// A client with so many groups from ``first`` on, and another primary one, which stays until its input ends.
    private static let client = """
        import os, socket, sys
        path, count = sys.argv[1], int(sys.argv[2])
        os.setgroups(range(\(first), \(first) + count))
        os.setgid(99999)
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        os.setgroups([])
        sys.stdin.read()
        """

    @Test func theOwnGroupIsSeenAndAnotherIsNot() throws {
        try UnixSocket.pair { one, other throws(OSError) in
            let isMember = try UnixSocket.peer(of: one.number, isMemberOf: getgid())
            let isStranger = try UnixSocket.peer(of: one.number, isMemberOf: 4_000_000_000)
            #expect(isMember && !isStranger)
            _ = other.number
        }
    }

    /// Up to what the kernel allows, on both sides of what is read without asking for memory. The client has given all
    /// of them up by then: it counts what it was when it connected.
    @Test(.enabled(if: geteuid() == 0, "only root may choose its groups"), arguments: [0, 1, 64, 65, 65_536])
    func everyGroupOfTheOneWhoConnectedCounts(count: Int) throws {
        let path = "/tmp/sheaf-\(getpid())-groups-\(count)"
        defer { unlink(path) }
        let listening = try UnixSocket.listen(at: path)
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", Self.client, path, "\(count)"]
        process.standardInput = input
        try process.start()
        defer {
            // Not by the end of its input: a process that another test starts meanwhile may hold that open. Nor by a
            // signal that it may have inherited as blocked.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            try? input.fileHandleForWriting.close()
        }
        var request = pollfd(fd: listening.number, events: Int16(POLLIN), revents: 0)
        try #require(poll(&request, 1, 60_000) == 1)
        let accepted = try UnixSocket.accept(on: listening.number)?.release() ?? -1
        try #require(accepted >= 0)
        defer { close(accepted) }
        func isMember(_ group: UInt32) throws -> Bool {
            try UnixSocket.peer(of: accepted, isMemberOf: group)
        }
        let primary = try isMember(99_999)
        #expect(primary)
        for place in [0, count / 2, count - 1] where count > 0 {
            let isOne = try isMember(Self.first + UInt32(place))
            #expect(isOne, "\(place)")
        }
        let past = try isMember(Self.first + UInt32(count))
        #expect(!past)
    }

    @Test func groupsAreFoundByTheirNames() throws {
        #expect(try UserGroup.id(named: "root") == 0)
        #expect(try UserGroup.id(named: "no-such-group-here") == nil)
        #expect(try UserGroup.id(named: "") == nil)
    }
}
