package import CSheafProvider

/// A kind of what documents say. This is the one table of them: what is decoded of an item, what hosts are asked, the capabilities of
/// providers, the kinds of work that fail each for itself and the checks of providers go by it, for libraries and programs alike.
///
/// The raw value is the kind of the items in sheaf_provider.h, SHEAF_ITEM_….
package enum ContentKind: UInt32, CaseIterable, Sendable {
    case text = 1
    case outline = 2
    case links = 3
    case search = 4
    case metadata = 5
    case annotations = 6
    case pictures = 7
    case blocks = 8

    /// The row of a kind.
    package struct Row: Sendable {
        /// What its function is called.
        package let name: String
        /// What a provider is asked to do, as a verb phrase.
        package let verb: String
        /// The word between that and a page; nil: it is of the document as a whole.
        package var ofPage: String? = "of"
        /// What of an item only some kinds have.
        package var fields: ContentFields = []
        /// What an item of a provider's must have.
        package var needs: ContentFields = []
        /// The kind as which it fails, if not as itself.
        package var failsAs: ContentKind?
    }

    /// Its row.
    package var row: Row {
        switch self {
        case .text: Row(name: "text", verb: "read the text", fields: .boxes, needs: .text)
        case .outline: Row(name: "outline", verb: "read the outline", ofPage: nil, fields: .target)
        case .links: Row(name: "links", verb: "read the links", fields: .target, needs: .target)
        case .search: Row(name: "search", verb: "search", ofPage: "", failsAs: .text)
        case .metadata: Row(name: "metadata", verb: "read the metadata", ofPage: nil, needs: [.key, .text])
        case .annotations:
            Row(name: "annotations", verb: "read the annotations", ofPage: "on", fields: .authorship, needs: .key)
        case .pictures: Row(name: "pictures", verb: "find the pictures", ofPage: "on")
        case .blocks: Row(name: "blocks", verb: "read the blocks", needs: [.key, .text])
        }
    }

    /// Its function in the table of a provider.
    @unsafe package var function: ContentFunction {
        switch self {
        case .text: unsafe .ofPage(\.text)
        case .outline: unsafe .ofDocument(\.outline)
        case .links: unsafe .ofPage(\.links)
        case .search: unsafe .ofNeedle(\.search)
        case .metadata: unsafe .ofDocument(\.metadata)
        case .annotations: unsafe .ofPage(\.annotations)
        case .pictures: unsafe .ofPage(\.pictures)
        case .blocks: unsafe .ofPage(\.blocks)
        }
    }

    /// What its function is called.
    package var name: String { row.name }
    /// The method of org.sheaf.Provider.
    package var methodName: String { name.prefix(1).uppercased() + name.dropFirst() }
    /// Whether it is about one page.
    package var isOfAPage: Bool { row.ofPage != nil }

    /// The kind of a name; nil where there is none.
    package init?(name: String) {
        guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    /// Asking for it, as failures are counted and people are told of them.
    package var work: (kind: RequestSubject.Kind, verb: String) {
        let row = row
        let verb = row.ofPage.map { $0.isEmpty ? row.verb : "\(row.verb) \($0)" } ?? row.verb
        return (.contents(row.failsAs ?? self), verb)
    }
}

/// Where in a table the function of a kind is, by what it takes.
@unsafe package enum ContentFunction {
    case ofPage(WritableKeyPath<sheaf_provider, (@convention(c) (OpaquePointer?, OpaquePointer?, Int64) -> Int32)?>)
    case ofDocument(WritableKeyPath<sheaf_provider, (@convention(c) (OpaquePointer?, OpaquePointer?) -> Int32)?>)
    case ofNeedle(
        WritableKeyPath<
            sheaf_provider, (@convention(c) (OpaquePointer?, OpaquePointer?, Int64, UnsafePointer<CChar>?) -> Int32)?
        >)
}

/// Fields of a ``DocumentItem``.
package struct ContentFields: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let key = ContentFields(rawValue: 1)
    package static let text = ContentFields(rawValue: 2)
    /// The page or the address that it leads to.
    package static let target = ContentFields(rawValue: 4)
    /// The box of each character of its text.
    package static let boxes = ContentFields(rawValue: 8)
    /// Who made it, and when.
    package static let authorship = ContentFields(rawValue: 16)
}
