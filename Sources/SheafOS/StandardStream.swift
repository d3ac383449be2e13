import Glibc

/// What a command line program writes to.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Whether a person looks at it.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Writes all of a text.
    package func write(_ text: String) throws(OSError) {
        try unsafe writeAll(text.utf8.span.bytes, to: rawValue, subject: name)
    }

    /// Writes all of some bytes.
    package func write(_ bytes: RawSpan) throws(OSError) {
        try writeAll(bytes, to: rawValue, subject: name)
    }

    private var name: String { self == .output ? "standard output" : "standard error" }
}

/// Writes all bytes, waiting where a descriptor that does not block takes no more for now.
///
/// - Parameter subject: what is written to, for the error.
func writeAll(_ bytes: RawSpan, to number: Int32, subject: String) throws(OSError) {
    var written = 0
    while written < bytes.byteCount {
        let rest = bytes.extracting(droppingFirst: written)
        let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
        switch (count, errno) {
        case (0..., _): written += count
        case (_, EINTR): continue
        case (_, EAGAIN):
            var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
            unsafe poll(&request, 1, -1)
        case (_, let code): throw OSError(code: code, operation: "write", subject: subject)
        }
    }
}
