package import CSheafProvider
import Glibc
package import HostProtocol
import Varlink

extension ContentKind {
    /// The function of a table for this kind, with the page and what is searched for where it takes them; nil where there is none.
    package func function(
        in table: sheaf_provider, page: Int64 = 0, needle: String = ""
    ) -> ((_ document: OpaquePointer?, _ request: OpaquePointer?) -> Int32)? {
        func asking(_ request: OpaquePointer?) -> OpaquePointer? {
            unsafe RequestContext.from(request)?.kind = self
            return unsafe request
        }
        return switch unsafe function {
        case .ofPage(let path):
            unsafe table[keyPath: path].map { function in { unsafe function($0, asking($1), page) } }
        case .ofDocument(let path):
            unsafe table[keyPath: path].map { function in { unsafe function($0, asking($1)) } }
        case .ofNeedle(let path):
            unsafe table[keyPath: path].map { function in { unsafe function($0, asking($1), page, needle) } }
        }
    }

    /// Adds the functions that a program says it has. Which kind they are asked for is in the request, and which method that is in the
    /// kind: those of a form take and answer the same.
    static func addFunctions(_ names: Set<String>, to table: inout sheaf_provider) {
        for kind in allCases where names.contains(kind.methodName) {
            switch unsafe kind.function {
            case .ofPage(let path):
                unsafe table[keyPath: path] = { document, request, page in
                    unsafe ProgramFunctions.items(document, request, ProviderInterface.Text.self, \.items) {
                        .init(request: $0, document: $1, page: Int(page))
                    }
                }
            case .ofDocument(let path):
                unsafe table[keyPath: path] = { document, request in
                    unsafe ProgramFunctions.items(document, request, ProviderInterface.Outline.self, \.items) {
                        .init(request: $0, document: $1)
                    }
                }
            case .ofNeedle(let path):
                unsafe table[keyPath: path] = { document, request, page, needle in
                    let needle = unsafe needle.map { unsafe String(cString: $0) } ?? ""
                    return unsafe ProgramFunctions.items(document, request, ProviderInterface.Search.self, \.items) {
                        .init(request: $0, document: $1, page: Int(page), needle: needle)
                    }
                }
            }
        }
    }
}

extension ProgramFunctions {
    /// Asks for text without its pages, and hands it over.
    static func passage(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ position: Int64,
        _ passage: UnsafeMutablePointer<sheaf_passage>?
    ) -> Int32 {
        guard let context = unsafe RequestContext.from(request) else { return -EINVAL }
        return unsafe ask(document, request, ProviderInterface.Passage.self) {
            .init(request: $0, document: $1, position: Int(position))
        } take: { reply in
            for item in reply.items {
                let result = context.add(DocumentItem(item, .text))
                guard result == 0 else { return result }
            }
            unsafe passage?.pointee.next = Int64(reply.next)
            unsafe passage?.pointee.end = Int64(reply.end)
            return 0
        }
    }

    /// Asks about an open document, and hands over the items that are answered.
    fileprivate static func items<Method: VarlinkMethod>(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ method: Method.Type,
        _ items: (Method.Reply) -> [ProviderInterface.Item],
        parameters: (_ request: Int, _ document: Int) -> Method.Parameters
    ) -> Int32 where Method.Failure == ProviderInterface.Failure {
        guard let context = unsafe RequestContext.from(request), let kind = context.kind else { return -EINVAL }
        return unsafe ask(document, request, method, named: "org.sheaf.Provider.\(kind.methodName)", parameters) {
            reply in
            for item in items(reply) {
                let result = context.add(DocumentItem(item, kind))
                guard result == 0 else { return result }
            }
            return 0
        }
    }
}
