package import SheafOS

/// Where a document comes from. Nothing is read from either in the service: a host does that.
package enum DocumentOrigin {
    /// An open file, as a client passed it.
    case descriptor(SharedDescriptor)
    /// A path below a library folder.
    case file(folder: SharedDescriptor, path: String)
}

/// What makes a document this one and no other.
package struct DocumentIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    /// In bytes.
    package let size: UInt64
    /// ctime, in nanoseconds since 1970.
    package let changed: Int64

    package init(device: UInt64, inode: UInt64, size: UInt64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.changed = changed
    }
}

/// A file that a host looked at and found fit to be opened.
package struct ExaminedDocument {
    package let identity: DocumentIdentity
    /// Open for reading for as long as anything may have to open the document again.
    package let descriptor: SharedDescriptor
    package let owner: HostOwner
    /// Whether it is on FUSE or a network file system: a look at it may never end.
    package let isRemote: Bool

    package init(
        identity: DocumentIdentity, descriptor: SharedDescriptor, owner: HostOwner, isRemote: Bool = false
    ) {
        self.identity = identity
        self.descriptor = descriptor
        self.owner = owner
        self.isRemote = isRemote
    }
}
