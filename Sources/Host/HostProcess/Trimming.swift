import CSheafProvider
import Glibc
package import HostProtocol

/// The boxes of pictures and of ink on the pages of a document, as far as they are known. A change of the document
/// clears them.
struct PageBoxes {
    /// How many pages are remembered of each.
    static let limit = 16_384

    /// The pictures on pages that are left as they are at night.
    var pictures: [Int64: [PointBox]] = [:] { didSet { if pictures.count > Self.limit { pictures = [:] } } }
    /// The ink of each page whose box is known.
    var ink: [Int64: Ink] = [:] { didSet { if ink.count > Self.limit { ink = [:] } } }
    /// The box around the ink of the sampled pages, by page size; nil until they are sampled.
    var common: [Size: PointBox]?

    /// The ink of a page: the part of it that has something drawn on it.
    enum Ink {
        case blank
        /// The box that holds all of the ink, with a margin around it.
        case box(PointBox)
        /// The provider can't say.
        case unknown
    }

    /// The size of a page, in points.
    struct Size: Hashable {
        let width, height: Double

        init(_ metrics: PageMetrics) {
            // Scans differ by some pixels from page to page.
            (width, height) = (metrics.width.rounded(), metrics.height.rounded())
        }
    }
}

// The margins of pages are cut off: a page is the part of it that has something on it, and to everybody but its provider it
// measures no more than that.
extension ProviderDocument {
    /// The margin that trimming leaves around the ink, in points.
    static var leftMargin: Double { 6 }
    /// The number of pages whose ink is looked up for one request. Other pages wait for the next request.
    static var inkAtOnce: Int { 16 }
    /// The number of pages that are sampled, evenly spread, to find margins that all pages have.
    static var sampledPages: Int { 32 }

    /// The part of a page that is shown, in points of the whole page; nil for all of it.
    func shownBox(of page: Int64, _ metrics: PageMetrics, _ request: RequestContext) throws(HostError) -> PointBox? {
        guard looks.trim != .no, unsafe table.ink != nil else { return nil }
        forgetBoxesOfChange()
        let whole = PointBox(x0: 0, y0: 0, x1: metrics.width, y1: metrics.height)
        let ink = try ink(on: page, metrics, request)
        let common = looks.trim == .document ? try commonBox(like: metrics, request) : nil
        let box: PointBox? =
            switch ink {
            // A page of which that can't be said is shown whole.
            case .unknown: nil
            case .blank: common
            // Nothing that is on a page is cut off, also where it is in the margin of the others.
            case .box(let box): common.map { $0.union(box) } ?? box
            }
        guard let shown = box?.intersection(whole), shown != whole else { return nil }
        return shown
    }

    /// Returns the part of a page that is shown, after measuring the page; nil for all of it.
    func shownBox(of page: Int64, _ request: RequestContext) throws(HostError) -> PointBox? {
        guard looks.trim != .no else { return nil }
        return try shownBox(of: page, try provided(metricsOf: page, request), request)
    }

    private func ink(
        on page: Int64, _ metrics: PageMetrics, _ request: RequestContext
    ) throws(HostError) -> PageBoxes.Ink {
        if let known = boxes.ink[page] { return known }
        guard let function = unsafe table.ink, !unmeasured.contains(page) else { return .unknown }
        var box = sheaf_box()
        let result = try request.measuring(page) { () throws(HostError) in
            unsafe function(pointer, request.pointer, page, &box)
        }
        guard result != SHEAF_CANCELLED, !request.isCancelled else { throw HostError.cancelled }
        guard result != SHEAF_NOT_COUNTED else { throw HostError.notCounted }
        let found = PageBoxes.Ink(result, box, on: metrics)
        // What went wrong may not another time.
        if case .unknown = found { return found }
        boxes.ink[page] = found
        return found
    }

    private func commonBox(like metrics: PageMetrics, _ request: RequestContext) throws(HostError) -> PointBox? {
        if let common = boxes.common { return common[.init(metrics)] }
        var common: [PageBoxes.Size: PointBox] = [:]
        let pages = try count(request).pages ?? Int64(Self.sampledPages)
        let step = max(Double(pages) / Double(Self.sampledPages), 1)
        for number in 0..<Self.sampledPages {
            guard !request.isCancelled else { throw HostError.cancelled }
            let index = Int64(Double(number) * step)
            guard index < pages, let page = try pageIDs(from: index, length: 1, request).first else { break }
            do throws(HostError) {
                let metrics = try provided(metricsOf: page, request)
                guard case .box(let box) = try ink(on: page, metrics, request) else { continue }
                let size = PageBoxes.Size(metrics)
                common[size] = common[size].map { $0.union(box) } ?? box
            } catch {
                // A page that can't be read says nothing of the others.
                if error.code == .cancelled || error.code == .notCounted { throw error }
            }
        }
        boxes.common = common
        return common[.init(metrics)]
    }

