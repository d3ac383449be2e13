package import SheafInterface

/// What a command line asks for, checked as far as it can be checked without the service.
package enum Command: Equatable, Sendable {
    case open(OpenRequest)
    case turn(TurnRequest)
    case page(PageRequest)
    case watch
    case close
    case readers
    case documents
    case providers
    case status
}

/// Which document is to be opened, and how it is to be shown.
package struct OpenRequest: Equatable, Sendable {
    /// The viewport where none is given.
    static let defaultSize = "1200x1600"

    /// Where the document is.
    package enum Source: Equatable, Sendable {
        /// A file that sheafctl opens.
        case file(String)
        /// A path below a library folder, which the service opens.
        case library(String)

        /// As the person wrote it.
        package var path: String {
            switch self {
            case .file(let path), .library(let path): path
            }
        }
    }

    package let source: Source
    package let viewport: ReaderInterface.Viewport
    package let provider: String?

    package init(source: Source, viewport: ReaderInterface.Viewport, provider: String? = nil) {
        self.source = source
        self.viewport = viewport
        self.provider = provider
    }
}

/// Where to turn.
package enum TurnRequest: Equatable, Sendable {
    case next
    case previous
    case first
    case last
    /// A page by its index, from 0.
    case index(Int)
    case label(String)

    /// As the wire has it.
    var target: ReaderInterface.Target {
        switch self {
        case .next: .init(relative: 1)
        case .previous: .init(relative: -1)
        case .first: .init(place: .first)
        case .last: .init(place: .last)
        case .index(let index): .init(index: index)
        case .label(let label): .init(label: label)
        }
    }

    /// As a sentence about it says it.
    ///
    /// - Parameter count: the document's pages, as far as it knows them.
    package func phrase(_ count: ReaderInterface.PageCount) -> String {
        switch self {
        case .next: "the next page"
        case .previous: "the previous page"
        case .first: "the first page"
        case .last: "the last page" + (count.kind == .exact ? "" : " of a document that does not know how many it has")
        case .index(let index): "page \(index + 1)"
        case .label(let label): "the page with the label \"\(label)\""
        }
    }
}

/// Which page is to be written, and where.
package struct PageRequest: Equatable, Sendable {
    /// Where the bytes go.
    package enum Output: Equatable, Sendable {
        case file(String)
        case standardOutput
    }

    package let output: Output
    /// From 0; nil for the reader's page.
    package let index: Int?
    package let region: ReaderInterface.Region?
    package let format: ReaderInterface.Format
    package let quality: Int?

    package init(
        output: Output, index: Int? = nil, region: ReaderInterface.Region? = nil, format: ReaderInterface.Format,
        quality: Int? = nil
    ) {
        self.output = output
        self.index = index
        self.region = region
        self.format = format
        self.quality = quality
    }
}
