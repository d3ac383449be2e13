import SheafOS

/// What an earlier run knew of a document that it had open.
package struct AdoptedDocument {
    /// The file, as it was then.
    package let examined: ExaminedDocument
    /// The library of its provider.
    package let library: String
    /// The provider's name.
    package let provider: String
    package let capabilities: ProviderCapabilities
    package let count: PageCount
    package let firstPage: Int64?

    package init(
        _ examined: ExaminedDocument, library: String, provider: String, capabilities: ProviderCapabilities,
        count: PageCount, firstPage: Int64?
    ) {
        self.examined = examined
        self.library = library
        self.provider = provider
        self.capabilities = capabilities
        self.count = count
        self.firstPage = firstPage
    }
}

extension HostSupervisor {
    /// Takes over a document that an earlier run had open. It is as one whose host has ended: the next request has it opened
    /// in a new one.
    ///
    /// - Returns: nil where its provider is not there any more.
    package func adopt(_ document: AdoptedDocument) -> OpenedDocument? {
        guard let provider = catalog.ids.first(where: { catalog[$0].path == document.library }) else { return nil }
        let record = addRecord(
            provider: provider, owner: document.examined.owner, descriptor: document.examined.descriptor)
        record.count = document.count
        record.firstPage = document.firstPage
        return OpenedDocument(self, record, document)
    }

    /// The library of a document's provider, for ``adopt(_:)``.
    package func library(of document: OpenedDocument) -> String { catalog[document.record.provider].path }
}
