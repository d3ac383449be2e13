/// A request that waits or runs.
struct RequestID: Hashable, Sendable { let number: UInt64 }

/// A document, or what may turn out to be one. The number is also its handle in every host.
struct DocumentID: Hashable, Sendable { let number: Int64 }

/// A host process.
struct HostID: Hashable, Sendable { let number: UInt64 }

/// A provider: its place in the catalogue.
struct ProviderID: Hashable, Sendable { let index: Int }

/// What one host at a time serves.
enum LaneKey: Hashable, Sendable {
    /// All documents of one owner that one provider opens.
    case shared(ProviderID, HostOwner)
    /// One document that ended a host: it may not take others with it a second time.
    case isolated(DocumentID)
}

/// Whether somebody waits for the answer.
package enum HostPriority: Sendable {
    case demand
    case prefetch
}
