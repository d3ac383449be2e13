import Navigation
import PageCache
import PageModel
import ProviderHost
import SheafInterface
import SheafOS

// What follows a command: events are told, pages are protected, and the reader goes on by itself.

extension ReaderService {
    /// Does what a reader's machine came to: tells what happened, protects the pages that it needs now, and sees to it that
    /// it goes on by itself.
    func follow(_ reader: Reader) {
        let events = reader.machine.takeEvents()
        // One that was never open, or showed nothing, ends without an event.
        if !events.isEmpty || reader.machine.hasEnded { moved?(reader) }
        tell(reader, events)
        protect(reader)
        wake(reader)
    }

    /// Sends what happened to a reader's watches, and to providers that want to know.
    private func tell(_ reader: Reader, _ events: [ReaderEvent]) {
        for event in events {
            if case .appearance(let step, let location) = event.what,
                let (document, _) = reader.place(of: location.index, on: location.surface)
            {
                document.opened.appearance(of: location.page.number, step.host)
            }
            guard !reader.watches.isEmpty else { continue }
            let reply = reader.wire(event)
            for watch in reader.watches { watch.send(reply) }
        }
    }

    /// Protects from eviction what a reader needs: the pages in the form in which it wants them, and what stands in for them
    /// until they are there.
    func protect(_ reader: Reader) {
        let needed = reader.machine.protectedPages(in: reader.pages)
        var protection = Protection()
        var standIns: [Rendition] = []
        for page in needed.shown {
            if let rendition = self.rendition(of: page, in: reader, &standIns) { protection.shown.append(rendition) }
        }
        for page in needed.moving {
            if let rendition = self.rendition(of: page, in: reader, &standIns) { protection.moving.append(rendition) }
        }
        protection.moving += standIns
        pages.protect(protection, of: reader.key)
        followPlaces(of: reader)
    }

    /// What shows a page; nil where that is not known. Where it is not in memory, what stands in for it is added.
    private func rendition(of location: Location, in reader: Reader, _ standIns: inout [Rendition]) -> Rendition? {
        let rendition = reader.shownPage(location).map { reader.rendition(of: $0) }
        if let rendition, pages.isAlive(rendition) { return rendition }
        // Of a page whose size is looked for again, its document having changed, what is seen is seen still.
        if let wanted = rendition ?? reader.rendition(ofUnknown: location),
            let standIn = pages.standIn(for: wanted)?.memory.rendition
        {
            standIns.append(standIn)
        }
        return rendition
    }

    /// Has the machine go on when the next thing is due.
    private func wake(_ reader: Reader) {
        guard let due = reader.machine.deadline else {
            reader.timer?.source.cancel()
            reader.timer = nil
            return
        }
        guard reader.timer?.due != due else { return }
        reader.timer?.source.cancel()
        let wait = due > now ? due.microseconds - now.microseconds : 0
        do throws(OSError) {
            let source = try loop.schedule(after: wait) { [weak self, weak reader] in
                guard let self, let reader else { return }
                reader.timer = nil
                reachEdge(of: reader) { [self] in
                    reader.machine.advance(to: now, in: reader.pages)
                    follow(reader)
                    showOnWatches(reader)
                }
            }
            reader.timer = (due, source)
        } catch {
            // Without a timer nothing would ever settle.
            reader.machine.settleNow(in: reader.pages, at: now)
            follow(reader)
        }
    }

    /// Protected pages would pass the hard limit: the one goes that was told to disappear first.
    func relieve() -> Bool {
        guard let reader = readers.first(by: { $0.machine.oldestLeaving }) else { return false }
        guard reader.machine.dropOldestLeaving(at: now) else { return false }
        follow(reader)
        return true
    }
}

extension Reader {
    /// An event as it goes over the wire.
    func wire(_ event: ReaderEvent) -> ReaderInterface.WatchReply {
        let time = Int(clamping: event.time.microseconds)
        switch event.what {
        case .begin(let source, let target, let direction, let isInteractive):
            return .init(
                begin: .init(
                    reader: id, transition: event.transition, axis: event.axis.wire, from: source.map(wire),
                    to: target.map(wire), direction: direction.wire, interactive: isInteractive,
                    position: event.position, time: time))
        case .appearance(let step, let location):
            return .init(
                appearance: .init(
                    reader: id, event: step.wire, page: Int(location.page.number), index: location.index,
                    surface: location.surface.wire, transition: event.transition, position: event.position, time: time))
        case .end(let isFinished, let isCompleted, let previous):
            return .init(
                end: .init(
                    reader: id, transition: event.transition, axis: event.axis.wire, finished: isFinished,
                    completed: isCompleted, previous: previous.map(wire), position: event.position, time: time))
        }
    }
}

extension Navigation.AppearanceEvent {
    /// As a provider is told.
    fileprivate var host: ProviderHost.AppearanceEvent {
        switch self {
        case .willAppear: .willAppear
        case .didAppear: .didAppear
        case .willDisappear: .willDisappear
        case .didDisappear: .didDisappear
        }
    }
}
