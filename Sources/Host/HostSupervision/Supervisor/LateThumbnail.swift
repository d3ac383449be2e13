/// A thumbnail that is made after its page was answered. It is reported after the page, whichever came first.
final class LateThumbnail {
    /// Whether the host that was asked last has answered the page.
    var isAnswered = false
    private var isMade: Bool?
    private var isPageDelivered = false
    private var finished: ((Bool) -> Void)?

    /// - Parameter finished: called once.
    init(finished: @escaping (Bool) -> Void) {
        self.finished = finished
    }

    /// A host is asked, perhaps after another one died.
    func begin() {
        isAnswered = false
        isMade = nil
    }

    /// The host has reported it, or has ended.
    func end(isMade: Bool) {
        if self.isMade == nil { self.isMade = isMade }
        reportIfComplete()
    }

    /// The page's completion has been called. Where there was no page there is no thumbnail.
    func pageIsDelivered() {
        isPageDelivered = true
        if !isAnswered { isMade = false }
        reportIfComplete()
    }

    private func reportIfComplete() {
        guard isPageDelivered, let isMade, let finished else { return }
        self.finished = nil
        finished(isMade)
    }
}
