package import SheafInterface

/// Which part of an axis' layout is to be shown.
package struct LayoutRequest: Equatable, Sendable {
    /// nil for the reader's first.
    package let axis: ReaderInterface.Axis?
    /// Of the first page, from 0; nil for those around the current one.
    package let first: Int?
    package let pages: Int?
    /// A position in spreads, from 0, that is asked for in pixels; nil for that of now.
    package let offset: Double?

    package init(axis: ReaderInterface.Axis? = nil, first: Int? = nil, pages: Int? = nil, offset: Double? = nil) {
        self.axis = axis
        self.first = first
        self.pages = pages
        self.offset = offset
    }
}
