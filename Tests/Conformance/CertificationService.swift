import SheafOS
import Varlink

/// org.varlink.certification: checks that each client makes the calls it must make, in order, with the right values.
final class CertificationService: CertificationHandler {
    typealias Certification = CertificationInterface
    typealias Failure = CertificationInterface.Failure

    private static let order = [
        "Test01", "Test02", "Test03", "Test04", "Test05", "Test06", "Test07", "Test08", "Test09", "Test10", "Test11",
        "End",
    ]

    /// The calls that a client has yet to make.
    private var remaining: [String: ArraySlice<String>] = [:]

    func start(_ parameters: Certification.StartParameters, _ call: VarlinkCall<Certification.Start>) throws(Failure) {
        try require(call.flags == [], "Start", got: parameters)
        do throws(OSError) {
            let client = try RandomIdentifier.make().text
            remaining[client] = Self.order[...]
            call.reply(Certification.StartReply(client_id: client))
        } catch {
            throw .service(.invalidParameter(parameter: "\(error)"))
        }
    }

    func test01(_ parameters: Certification.Test01Parameters, _ call: VarlinkCall<Certification.Test01>) throws(Failure)
    {
        try step("Test01", parameters.client_id, call.flags, parameters, true)
        call.reply(Certification.Test01Reply(bool: true))
    }

    func test02(_ parameters: Certification.Test02Parameters, _ call: VarlinkCall<Certification.Test02>) throws(Failure)
    {
        try step("Test02", parameters.client_id, call.flags, parameters, parameters.bool)
        call.reply(Certification.Test02Reply(int: 1))
    }

    func test03(_ parameters: Certification.Test03Parameters, _ call: VarlinkCall<Certification.Test03>) throws(Failure)
    {
        try step("Test03", parameters.client_id, call.flags, parameters, parameters.int == 1)
        call.reply(Certification.Test03Reply(float: 1.0))
    }

    func test04(_ parameters: Certification.Test04Parameters, _ call: VarlinkCall<Certification.Test04>) throws(Failure)
    {
        try step("Test04", parameters.client_id, call.flags, parameters, parameters.float == 1.0)
        call.reply(Certification.Test04Reply(string: "ping"))
    }

    func test05(_ parameters: Certification.Test05Parameters, _ call: VarlinkCall<Certification.Test05>) throws(Failure)
    {
        try step("Test05", parameters.client_id, call.flags, parameters, parameters.string == "ping")
        call.reply(Certification.Test05Reply(bool: false, int: 2, float: Expected.pi, string: Expected.text))
    }

    func test06(_ parameters: Certification.Test06Parameters, _ call: VarlinkCall<Certification.Test06>) throws(Failure)
    {
        let wanted = Certification.Test06Parameters(
            client_id: parameters.client_id, bool: false, int: 2, float: Expected.pi, string: Expected.text)
        try step("Test06", parameters.client_id, call.flags, parameters, parameters == wanted)
        call.reply(Certification.Test06Reply(struct: Expected.structure))
    }

    func test07(_ parameters: Certification.Test07Parameters, _ call: VarlinkCall<Certification.Test07>) throws(Failure)
    {
        try step("Test07", parameters.client_id, call.flags, parameters, parameters.struct == Expected.structureOfCall)
        call.reply(Certification.Test07Reply(map: Expected.map))
    }

    func test08(_ parameters: Certification.Test08Parameters, _ call: VarlinkCall<Certification.Test08>) throws(Failure)
    {
        try step("Test08", parameters.client_id, call.flags, parameters, parameters.map == Expected.map)
        call.reply(Certification.Test08Reply(set: Expected.set))
    }

    func test09(_ parameters: Certification.Test09Parameters, _ call: VarlinkCall<Certification.Test09>) throws(Failure)
    {
        try step("Test09", parameters.client_id, call.flags, parameters, parameters.set == Expected.set)
        call.reply(Certification.Test09Reply(mytype: Expected.value))
    }

    func test10(_ parameters: Certification.Test10Parameters, _ call: VarlinkCall<Certification.Test10>) throws(Failure)
    {
        guard call.wantsMore else { throw .service(.expectedMore) }
        try step("Test10", parameters.client_id, [], parameters, parameters.mytype == Expected.value)
        for reply in Expected.replies.dropLast() {
            call.replyAndContinue(Certification.Test10Reply(string: reply))
        }
        call.reply(Certification.Test10Reply(string: Expected.replies[9]))
    }

    func test11(_ parameters: Certification.Test11Parameters, _ call: VarlinkCall<Certification.Test11>) throws(Failure)
    {
        let isRight = call.flags == .oneway && parameters.last_more_replies == Expected.replies
        try step("Test11", parameters.client_id, [], parameters, isRight)
    }

    func end(_ parameters: Certification.EndParameters, _ call: VarlinkCall<Certification.End>) throws(Failure) {
        try step("End", parameters.client_id, call.flags, parameters, true)
        call.reply(Certification.EndReply(all_ok: true))
    }

    /// Checks that it is this client's turn to make this call, and that it makes it as it must.
    private func step(
        _ method: String, _ client: String, _ flags: VarlinkCallFlags, _ got: some JSONEncodable, _ isRight: Bool
    ) throws(Failure) {
        guard let next = remaining[client]?.first else { throw .clientIdError }
        guard next == method, isRight, flags.isEmpty else {
            remaining[client] = nil
            throw Self.certificationError(wants: next, got)
        }
        remaining[client]?.removeFirst()
    }

    private func require(_ isRight: Bool, _ method: String, got: some JSONEncodable) throws(Failure) {
        if !isRight { throw Self.certificationError(wants: method, got) }
    }

    private static func certificationError(wants method: String, _ got: some JSONEncodable) -> Failure {
        .certificationError(wants: JSONText { $0.string(method) }, got: JSONText { got.encode(into: &$0) })
    }
}
