import SheafInterface
import SheafOS

@testable import HostProcess
@testable import HostProtocol
@testable import HostSupervision
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
            readParameters(value)
            readHostAnswers(value)
            readProgramAnswers(value)
        }
    }

    /// Reads a value as each of the messages that clients send and receive.
    private static func readParameters(_ value: borrowing JSONValue) {
        repeats(ReaderInterface.OpenParameters.self, value)
        repeats(ReaderInterface.NavigateParameters.self, value)
        repeats(ReaderInterface.GetPageParameters.self, value)
        repeats(ReaderInterface.OpenReply.self, value)
        repeats(DocumentInterface.GetMetadataParameters.self, value)
        repeats(DocumentInterface.GetDigestParameters.self, value)
        repeats(DocumentInterface.GetOutlineParameters.self, value)
        repeats(DocumentInterface.GetLinksParameters.self, value)
        repeats(DocumentInterface.GetAnnotationsParameters.self, value)
        repeats(DocumentInterface.GetTextParameters.self, value)
        repeats(DocumentInterface.GetPagesParameters.self, value)
        repeats(DocumentInterface.GetThumbnailsParameters.self, value)
        repeats(DocumentInterface.SearchParameters.self, value)
        repeats(ManagerInterface.GetCacheParameters.self, value)
        repeats(ManagerInterface.ListProvidersParameters.self, value)
        repeats(ManagerInterface.WarnMemoryParameters.self, value)
        repeats(ManagerInterface.SetLogParameters.self, value)
    }

    /// Reads a value as each of the answers that hosts give, and evaluates it as the service does.
    private static func readHostAnswers(_ value: borrowing JSONValue) {
        repeats(HostInterface.RenderParameters.self, value)
        if let reply = repeats(HostInterface.ConfineReply.self, value) { _ = reply.isBounded }
        if let reply = repeats(HostInterface.LoadReply.self, value) { _ = reply.isBounded }
        if let reply = repeats(HostInterface.ExamineReply.self, value) { readExamination(reply) }
        repeats(HostInterface.ProbeReply.self, value)
        if let reply = repeats(HostInterface.OpenReply.self, value) {
            _ = (PageCount(reply.count), reply.title.map { DocumentTitle.clean($0) })
        }
        repeats(HostInterface.PageIdsReply.self, value)
        repeats(HostInterface.PageStepReply.self, value)
        if let reply = repeats(HostInterface.PageMetricsReply.self, value) { _ = PageMetrics(reply.metrics) }
        repeats(HostInterface.PositionsReply.self, value)
        repeats(HostInterface.PagesAtReply.self, value)
        repeats(HostInterface.FindLabelReply.self, value)
        if let reply = repeats(HostInterface.HitReply.self, value) { _ = HitResult(reply.target) }
        readItems(value)
    }

    /// Reads a value as each of the answers that a provider gives its host where it is a program.
    private static func readProgramAnswers(_ value: borrowing JSONValue) {
        repeats(ProviderInterface.LoadReply.self, value)
        repeats(ProviderInterface.ProbeReply.self, value)
        repeats(ProviderInterface.OpenReply.self, value)
        repeats(ProviderInterface.MetricsReply.self, value)
        repeats(ProviderInterface.RenderReply.self, value)
        repeats(ProviderInterface.CountReply.self, value)
        repeats(ProviderInterface.PageIdsReply.self, value)
        repeats(ProviderInterface.PageStepReply.self, value)
        repeats(ProviderInterface.RefreshReply.self, value)
        repeats(ProviderInterface.MoveReply.self, value)
        repeats(ProviderInterface.HitReply.self, value)
        repeats(ProviderInterface.TextReply.self, value)
        repeats(ProviderInterface.OutlineReply.self, value)
        repeats(ProviderInterface.LinksReply.self, value)
        repeats(ProviderInterface.SearchReply.self, value)
        repeats(ProviderInterface.MetadataReply.self, value)
        repeats(ProviderInterface.AnnotationsReply.self, value)
        repeats(ProviderInterface.PicturesReply.self, value)
        repeats(ProviderInterface.InkReply.self, value)
        repeats(ProviderInterface.PositionReply.self, value)
        repeats(ProviderInterface.PageAtReply.self, value)
    }

    private static func readExamination(_ reply: HostInterface.ExamineReply) {
        let answer = VarlinkReply(parameters: reply, continues: false, descriptors: VarlinkDescriptors())
        let file = SharedDescriptor(FileDescriptor(owning: -1))
        if ExaminationFinding(answer, of: .file(folder: file, path: ""), signatures: 4, worker: nil) != nil {
            fatalError("a file was found whose descriptor did not come")
        }
        guard let found = ExaminationFinding(answer, of: .files(DocumentFiles(file)), signatures: 4, worker: nil)
        else { return }
        if !(found.reply.matching ?? []).allSatisfy((0..<4).contains) { fatalError("a signature was found of none") }
        _ = found.file(owner: .library) { (_, _) throws(HostError) in false }
    }

    private static func readItems(_ json: borrowing JSONValue) {
        guard let list = repeats(HostInterface.ContentsReply.self, json).flatMap({ ItemList($0, part: ItemPart()) })
        else { return }
        if list.items.count > ItemPart().count { fatalError("\(list.items.count) items of \(ItemPart().count)") }
    }

    private static func readReply(_ value: borrowing JSONValue) {
        guard let reply = try? ReplyEnvelope(decoding: value) else { return }
        let outcome = try? reply.outcome(of: HostInterface.Open.self, descriptors: VarlinkDescriptors())
        if case .failure(.failed(let failure)) = outcome { _ = HostError(failure) }
    }

    /// Checks that a value is written as a text that reads as the same value; nil for JSON that is no such value.
    @discardableResult
    private static func repeats<Value: JSONCodable & Equatable>(
        _ type: Value.Type, _ json: borrowing JSONValue
    ) -> Value? {
        guard let value = try? Value(decoding: json) else { return nil }
        let text = JSONText { value.encode(into: &$0) }
        guard (try? text.decode(Value.self)) == value else { fatalError("a \(type) changes on its way") }
        return value
    }
}
