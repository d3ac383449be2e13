import Navigation
import PageModel
import ProviderHost
import SheafInterface
import SheafOS

extension Service {
    /// Goes on where an earlier run ended, and has systemd keep what the next one goes on with.
    ///
    /// - Parameter kept: what systemd kept, by name.
    func goOn(with kept: [String: SharedDescriptor]) {
        guard Notify.isHeard else { return }
        guard configuration.keepMax > 0 else {
            // Nobody would use it, and what is kept from now on may have the same names.
            for name in kept.keys { Notify.forget(name) }
            return
        }
        var names: Set<String> = []
        let earlier = kept[WarmStore.placesName].flatMap { ReaderPlaces(adopting: $0) }
        places = earlier
        if !kept.isEmpty {
            let outcome = WarmStart(kept, places: earlier, for: readerService).run()
            names = outcome.names
            journal.log(
                .info,
                """
                goes on with \(Self.counted(outcome.readers, "reader")), \(Self.counted(outcome.documents, "document")) and \
                \(Self.counted(outcome.pages, "page")) of the last run
                """)
            if outcome.missing > 0 {
                journal.log(
                    .notice,
                    """
                    \(Self.counted(outcome.missing, "page")) of the last run had no room and will be rendered anew: \
                    systemd keeps at most FileDescriptorStoreMax= descriptors, and KeepMax= is \(configuration.keepMax)
                    """)
            }
            if outcome.dropped > 0 {
                let what =
                    outcome.hasNote
                    ? "\(outcome.dropped) of the last run's pages, documents and readers"
                    : "the last run's note of what it kept (\(outcome.dropped) descriptors)"
                journal.log(.warning, "\(what) could not be used", .message(.storeDropped))
            }
            if earlier != nil { names.insert(WarmStore.placesName) }
            for name in kept.keys where !names.contains(name) && !WarmStore.noteNames.contains(name) {
                Notify.forget(name)
            }
        }
        startKeeping(with: kept, names)
    }

    /// Has systemd keep so many descriptors at most from now on; none where that is 0.
    func keep(atMost limit: Int) {
        if let warmStore {
            warmStore.limit = limit
            guard limit == 0 else { return }
            warmStore.end()
            self.warmStore = nil
            places = nil
        } else if Notify.isHeard, limit > 0 {
            startKeeping(with: [:], [])
        }
    }

    /// Begins to have systemd keep what the next run goes on with.
    ///
    /// - Parameters:
    ///   - kept: what systemd kept, by name.
    ///   - names: the names of what of it is in use.
    private func startKeeping(with kept: [String: SharedDescriptor], _ names: Set<String>) {
        var names = names
        do throws(OSError) {
            let places = if let places { places } else { try ReaderPlaces() }
            places.keep(only: Set(readers.all.map(\.id)))
            self.places = places
            warmStore = WarmStore(
                loop: loop, limit: configuration.keepMax, note: try note(of: kept, &names), places: places.descriptor,
                kept: names,
                items: { [unowned self] in itemsToKeep }, contents: { [unowned self] in contents(keeping: $0) }
            ) { [journal] error in
                journal.log(.warning, "a restart will not go on where this run ends: \(error)")
            }
        } catch {
            journal.log(.warning, "a restart will not go on where this run ends: \(error)")
        }
        warmStore?.touch()
    }

    /// Writes down that something has happened to a reader.
    func moved(_ reader: Reader) {
        warmStore?.touch()
        do throws(OSError) {
            try places?.note(reader)
        } catch {
            places = nil
            journal.log(.warning, "where readers are is kept only in pauses: \(error)")
        }
    }

    /// The note of the last run, whose names are added to those in use, or a new one.
    private func note(
        of kept: [String: SharedDescriptor], _ names: inout Set<String>
    ) throws(OSError) -> DoubledMemory {
        if let note = DoubledMemory(adopting: WarmStore.noteNames.compactMap { kept[$0] }) {
            names.formUnion(WarmStore.noteNames)
            return note
        }
        // One that is there and can't be used goes: of two with one name the next run would take either.
        for name in WarmStore.noteNames where kept[name] != nil { Notify.forget(name) }
        return try DoubledMemory(name: "sheaf-note")
    }

    private var itemsToKeep: [WarmStore.Item] {
        documents.all.filter { !$0.opened.isRemote }.map { .init(name: $0.name, descriptor: $0.opened.descriptor) }
            + pages.kept.map { .init(name: WarmStore.name(ofPage: $0.memory.number), descriptor: $0.memory.descriptor) }
    }

    private func contents(keeping names: Set<String>) -> StoreInterface.Contents {
        let kept = pages.kept.filter { names.contains(WarmStore.name(ofPage: $0.memory.number)) }
        let documents = documents.all.filter { names.contains($0.name) }
        let rendered = Dictionary(grouping: kept) { $0.memory.rendition.document }
        let shown = placesShown
        return StoreInterface.Contents(
            version: SheafVersion.current, lastNumber: self.pages.lastNumber,
            documents: documents.map { document in
                let pages = Set((rendered[document.id] ?? []).map(\.memory.rendition.page))
                return .init(
                    document, library: supervisor.library(of: document.opened),
                    known: document.known(among: pages, at: shown[document.id] ?? []),
                    renderTime: self.pages.renderTime(of: document.id))
            },
            pages: kept.compactMap { page in
                (try? Memfd.inode(of: page.memory.descriptor.number)).map { inode in
                    .init(
                        page.memory, name: WarmStore.name(ofPage: page.memory.number), inode: inode, index: page.index,
                        renderTime: page.renderTime)
                }
            },
            readers: readers.all.filter { reader in
                reader.documents.allSatisfy { names.contains($0.name) }
            }.map(\.stored))
    }

    /// The indexes in each document of what readers show, and of where they stand on each axis.
    private var placesShown: [DocumentID: Set<Int>] {
        var places: [DocumentID: Set<Int>] = [:]
        for reader in readers.all {
            for location in reader.machine.shown.pages + reader.machine.landing.pages
                + reader.axes.compactMap({ reader.place(on: $0) })
            {
                guard let (document, index) = reader.place(of: location.index, on: location.surface) else { continue }
                places[document.id, default: []].insert(index)
            }
        }
        return places
    }
}
