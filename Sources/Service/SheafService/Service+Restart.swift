import HostProtocol
import SheafBase
import SheafOS
import SheafPages
import SheafReaders

// What outlives this run, and what of the last one it goes on with.

extension Service {
    /// Goes on where an earlier run ended, and has systemd keep what the next one goes on with. Pages that no reader shows are
    /// taken over later, while the loop runs.
    func restore(_ passed: PassedDescriptors) {
        guard Notify.isHeard else { return }
        for name in passed.unknown { Notify.forget(name) }
        let kept = passed.kept(worker: worker)
        guard configuration.keepMax > 0 else {
            // Nobody would use it, and what is kept from now on may have the same names.
            for name in kept.keys { Notify.forget(name.text) }
            return
        }
        var names: Set<KeptName> = []
        let positions = kept[.positions].flatMap { PositionRecords(adopting: $0) }
        if !kept.isEmpty {
            let outcome = RestartLoader(kept, positions: positions, for: core).run()
            report(outcome)
            names = outcome.names
            if positions != nil { names.insert(.positions) }
            let notes = Set(KeptName.notes + KeptName.pageNotes)
            for name in kept.keys where !names.contains(name) && !notes.contains(name) { Notify.forget(name.text) }
        }
        startKeeping(with: kept, names, positions)
        if core.store.pending != nil {
            // Before anybody is served.
            loop.afterThisBatch { [core] in core.restoreFoundPages() }
            adoptLater()
        }
    }

    /// Has systemd keep so many descriptors at most from now on; none where that is 0.
    func keep(atMost limit: Int) {
        if let restartStore {
            restartStore.limit = limit
            guard limit == 0 else { return }
            restartStore.end()
            self.restartStore = nil
            core.keep(positions: nil, of: core.readers.all)
        } else if Notify.isHeard, limit > 0 {
            startKeeping(with: [:], [], nil)
        }
    }

    private func report(_ outcome: RestartLoader.Outcome) {
        journal.log(
            .info,
            """
            goes on with \(outcome.readers.counting("reader")), \(outcome.documents.counting("document")) and \
            \(outcome.pages.counting("page")) of the last run
            """)
        if outcome.missing > 0 {
            journal.log(
                .notice,
                """
                \(outcome.missing.counting("page")) of the last run had no room and will be rendered anew: \
                systemd keeps at most FileDescriptorStoreMax= descriptors, and KeepMax= is \(configuration.keepMax)
                """)
        }
        if outcome.unreadable > 0 {
            journal.log(
                .notice,
                """
                \(outcome.unreadable.counting("page")) of the last run were noted by another version and will be \
                rendered anew
                """)
        }
        if outcome.dropped > 0 {
            let what =
                outcome.hasNote
                ? "\(outcome.dropped) of the last run's pages, documents and readers"
                : "the last run's note of what it kept (\(outcome.dropped) descriptors)"
            journal.log(.warning, "\(what) could not be used", .message(.storeDropped))
        }
    }

    /// Takes over some of the last run's pages after the events at hand, until none is left.
    private func adoptLater() {
        loop.afterThisBatch { [self] in
            guard !core.store.adoptPending(atMost: PendingPages.batch) else { return adoptLater() }
            let unsound = core.store.pending?.unsound ?? 0
            core.store.pending = nil
            if unsound > 0 {
                journal.log(
                    .warning, "\(unsound) of the last run's pages could not be used", .message(.storeDropped))
            }
            restartStore?.touch()
        }
    }

    /// Begins to have systemd keep what the next run goes on with.
    ///
    /// - Parameters:
    ///   - kept: what systemd kept.
    ///   - names: the names of what of it is in use.
    ///   - earlier: where readers rested in the last run.
    private func startKeeping(
        with kept: [KeptName: SharedDescriptor], _ names: Set<KeptName>, _ earlier: PositionRecords?
    ) {
        var names = names
        do throws(OSError) {
            let positions = if let earlier { earlier } else { try PositionRecords() }
            positions.keep(only: core.readers.all.map(\.name))
            core.keep(positions: positions, of: core.readers.all)
            let memories = RestartStore.Memories(
                note: try note(KeptName.notes, "sheaf-note", of: kept, &names),
                pageNote: try note(KeptName.pageNotes, "sheaf-pages", of: kept, &names),
                positions: positions.descriptor)
            restartStore = RestartStore(
                loop: loop, core: core, limit: configuration.keepMax, memories: memories, given: names)
        } catch {
            core.restartNoteFailed(error)
        }
        restartStore?.touch()
    }

    /// A note of the last run, whose names are added to those in use, or a new one with a title for people.
    private func note(
        _ halves: [KeptName], _ title: String, of kept: [KeptName: SharedDescriptor], _ names: inout Set<KeptName>
    ) throws(OSError) -> DoubledMemory {
        if let note = DoubledMemory(adopting: halves.compactMap { kept[$0] }) {
            names.formUnion(halves)
            return note
        }
        // One that is there and can't be used goes: of two with one name the next run would take either.
        for half in halves where kept[half] != nil { Notify.forget(half.text) }
        return try DoubledMemory(name: title)
    }
}
