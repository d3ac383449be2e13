package import SheafInterface

/// How an axis is to be from now on, or that the axes are to be shown.
package struct AxisRequest: Equatable, Sendable {
    /// nil for the reader's first, or for all where nothing is to change.
    package let axis: ReaderInterface.Axis?
    /// nil: as it was.
    package let isEnabled: Bool?
    /// nil: as it was.
    package let arrangement: ReaderInterface.Arrangement?

    package init(
        axis: ReaderInterface.Axis? = nil, isEnabled: Bool? = nil, arrangement: ReaderInterface.Arrangement? = nil
    ) {
        self.axis = axis
        self.isEnabled = isEnabled
        self.arrangement = arrangement
    }

    /// Whether anything is to change.
    var isChange: Bool { isEnabled != nil || arrangement != nil }
}
