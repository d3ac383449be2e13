import Glibc
import SheafOS
import Testing
import Varlink

/// Clients, and the answers of services.
@Suite struct ClientTests {
    typealias Library = LibraryInterface
    typealias EchoResult = Result<VarlinkReply<Library.EchoReply>, VarlinkCallError<Library.Failure>>

    /// A client on a loop, and the raw other end.
    private func client(
        _ loop: EventLoop, ended: @escaping (VarlinkError) -> Void = { _ in }
    ) throws -> (VarlinkClient, SharedDescriptor) {
        var client: VarlinkClient?
        var service: SharedDescriptor?
        try UnixSocket.pair { near, far throws(OSError) in
            client = try VarlinkClient(near, on: loop, ended: ended)
            service = SharedDescriptor(far)
        }
        return (try #require(client), try #require(service))
    }

    /// Returns the result of a call that gets an answer.
    private func result(of answer: String) throws -> EchoResult {
        let loop = try EventLoop()
        let (client, service) = try client(loop)
        var result: EchoResult?
        client.call(Library.Echo.self, Library.EchoParameters(text: "")) { result = $0 }
        try service.write(answer + "\0")
        for _ in 0..<20 where result == nil { try loop.runOnce(timeoutMilliseconds: 100) }
        return try #require(result)
    }

    private func text(_ result: EchoResult) -> String {
        switch result {
        case .success(let reply): "reply \(reply.parameters.text)"
        case .failure(.failed(let failure)): "failed \(failure)"
        case .failure(.undeclared(let name, let parameters)): "undeclared \(name) \(parameters.text)"
        case .failure(.connection(let error)): "connection \(error.code)"
        }
    }

    @Test(arguments: [
        (#"{"parameters":{"text":"a","newer":1},"newest":2}"#, "reply a"),
        (
            #"{"error":"org.example.Library.NotThere","parameters":{"title":"t","newer":1}}"#,
            #"failed notThere(title: "t", shelf: nil)"#
        ),
        (
            #"{"error":"org.example.Library.NotThere","parameters":{"title":"t","shelf":null}}"#,
            #"failed notThere(title: "t", shelf: nil)"#
        ),
        (#"{"error":"org.example.Library.Closed"}"#, "failed closed"),
        (
            #"{"error":"org.varlink.service.PermissionDenied","parameters":{}}"#,
            "failed service(Varlink.ServiceInterface.Failure.permissionDenied)"
        ),
        (#"{"error":"org.example.Other","parameters":{"a":[1]}}"#, #"undeclared org.example.Other {"a":[1]}"#),
        (#"{"error":"org.example.Other"}"#, #"undeclared org.example.Other {}"#),
        (#"{}"#, "connection protocolViolation"), (#"{"parameters":{"text":1}}"#, "connection protocolViolation"),
        (#"{"parameters":{"text":"a"},"continues":true}"#, "connection protocolViolation"),
        (#"{"error":"org.example.Library.NotThere"}"#, "connection protocolViolation"),
        (#"x"#, "connection protocolViolation"), (#"[]"#, "connection protocolViolation"),
    ])
    func answersAreTakenForWhatTheyAre(answer: String, meaning: String) throws {
        #expect(text(try result(of: answer)) == meaning)
    }

    @Test func callsAreSentAsTheCertificationWantsThem() throws {
        let loop = try EventLoop()
        let (client, service) = try client(loop)
        client.call(ServiceInterface.GetInfo.self, JSONEmpty()) { _ in }
        #expect(try service.read() == "{\"method\":\"org.varlink.service.GetInfo\",\"parameters\":{}}\0")
        client.send(Library.Wait.self, Library.WaitParameters(name: "n"))
        #expect(
            try service.read()
                == "{\"method\":\"org.example.Library.Wait\",\"oneway\":true,\"parameters\":{\"name\":\"n\"}}\0")
        client.stream(Library.Count.self, Library.CountParameters(to: 1)) { _ in }
        #expect(
            try service.read()
                == "{\"method\":\"org.example.Library.Count\",\"more\":true,\"parameters\":{\"to\":1}}\0")
    }

    @Test func everyOpenCallIsToldWhenTheServiceGoes() throws {
        let loop = try EventLoop()
        var told: [String] = []
        let (client, service) = try client(loop) { told.append("ended \($0.code)") }
        var far: SharedDescriptor? = service
        for name in ["one", "two"] {
            client.call(Library.Wait.self, Library.WaitParameters(name: name)) { result in
                if case .failure(.connection(let error)) = result { told.append("\(name) \(error.code)") }
            }
        }
        try far?.write("{\"parameters\":{\"name\":\"")
        far = nil
        withExtendedLifetime(service) { _ = shutdown(service.number, Int32(SHUT_RDWR)) }
        for _ in 0..<20 where told.count < 3 { try loop.runOnce(timeoutMilliseconds: 100) }
        #expect(told == ["one closedByPeer", "two closedByPeer", "ended closedByPeer"])
        #expect(!client.isOpen)
        client.call(Library.Wait.self, Library.WaitParameters(name: "late")) { result in
            if case .failure(.connection) = result { told.append("late") }
        }
        #expect(told.count == 3, "a call must not be told before it returns")
        try loop.runOnce(timeoutMilliseconds: 0)
        #expect(told.last == "late")
    }

    @Test func clientMayCloseInTheMiddleOfAReply() throws {
        let bench = try Bench()
        var ends: [VarlinkError.Code] = []
        let client = try bench.client { ends.append($0.code) }
        var failed = 0
        for _ in 0..<3 {
            client.call(Library.Echo.self, Library.EchoParameters(text: "")) { result in
                if case .failure = result { failed += 1 } else { client.close() }
            }
        }
        try bench.run { !ends.isEmpty }
        #expect(ends == [.closed])
        #expect(failed == 2)
    }

    @Test func callMayBeMadeFromAReply() throws {
        let bench = try Bench()
        let client = try bench.client()
        var texts: [String] = []
        client.call(Library.Echo.self, Library.EchoParameters(text: "one")) { one in
            texts.append((try? one.get().parameters.text) ?? "")
            client.call(Library.Echo.self, Library.EchoParameters(text: "two")) { two in
                texts.append((try? two.get().parameters.text) ?? "")
            }
        }
        try bench.run { texts.count == 2 }
        #expect(texts == ["one", "two"])
    }

    @Test func manyPipelinedCallsAreAnsweredInOrder() throws {
        let bench = try Bench()
        let client = try bench.client()
        var answers: [Int?] = []
        for number in 0..<5_000 {
            client.call(Library.Echo.self, Library.EchoParameters(text: "", number: number)) {
                answers.append(try? $0.get().parameters.number)
            }
        }
        try bench.run { answers.count == 5_000 }
        #expect(answers == Array(0..<5_000))
    }
}
