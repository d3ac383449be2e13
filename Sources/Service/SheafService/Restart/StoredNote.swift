import HostProtocol
import HostSupervision
import Navigation
import PageModel
import SheafDocuments
import SheafPages
import SheafReaders
import Varlink

// What the note says of documents and readers (org.sheaf.Store.varlink), and how it is read.

extension StoreInterface.Document {
    /// - Parameters:
    ///   - library: the file of its provider.
    ///   - rendered: the pages that are kept: of others their editions say nothing.
    ///   - known: what is to be known of its pages without asking: those that are kept or shown.
    ///   - isChanging: whether pages may be elsewhere by now.
    init(
        _ document: ServedDocument, library: String, rendered: Set<PageID>, known: [PlacedPage],
        renderTime: UInt64?, isChanging: Bool
    ) {
        let opened = document.opened
        let identity = opened.identity
        let editions = document.pages.editions
        self.init(
            name: document.name, number: Int(clamping: document.id.number),
            uid: opened.owner.uid.map { Int($0) }, path: document.path, library: library, provider: opened.provider,
            capabilities: opened.capabilities.names,
            device: Int(bitPattern: UInt(identity.device)), inode: Int(bitPattern: UInt(identity.inode)),
            size: Int(bitPattern: UInt(identity.size)), changed: Int(identity.changed),
            count: Int(opened.count.pages ?? -1), isExact: document.count.isExact,
            firstPage: opened.firstPage.map { Int($0) }, edition: editions.all,
            editions: editions.pages.filter { rendered.contains($0.key) }.map {
                .init(page: Int($0.key.number), edition: $0.value)
            },
            shapes: document.shapes?.map(\.rawValue),
            known: known.map { page in
                .init(
                    page: Int(page.location.page.number), index: page.location.index, width: page.size.width,
                    height: page.size.height, label: page.label, measured: page.isMeasured)
            },
            renderTime: renderTime.map { Int(clamping: $0) }, isChanging: isChanging ? true : nil,
            isLocked: opened.isLocked ? true : nil, title: opened.isLocked ? nil : opened.title,
            fileName: document.fileName, trim: opened.looks.trim == .no ? nil : opened.looks.trim.rawValue,
            flow: opened.looks.flow.map { .init($0) }, flows: opened.flows ? true : nil, album: opened.files.names,
            order: opened.looks.order.named, removed: document.isRemoved ? true : nil,
            named: document.isOfNamedProvider ? true : nil, suffix: opened.looks.suffix)
    }

    /// The looks that it was opened in; nil where there are none such.
    var looks: DocumentLooks? {
        guard let trim = DocumentLooks.Trim(rawValue: trim ?? DocumentLooks.Trim.no.rawValue) else { return nil }
        return DocumentLooks(
            trim: trim, flow: flow.map { .init($0) }, order: order.flatMap(PageOrder.init) ?? PageOrder(),
            suffix: suffix)
    }

    /// The owner of the document; nil where the user id of the note is none.
    var owner: HostOwner? {
        guard let uid else { return .library }
        return UInt32(exactly: uid).map { .uid($0) }
    }

    /// The identity of the document's file.
    var identity: DocumentIdentity {
        DocumentIdentity(
            device: UInt64(UInt(bitPattern: device)), inode: UInt64(UInt(bitPattern: inode)),
            size: UInt64(UInt(bitPattern: size)), changed: Int64(changed))
    }

    /// How many pages the document had.
    var pageCount: HostProtocol.PageCount {
        guard count >= 0 else { return .unknown }
        return isExact ? .exact(Int64(count)) : .estimated(Int64(count))
    }
}

extension StoreInterface.Flow {
    init(_ flow: DocumentLooks.Flow) {
        self.init(
            width: flow.width, height: flow.height, fontSize: flow.fontSize, fontFamily: flow.fontFamily,
            lineHeight: flow.lineHeight, margin: flow.margin, columns: flow.columns, justify: flow.justify,
            unwrap: flow.unwrap, encoding: flow.encoding, plain: flow.plain)
    }
}

