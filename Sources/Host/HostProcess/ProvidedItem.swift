package import CSheafProvider
package import HostProtocol

// Items as a host takes them of its provider: texts are cut, numbers are numbers, and a field that the kind does not have is left out.

extension DocumentItem {
    /// Copies an item of a library; nil where it is none of this version's.
    init?(_ item: UnsafePointer<sheaf_item>) {
        // A provider that was built before items had some fields does not have them.
        let bytes = unsafe UnsafeRawPointer(item)
        let size = unsafe Int(bytes.load(as: UInt32.self))
        guard let required = unsafe MemoryLayout<sheaf_item>.offset(of: \.boxes), size >= required else { return nil }
        var item = unsafe sheaf_item()
        unsafe withUnsafeMutableBytes(of: &item) { copy in
            let known = min(size, copy.count) / MemoryLayout<Int>.size * MemoryLayout<Int>.size
            unsafe copy.baseAddress?.copyMemory(from: bytes, byteCount: known)
        }
        guard let kind = unsafe ContentKind(rawValue: item.kind) else { return nil }
        let fields = kind.row.fields
        let limit = HostLimits.itemBytes
        unsafe self.init(
            kind: kind, level: item.level, page: item.page == noPage ? nil : item.page,
            x0: item.x0.orZero, y0: item.y0.orZero, x1: item.x1.orZero, y1: item.y1.orZero,
            targetX: item.target_x.orZero, targetY: item.target_y.orZero,
            key: BoundedText.copy(item.key, limit: limit), text: BoundedText.copy(item.text, limit: limit),
            uri: BoundedText.copy(item.uri, limit: limit))
        if fields.contains(.authorship) {
            author = unsafe BoundedText.copy(item.author, limit: limit)
            modified = unsafe item.modified
        }
        if fields.contains(.boxes), let positions = unsafe item.positions, unsafe item.position_count <= UInt64(limit) {
            self.positions = unsafe Array(UnsafeBufferPointer(start: positions, count: Int(item.position_count)))
        }
        guard fields.contains(.boxes), let boxes = unsafe item.boxes, unsafe item.box_count <= UInt64(limit) else {
            return
        }
        self.boxes = unsafe UnsafeBufferPointer(start: boxes, count: Int(item.box_count)).map { box in
            let box = PointBox(box)
            return PointBox(x0: box.x0.orZero, y0: box.y0.orZero, x1: box.x1.orZero, y1: box.y1.orZero)
        }
    }

    /// An item of a program.
    init(_ item: ProviderInterface.Item, _ kind: ContentKind) {
        let box = PointBox(item.box)
        self.init(
            kind: kind, level: UInt32(clamping: item.level ?? 0), page: item.page.flatMap { $0 < 0 ? nil : Int64($0) },
            x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1, targetX: (item.targetX ?? 0).orZero,
            targetY: (item.targetY ?? 0).orZero, key: item.key, text: item.text, uri: item.uri)
        let fields = kind.row.fields
        if fields.contains(.authorship) { (author, modified) = (item.author, item.modified.map { Int64($0) }) }
        if fields.contains(.boxes) {
            boxes = (item.boxes ?? []).map { PointBox($0) }
            positions = (item.positions ?? []).map { Int64($0) }
        }
        cut(to: HostLimits.itemBytes)
    }
}

extension PointBox {
    /// A box as a provider tells it, whose numbers may be none.
    package init(_ box: sheaf_box) {
        self.init(x0: Double(box.x0), y0: Double(box.y0), x1: Double(box.x1), y1: Double(box.y1))
    }

    /// A box of a program.
    fileprivate init(_ box: ProviderInterface.Box?) {
        self.init(
            x0: (box?.x0 ?? 0).orZero, y0: (box?.y0 ?? 0).orZero, x1: (box?.x1 ?? 0).orZero, y1: (box?.y1 ?? 0).orZero)
    }
}

extension Double {
    /// JSON has no words for infinity and NaN.
    fileprivate var orZero: Double { isFinite ? self : 0 }
}
