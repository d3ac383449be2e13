import SheafOS

/// The word in shared memory by which the service asks a host to end its request: it holds that request's serial.
///
/// Serials differ from request to request, so a word that comes too late stops nothing that follows.
final class CancelWord {
    /// In bytes: one page of memory.
    static let size = 4_096
    /// Ends whatever is running.
    static let everything = UInt32.max

    private let memory: SharedMemory

    /// Maps the word; the service writes it, a host only reads it.
    init(mapping descriptor: Int32, writable: Bool) throws(OSError) {
        memory = try SharedMemory(mapping: descriptor, size: Self.size, writable: writable)
    }

    /// Makes the memory for one.
    static func makeMemory() throws(OSError) -> FileDescriptor {
        let memory = try Memfd.create(name: "sheaf-cancel", size: size)
        try Memfd.sealSize(memory.number)
        return memory
    }

    /// Asks the request with this serial to end.
    func stop(_ serial: UInt32) {
        memory.store(serial, word: 0)
    }

    /// Whether the request with this serial was asked to end.
    func isStopped(_ serial: UInt32) -> Bool {
        let word = memory.load(word: 0)
        return word == serial || word == Self.everything
    }
}
