import CSheafProvider
import Glibc
import HostProtocol
import Varlink

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

// The functions that answer with items.

extension ProgramFunctions {
    /// Adds those that a program says it has.
    static func addContents(_ names: Set<String>, to table: inout sheaf_provider) {
        if names.contains("Text") {
            unsafe table.text = { document, request, page in
                unsafe ProgramFunctions.list(document, request, ProviderInterface.Text.self, .text) {
                    .init(request: $0, document: $1, page: Int(page))
                }
            }
        }
        if names.contains("Outline") {
            unsafe table.outline = { document, request in
                unsafe ProgramFunctions.list(document, request, ProviderInterface.Outline.self, .outline) {
                    .init(request: $0, document: $1)
                }
            }
        }
        if names.contains("Links") {
            unsafe table.links = { document, request, page in
                unsafe ProgramFunctions.list(document, request, ProviderInterface.Links.self, .link) {
                    .init(request: $0, document: $1, page: Int(page))
                }
            }
        }
        if names.contains("Search") {
            unsafe table.search = { document, request, page, needle in
                let needle = unsafe needle.map { unsafe String(cString: $0) } ?? ""
                return unsafe ProgramFunctions.list(document, request, ProviderInterface.Search.self, .match) {
                    .init(request: $0, document: $1, page: Int(page), needle: needle)
                }
            }
        }
        if names.contains("Metadata") {
            unsafe table.metadata = { document, request in
                unsafe ProgramFunctions.list(document, request, ProviderInterface.Metadata.self, .metadata) {
                    .init(request: $0, document: $1)
                }
            }
        }
        if names.contains("Annotations") {
            unsafe table.annotations = { document, request, page in
                unsafe ProgramFunctions.list(document, request, ProviderInterface.Annotations.self, .annotation) {
                    .init(request: $0, document: $1, page: Int(page))
                }
            }
        }
        if names.contains("Pictures") {
            unsafe table.pictures = { document, request, page in
                unsafe ProgramFunctions.list(document, request, ProviderInterface.Pictures.self, .picture) {
                    .init(request: $0, document: $1, page: Int(page))
                }
            }
        }
    }

    /// Asks about an open document, and hands over the items that are answered.
    private static func list<Method: VarlinkMethod>(
        _ document: OpaquePointer?, _ request: OpaquePointer?, _ method: Method.Type, _ kind: DocumentItem.Kind,
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

extension DocumentItem {
    /// An item of a program's.
    fileprivate init(_ item: ProviderInterface.Item, _ kind: Kind) {
        func finite(_ number: Double?) -> Double { number.map { $0.isFinite ? $0 : 0 } ?? 0 }
        self.init(
            kind: kind, level: UInt32(clamping: item.level ?? 0), page: item.page.flatMap { $0 < 0 ? nil : Int64($0) },
            x0: finite(item.box?.x0), y0: finite(item.box?.y0), x1: finite(item.box?.x1), y1: finite(item.box?.y1),
            targetX: finite(item.targetX), targetY: finite(item.targetY), key: item.key, text: item.text, uri: item.uri)
        if kind == .annotation { (author, modified) = (item.author, item.modified.map { Int64($0) }) }
        boxes = (item.boxes ?? []).map {
            PointBox(x0: finite($0.x0), y0: finite($0.y0), x1: finite($0.x1), y1: finite($0.y1))
        }
        cut(to: HostLimits.itemBytes)
    }
}
