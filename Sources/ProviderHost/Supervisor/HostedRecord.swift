import SheafOS

/// What the supervisor keeps of a document, or of what may turn out to be one.
final class HostedRecord {
    let id: DocumentID
    let provider: ProviderID
    let owner: HostOwner
    /// nil while it is being examined.
    let descriptor: SharedDescriptor?
    var count = PageCount.unknown
    var firstPage: Int64?
    weak var document: OpenedDocument?

    init(id: DocumentID, provider: ProviderID, owner: HostOwner, descriptor: SharedDescriptor?) {
        self.id = id
        self.provider = provider
        self.owner = owner
        self.descriptor = descriptor
    }
}