    /// Returns the rendering of the provider's whole page that gives what was asked of its shown part.
    func whole(_ order: RenderOrder, _ request: RequestContext) throws(HostError) -> RenderOrder {
        guard looks.trim != .no else { return order }
        let metrics = try provided(metricsOf: order.page, request)
        guard let box = try shownBox(of: order.page, metrics, request) else { return order }
        let all = Self.pixelSize(of: metrics, scale: order.scale, rotation: order.rotation)
        let shown = Self.pixelSize(
            of: PageMetrics(width: box.x1 - box.x0, height: box.y1 - box.y0, label: "", isExact: true),
            scale: order.scale, rotation: order.rotation)
        let bounds = PixelBounds(of: box, scale: order.scale, rotation: order.rotation, in: all)
        // Both are rounded: the last pixel must be within the page.
        let x = min(bounds.x.lowerBound, max(all.width - shown.width, 0))
        let y = min(bounds.y.lowerBound, max(all.height - shown.height, 0))
        var whole = order
        (whole.x, whole.y) = (Int32(clamping: Int(order.x) + x), Int32(clamping: Int(order.y) + y))
        return whole
    }

    /// Returns the size of a page in pixels, by the rule of sheaf_render in sheaf_provider.h.
    package static func pixelSize(of page: PageMetrics, scale: Double, rotation: UInt32) -> (width: Int, height: Int) {
        func side(_ points: Double) -> Int { Int(min(max((points * scale - 0.001).rounded(.up), 1), 1e9)) }
        let (width, height) = (side(page.width), side(page.height))
        return rotation == 90 || rotation == 270 ? (height, width) : (width, height)
    }

    /// Puts items where they are on the part of their page that is shown, and on that of the page that they lead to.
    ///
    /// - Parameter page: whose they are; nil where they have no place on any.
    func shifted(_ items: [DocumentItem], on page: Int64?, _ request: RequestContext) throws(HostError)
        -> [DocumentItem]
    {
        guard looks.trim != .no else { return items }
        let origin = try page.map { page throws(HostError) in try shownBox(of: page, request) } ?? nil
        var shifted = items
        var remaining = Self.inkAtOnce
        for index in shifted.indices {
            if let origin { shifted[index].move(byX: -origin.x0, y: -origin.y0) }
            guard let target = shifted[index].page else { continue }
            if boxes.ink[target] == nil {
                remaining -= 1
                guard remaining >= 0 else {
                    (shifted[index].targetX, shifted[index].targetY) = (0, 0)
                    continue
                }
            }
            do throws(HostError) {
                guard let box = try shownBox(of: target, request) else { continue }
                shifted[index].targetX = max(shifted[index].targetX - box.x0, 0)
                shifted[index].targetY = max(shifted[index].targetY - box.y0, 0)
            } catch {
                // It leads to a page all the same, which will say itself that it can't be read.
                if error.code == .cancelled { throw error }
            }
        }
        return shifted
    }
}

extension PageBoxes.Ink {
    /// Reads what a provider answered. A box that is not finite, or not on the page, counts as unknown.
    fileprivate init(_ result: Int32, _ box: sheaf_box, on page: PageMetrics) {
        let ink = PointBox(box).ordered
        let margin = ProviderDocument.leftMargin
        let wider = PointBox(x0: ink.x0 - margin, y0: ink.y0 - margin, x1: ink.x1 + margin, y1: ink.y1 + margin)
        if result == SHEAF_BACKGROUND {
            self = .blank
        } else if result == 0, ink.isFinite,
            let found = wider.intersection(PointBox(x0: 0, y0: 0, x1: page.width, y1: page.height))
        {
            self = .box(found)
        } else {
            self = .unknown
        }
    }
}

extension PointBox {
    /// Nil where they have nothing in common.
    func intersection(_ other: PointBox) -> PointBox? {
        let box = PointBox(
            x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
        return box.x1 > box.x0 && box.y1 > box.y0 ? box : nil
    }
}
