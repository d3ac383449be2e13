import Glibc
import SheafProvider

extension PatternDocument: PageListing, Steppable {
    func pages(from index: Int64, length: Int, request: borrowing Request) throws(ProviderError) -> [PageID] {
        var pages: [PageID] = []
        while pages.count < length, let page = order.page(at: index + Int64(pages.count)) {
            pages.append(page)
            if pages.count % 4096 == 0 { try request.checkCancelled() }
        }
        return pages
    }

    func page(_ step: Int64, from page: PageID?, request: borrowing Request) throws(ProviderError) -> PageID? {
        guard let page else { return order.page(at: 0) }
        guard let index = order.index(of: page) else { throw .noPage }
        let (target, overflow) = index.addingReportingOverflow(step)
        return overflow ? nil : order.page(at: target)
    }
}

extension PatternDocument: Reorderable {
    func move(_ move: PageMove, request: borrowing Request) throws(ProviderError) {
        guard settings.movable else { throw .unsupported("cannot move pages: the document does not say movable = on") }
        guard order.index(of: move.page) != nil else { throw .noPage }
        if move.stage == .begin {
            held = move.page
        } else if held != move.page {
            throw ProviderError(errno: EINVAL, "cannot move page \(move.page): its move has not begun")
        }
        switch move.stage {
        case .begin, .update:
            try order.check(move.index)
        case .end:
            held = nil
            if try order.move(move.page, to: move.index) { provider.host.changed(.pages, in: self) }
        case .cancel:
            held = nil
        }
    }
}

extension PatternDocument: Refreshable {
    func refresh(request: borrowing Request) throws(ProviderError) {
        let fresh = try SettingsFile.read(source)
        guard fresh != settings else { return }
        let change = SettingsChange(from: settings, to: fresh)
        settings = fresh
        provider.layouts.remove(self)
        if change.isOfPages {
            order = PageOrder(fresh.list)
            held = nil
        }
        if change.isOfAll { return provider.host.changed(.all, in: self) }
        if change.isOfPages { provider.host.changed(.pages, in: self) }
        for page in change.pages where order.index(of: page) != nil {
            provider.host.changed(.page(page), in: self)
        }
    }
}
