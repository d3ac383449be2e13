import SheafOS
import Testing
import Varlink

/// Calls behind one that waits, as they are shown to it.
@Suite struct FollowerTests {
    private static func wait(_ name: String) -> String {
        #"{"method":"org.example.Library.Wait","parameters":{"name":"\#(name)"}}"# + "\0"
    }

    private static func echo(_ text: String, _ flags: String = "") -> String {
        #"{"method":"org.example.Library.Echo"\#(flags),"parameters":{"text":"\#(text)"}}"# + "\0"
    }

    /// Has a call wait that notes what comes behind it, and is answered for a Wait.
    private static func follow(_ bench: Bench, _ peer: SharedDescriptor, behind: String = "") throws {
        bench.library.waits = { name, call in
            call.onFollowed { [library = bench.library] follower in
                let text = follower.method.text
                library.followers.append("\(name): \(text.split(separator: ".").last ?? "")")
                if text.hasSuffix(".Wait") { call.reply(LibraryInterface.WaitReply(name: name)) }
            }
        }
        try peer.write(wait("one") + behind)
        try bench.settle()
    }

    @Test func callsBehindOneThatWaitsAreShownToIt() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        try Self.follow(bench, peer, behind: Self.echo("two"))
        #expect(bench.library.followers == ["one: Echo"])
        try peer.write(Self.echo("three", #","oneway":true"#))
        try bench.settle()
        // Each once, and none is served before its turn.
        #expect(bench.library.followers == ["one: Echo", "one: Echo"])
        #expect(bench.library.heard == ["one"])
        try peer.write(Self.wait("four"))
        try bench.settle()
        #expect(bench.library.heard == ["one", "two", "three", "four"])
        #expect(try peer.read() == "{\"parameters\":{\"name\":\"one\"}}\0{\"parameters\":{\"text\":\"two\"}}\0")
    }

    @Test func eachOfManyIsAnsweredForTheNext() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let names = (1...40).map { "\($0)" }
        try Self.follow(bench, peer, behind: names.map(Self.wait).joined())
        #expect(bench.library.heard == ["one"] + names)
        #expect(bench.library.followers.count == 40)
    }

    @Test func halfAMessageIsShownWhenItIsWhole() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let text = Array(Self.echo("two").utf8)
        try Self.follow(bench, peer)
        for part in [text[..<9], text[9..<30], text[30...]] {
            #expect(bench.library.followers.isEmpty)
            try peer.write(Array(part))
            try bench.settle()
        }
        #expect(bench.library.followers == ["one: Echo"])
    }

    /// A message that is no call ends the connection when its turn comes, not before.
    @Test func whatIsNoCallWaitsForItsTurn() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        try Self.follow(bench, peer, behind: "{nonsense\0" + Self.echo("two"))
        #expect(bench.library.followers == ["one: Echo"])
        try #require(bench.library.waiting.first).call.reply(LibraryInterface.WaitReply(name: "one"))
        try bench.settle()
        #expect(try peer.read() == "{\"parameters\":{\"name\":\"one\"}}\0")
        #expect(try peer.read() == nil)
    }

    @Test func noMoreIsReadAheadThanAMessageMayHave() throws {
        var limits = VarlinkLimits()
        limits.receivedLength = 64 << 10
        let bench = try Bench(limits: limits)
        let peer = try bench.connect()
        try Self.follow(bench, peer)
        let text = Array(Self.echo(String(repeating: "x", count: 4_000)).utf8)
        for _ in 0..<40 {
            try peer.write(text)
            try bench.settle()
        }
        // A buffer doubles: it may hold a little more than the limit.
        #expect((16..<33).contains(bench.library.followers.count))
        try #require(bench.library.waiting.first).call.reply(LibraryInterface.WaitReply(name: "one"))
        try bench.settle()
        var answers = 0
        for _ in 0..<40 {
            answers += try #require(try peer.read()).utf8.count { $0 == 0 }
            try bench.settle()
        }
        #expect(answers == 41)
    }

    @Test func descriptorsOfCallsBehindStayWithThem() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        try Self.follow(bench, peer)
        let memory = SharedDescriptor(try Memfd.create(name: "test", size: 1))
        for _ in 0..<20 {
            try peer.write(
                #"{"method":"org.example.Library.Exchange","parameters":{"fileDescriptor":0}}"# + "\0",
                descriptors: [memory.number])
            try bench.settle()
        }
        #expect((1...8).contains(bench.library.followers.count))
        try #require(bench.library.waiting.first).call.reply(LibraryInterface.WaitReply(name: "one"))
        try bench.settle()
        let answers = try #require(try peer.read()).split(separator: "\0")
        #expect(answers.count == 21 && answers.dropFirst().allSatisfy { $0.contains(#""received":1"#) })
    }
}
