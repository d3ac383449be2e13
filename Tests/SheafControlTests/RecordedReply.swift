import SheafControl
import SheafInterface
import SheafOS

/// What a service answers, as it crosses the wire. Pages have ids 7 above their indexes.
enum RecordedReply {
    static let readers = reply(
        #""readers":[{"reader":"ab12","uid":\#(CurrentProcess.user),"document":"d1","provider":"p","index":0,"pages":9,"#
            + #""connections":0,"pagesHeld":0,"bytesHeld":0}]"#)
    static let nothing = reply("")

    static func reply(_ parameters: String) -> String { "{\"parameters\":{\(parameters)}}" }

    /// One of many replies.
    static func watch(_ parameters: String) -> String { "{\"continues\":true,\"parameters\":{\(parameters)}}" }

    static func error(_ name: String, _ parameters: String = "") -> String {
        #"{"error":"org.sheaf.Reader.\#(name)","parameters":{\#(parameters)}}"#
    }

    /// A state, with its name before it.
    ///
    /// - Parameter shown: the indexes of the pages shown; none where the document is empty.
    static func state(shown: [Int] = [0], vertical: Bool = false, more: String = "") -> String {
        let locations = shown.map { location($0) }
        let first = locations.first.map { #""location":\#($0),"# } ?? ""
        let axes = [axis("horizontal", first)] + (vertical ? [axis("vertical", first)] : [])
        return
            #""state":{"reader":"ab12","document":\#(document),\#(first)"shown":[\#(locations.joined(separator: ","))],"#
            + #""viewport":{"width":10,"height":20,"fit":"width","rotation":90},"orientations":[0,180],"#
            + #""axes":[\#(axes.joined(separator: ","))],"phase":"\#(shown.isEmpty ? "empty" : "rest")","transition":4,"#
            + #""manual":false,"badOffsets":0\#(more),"refreshing":false}"#
    }

    private static let document = #"{"document":"d1","provider":"p","count":{"kind":"exact","pages":9}}"#

    private static func axis(_ name: String, _ location: String) -> String {
        #"{"axis":"\#(name)","document":\#(document),\#(location)"spread":2,"position":2.25,"enabled":true,"#
            + #""locked":false,"arrangement":{"spread":"single"}}"#
    }

    static func location(_ index: Int) -> String { #"{"page":\#(index + 7),"index":\#(index)}"# }

    private static func locations(_ indexes: [Int]) -> String {
        "[\(indexes.map { location($0) }.joined(separator: ","))]"
    }

    static func begin(_ transition: Int = 1, from: [Int], to: [Int], isDrag: Bool = false) -> String {
        #""begin":{"reader":"ab12","transition":\#(transition),"axis":"horizontal","from":\#(locations(from)),"#
            + #""to":\#(locations(to)),"direction":"forward","interactive":\#(isDrag),"position":0.0,"time":1}"#
    }

    static func end(_ transition: Int = 1, previous: [Int], completed: Bool = true) -> String {
        #""end":{"reader":"ab12","transition":\#(transition),"axis":"horizontal","finished":true,"#
            + #""completed":\#(completed),"previous":\#(locations(previous)),"position":1.0,"time":9}"#
    }

    static func event(_ name: String, _ index: Int, transition: Int = 1, time: Int = 5) -> String {
        #""appearance":{"reader":"ab12","event":"\#(name)","page":\#(index + 7),"index":\#(index),"#
            + #""transition":\#(transition),"position":0.5,"time":\#(time)}"#
    }

    static func page(_ format: String, _ hasDescriptor: Bool) -> String {
        #"{"page":8,"index":1,"rendition":3,"width":1,"height":1,"stride":4,"size":4,"format":"\#(format)","region":"#
            + #"{"x":0,"y":0,"width":1,"height":1},"pageWidth":1,"pageHeight":1,"scale":1.0,"rotation":0,"#
            + #""origin":"rendered"\#(hasDescriptor ? #","fileDescriptor":0"# : "")}"#
    }
}

extension Command {
    /// What a line asks for.
    init(_ line: String) throws {
        guard case .run(let command, _) = try Invocation(line.split(separator: " ").map(String.init)) else {
            throw ControlError("no command: \(line)")
        }
        self = command
    }
}
