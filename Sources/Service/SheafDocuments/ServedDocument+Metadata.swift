import HostProtocol
import HostSupervision
package import PageModel

/// Which way a screen stands.
package enum ScreenShape: String {
    case portrait
    case landscape
}

extension ServedDocument {
    /// The key of the metadata that says which shapes of screen a document takes, one item each. One that says nothing
    /// takes all.
    private static let shapeKey = "orientation"

    /// Asks the document which shapes of screen it takes, and which view it asks for at first. The completion may be called from within this
    /// call.
    ///
    /// - Parameter user: who wants to know; nil: the service itself.
    package func learnMetadata(for user: UInt32? = nil, completion: @escaping () -> Void) {
        guard opened.capabilities.contains(.contents(.metadata)) else { return completion() }
        opened.contents(.metadata, for: user) { [self] result in
            if case .success(let list) = result {
                shapes = Set(
                    list.items.filter { $0.key == Self.shapeKey }.compactMap { ScreenShape(rawValue: $0.text ?? "") })
                firstView = FirstView(list.items)
            }
            completion()
        }
    }

    /// Calls `body` when the document's shapes of screen and its first view are known; at once where they are, or can't be told.
    package func whenMetadataIsKnown(for user: UInt32, _ body: @escaping () -> Void) {
        if shapes == nil || firstView == nil { learnMetadata(for: user, completion: body) } else { body() }
    }

    /// How far a screen may be turned for the document.
    ///
    /// - Parameter screen: its size at orientation 0, in pixels.
    package func orientations(of screen: PixelSize) -> Set<Orientation> {
        guard let shapes, !shapes.isEmpty else { return Set(Orientation.allCases) }
        return Set(
            Orientation.allCases.filter { orientation in
                let isWide = orientation.swapsSides ? screen.height > screen.width : screen.width > screen.height
                // A square stands either way.
                return screen.width == screen.height || shapes.contains(isWide ? .landscape : .portrait)
            })
    }
}
