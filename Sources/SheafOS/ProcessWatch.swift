import CSheafShims

/// A process, perhaps not of this user, whose end is waited for.
package final class ProcessWatch {
    private let pidfd: FileDescriptor
    private let source: DescriptorSource

    /// - Parameters:
    ///   - pidfd: what names it.
    ///   - ended: called on the loop once it has ended, until it is let go.
    package init(_ pidfd: consuming FileDescriptor, on loop: EventLoop, ended: @escaping () -> Void) throws(OSError) {
        let number = pidfd.number
        self.pidfd = pidfd
        source = try loop.watch(number, for: .readable) { _ in ended() }
    }

    deinit {
        source.cancel()
    }

    /// Whether it has ended, though the loop may not have told it yet.
    package var hasEnded: Bool { sheaf_process_has_ended(pidfd.number) != 0 }
}
