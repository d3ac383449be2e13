import SheafInterface

@testable import ProviderHost
@testable import Varlink

/// A JSON text that is read as every kind of value that crosses a socket.
enum FuzzedValues {
    nonisolated(unsafe) private static let parser = JSONParser()

    static func read(_ input: [UInt8]) {
        try? parser.withValue(of: input.span.bytes) { value throws(JSONError) in
            let text = try JSONText(decoding: value)
            // What was read and written reads back as the same.
            guard try JSONText(parsing: text.text) == text else { fatalError("a text changes as it is copied") }
            if let call = try? CallEnvelope(decoding: value) { _ = call.method.splitAtLastDot() }
            readReply(value.ignoringUnknownFields)
            repeats(ReaderInterface.OpenParameters.self, value)
            repeats(ReaderInterface.NavigateParameters.self, value)
            repeats(ReaderInterface.GetPageParameters.self, value)
            repeats(ReaderInterface.OpenReply.self, value)
            repeats(HostInterface.TextReply.self, value)
            repeats(HostInterface.RenderParameters.self, value)
            if let reply = try? HostInterface.TextReply(decoding: value) {
                _ = ItemList(reply, part: ItemPart())
            }
            if let reply = try? HostInterface.PageMetricsReply(decoding: value) {
                _ = PageMetrics(reply.metrics)
            }
            if let reply = try? HostInterface.OpenReply(decoding: value) { _ = PageCount(reply.count) }
        }
    }

    private static func readReply(_ value: borrowing JSONValue) {
        guard let reply = try? ReplyEnvelope(decoding: value) else { return }
        let outcome = try? reply.outcome(of: HostInterface.Open.self, descriptors: VarlinkDescriptors())
        if case .failure(.failed(let failure)) = outcome { _ = HostError(failure) }
    }

    /// What reads as a value is written as a text that reads as the same value.
    private static func repeats<Value: JSONCodable & Equatable>(_ type: Value.Type, _ json: borrowing JSONValue) {
        guard let value = try? Value(decoding: json) else { return }
        let text = JSONText { value.encode(into: &$0) }
        guard (try? text.decode(Value.self)) == value else { fatalError("a \(type) changes on its way") }
    }
}
