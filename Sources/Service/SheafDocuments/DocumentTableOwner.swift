package import HostProtocol
package import PageModel

/// Whom a table of documents tells what has become of them.
package protocol DocumentTableOwner: AnyObject {
    /// A provider says that its document has changed, or its file has. After ``DocumentChange/all`` it is open again already.
    ///
    /// - Parameter completion: to be called when its readers have taken that in.
    func documentChanged(_ document: ServedDocument, _ change: DocumentChange, completion: @escaping () -> Void)
    /// A document's provider has counted more of its pages, or all.
    func documentCounted(_ document: ServedDocument)
    /// The sizes of pages of a document were learnt, without a change being told: they had none, or other ones.
    func documentSizesLearnt(_ document: ServedDocument, of pages: Set<PageID>)
    /// A page is not drawn any more, since that has ended hosts, for one of the document's users or for all.
    func documentRefused(_ document: ServedDocument, page: PageID)
    /// The file of a document was deleted, or another has taken its place. The document goes on being served.
    func documentRemoved(_ document: ServedDocument)
    /// A document is not open any more.
    func documentClosed(_ document: DocumentID)
}
