package import SheafInterface

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
    /// The page to begin with; nil for the first.
    package let target: ReaderInterface.Target?
    /// One or two; nil for one along the whole document.
    package let axes: [ReaderInterface.AxisSetup]?
    package let background: ReaderInterface.Background?
    package let isManual: Bool

    package init(
        source: Source, viewport: ReaderInterface.Viewport, provider: String? = nil,
        target: ReaderInterface.Target? = nil, axes: [ReaderInterface.AxisSetup]? = nil,
        background: ReaderInterface.Background? = nil, isManual: Bool = false
    ) {
        self.source = source
        self.viewport = viewport
        self.provider = provider
        self.target = target
        self.axes = axes
        self.background = background
        self.isManual = isManual
    }
}
