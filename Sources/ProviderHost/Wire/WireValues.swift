import Varlink

// The values of org.sheaf.Host, to and from those of the module.

extension HostInterface.LoadReply {
    /// Whether no text in it is longer than a host makes them.
    var isBounded: Bool {
        capabilities.count <= UInt32.bitWidth
            && ([name, version, summary] + capabilities).allSatisfy { $0.utf8.count <= HostLimits.hostTextBytes }
    }
}

extension PageCount {
    var wire: HostInterface.Count {
        switch self {
        case .exact(let pages): HostInterface.Count(kind: .exact, pages: Int(pages))
        case .estimated(let pages): HostInterface.Count(kind: .estimated, pages: Int(pages))
        case .unknown: HostInterface.Count(kind: .unknown, pages: 0)
        }
    }

    /// nil where there are fewer than none, or more than ``HostLimits/pages``.
    init?(_ wire: HostInterface.Count) {
        guard (0...HostLimits.pages).contains(Int64(wire.pages)) else { return nil }
        switch wire.kind {
        case .exact: self = .exact(Int64(wire.pages))
        case .estimated: self = .estimated(Int64(wire.pages))
        case .unknown: self = .unknown
        }
    }
}

extension PageMetrics {
    var wire: HostInterface.Metrics {
        HostInterface.Metrics(width: width, height: height, label: label, exact: isExact)
    }

    /// nil where no page measures this.
    init?(_ wire: HostInterface.Metrics) {
        guard wire.width > 0, wire.height > 0, wire.width.isFinite, wire.height.isFinite,
            wire.label.utf8.count <= HostLimits.hostTextBytes
        else { return nil }
        self.init(width: wire.width, height: wire.height, label: wire.label, isExact: wire.exact)
    }
}

extension DocumentItem {
    var wire: HostInterface.Item {
        HostInterface.Item(
            kind: Int(kind.rawValue), level: Int(level), page: page.map { Int($0) }, x0: x0, y0: y0, x1: x1, y1: y1,
            targetX: targetX, targetY: targetY, key: key, text: text, uri: uri)
    }

    /// nil where it is no kind of item.
    init?(_ wire: HostInterface.Item) {
        guard let kind = UInt32(exactly: wire.kind).flatMap(Kind.init(rawValue:)),
            let level = UInt32(exactly: wire.level)
        else { return nil }
        self.init(
            kind: kind, level: level, page: wire.page.map { Int64($0) }, x0: wire.x0, y0: wire.y0, x1: wire.x1,
            y1: wire.y1, targetX: wire.targetX, targetY: wire.targetY, key: wire.key, text: wire.text, uri: wire.uri)
    }
}

extension ItemList {
    /// nil where an item is none, or where they are more than a host takes from its provider.
    init?(_ wire: [HostInterface.Item], truncated: Bool) {
        guard wire.count <= HostLimits.items else { return nil }
        let items = wire.compactMap(DocumentItem.init)
        let bytes = items.reduce(0) { $0 + $1.textBytes }
        guard items.count == wire.count, bytes <= HostLimits.itemBytes else { return nil }
        self.init(items: items, isTruncated: truncated)
    }
}

extension HitResult {
    var wire: HostInterface.Target {
        switch self {
        case .claimed: .claimed
        case .unclaimed: .unclaimed
        case .background: .background
        }
    }

    init(_ wire: HostInterface.Target) {
        switch wire {
        case .claimed: self = .claimed
        case .unclaimed: self = .unclaimed
        case .background: self = .background
        }
    }
}

extension RenderFormat {
    var wire: HostInterface.Format {
        switch self {
        case .bgrx8888: .bgrx8888
        case .png: .png
        case .jpeg: .jpeg
        }
    }

    /// The quality of a format that has one.
    var quality: Int? {
        if case .jpeg(let quality) = self { quality } else { nil }
    }

    init(_ wire: HostInterface.Format, quality: Int?) {
        switch wire {
        case .bgrx8888: self = .bgrx8888
        case .png: self = .png
        case .jpeg: self = .jpeg(quality: quality ?? 0)
        }
    }
}
