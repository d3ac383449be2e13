import HostProtocol
import HostSupervision
import Navigation
import PageModel
import SheafDocuments

/// The appearances of a reader's pages on its screen, as providers were told of them. They get the difference to the
/// present ones now and then, and not with each step: no turn waits for that, and leafing through a hundred pages tells
/// nobody of each of them.
struct ProviderAppearances {
    /// How often providers are told at most, in microseconds.
    static let interval: UInt64 = 50_000

    private struct Reported {
        let document: ServedDocument
        let appearance: PageAppearance
    }

    private var reported: [Reported] = []
    /// When providers are to be told next; nil where nothing has changed since.
    private(set) var due: Instant?

    /// Has providers told soon, where something may have changed on screen.
    mutating func note(at now: Instant, in pages: ReaderSurface) {
        guard due == nil,
            pages.axes.contains(where: { $0.document.opened.capabilities.contains(.appearance) })
                || pages.background?.document.opened.capabilities.contains(.appearance) ?? false
        else { return }
        due = Instant(microseconds: now.microseconds + Self.interval)
    }

    /// Tells providers what is on screen now, where they do not know it yet.
    mutating func update(to appearances: [PageAppearance], in pages: ReaderSurface) {
        due = nil
        var now: [Reported] = []
        for appearance in appearances {
            let location = appearance.location
            guard let (document, _) = pages.documentPosition(of: location.index, on: location.surface) else { continue }
            now.append(Reported(document: document, appearance: appearance))
        }
        for known in now { notify(known, from: state(of: known, among: reported), to: known.appearance.state) }
        for known in reported where state(of: known, among: now) == nil {
            notify(known, from: known.appearance.state, to: nil)
        }
        reported = now
    }

    private func state(of page: Reported, among others: [Reported]) -> PageAppearance.State? {
        others.first { other in
            other.document === page.document && other.appearance.location.isSamePage(as: page.appearance.location)
        }?.appearance.state
    }

    /// The events that lead from one state to another; nil: hidden.
    private func notify(_ page: Reported, from old: PageAppearance.State?, to new: PageAppearance.State?) {
        guard old != new else { return }
        var events: [HostProtocol.AppearanceEvent] = []
        if new != nil, new != .disappearing || old == nil, old == nil || old == .disappearing {
            events.append(.willAppear)
        }
        if new == .visible { events.append(.didAppear) }
        if new == .disappearing || new == nil && old != .disappearing { events.append(.willDisappear) }
        if new == nil { events.append(.didDisappear) }
        for event in events { page.document.opened.appearance(of: page.appearance.location.page.number, event) }
    }
}
