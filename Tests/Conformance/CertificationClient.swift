import Varlink

/// Makes the calls of org.varlink.certification against a service.
struct CertificationClient {
    typealias Certification = CertificationInterface

    let client: VarlinkBlockingClient

    /// Whether the service was content.
    func run() throws(VarlinkCallError<Certification.Failure>) -> Bool {
        let id = try client.call(Certification.Start.self, JSONEmpty()).parameters.client_id
        let one = try client.call(Certification.Test01.self, Certification.Test01Parameters(client_id: id)).parameters
        let two = try client.call(
            Certification.Test02.self, Certification.Test02Parameters(client_id: id, bool: one.bool)
        ).parameters
        let three = try client.call(
            Certification.Test03.self, Certification.Test03Parameters(client_id: id, int: two.int)
        ).parameters
        let four = try client.call(
            Certification.Test04.self, Certification.Test04Parameters(client_id: id, float: three.float)
        ).parameters
        let five = try client.call(
            Certification.Test05.self, Certification.Test05Parameters(client_id: id, string: four.string)
        ).parameters
        let six = try client.call(
            Certification.Test06.self,
            Certification.Test06Parameters(
                client_id: id, bool: five.bool, int: five.int, float: five.float, string: five.string)
        ).parameters.struct
        let seven = try client.call(
            Certification.Test07.self,
            Certification.Test07Parameters(
                client_id: id,
                struct: Certification.Test07Parameters.Struct(
                    bool: six.bool, int: six.int, float: six.float, string: six.string))
        ).parameters
        let eight = try client.call(
            Certification.Test08.self, Certification.Test08Parameters(client_id: id, map: seven.map)
        ).parameters
        let nine = try client.call(
            Certification.Test09.self, Certification.Test09Parameters(client_id: id, set: eight.set)
        ).parameters
        let replies = try stream(Certification.Test10Parameters(client_id: id, mytype: nine.mytype))
        try client.send(
            Certification.Test11.self, Certification.Test11Parameters(client_id: id, last_more_replies: replies),
            flags: .oneway)
        return try client.call(Certification.End.self, Certification.EndParameters(client_id: id)).parameters.all_ok
    }

    private func stream(
        _ parameters: Certification.Test10Parameters
    ) throws(VarlinkCallError<Certification.Failure>) -> [String] {
        var replies: [String] = []
        try client.send(Certification.Test10.self, parameters, flags: .more)
        while true {
            let reply = try client.receive(Certification.Test10.self)
            replies.append(reply.parameters.string)
            if !reply.continues { return replies }
        }
    }
}
