package import CSheafProvider
import Glibc
package import HostProtocol
import Varlink

/// The functions of one kind of contents: that of a library's table, and the one which asks a program.
@unsafe private enum ContentFunction {
    typealias OfPage = @convention(c) (OpaquePointer?, OpaquePointer?, Int64) -> Int32
    typealias OfDocument = @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32
    typealias OfNeedle = @convention(c) (OpaquePointer?, OpaquePointer?, Int64, UnsafePointer<CChar>?) -> Int32

    case ofPage(WritableKeyPath<sheaf_provider, OfPage?>, OfPage)
    case ofDocument(WritableKeyPath<sheaf_provider, OfDocument?>, OfDocument)
    case ofNeedle(WritableKeyPath<sheaf_provider, OfNeedle?>, OfNeedle)

    init(_ kind: ContentKind) {
        switch kind {
        case .text:
            unsafe self = .ofPage(\.text) { document, request, page in
                unsafe ProgramFunctions.items(.text, ProviderInterface.Text.self, document, request) {
                    .init(request: $0, document: $1, page: Int(page))
                }
            }
        case .outline:
            unsafe self = .ofDocument(\.outline) { document, request in
                unsafe ProgramFunctions.items(.outline, ProviderInterface.Outline.self, document, request) {
                    .init(request: $0, document: $1)
                }
            }
        case .links:
            unsafe self = .ofPage(\.links) { document, request, page in
                unsafe ProgramFunctions.items(.links, ProviderInterface.Links.self, document, request) {
                    .init(request: $0, document: $1, page: Int(page))
                }
            }
        case .search:
            unsafe self = .ofNeedle(\.search) { document, request, page, needle in
                let needle = unsafe needle.map { unsafe String(cString: $0) } ?? ""
                return unsafe ProgramFunctions.items(.search, ProviderInterface.Search.self, document, request) {
                    .init(request: $0, document: $1, page: Int(page), needle: needle)
                }
            }
        case .metadata:
            unsafe self = .ofDocument(\.metadata) { document, request in
                unsafe ProgramFunctions.items(.metadata, ProviderInterface.Metadata.self, document, request) {
                    .init(request: $0, document: $1)
                }
            }
        case .annotations:
            unsafe self = .ofPage(\.annotations) { document, request, page in
                unsafe ProgramFunctions.items(.annotations, ProviderInterface.Annotations.self, document, request) {
                    .init(request: $0, document: $1, page: Int(page))
                }
            }
        case .pictures:
            unsafe self = .ofPage(\.pictures) { document, request, page in
                unsafe ProgramFunctions.items(.pictures, ProviderInterface.Pictures.self, document, request) {
                    .init(request: $0, document: $1, page: Int(page))
                }
            }
        }
    }
}

extension ContentKind {
    /// The function of a table for this kind, with the page and what is searched for where it takes them; nil where there is none.
    package func function(
        in table: sheaf_provider, page: Int64 = 0, needle: String = ""
    ) -> ((_ document: OpaquePointer?, _ request: OpaquePointer?) -> Int32)? {
        switch unsafe ContentFunction(self) {
        case .ofPage(let path, _): unsafe table[keyPath: path].map { function in { unsafe function($0, $1, page) } }
        case .ofDocument(let path, _): unsafe table[keyPath: path].map { function in { unsafe function($0, $1) } }
        case .ofNeedle(let path, _):
            unsafe table[keyPath: path].map { function in { unsafe function($0, $1, page, needle) } }
        }
    }

    /// Adds the functions that a program says it has.
    static func addFunctions(_ names: Set<String>, to table: inout sheaf_provider) {
        for kind in allCases where names.contains(kind.methodName) {
            switch unsafe ContentFunction(kind) {
            case .ofPage(let path, let function): unsafe table[keyPath: path] = function
            case .ofDocument(let path, let function): unsafe table[keyPath: path] = function
            case .ofNeedle(let path, let function): unsafe table[keyPath: path] = function
            }
        }
    }
}

/// A reply of a program that is a list of items.
private protocol ProgramItems {
    var items: [ProviderInterface.Item] { get }
}

extension ProviderInterface.TextReply: ProgramItems {}
extension ProviderInterface.OutlineReply: ProgramItems {}
extension ProviderInterface.LinksReply: ProgramItems {}
extension ProviderInterface.SearchReply: ProgramItems {}
extension ProviderInterface.MetadataReply: ProgramItems {}
extension ProviderInterface.AnnotationsReply: ProgramItems {}
extension ProviderInterface.PicturesReply: ProgramItems {}

extension ProgramFunctions {
    /// Asks about an open document, and hands over the items that are answered.
    fileprivate static func items<Method: VarlinkMethod>(
        _ kind: ContentKind, _ method: Method.Type, _ document: OpaquePointer?, _ request: OpaquePointer?,
        _ parameters: (_ request: Int, _ document: Int) -> Method.Parameters
    ) -> Int32 where Method.Failure == ProviderInterface.Failure, Method.Reply: ProgramItems {
        unsafe ask(document, request, method, parameters) { reply in
            for item in reply.items {
                let result = unsafe RequestContext.from(request)?.add(DocumentItem(item, kind)) ?? -EINVAL
                guard result == 0 else { return result }
            }
            return 0
        }
    }
}
