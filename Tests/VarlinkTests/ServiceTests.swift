import Testing
import Varlink

/// Methods that every service has: org.varlink.service.
@Suite struct ServiceTests {
    private func result<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) throws -> Result<VarlinkReply<Method.Reply>, VarlinkCallError<Method.Failure>> {
        let bench = try Bench()
        let client = try bench.client()
        var result: Result<VarlinkReply<Method.Reply>, VarlinkCallError<Method.Failure>>?
        client.call(method, parameters) { result = $0 }
        try bench.run { result != nil }
        return try #require(result)
    }

    @Test func informationNamesTheInterfaces() throws {
        let reply = try result(ServiceInterface.GetInfo.self, JSONEmpty()).get().parameters
        #expect(
            reply
                == ServiceInterface.GetInfoReply(
                    vendor: "Sheaf", product: "Test", version: "1", url: "https://example.org",
                    interfaces: ["org.varlink.service", "org.example.Library"]))
    }

    @Test func descriptionIsTheTextOfTheFile() throws {
        let reply = try result(
            ServiceInterface.GetInterfaceDescription.self,
            ServiceInterface.GetInterfaceDescriptionParameters(interface: "org.example.Library")
        ).get().parameters
        #expect(reply.description == "\(LibraryInterface.text)")
        #expect(reply.description.hasSuffix("error Closed ()\n"))
    }

    @Test func unknownInterfaceIsNamed() throws {
        let result = try result(
            ServiceInterface.GetInterfaceDescription.self,
            ServiceInterface.GetInterfaceDescriptionParameters(interface: "org.example.None"))
        #expect(throws: ServiceInterface.Failure.interfaceNotFound(interface: "org.example.None")) {
            guard case .failure(.failed(let failure)) = result else { return }
            throw failure
        }
    }

    @Test(arguments: [
        ("org.example.None.Open", #"InterfaceNotFound","parameters":{"interface":"org.example.None"}"#),
        ("Open", #"InterfaceNotFound","parameters":{"interface":"Open"}"#),
        ("", #"InterfaceNotFound","parameters":{"interface":""}"#),
        ("org.example.Library.Open", #"MethodNotFound","parameters":{"method":"org.example.Library.Open"}"#),
        ("org.example.Library.", #"MethodNotFound","parameters":{"method":"org.example.Library."}"#),
        ("org.varlink.service.Open", #"MethodNotFound","parameters":{"method":"org.varlink.service.Open"}"#),
    ])
    func unknownMethodIsAnError(method: String, error: String) throws {
        let bench = try Bench()
        let peer = try bench.connect()
        try peer.write("{\"method\":\"\(method)\"}\0")
        try bench.settle()
        #expect(try peer.read() == "{\"error\":\"org.varlink.service.\(error)}\0")
    }

    @Test(arguments: [
        ("closed", LibraryInterface.Failure.closed), ("permission", .service(.permissionDenied)),
        ("War and Peace", .notThere(title: "War and Peace", shelf: 3)),
    ])
    func declaredErrorsArriveWithTheirParameters(reason: String, failure: LibraryInterface.Failure) throws {
        let result = try result(LibraryInterface.Fail.self, LibraryInterface.FailParameters(reason: reason))
        #expect(throws: failure) {
            guard case .failure(.failed(let failure)) = result else { return }
            throw failure
        }
    }
}
