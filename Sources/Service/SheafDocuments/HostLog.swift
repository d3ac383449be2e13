import HostProtocol
package import HostSupervision
import SheafBase
package import SheafOS

/// Writes what providers log, and what happens to their hosts, to the journal.
package final class HostLog {
    private let journal: Journal
    /// Where documents have their names; nil before there are any.
    package weak var documents: DocumentTable?

    package init(journal: Journal) {
        self.journal = journal
    }

    package func write(_ line: HostLogLine) {
        var fields: [LogField] = []
        switch line.event {
        case .crashed: fields.append(.message(.providerCrashed))
        case .documentRefused: fields.append(.message(.documentRefused))
        case nil: break
        }
        if !line.provider.isEmpty { fields.append(.provider(line.provider)) }
        if line.pid > 0 { fields.append(.host(line.pid)) }
        if case .uid(let uid) = line.owner { fields.append(.user(uid)) }
        let document = line.document.flatMap { documents?.document(ofOpened: $0) }
        if let document { fields.append(.document(document.name)) }
        var text = line.text
        if line.event == .documentRefused {
            text = "\(document.map { "document \($0.logName)" } ?? "a document") \(text)"
        }
        journal.log(line.level, line.provider.isEmpty ? text : "\(line.provider): \(text)", fields: fields)
    }
}
