package import PageModel
import ProviderHost
import SheafDocuments

/// How the pages of a reader look.
package struct ReaderLooks: Equatable {
    /// The colours of paper and ink.
    var paper = Paper.day
    /// What its documents are opened with.
    var document = DocumentLooks()
}

/// Where in the text of a document that flows a reader was brought to by other looks: as long as it does not turn it is there, which need
/// not be where its page begins.
package struct TextAnchor: Equatable {
    package let page: PageID
    package let position: Int64
    /// The number of its last transition step.
    package let transition: Int

    package init(page: PageID, position: Int64, transition: Int) {
        self.page = page
        self.position = position
        self.transition = transition
    }
}

extension ReaderAxis {
    /// Whether it shows its document whole and moves by itself: the pages of a part of it, and those at which another axis crosses, would
    /// be others where they are laid out or ordered in another way.
    var isWhole: Bool { first == 0 && length == nil && unlocks == nil }

    /// The field of looks that its document can't take; nil where it can be shown so.
    func refusal(of looks: DocumentLooks) -> String? {
        let opened = document.opened
        if isWhole { return nil }
        if opened.flows, opened.looks.flow != looks.flow { return "flow" }
        return opened.takesOrders && opened.looks.order != looks.order ? "order" : nil
    }
}
