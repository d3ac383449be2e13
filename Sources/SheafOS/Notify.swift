import CSystemd

/// What the service tells its manager, by sd_notify(3). Without a manager every call does nothing.
package enum Notify {
    /// Sends fields, one a line, as one datagram: "READY=1\nSTATUS=…".
    package static func send(_ fields: String) {
        _ = unsafe sd_notify(0, fields)
    }

    /// The sockets that systemd passed (SD_LISTEN_FDS_START on), with the names of their units; none where it passed none.
    ///
    /// - Throws: where the environment names descriptors that are not there.
    package static func listenDescriptors() throws(OSError) -> [Int32] {
        let count = try check(sd_listen_fds(1), "take the sockets that systemd passed")
        return (0..<count).map { 3 + $0 }
    }
}
