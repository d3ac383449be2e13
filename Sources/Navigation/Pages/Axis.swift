/// One of the two directions in which a reader turns pages. They cross.
package enum Axis: Hashable, Sendable, CaseIterable {
    case horizontal
    case vertical

    /// The one that crosses it.
    package var other: Axis { self == .horizontal ? .vertical : .horizontal }

    /// Where its pages are shown.
    package var surface: Surface { self == .horizontal ? .horizontal : .vertical }
}

/// Where a page is shown: on one of the axes, or behind them where they cross.
package enum Surface: Hashable, Sendable, CaseIterable {
    case horizontal
    case vertical
    case background
}

/// Which way a reader goes.
package enum Direction: Hashable, Sendable {
    case forward
    case backward
}
