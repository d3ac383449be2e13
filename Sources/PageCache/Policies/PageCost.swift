/// What it took to get a page, and what it takes to keep it.
package struct PageCost: Equatable, Sendable {
    /// What its memory takes.
    package let bytes: Int
    /// How long it took to render, in microseconds.
    package let renderTime: UInt64

    package init(bytes: Int, renderTime: UInt64) {
        self.bytes = bytes
        self.renderTime = renderTime
    }

    /// What it would cost to miss it, in microseconds: a page that took no time is not worth nothing.
    var miss: Double { Double(max(renderTime, 1)) }

    /// The same for each byte that it takes.
    var missPerByte: Double { miss / Double(max(bytes, 1)) }
}
