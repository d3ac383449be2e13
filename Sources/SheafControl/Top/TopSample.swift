package import SheafInterface

/// What one look at the service brought.
package struct TopSample: Equatable, Sendable {
    /// When, on the monotonic clock in microseconds.
    package var time: UInt64
    package var status: ManagerInterface.StatusReply
    /// Without the pages.
    package var cache: ManagerInterface.GetCacheReply
    /// With the pages, as they were at the last look that asked for them.
    package var listing: ManagerInterface.GetCacheReply
    package var readers: [ManagerInterface.ReaderEntry]
    package var documents: [ManagerInterface.DocumentEntry]
    package var hosts: [ManagerInterface.HostEntry]

    package init(
        time: UInt64, status: ManagerInterface.StatusReply, cache: ManagerInterface.GetCacheReply,
        listing: ManagerInterface.GetCacheReply, readers: [ManagerInterface.ReaderEntry],
        documents: [ManagerInterface.DocumentEntry], hosts: [ManagerInterface.HostEntry]
    ) {
        self.time = time
        self.status = status
        self.cache = cache
        self.listing = listing
        self.readers = readers
        self.documents = documents
        self.hosts = hosts
    }
}
