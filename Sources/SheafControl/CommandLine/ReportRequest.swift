package import SheafInterface

/// What the viewer of a manual reader has shown or hidden.
package struct ReportRequest: Equatable, Sendable {
    package let event: ReaderInterface.AppearanceStep
    /// Of the page, from 0.
    package let index: Int
    /// nil for the reader's first.
    package let axis: ReaderInterface.Axis?

    package init(event: ReaderInterface.AppearanceStep, index: Int, axis: ReaderInterface.Axis? = nil) {
        self.event = event
        self.index = index
        self.axis = axis
    }
}
