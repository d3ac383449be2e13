import CSheafWeb
import Glibc
import SheafOS

/// A connection that speaks something else than HTTP.
struct UpgradedConnection {
    /// The connection's socket, which does not block.
    let socket: Int32
    /// The bytes that have come over the socket already.
    let early: [UInt8]
    /// Closes the connection, once nobody watches its socket any more.
    let close: () -> Void
}

/// An answer to a request.
struct HTTPResponse {
    enum Body {
        case none
        case bytes([UInt8])
        /// A part of a file or of shared memory, which goes out by sendfile(2).
        case file(SharedDescriptor, offset: Int, length: Int)
        /// A body that is written to the request as it is made, until that is ended (``HTTPRequest/write(_:)``).
        case stream
        /// Nothing: with status 101 the connection is spoken over in another way from now on, and the closure is passed it.
        case upgrade((UpgradedConnection) -> Void)
    }

    var status: UInt32 = 200
    var headers: [(name: String, value: String)] = []
    var body = Body.none
    /// Called when it was sent, or will not be.
    var ended: (() -> Void)?

    /// A text of one line for whoever asked.
    init(_ status: UInt32, _ reason: String, _ headers: [(name: String, value: String)] = []) {
        self.status = status
        self.headers = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")] + headers
        body = .bytes(Array((reason + "\n").utf8))
    }

    /// This answer, after which the connection is closed: nobody reads what follows.
    var closing: HTTPResponse {
        var response = self
        response.headers.append(("Connection", "close"))
        return response
    }

    init(_ body: Body, type: String, status: UInt32 = 200, _ headers: [(name: String, value: String)] = []) {
        (self.status, self.body) = (status, body)
        self.headers = [("Content-Type", type)] + headers
    }

    /// Makes an answer without a body.
    init(status: UInt32, _ headers: [(name: String, value: String)] = []) {
        (self.status, self.headers) = (status, headers)
    }

    /// The headers that tell browsers with every answer which sites may have it, and that it is what it says and
    /// nothing that runs.
    private static func protection(sites isForOtherSites: Bool) -> [(name: String, value: String)] {
        [("X-Content-Type-Options", "nosniff")]
            + (isForOtherSites
                ? [("Access-Control-Allow-Origin", "*"), ("Cross-Origin-Resource-Policy", "cross-origin")]
                // A frame loads what it shows whatever that policy is, and tells whether it has.
                : [("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "SAMEORIGIN")])
    }

    /// Makes the response that libmicrohttpd sends; nil where a descriptor, or memory, is lacking.
    ///
    /// - Parameter isForOtherSites: whether pages of other web sites may read it.
    func make(for request: OpaquePointer, sites isForOtherSites: Bool) -> OpaquePointer? {
        let made: OpaquePointer?
        switch body {
        case .none: unsafe made = sheaf_http_response_bytes(nil, 0)
        case .bytes(let bytes):
            unsafe made = bytes.withUnsafeBytes { unsafe sheaf_http_response_bytes($0.baseAddress, $0.count) }
        case .file(let file, let offset, let length):
            // The server closes its own.
            let copy = fcntl(file.number, F_DUPFD_CLOEXEC, 3)
            guard copy >= 0 else { return nil }
            unsafe made = sheaf_http_response_file(copy, UInt64(offset), UInt64(length))
        case .stream: unsafe made = sheaf_http_response_stream(request)
        case .upgrade: unsafe made = sheaf_http_response_upgrade(request)
        }
        guard let made = unsafe made else { return nil }
        for (name, value) in headers + Self.protection(sites: isForOtherSites) {
            _ = unsafe sheaf_http_response_header(made, name, value)
        }
        return unsafe made
    }
}
