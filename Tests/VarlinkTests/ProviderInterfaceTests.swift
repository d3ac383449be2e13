import Foundation
import Testing
import VarlinkGenerator

/// org.sheaf.Provider is public: a program that was written for its first form (Tests/Providers/Program) runs unaltered.
@Suite struct ProviderInterfaceTests {
    private static func members(_ path: String) throws -> [String: InterfaceMember.Kind] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        let members = try InterfaceParser.parse(text).members
        return Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.kind) })
    }

    private static func text(_ type: VarlinkType) -> String {
        switch type {
        case .named(let name, _): name
        case .structure(let fields): "(\(text(fields)))"
        case .enumeration(let cases): "(\(cases.map(\.name).joined(separator: ", ")))"
        case .array(let element): "[]\(text(element))"
        case .map(let element): "[string]\(text(element))"
        case .nullable(let type): "?\(text(type))"
        default: "\(type)"
        }
    }

    private static func text(_ fields: [VarlinkField]) -> String {
        fields.map { "\($0.name): \(text($0.type))" }.joined(separator: ", ")
    }

    /// The fields that are as they were: what came since may be left out.
    private static func text(_ fields: [VarlinkField], since first: [VarlinkField]) -> String {
        text(fields.filter { field in first.contains { $0.name == field.name } || !text(field.type).hasPrefix("?") })
    }

    @Test func programsOfItsFirstFormAreSpokenToAsBefore() throws {
        let first = try Self.members("Tests/Providers/Program/org.sheaf.Provider.first")
        let today = try Self.members("Sources/Host/HostProcess/org.sheaf.Provider.varlink")
        #expect(first.count > 30)
        for (name, member) in first {
            switch (member, today[name]) {
            case (.method(let parameters, let reply), .method(let ours, let answer)):
                // What is given only to programs whose answer to Load, or to Metrics, says that they take it.
                let given = ours.filter { !["suffix: ?string", "frame: ?int"].contains(Self.text([$0])) }
                #expect(Self.text(given) == Self.text(parameters), "\(name)")
                #expect(Self.text(answer, since: reply) == Self.text(reply), "\(name)")
            case (.type(.structure(let fields)), .type(.structure(let ours))):
                #expect(Self.text(ours, since: fields) == Self.text(fields), "\(name)")
            case (.type(let type), .type(let ours)): #expect(Self.text(ours) == Self.text(type), "\(name)")
            case (.error(let fields), .error(let ours)): #expect(Self.text(ours) == Self.text(fields), "\(name)")
            default: Issue.record("\(name) is not there any more")
            }
        }
    }
}
