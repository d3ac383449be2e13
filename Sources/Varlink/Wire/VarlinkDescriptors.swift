package import SheafOS

/// The descriptors that came with a message. Those that nobody takes are closed.
package struct VarlinkDescriptors {
    /// Owns them. A message without descriptors, which is nearly every one, needs none.
    private final class Storage {
        var numbers: [Int32]
        private let closer: DescriptorCloser?

        init(_ numbers: [Int32], closer: DescriptorCloser?) {
            self.numbers = numbers
            self.closer = closer
        }

        deinit {
            for number in numbers where number >= 0 { closer.close(FileDescriptor(owning: number)) }
        }
    }

    private let storage: Storage?

    /// None.
    package init() {
        storage = nil
    }

    /// Takes ownership of open descriptors.
    ///
    /// - Parameter closer: closes those that nobody takes.
    init(owning numbers: [Int32], closer: DescriptorCloser?) {
        storage = numbers.isEmpty ? nil : Storage(numbers, closer: closer)
    }

    /// How many came.
    package var count: Int { storage?.numbers.count ?? 0 }

    /// Hands over the descriptor that a message names by `index`; nil where there is none, or where it was taken before.
    package func take(at index: Int) -> FileDescriptor? {
        guard let storage, storage.numbers.indices.contains(index), storage.numbers[index] >= 0 else { return nil }
        let number = storage.numbers[index]
        storage.numbers[index] = -1
        return FileDescriptor(owning: number)
    }
}
