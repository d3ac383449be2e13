import Navigation
import PageModel
import SheafOS

// Other settings while readers are open. None is closed for them: a limit that is passed already refuses what is new.

extension ReaderService {
    /// Takes other settings. Readers whose pages may have more pixels now, or have too many, show them anew; those at rest get
    /// read ahead what they may have now and could not before.
    func take(_ settings: Settings) {
        guard settings != self.settings else { return }
        self.settings = settings
        follow(settings, readers.all[...])
    }

    /// Has readers follow, a few in each turn of the loop.
    private func follow(_ settings: Settings, _ readers: ArraySlice<Reader>) {
        for reader in readers.prefix(Self.plannedPerTurn) where !reader.isClosed {
            limit(reader, to: settings.renditionLimit)
            if reader.machine.isAtRest { renderAround(reader) }
        }
        let rest = readers.dropFirst(Self.plannedPerTurn)
        guard !rest.isEmpty else { return }
        loop.afterThisBatch { [weak self] in
            // Others may have come meanwhile, and all follow those.
            if let self, self.settings == settings { follow(settings, rest) }
        }
    }

    private func limit(_ reader: Reader, to limit: RenditionLimit) {
        guard limit != reader.limit else { return }
        let before = reader.renditions(of: reader.machine.wantedPages)
        reader.limit = limit
        protect(reader)
        if reader.renditions(of: reader.machine.wantedPages) != before { showOnWatches(reader) }
    }
}
