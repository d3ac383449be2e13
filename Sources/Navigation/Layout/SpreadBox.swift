import PageModel

/// A spread with its pages as they lie on the screen, in pixels from its own top left corner.
struct SpreadBox {
    /// A page in it.
    struct Place {
        let page: Int
        let region: PixelRegion
        /// What it has for itself; nothing of it is seen outside.
        let area: PixelRegion
        /// In points, before rotation.
        let size: PageSize
        /// In pixels per point.
        let scale: Double
        let isMeasured: Bool

        /// Whether it is what is seen at a point.
        func covers(_ x: Double, _ y: Double) -> Bool { region.contains(x, y) && area.contains(x, y) }
    }

    /// Along the axis.
    let length: Int
    /// In reading order.
    let places: [Place]
}

extension PixelRegion {
    fileprivate func contains(_ x: Double, _ y: Double) -> Bool {
        x >= Double(self.x) && x < Double(self.x + width) && y >= Double(self.y) && y < Double(self.y + height)
    }
}
