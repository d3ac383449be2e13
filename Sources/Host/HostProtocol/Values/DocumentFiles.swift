package import SheafOS

/// The files that hold the bytes of a document: one file, or those of an album. They are open for reading.
package struct DocumentFiles: Sendable {
    /// The descriptors of the files, in the order of the album; never none.
    package let descriptors: [SharedDescriptor]
    /// The names of the files of an album; nil: the one file is the document.
    package let names: [String]?

    /// How many files an album may have: as many descriptors as come with a call.
    package static let albumLimit = 64
    /// How long the name of one may be, in bytes of UTF-8.
    package static let nameLimit = 255

    /// Whether a file may be called so.
    package static func isName(_ name: String) -> Bool {
        let bytes = name.utf8
        return !bytes.isEmpty && bytes.count <= nameLimit && !bytes.contains(0) && !bytes.contains(UInt8(ascii: "/"))
    }

    package init(_ file: SharedDescriptor) {
        descriptors = [file]
        names = nil
    }

    /// Nil without files.
    package init?(album: [(name: String, file: SharedDescriptor)]) {
        guard !album.isEmpty else { return nil }
        descriptors = album.map(\.file)
        names = album.map(\.name)
    }
}

/// The identity of a document's file in the state that it was examined in.
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

    /// Whether it is the same file, which may have changed.
    package func isSameFile(as other: DocumentIdentity) -> Bool { device == other.device && inode == other.inode }
}
