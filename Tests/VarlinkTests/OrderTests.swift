import Glibc
import SheafOS
import Testing
import Varlink

/// Which calls are answered, when, and in which order.
@Suite struct OrderTests {
    typealias Library = LibraryInterface

    private func message(_ method: String, _ parameters: String, _ flags: String = "") -> String {
        #"{"method":"org.example.Library.\#(method)"\#(flags),"parameters":{\#(parameters)}}"# + "\0"
    }

    private func wait(_ name: String) -> String { message("Wait", #""name":"\#(name)""#) }
    private func echo(_ text: String) -> String { message("Echo", #""text":"\#(text)""#) }
    private let oneway = #","oneway":true"#
    private let more = #","more":true"#

    private func finish(_ bench: Bench, _ name: String) throws {
        let index = try #require(bench.library.waiting.firstIndex { $0.name == name })
        bench.library.waiting.remove(at: index).call.reply(Library.WaitReply(name: name))
        try bench.settle()
    }

    @Test func pipelinedCallsWaitForTheAnswerBeforeThem() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        try peer.write(wait("one") + echo("two") + wait("three") + echo("four"))
        try bench.settle()
        #expect(bench.library.heard == ["one"])
        #expect(try peer.read() == "")
        try finish(bench, "one")
        #expect(bench.library.heard == ["one", "two", "three"])
        #expect(try peer.read() == "{\"parameters\":{\"name\":\"one\"}}\0{\"parameters\":{\"text\":\"two\"}}\0")
        try finish(bench, "three")
        #expect(try peer.read() == "{\"parameters\":{\"name\":\"three\"}}\0{\"parameters\":{\"text\":\"four\"}}\0")
    }

    @Test func callThatComesWhileAnotherWaitsIsServedAfterIt() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        try peer.write(wait("one"))
        try bench.settle()
        try peer.write(echo("two"))
        try bench.settle()
        #expect(bench.library.heard == ["one"])
        try finish(bench, "one")
        #expect(bench.library.heard == ["one", "two"])
    }

    @Test func waitingCallHoldsUpOnlyItsOwnConnection() throws {
        let bench = try Bench()
        let one = try bench.connect()
        let other = try bench.connect()
        try one.write(wait("one"))
        try bench.settle()
        try other.write(echo("two"))
        try bench.settle()
        #expect(try other.read() == "{\"parameters\":{\"text\":\"two\"}}\0")
    }

    @Test func callIsAnsweredOnce() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        try peer.write(wait("one") + wait("two"))
        try bench.settle()
        let call = try #require(bench.library.waiting.first).call
        call.reply(Library.WaitReply(name: "1"))
        #expect(!call.isOpen)
        call.reply(Library.WaitReply(name: "2"))
        call.fail(.closed)
        try bench.settle()
        // The second call waits; an answer to the first must not pass for one to it.
        call.reply(Library.WaitReply(name: "3"))
        #expect(try peer.read() == "{\"parameters\":{\"name\":\"1\"}}\0")
    }

    @Test func onewayIsNeverAnswered() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        try peer.write(
            message("Echo", #""text":"a""#, oneway) + message("Echo", #""txt":"a""#, oneway)
                + message("Fail", #""reason":"x""#, oneway) + message("None", "", oneway)
                + message("Count", #""to":3"#, oneway + more) + message("Wait", #""name":"w""#, oneway) + echo("end"))
        try bench.settle()
        for (_, call) in bench.library.waiting { call.reply(Library.WaitReply(name: "w")) }
        try bench.settle()
        #expect(bench.library.heard == ["a", "x", "w", "end"])
        #expect(try peer.read() == "{\"parameters\":{\"text\":\"end\"}}\0")
    }

    @Test func streamNeedsMore() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        try peer.write(message("Count", #""to":2"#))
        try bench.settle()
        #expect(try peer.read() == "{\"error\":\"org.varlink.service.ExpectedMore\",\"parameters\":{}}\0")
        try peer.write(message("Count", #""to":1"#))
        try bench.settle()
        #expect(try peer.read() == "{\"parameters\":{\"number\":1}}\0")
    }

    @Test func onlyTheLastReplyOfAStreamLacksContinues() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        try peer.write(message("Count", #""to":2"#, more) + echo("next"))
        try bench.settle()
        #expect(
            try peer.read()
                == "{\"parameters\":{\"number\":1},\"continues\":true}\0{\"parameters\":{\"number\":2}}\0{\"parameters\":{\"text\":\"next\"}}\0"
        )
    }

    @Test func errorEndsAStream() throws {
        let bench = try Bench()
        let client = try bench.client()
        var ends: [String] = []
        client.stream(Library.Count.self, Library.CountParameters(to: 0)) { result in
            switch result {
            case .success(let reply): ends.append("\(reply.parameters.number) \(reply.continues)")
            case .failure(let error): ends.append("\(error)")
            }
        }
        try bench.run { !bench.library.streams.isEmpty }
        let stream = bench.library.streams[0]
        #expect(stream.wantsMore)
        stream.replyAndContinue(Library.CountReply(number: 7))
        stream.fail(.notThere(title: "t", shelf: nil))
        #expect(!stream.replyAndContinue(Library.CountReply(number: 8)))
        try bench.run { ends.count == 2 }
        #expect(ends == ["7 true", #"org.example.Library.NotThere {"title":"t"}"#])
    }

    @Test func handlerIsToldWhenItsCallerGoes() throws {
        let bench = try Bench()
        var peer: SharedDescriptor? = try bench.connect()
        try peer?.write(wait("one") + echo("never"))
        try bench.settle()
        peer = nil
        try bench.run { bench.server.connectionCount == 0 }
        #expect(bench.library.disconnected == ["one"])
        #expect(bench.library.heard == ["one"])
        #expect(bench.library.waiting.first?.call.isOpen == false)
        bench.library.waiting.first?.call.reply(Library.WaitReply(name: "late"))
    }

    /// As a program does that is killed when it has just called: the loop hears of both at once.
    @Test func handlerIsToldWhenItsCallerHasGoneBeforeItWasCalled() throws {
        let bench = try Bench()
        var peer: SharedDescriptor? = try bench.connect()
        try bench.settle()
        try peer?.write(wait("one") + echo("never"))
        peer = nil
        try bench.run { bench.server.connectionCount == 0 }
        #expect(bench.library.disconnected == ["one"] && bench.library.heard == ["one"])
        #expect(bench.library.waiting.first?.call.isOpen == false)
    }

    @Test func handlerIsNotToldAfterItsAnswer() throws {
        let bench = try Bench()
        var peer: SharedDescriptor? = try bench.connect()
        try peer?.write(wait("one"))
        try bench.settle()
        try finish(bench, "one")
        peer = nil
        try bench.run { bench.server.connectionCount == 0 }
        #expect(bench.library.disconnected == [])
    }

    @Test func callerThatOnlyStopsSendingGetsItsAnswers() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        try peer.write(wait("one") + echo("two"))
        shutdown(peer.number, Int32(SHUT_WR))
        try bench.settle()
        #expect(bench.server.connectionCount == 1)
        try finish(bench, "one")
        #expect(try peer.read() == "{\"parameters\":{\"name\":\"one\"}}\0{\"parameters\":{\"text\":\"two\"}}\0")
        try bench.run { bench.server.connectionCount == 0 }
        #expect(bench.log == [])
    }

    @Test func upgradeIsRefused() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let error = #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"upgrade"}}"# + "\0"
        try peer.write(message("Become", #""protocol":"nothing""#, #","upgrade":true"#))
        try bench.settle()
        #expect(try peer.read() == error)
    }
}