extension DocumentLooks.Flow {
    fileprivate init(_ stored: StoreInterface.Flow) {
        self.init(
            width: stored.width, height: stored.height, fontSize: stored.fontSize, fontFamily: stored.fontFamily,
            lineHeight: stored.lineHeight, margin: stored.margin, columns: stored.columns, justify: stored.justify,
            unwrap: stored.unwrap, encoding: stored.encoding, plain: stored.plain)
    }
}

extension StoreInterface.HostFailure {
    init(_ failure: KeptFailure) {
        let tally = { (tally: KeptFailure.Tally) in
            StoreInterface.FailureTally(crashes: tally.crashes, excesses: tally.excesses)
        }
        self.init(
            uid: failure.user.map { Int($0) }, device: Int(bitPattern: UInt(failure.file.device)),
            inode: Int(bitPattern: UInt(failure.file.inode)), size: Int(bitPattern: UInt(failure.file.size)),
            changed: Int(failure.file.changed), library: failure.library, stamp: failure.stamp,
            flow: failure.flow.map { .init($0) }, kind: failure.kind.name, page: failure.page.map { Int($0) },
            asked: tally(failure.asked), ahead: tally(failure.prefetched), death: failure.death)
    }

    /// The failure that is noted; nil where the note makes no sense.
    var kept: KeptFailure? {
        guard let kind = RequestSubject.Kind(name: kind), (uid.map { UInt32(exactly: $0) != nil }) ?? true else {
            return nil
        }
        let tally = { (tally: StoreInterface.FailureTally) in
            KeptFailure.Tally(crashes: tally.crashes, excesses: tally.excesses)
        }
        return KeptFailure(
            user: uid.flatMap { UInt32(exactly: $0) },
            file: DocumentIdentity(
                device: UInt64(UInt(bitPattern: device)), inode: UInt64(UInt(bitPattern: inode)),
                size: UInt64(UInt(bitPattern: size)), changed: Int64(changed)),
            library: library, stamp: stamp, flow: flow.map { .init($0) }, kind: kind, page: page.map { Int64($0) },
            asked: tally(asked), prefetched: tally(ahead), death: death)
    }
}

extension StoreInterface.Contents {
    /// Returns the note as it is written; without the histories of readers where it would be longer than `limit`.
    func bytes(atMost limit: Int) -> [UInt8] {
        let bytes = JSONText { encode(into: &$0) }.bytes
        if bytes.count <= limit { return bytes }
        var short = self
        for index in short.readers.indices { (short.readers[index].back, short.readers[index].forward) = ([], []) }
        return JSONText { short.encode(into: &$0) }.bytes
    }
}

extension StoreInterface.Anchor {
    init(_ anchor: TextAnchor, on axis: Navigation.Axis) {
        self.init(
            surface: axis == .horizontal ? .horizontal : .vertical, page: Int(anchor.page.number),
            position: Int(anchor.position), transition: anchor.transition)
    }

    /// The anchor and its axis; nil where it is on no axis.
    var anchor: (axis: Navigation.Axis, anchor: TextAnchor)? {
        guard surface != .background else { return nil }
        return (
            surface == .horizontal ? .horizontal : .vertical,
            TextAnchor(page: PageID(Int64(page)), position: Int64(position), transition: transition)
        )
    }
}

extension StoreInterface.Place {
    init(_ location: Location) {
        let surface: StoreInterface.Place.Surface =
            switch location.surface {
            case .horizontal: .horizontal
            case .vertical: .vertical
            case .background: .background
            }
        self.init(surface: surface, page: Int(location.page.number), index: location.index)
    }

    /// The place, as the history has it.
    var location: Location {
        let surface: Navigation.Surface =
            switch surface {
            case .horizontal: .horizontal
            case .vertical: .vertical
            case .background: .background
            }
        return Location(surface, page: PageID(Int64(page)), index: index)
    }
}

extension PlacedPage {
    /// Takes a page out of the note; nil where a page can't have this size.
    init?(_ stored: StoreInterface.KnownPage) {
        guard stored.index >= 0, let size = PageSize(width: stored.width, height: stored.height) else { return nil }
        self.init(
            location: .init(page: PageID(Int64(stored.page)), index: stored.index), size: size, label: stored.label,
            isMeasured: stored.measured)
    }
}
