import Navigation

extension ReaderSession {
    /// Whether it has stopped elsewhere than when that was looked at last.
    var hasPlaceToKeep: Bool { standing.isOpen && stop.map { $0.page != keptPage } ?? false }

    /// Where it has stopped; it counts as kept from now on.
    func takeStop() -> ReaderStop? {
        guard let stop else { return nil }
        keptPage = stop.page
        return stop
    }

    /// The page on which it is opened is none on which anybody has stopped.
    func forgetStop() { keptPage = stop?.page }

    /// Keeps the place of a reader that has turned, where the document is another text by now of which no place is kept yet.
    func keepPlaceAnew(in keeper: PlaceKeeper?) {
        guard standing.transition > 0 else { return }
        keptPage = nil
        keeper?.touch()
    }
}
