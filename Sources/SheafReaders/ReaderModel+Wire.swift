import Navigation
import PageModel
import ProviderHost
import SheafDocuments
import SheafInterface
import Varlink

// Pages and events of a reader as they go over the wire.
extension ReaderModel {
    /// A page as it goes over the wire.
    func wire(_ location: Location) -> ReaderInterface.Location {
        ReaderInterface.Location(
            page: Int(location.page.number), index: location.index, label: pages.label(of: location),
            surface: location.surface.wire)
    }

    private func wire(_ pages: PagePair) -> [ReaderInterface.Location] {
        guard let first = pages.first else { return [] }
        return if let second = pages.second { [wire(first), wire(second)] } else { [wire(first)] }
    }

    /// Writes an event as it goes over the wire: as one of the fields of a ``ReaderInterface/WatchReply``.
    func encode(_ event: ReaderEvent, into writer: inout JSONWriter) {
        let time = Int(clamping: event.time.microseconds)
        switch event.what {
        case .begin(let source, let target, let direction, let isInteractive):
            writer.fieldOrFirst(
                #","begin":"#,
                ReaderInterface.Begin(
                    reader: name, transition: event.transition, axis: event.axis.wire, from: wire(source),
                    to: wire(target), direction: direction.wire, interactive: isInteractive,
                    position: event.position, time: time))
        case .appearance(let standing, let location):
            writer.fieldOrFirst(
                #","appearance":"#,
                ReaderInterface.Appearance(
                    reader: name, event: standing.wire, page: Int(location.page.number), index: location.index,
                    surface: location.surface.wire, transition: event.transition, position: event.position, time: time))
        case .end(let isFinished, let isCompleted, let previous):
            writer.fieldOrFirst(
                #","end":"#,
                ReaderInterface.End(
                    reader: name, transition: event.transition, axis: event.axis.wire, finished: isFinished,
                    completed: isCompleted, previous: wire(previous), position: event.position, time: time))
        }
    }

    /// Why a page of an axis is not drawn for this reader's user, since that has ended hosts; nil where it may be.
    func refusal(ofPage index: Int, on axis: ReaderAxis) -> String? {
        guard let rendition = pages.rendition(at: index, on: axis.axis.surface) else { return nil }
        let pixels = rendition.region.width * rendition.region.height
        return axis.document.opened.refusal(ofPage: rendition.page.number, pixels: pixels, for: uid)?.message
    }

    /// That what the reader looks at begins elsewhere along an axis, as it goes over the wire.
    func wire(_ frame: PageFrame, movedBy: Int, on axis: ReaderAxis) -> ReaderInterface.LayoutChange {
        ReaderInterface.LayoutChange(
            reader: name, axis: axis.axis.wire, frame: wire(frame, on: axis), movedBy: Double(movedBy),
            length: axis.layout.length.map { Double($0.pixels) } ?? -1, version: axis.layout.number)
    }

    /// A frame as it goes over the wire.
    func wire(_ frame: PageFrame, on axis: ReaderAxis) -> ReaderInterface.Frame {
        ReaderInterface.Frame(
            page: (pages.page(at: frame.page, on: axis.axis.surface)?.number).map { Int($0) },
            index: frame.page, along: Double(frame.along), across: Double(frame.across),
            width: Double(frame.pixels.width), height: Double(frame.pixels.height), measured: frame.isMeasured,
            refused: refusal(ofPage: frame.page, on: axis))
    }
}
