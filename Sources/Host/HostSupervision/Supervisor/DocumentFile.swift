package import HostProtocol

/// A file that a host looked at and found fit to be opened.
package struct DocumentFile {
    /// How many folders in a folder are watched for new files, at most: a descriptor of the service for each.
    static let watchedFolders = 64

    package let identity: DocumentIdentity
    /// Open for as long as anything may have to open the document again.
    package let files: DocumentFiles
    package let owner: HostOwner
    /// Whether it is not known to be on a file system of this machine's own: a look at it may never end.
    package let isRemote: Bool
    /// The paths of the folders in a folder, which a host has named: at most ``watchedFolders``.
    package var folders: [String] = []
    /// The hints on the kind of the file.
    var hints = FileHints()
    /// How its name ends, as ``DocumentLooks/suffix`` has it.
    package var suffix: String? { hints.suffix }

    package init(identity: DocumentIdentity, files: DocumentFiles, owner: HostOwner, isRemote: Bool = false) {
        self.identity = identity
        self.files = files
        self.owner = owner
        self.isRemote = isRemote
    }
}

/// The hints on the kind of a file before any provider has looked into it.
struct FileHints {
    /// The providers that declare that documents begin as this file does.
    var matching: Set<ProviderID> = []
    /// The name of the file; nil where nobody has said.
    var name: String?

    /// The suffix of the name.
    var suffix: String? { DocumentLooks.suffix(of: name) }
}
