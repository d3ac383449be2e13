import SheafInterface
import SheafOS

/// Tags that tell states of an answer apart (RFC 9110, 8.8.3).
enum EntityTag {
    /// That of what a text and this version of the program make together.
    static func of(_ text: String) -> String {
        "\"\(String(TextHash.value(of: "\(SheafVersion.current) \(text)"), radix: 16))\""
    }

    /// Whether an If-None-Match header has it.
    static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { word in
            let word = word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            let text = String(word)
            return text == "*" || text == tag || text == "W/" + tag
        }
    }
}

extension HTTPRequest {
    /// Answers that nothing has changed where the client has what a tag names.
    ///
    /// - Parameter headers: those of the answer, the tag among them.
    /// - Returns: whether it has.
    func answerUnchanged(_ tag: String, _ headers: [(name: String, value: String)]) -> Bool {
        guard EntityTag.matches(header("If-None-Match"), tag) else { return false }
        answer(HTTPResponse(status: 304, headers))
        return true
    }

    /// Answers with JSON that has a tag of its bytes.
    ///
    /// - Parameter headers: those besides the tag and the type.
    func answer(_ tree: JSONTree, type: String = "application/json", _ headers: [(name: String, value: String)]) {
        let bytes = tree.bytes
        let tag = EntityTag.of(String(decoding: bytes, as: UTF8.self))
        let headers = headers + [("ETag", tag)]
        if !answerUnchanged(tag, headers) { answer(HTTPResponse(.bytes(bytes), type: type, headers)) }
    }
}
