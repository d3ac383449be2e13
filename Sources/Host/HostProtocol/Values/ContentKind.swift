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
        /// The name of the function in the table of a provider.
        package let name: String
        /// The request to a provider, as a verb phrase.
        package let verb: String
        /// The word between the verb phrase and a page; nil: the kind is about the document as a whole.
        package var ofPage: String? = "of"
        /// The fields of an item that this kind has and not every kind has.
        package var fields: ContentFields = []
        /// The fields that an item from a provider must have.
        package var needs: ContentFields = []
        /// The kind that failures are counted as; nil: this one.
        package var failsAs: ContentKind?
    }

    /// The row of this kind in the table.
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

    /// The function of this kind in the table of a provider.
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

    /// The name of the function of this kind in the table of a provider.
    package var name: String { row.name }
    /// The method of org.sheaf.Provider for this kind.
    package var methodName: String { name.prefix(1).uppercased() + name.dropFirst() }
    /// Whether the kind is about one page.
    package var isOfAPage: Bool { row.ofPage != nil }

    /// The kind of a name; nil where there is none.
    package init?(name: String) {
        guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    /// The work of asking for this kind, as failures are counted and as people are told of them.
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
    /// The page or the address that an item leads to.
    package static let target = ContentFields(rawValue: 4)
    /// The box of each character of an item's text.
    package static let boxes = ContentFields(rawValue: 8)
    /// The author of an item, and when it was last changed.
    package static let authorship = ContentFields(rawValue: 16)
}
